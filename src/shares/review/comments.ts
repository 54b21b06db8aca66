// What visitors of a review link write: ordinary comments on the asset, in the visitor's name and marked with the link.
import { z } from 'zod';
import { addAssetComment, assetComments } from '../../comments/asset-comments.ts';
import { Anchor } from '../../comments/schemas.ts';
import { changeComment, isOwn, lockComment, noSuchComment, removeComment } from '../../comments/threads.ts';
import type { Writer } from '../../comments/kinds.ts';
import { Id } from '../../assets/schemas.ts';
import { countedAddress } from '../../core/access/address.ts';
import { noAccess, type Access } from '../../core/access/caller.ts';
import { defineCounter, take } from '../../core/access/sign-in/attempts.ts';
import type { Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import type { RequestFacts } from '../../core/operation.ts';
import { issuesOf, malformed } from '../../core/pipeline/error-response.ts';
import { withTransaction } from '../../core/pipeline/transaction.ts';
import { isShownBy } from '../contents.ts';
import { demandStillOpen, type OpenShare } from '../open-share.ts';
import { callerOf, demandVisitor, type Reviewing } from './visitor.ts';

/** Of what a visitor writes, in characters. */
export const maxBodyLength = 5000;
/** Of a form: each character can take nine bytes in it. */
export const maxCommentForm = 64 * 1024;

/** Browsers send line breaks as CRLF, and count them as one character. */
const Body = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Write something first.')
      .max(maxBodyLength, `A comment can have up to ${maxBodyLength} characters.`)
      .refine((text) => !text.includes('\0'), 'Remove the control characters.'),
  );

/** As JSON, which the page's script writes; none: all of the file. */
const AnchorField = z
  .string()
  .max(300)
  .transform((text, issues) => {
    if (text === '') return null;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    const parsed = Anchor.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) issues.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

export const CommentForm = z
  .object({
    asset: Id,
    body: Body,
    anchor: AnchorField,
    thread: z.union([z.literal('').transform(() => undefined), Id]),
  })
  .refine(({ thread, anchor }) => thread === undefined || anchor === null, {
    path: ['anchor'],
    message: 'A reply belongs to its thread. Leave out the anchor.',
  });

/** A field that's missing counts as empty. */
const fieldsOf = (form: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']));

/** @throws ApiError invalid_request with an issue for each field */
export function readComment(form: URLSearchParams): z.output<typeof CommentForm> {
  const parsed = CommentForm.safeParse(fieldsOf(form, ['asset', 'body', 'anchor', 'thread']));
  if (!parsed.success) throw malformed(issuesOf(parsed.error));
  return parsed.data;
}

const what = 'comments through this link';

// What visitors of one link write: in total and from one address in ten minutes, and new comments in a day.
const written = defineCounter('link-comments', 200);
const writtenFromAddress = defineCounter('link-comments-address', 30);
const newInDay = defineCounter('link-comments-day', 500, 24 * 60 * 60);

/** How something was sent. */
interface Sent {
  headers: Headers;
  address: string;
  /** A comment that isn't there yet. */
  isNew: boolean;
}

/** Counts what a visitor writes. @throws ApiError rate_limited */
async function count(
  { service, share }: Reviewing,
  { address, isNew }: Omit<Sent, 'headers'>,
): Promise<void> {
  const from = countedAddress(address);
  if (from !== null) await take(service.db, writtenFromAddress, [share.id, from], what);
  await take(service.db, written, share.id, what);
  if (isNew) await take(service.db, newInDay, share.id, what);
}

/** Runs `work` as the visitor, unless the link ends meanwhile. @throws ApiError unauthorized, rate_limited, gone */
async function asVisitor<T>(
  reviewing: Reviewing,
  { headers, ...sent }: Sent,
  work: (writer: Writer & { access: Access }) => Promise<T>,
): Promise<T> {
  const { service, share } = reviewing;
  const caller = callerOf(share, demandVisitor(reviewing, headers));
  await count(reviewing, sent);
  const access: Access = { ...noAccess, scope: 'propose', workspaceId: share.workspaceId };
  return withTransaction(service, caller, access, async (req, db) => {
    await demandStillOpen(db, share.id);
    return work({ service, req, db, caller, access });
  });
}

const notShown = (): ApiError =>
  new ApiError('not_found', "This file isn't shown through the link, or no longer is.");

/** @returns what a thread of the link is on. @throws ApiError not_found, also for what the link doesn't show now */
async function assetOfThread(db: Db, share: OpenShare, id: string): Promise<string> {
  const head = await assetComments.find(db, id);
  if (head?.link?.id !== share.id || head.thread !== null) throw noSuchComment();
  if (!(await isShownBy(db, share, head.assetId, true))) throw notShown();
  return head.assetId;
}

/**
 * Comments on an asset that the link shows, or replies to a thread of its visitors.
 *
 * @returns the comment's ID
 * @throws ApiError unauthorized, not_found, gone, rate_limited
 */
export function sendComment(
  reviewing: Reviewing,
  { headers, address }: Pick<RequestFacts, 'headers' | 'address'>,
  { asset, body, anchor, thread }: z.output<typeof CommentForm>,
): Promise<string> {
  const { share } = reviewing;
  return asVisitor(reviewing, { headers, address, isNew: true }, async (writer) => {
    if (thread !== undefined) {
      await lockComment(writer.db, thread);
      const on = await assetOfThread(writer.db, share, thread);
      return addAssetComment(writer, on, { body, anchor: null, thread });
    }
    if (!(await isShownBy(writer.db, share, asset, false))) throw notShown();
    return addAssetComment(writer, asset, { body, anchor });
  });
}

/** A visitor's own comment, locked. @throws ApiError not_found for those of others */
async function ownComment({ db, caller }: Writer, id: string) {
  await lockComment(db, id);
  const row = await assetComments.find(db, id);
  if (!row || !isOwn(row, caller)) throw noSuchComment();
  return row;
}

/**
 * Edits a visitor's own comment, or deletes it with its replies.
 *
 * @param body null: delete it
 * @returns the ID of what is left of its thread; null if that is gone
 * @throws ApiError unauthorized, not_found, gone, rate_limited
 */
export function changeOwnComment(
  reviewing: Reviewing,
  { headers, address }: Pick<RequestFacts, 'headers' | 'address'>,
  id: string,
  body: string | null,
): Promise<string | null> {
  return asVisitor(reviewing, { headers, address, isNew: false }, async (writer) => {
    const row = await ownComment(writer, id);
    if (body !== null) {
      await changeComment(assetComments, writer, row, { body });
      return row.id;
    }
    await removeComment(assetComments, writer, row);
    return row.thread;
  });
}

/** @returns the new text; null to delete. @throws ApiError invalid_request */
export function readChange(form: URLSearchParams): string | null {
  if (form.get('action') === 'delete') return null;
  const parsed = z.object({ body: Body }).safeParse(fieldsOf(form, ['body']));
  if (!parsed.success) throw malformed(issuesOf(parsed.error));
  return parsed.data.body;
}
