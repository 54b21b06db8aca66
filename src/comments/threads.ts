// The one way comments are written, whatever they are on: who may change which, what a reply does to its thread, who is notified.
import { demand } from '../core/access/actor.ts';
import { nameOf, type Access, type Caller } from '../core/access/caller.ts';
import { rankOf } from '../core/access/ladder.ts';
import { ApiError, invalid } from '../core/errors.ts';
import { isId } from '../core/access/ids.ts';
import type { Db } from '../core/db/pool.ts';
import {
  commentKinds,
  type CommentKind,
  type CommentRow,
  type WrittenComment,
  type Writer,
} from './kinds.ts';
import { notifyMentioned } from './mentions.ts';
import type { Comment, CommentPatch, Thread } from './schemas.ts';

/** A comment's text and author, as they are stored. */
export function writtenBy(caller: Caller, body: string): WrittenComment {
  if (caller.kind !== 'nobody')
    return { body, authorKind: caller.kind, author: caller.name, authorId: caller.id };
  const { id = '', name = '', visitor } = caller.link ?? {};
  if (!visitor) return { body, authorKind: caller.kind, author: nameOf(caller), authorId: null };
  return {
    body,
    authorKind: 'visitor',
    author: visitor.name,
    authorId: visitor.id,
    visitor: { email: visitor.email, link: { id, name } },
  };
}

/** Visitors' e-mail addresses are for those who can write where the comment is. */
export const seesEmails = ({ scope }: Access): boolean => rankOf(scope) >= rankOf('write');

/** The properties that every kind of comment shows. @param emails true: with the e-mail addresses of visitors */
export const shownParts = (row: CommentRow, emails = false) => ({
  id: row.id,
  thread: row.thread,
  body: row.body,
  author: emails && row.authorEmail ? { ...row.author, email: row.authorEmail } : row.author,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  resolvedBy: row.resolvedBy,
});

/** Threads, or single replies, each with its replies. */
export async function withReplies<Row extends CommentRow, Shown>(
  kind: CommentKind<Row>,
  db: Db,
  heads: readonly Row[],
  show: (row: Row) => Shown,
): Promise<(Shown & { replies: Shown[] })[]> {
  const ids = heads.map(({ id }) => id);
  const replies = ids.length > 0 ? await kind.repliesTo(db, ids) : [];
  return heads.map((head) => ({
    ...show(head),
    replies: replies.filter(({ thread }) => thread === head.id).map(show),
  }));
}

/** A comment in the shape that all kinds share. @param emails true: with the e-mail addresses of visitors */
export const shownAs =
  <Row extends CommentRow>(kind: CommentKind<Row>, emails: boolean) =>
  (row: Row): Comment => ({
    ...shownParts(row, emails),
    ...kind.placeOf(row),
    resolved: row.resolvedAt !== null,
  });

export const noSuchComment = (): ApiError => new ApiError('not_found', 'Comment not found.');

/** A comment of whatever kind, and its kind. @throws ApiError not_found */
export async function findComment(db: Db, id: string): Promise<{ kind: CommentKind; row: CommentRow }> {
  if (isId(id))
    for (const kind of commentKinds()) {
      const row = await kind.find(db, id);
      if (row) return { kind, row };
    }
  throw noSuchComment();
}

/** One thread with its replies, or a single reply, as somebody with this access sees it. @throws ApiError not_found */
export async function threadOf({ db, access }: { db: Db; access: Access }, id: string): Promise<Thread> {
  const { kind, row } = await findComment(db, id);
  const [thread] = await withReplies(kind, db, [row], shownAs(kind, seesEmails(access)));
  if (!thread) throw noSuchComment();
  return thread;
}

export async function lockComment(db: Db, id: string): Promise<void> {
  if (isId(id)) for (const kind of commentKinds()) await kind.lock(db, id);
}

/** Called once a new comment is stored: the event, and mails to those it mentions. */
export async function announce<Row extends CommentRow>(
  kind: CommentKind<Row>,
  writer: Writer,
  row: Row,
): Promise<void> {
  await kind.tell(writer, row.thread === null ? 'created' : 'replied', row);
  await notifyMentioned(kind, writer, row, '');
}

/**
 * Replies to a thread, or to one of its replies; a resolved thread is open again.
 * @returns the ID of the reply.
 */
export async function addReply<Row extends CommentRow>(
  kind: CommentKind<Row>,
  writer: Writer,
  to: Row,
  body: string,
): Promise<string> {
  const head = to.thread === null ? to : await kind.find(writer.db, to.thread);
  if (!head) throw noSuchComment();
  const id = await kind.reply(writer, head, writtenBy(writer.caller, body));
  if (head.resolvedAt) await kind.change(writer, head.id, { resolvedAt: null, resolvedBy: null });
  const reply = await kind.find(writer.db, id);
  if (reply) await announce(kind, writer, reply);
  return id;
}

/** True for what this caller wrote; a visitor, through the same link. */
export function isOwn({ author, link }: CommentRow, caller: Caller): boolean {
  if (caller.kind !== 'nobody') return author.kind === caller.kind && author.id === caller.id;
  const { id, visitor } = caller.link ?? {};
  return visitor !== undefined && author.kind === 'visitor' && author.id === visitor.id && link?.id === id;
}

/** @throws ApiError forbidden for someone else's comment, without what that needs. */
function demandOthers(
  access: Access,
  what: string,
  needs: CommentKind['others'][keyof CommentKind['others']],
) {
  if (needs === null)
    throw new ApiError('forbidden', `Only the author can ${what} a comment. Reply to it instead.`);
  if (rankOf(access.scope) < rankOf('write'))
    throw new ApiError('forbidden', `You need the write scope here to ${what} someone else's comment.`, {
      needs: 'write',
      has: access.scope,
    });
  demand(access, 'write', needs, 'this comment');
}

/**
 * Edits a comment; resolves or reopens a thread.
 * @throws ApiError forbidden for someone else's text, invalid for resolving a reply.
 */
export async function changeComment<Row extends CommentRow>(
  kind: CommentKind<Row>,
  writer: Writer & { access: Access },
  row: Row,
  patch: CommentPatch,
): Promise<void> {
  const { caller, access } = writer;
  if (patch.body !== undefined && !isOwn(row, caller)) demandOthers(access, 'edit', kind.others.edit);
  if (patch.resolved !== undefined && row.thread !== null)
    throw invalid([{ path: 'resolved', message: "A reply can't be resolved. Resolve its thread instead." }]);
  const says = patch.body !== undefined && patch.body !== row.body;
  const turns = patch.resolved !== undefined && patch.resolved !== (row.resolvedAt !== null);
  if (!says && !turns) return;
  const now = new Date().toISOString();
  await kind.change(writer, row.id, {
    ...(says && patch.body !== undefined ? { body: patch.body, editedAt: now } : {}),
    ...(turns
      ? {
          resolvedAt: patch.resolved ? now : null,
          resolvedBy: patch.resolved ? nameOf(caller) : null,
        }
      : {}),
  });
  if (says) {
    await kind.tell(writer, 'edited', row);
    await notifyMentioned(kind, writer, { ...row, body: patch.body ?? row.body }, row.body);
  }
  if (turns) await kind.tell(writer, patch.resolved ? 'resolved' : 'reopened', row);
}

/** Deletes a comment with its replies. @throws ApiError forbidden for someone else's, without what that needs. */
export async function removeComment<Row extends CommentRow>(
  kind: CommentKind<Row>,
  writer: Writer & { access: Access },
  row: Row,
): Promise<void> {
  if (!isOwn(row, writer.caller)) demandOthers(writer.access, 'delete', kind.others.delete);
  await kind.remove(writer, row.id);
  await kind.tell(writer, 'deleted', row);
}
