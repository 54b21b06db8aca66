// Files uploaded through a link: they wait in its collection as proposed, whoever sent them.
import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { actAs } from '../core/access/actor.ts';
import { noAccess, type Access, type NobodyCaller } from '../core/access/caller.ts';
import { defineCounter, take } from '../core/access/sign-in/attempts.ts';
import { arriveByForm } from '../assets/ingest/arrivals.ts';
import { fileAsset, type Arrival } from '../assets/ingest/file-asset.ts';
import type { Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { invalid, ApiError } from '../core/errors.ts';
import { issuesOf, malformed } from '../core/pipeline/error-response.ts';
import type { Service } from '../core/service.ts';
import { demandStillOpen, type OpenShare } from './open-share.ts';
import { VisitorInput } from './review/visitor.ts';

/** Files that one link accepts. */
const uploads = defineCounter('link-uploads', 200);

const maxNote = 2000;
/** An empty field of a form. */
const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
    schema.optional(),
  );

/** What senders say about themselves and their files; each part can be left out. */
const Sender = z.object({
  name: unlessEmpty(VisitorInput.shape.name),
  email: unlessEmpty(VisitorInput.shape.email),
  note: unlessEmpty(
    z
      .string()
      .transform((text) => text.replace(/\r\n?/g, '\n').trim())
      .pipe(
        z
          .string()
          .max(maxNote, `A note can have up to ${maxNote} characters.`)
          .refine((text) => !text.includes('\0'), 'Remove the control characters.'),
      ),
  ),
});
export type Sender = z.output<typeof Sender>;

const parts = Object.keys(Sender.shape);

/** @throws ApiError invalid at `meta`: a stranger's metadata would be dropped otherwise; invalid_request for the other parts */
function readSender(meta: unknown, fields: Readonly<Record<string, string>>): Sender {
  if (meta === null || typeof meta !== 'object' || Object.keys(meta).length > 0)
    throw invalid([
      { path: 'meta', message: 'An upload link only accepts the parts "file", "name", "email" and "note".' },
    ]);
  const parsed = Sender.safeParse(Object.fromEntries(parts.map((name) => [name, fields[name] ?? ''])));
  if (!parsed.success) throw malformed(issuesOf(parsed.error));
  return parsed.data;
}

/** A file that was sent through a link, and who sent it. */
export interface ReceivedFile {
  arrival: Arrival;
  sender: Sender;
}

/**
 * Receives the form's one file. Slow: call it before the transaction.
 *
 * @param typed gets the other parts as they arrive, so that a refused form can be shown again with them.
 * @throws ApiError conflict for a link without uploads, rate_limited, and any error of the file itself.
 */
export async function receiveFile(
  context: Context,
  share: OpenShare,
  typed: Record<string, string> = {},
): Promise<ReceivedFile> {
  if (share.kind !== 'upload')
    throw new ApiError('conflict', "This link doesn't accept uploads. Ask for an upload link.");
  await take(context.service.db, uploads, share.id, 'uploads through this link');
  const { arrival, meta } = await arriveByForm(context, readSender, { known: parts, fields: typed });
  return { arrival, sender: meta };
}

/** What reviewers read beside the file. The name is already in front of it. */
const noteOf = ({ email, note }: Sender): string | undefined =>
  [note, email].filter((part) => part !== undefined).join('\n\n') || undefined;

/**
 * Files the upload in the name of the link. Bytes that the workspace already has are left as they are, and
 * the response doesn't say so: people with the link learn nothing about the library.
 */
export async function fileReceived(
  { service, db, req }: { service: Service; db: Db; req: PayloadRequest },
  share: OpenShare,
  { arrival, sender }: ReceivedFile,
): Promise<void> {
  await demandStillOpen(db, share.id);
  const { name, email = '' } = sender;
  const visitor = name === undefined ? {} : { visitor: { id: randomUUID(), name, email } };
  const caller: NobodyCaller = { kind: 'nobody', link: { id: share.id, name: share.name, ...visitor } };
  const access: Access = { ...noAccess, scope: 'propose', workspaceId: share.workspaceId };
  actAs(req, caller, access);
  const note = noteOf(sender);
  await fileAsset({ service, db, req, caller, access, accessTo: () => Promise.resolve(access) }, arrival, {
    collections: share.collection === null ? [] : [share.collection],
    ...(note !== undefined && { note }),
  });
}
