// Comments on pages: threads on a page or one of its sections, with replies. They belong to the page's row,
// so they survive a change of slug and are deleted with the page. Not part of the brand's state: no versions,
// never published.
import { z } from 'zod';
import { demand } from '../../core/access/actor.ts';
import { nameOf, type Access, type Caller } from '../../core/access/caller.ts';
import { isId } from '../../core/access/ids.ts';
import { rankOf } from '../../core/access/ladder.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import {
  filtersOf,
  KeyId,
  Micros,
  microsOf,
  momentOf,
  pageOf,
  positionOf,
  type PageStart,
} from '../../core/paging.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { findPage } from './pages.ts';
import { loadBrand, type LoadedBrand } from '../queries.ts';
import type { BrandComment, CommentPatch, CommentThread, NewComment } from './comment-schemas.ts';
import type { Writer } from '../rules/write-rules.ts';
import { collectionSlug } from '../../core/collection-names.ts';

const columns = `c.id, c.thread_id as thread, p.slug as page, c.section, c.body, jsonb_build_object('kind', c.author_kind, 'id', c.author_id, 'name', c.author) as author,
  c.created_at as "createdAt", c.edited_at as "editedAt", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy"`;
const from = 'payload.brand_comments c join payload.brand_pages p on p.id = c.page_id';

// Threads by creation, newest first: replies don't move a thread, so the paging is stable.
const threads = statement(
  'comments:threads',
  `select ${columns}, ${microsOf('c.created_at')} as "createdMicros" from ${from} where c.brand_id = $1 and c.thread_id is null and ($2::uuid is null or c.page_id = $2)
     and ($3::text is null or c.section = $3) and ($4::boolean is null or (c.resolved_at is not null) = $4)
     and ($5::uuid is null or (c.created_at, c.id) < (${momentOf('$6')}, $5::uuid))
   order by c.created_at desc, c.id desc limit $7`,
);
const replies = statement(
  'comments:replies',
  `select ${columns} from ${from} where c.thread_id = any($1::uuid[]) order by c.created_at, c.id`,
);
const one = statement('comments:one', `select ${columns} from ${from} where c.brand_id = $1 and c.id = $2`);
const lock = statement('comments:lock', 'select id from payload.brand_comments where id = $1 for update');

/** Locks a comment until the transaction ends. */
export async function lockComment(db: Db, id: string): Promise<void> {
  await db.query(lock, [id]);
}

interface Row extends Omit<BrandComment, 'createdAt' | 'editedAt' | 'resolvedAt'> {
  thread: string | null;
  createdAt: Date;
  editedAt: Date | null;
  resolvedAt: Date | null;
}

const toComment = (row: Row): BrandComment => ({
  id: row.id,
  thread: row.thread,
  page: row.page,
  section: row.section,
  body: row.body,
  author: row.author,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  resolvedBy: row.resolvedBy,
});

async function withReplies(db: Db, heads: readonly Row[]): Promise<CommentThread[]> {
  const replyRows = heads.length > 0 ? await db.query<Row>(replies, [heads.map(({ id }) => id)]) : [];
  return heads.map((head) => ({
    ...toComment(head),
    replies: replyRows.filter(({ thread }) => thread === head.id).map(toComment),
  }));
}

const begun = statement(
  'comments:begun',
  `select ${microsOf('created_at')} as micros from payload.brand_comments where brand_id = $1 and id = $2`,
);
const ThreadKey = z.tuple([Micros, KeyId]);

export interface CommentFilter extends PageStart {
  /** A slug or an alias. */
  page: string | null;
  section: string | null;
  resolved: boolean | null;
  limit: number;
}

/** The position of a thread in the list, by its id. @throws ApiError invalid_request if it doesn't exist. */
async function placeOf(db: Db, brandId: string, id: string): Promise<z.output<typeof ThreadKey>> {
  const [row] = await db.query<{ micros: number }>(begun, [brandId, id]);
  if (row) return [row.micros, id];
  const issue = {
    path: 'before',
    message: 'No comment of this brand has this id. Leave it out to start over.',
  };
  throw new ApiError('invalid_request', `before: ${issue.message}`, { issues: [issue] });
}

/** Threads of a brand, newest first. */
export async function threadsOf(
  db: Db,
  brandId: string,
  filter: CommentFilter,
): Promise<{ data: CommentThread[]; next: string | null }> {
  const { page, section, resolved, before, limit } = filter;
  const filters = filtersOf('comments', brandId, { page, section, resolved });
  const [micros, id] =
    filter.cursor === undefined && isId(before)
      ? await placeOf(db, brandId, before)
      : (positionOf(filter, filters, ThreadKey) ?? [null, null]);
  const pageId = page === null ? null : await pageIdOf(db, brandId, page);
  if (pageId === undefined) return { data: [], next: null };
  const found = await db.query<Row & { createdMicros: number }>(threads, [
    brandId,
    pageId,
    section,
    resolved,
    id,
    micros,
    limit + 1,
  ]);
  const { rows, next } = pageOf(found, limit, filters, (row) => [row.createdMicros, row.id]);
  return { data: await withReplies(db, rows), next };
}

async function pageIdOf(db: Db, brandId: string, slug: string): Promise<string | undefined> {
  const brand = await loadBrand(db, brandId);
  const page = brand ? findPage(brand.state, slug) : undefined;
  return page && brand?.pages.get(page.slug)?.id;
}

/** One thread with its replies, or a single reply. @throws ApiError not_found */
export async function commentOf(db: Db, brandId: string, id: string): Promise<CommentThread> {
  const [thread] = await withReplies(db, [await rowOf(db, brandId, id)]);
  if (!thread) throw noSuchComment();
  return thread;
}

async function rowOf(db: Db, brandId: string, id: string): Promise<Row> {
  const [row] = await db.query<Row>(one, [brandId, id]);
  if (!row) throw noSuchComment();
  return row;
}

const noSuchComment = (): ApiError => new ApiError('not_found', 'Comment not found in this brand.');

const authorOf = (caller: Caller): { authorKind: string; author: string; authorId: string | null } => ({
  authorKind: caller.kind,
  author: nameOf(caller),
  authorId: caller.kind === 'nobody' ? null : caller.id,
});

/** Where a new comment goes: into a thread, or on a page or one of its sections. @throws ApiError invalid */
async function placeOfNew(
  db: Db,
  brandId: string,
  brand: LoadedBrand,
  input: NewComment,
): Promise<{ thread: Row | undefined; page: { id: string; slug: string }; section: string | null }> {
  const thread =
    input.thread === undefined ? undefined : (await db.query<Row>(one, [brandId, input.thread]))[0];
  if (input.thread !== undefined && (!thread || thread.thread !== null))
    throw invalid([{ path: 'thread', message: 'Thread not found in this brand.' }]);
  const page = findPage(brand.state, thread?.page ?? input.page ?? '');
  const pageId = page && brand.pages.get(page.slug)?.id;
  if (!page || !pageId) throw invalid([{ path: 'page', message: 'Page not found in this brand.' }]);
  const section = thread ? thread.section : (input.section ?? null);
  if (!thread && section !== null && !page.sections.some(({ id }) => id === section))
    throw invalid([{ path: 'section', message: 'Section not found on this page.' }]);
  return { thread, page: { id: pageId, slug: page.slug }, section };
}

/**
 * Starts a thread on a page, or replies to one; a reply reopens a resolved thread.
 * @returns the comment's id. @throws ApiError invalid
 */
export async function addComment(writer: Writer, brandId: string, input: NewComment): Promise<string> {
  const { req, db, caller } = writer;
  const brand = await loadBrand(db, brandId);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  const { thread, page, section } = await placeOfNew(db, brandId, brand, input);
  const { id } = await req.payload.create({
    collection: collectionSlug('brand-comments'),
    req,
    depth: 0,
    data: {
      brand: brandId,
      workspace: brand.workspaceId,
      page: page.id,
      section,
      thread: thread?.id ?? null,
      body: input.body,
      ...authorOf(caller),
    },
  });
  if (thread?.resolvedAt) await update(writer, thread.id, { resolvedAt: null, resolvedBy: null });
  await recordComment(
    writer,
    brand,
    thread ? 'brand.comment_replied' : 'brand.commented',
    page.slug,
    thread?.id ?? id,
  );
  return id;
}

/**
 * Edits one's own comment; resolves or reopens a thread.
 * @throws ApiError not_found, forbidden for someone else's text, invalid for resolving a reply.
 */
export async function changeComment(
  writer: Writer,
  brandId: string,
  id: string,
  patch: CommentPatch,
): Promise<void> {
  const { db, caller } = writer;
  const brand = await loadBrand(db, brandId);
  await lockComment(db, id);
  const row = await rowOf(db, brandId, id);
  if (!brand) throw noSuchComment();
  if (patch.body !== undefined && !isOwn(row, caller))
    throw new ApiError('forbidden', 'Only the author can edit a comment. Reply to it instead.');
  if (patch.resolved !== undefined && row.thread !== null)
    throw invalid([{ path: 'resolved', message: "A reply can't be resolved. Resolve its thread instead." }]);
  const says = patch.body !== undefined && patch.body !== row.body;
  const turns = patch.resolved !== undefined && patch.resolved !== (row.resolvedAt !== null);
  if (!says && !turns) return;
  const now = new Date().toISOString();
  await update(writer, id, {
    ...(says ? { body: patch.body, editedAt: now } : {}),
    ...(turns
      ? {
          resolvedAt: patch.resolved ? now : null,
          resolvedBy: patch.resolved ? nameOf(caller) : null,
        }
      : {}),
  });
  if (turns)
    await recordComment(
      writer,
      brand,
      patch.resolved ? 'brand.comment_resolved' : 'brand.comment_reopened',
      row.page,
      id,
    );
}

function isOwn(row: Row, caller: Caller): boolean {
  return caller.kind !== 'nobody' && row.author.kind === caller.kind && row.author.id === caller.id;
}

/**
 * Deletes a comment with its replies. @throws ApiError not_found; forbidden for someone else's without write.
 */
export async function removeComment(
  writer: Writer & { access: Access },
  brandId: string,
  id: string,
): Promise<void> {
  const { req, db, caller, access } = writer;
  const brand = await loadBrand(db, brandId);
  await lockComment(db, id);
  const row = await rowOf(db, brandId, id);
  if (!brand) throw noSuchComment();
  if (!isOwn(row, caller)) {
    if (rankOf(access.scope) < rankOf('write'))
      throw new ApiError('forbidden', "You need the write scope here to delete someone else's comment.", {
        needs: 'write',
        has: access.scope,
      });
    demand(access, 'write', 'delete', 'this brand');
  }
  await req.payload.delete({ collection: collectionSlug('brand-comments'), id, req, depth: 0 });
  await recordComment(writer, brand, 'brand.comment_deleted', row.page, id);
}

async function update({ req }: Writer, id: string, data: Record<string, unknown>): Promise<void> {
  await req.payload.update({ collection: collectionSlug('brand-comments'), id, req, depth: 0, data });
}

async function recordComment(
  { req }: Writer,
  brand: { id: string; workspaceId: string; state: { name: string } },
  type: string,
  page: string,
  comment: string,
): Promise<void> {
  await record(req, {
    type,
    workspaceId: brand.workspaceId,
    subject: { kind: 'brand', id: brand.id },
    detail: { name: brand.state.name, page, comment },
  });
}
