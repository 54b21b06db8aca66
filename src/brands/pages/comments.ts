// Comments on pages: threads on a page or one of its sections, with replies. They belong to the page's row,
// so they survive a change of slug and are deleted with the page. Not part of the brand's state: no versions,
// never published.
import { addCommentKind, type CommentKind, type CommentRow, type Writer } from '../../comments/kinds.ts';
import {
  addReply,
  announce,
  changeComment,
  removeComment,
  shownParts,
  withReplies,
  writtenBy,
} from '../../comments/threads.ts';
import type { CommentPatch } from '../../comments/schemas.ts';
import type { Access } from '../../core/access/caller.ts';
import { isId } from '../../core/access/ids.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import {
  createdMicrosOf,
  createdPageOf,
  createdPositionOf,
  filtersOf,
  isAfterCreated,
  microsOf,
  type PageStart,
} from '../../core/paging.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { findPage } from './pages.ts';
import { loadBrand, type LoadedBrand } from '../queries.ts';
import type { BrandComment, CommentThread, NewComment } from './comment-schemas.ts';
import { collectionSlug } from '../../core/collection-names.ts';

const columns = `c.id, c.thread_id as thread, p.slug as page, c.section, c.body, jsonb_build_object('kind', c.author_kind, 'id', c.author_id, 'name', c.author) as author,
  c.created_at as "createdAt", c.edited_at as "editedAt", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy",
  c.page_id as "pageId", b.id as "brandId", b.name as "brandName", b.slug as "brandSlug", b.workspace_id as "workspaceId", w.organization_id as "organizationId"`;
const from = `payload.brand_comments c join payload.brand_pages p on p.id = c.page_id join payload.brands b on b.id = c.brand_id
  join payload.workspaces w on w.id = b.workspace_id`;

// Threads by creation, newest first: replies don't move a thread, so the paging is stable.
const threads = statement(
  'comments:threads',
  `select ${columns}, ${createdMicrosOf('c')} from ${from} where c.brand_id = $1 and c.thread_id is null and ($2::uuid is null or c.page_id = $2)
     and ($3::text is null or c.section = $3) and ($4::boolean is null or (c.resolved_at is not null) = $4)
     and ${isAfterCreated('c', '$5', '$6')}
   order by c.created_at desc, c.id desc limit $7`,
);
const replies = statement(
  'comments:replies',
  `select ${columns} from ${from} where c.thread_id = any($1::uuid[]) order by c.created_at, c.id`,
);
const one = statement('comments:one', `select ${columns} from ${from} where c.id = $1`);
const lock = statement('comments:lock', 'select id from payload.brand_comments where id = $1 for update');

interface Row extends CommentRow {
  page: string;
  section: string | null;
  pageId: string;
  brandId: string;
  brandName: string;
  brandSlug: string;
  workspaceId: string;
  organizationId: string;
}

const toComment = (row: Row): BrandComment => ({
  ...shownParts(row),
  page: row.page,
  section: row.section,
});

const events = {
  created: 'brand.commented',
  replied: 'brand.comment_replied',
  edited: null,
  resolved: 'brand.comment_resolved',
  reopened: 'brand.comment_reopened',
  deleted: 'brand.comment_deleted',
} as const;

const create = async (
  { req }: Writer,
  place: {
    brandId: string;
    workspaceId: string;
    pageId: string;
    section: string | null;
    thread: string | null;
  },
  comment: ReturnType<typeof writtenBy>,
): Promise<string> => {
  const { brandId: brand, workspaceId: workspace, pageId: page, section, thread } = place;
  const { id } = await req.payload.create({
    collection: collectionSlug('brand-comments'),
    req,
    depth: 0,
    data: { brand, workspace, page, section, thread, ...comment },
  });
  return id;
};

const pageComments: CommentKind<Row> = {
  name: 'page',
  targetSql: `select b.id, b.workspace_id, coalesce(b.private, false) as private, false as deleted
    from payload.brand_comments c join payload.brands b on b.id = c.brand_id where c.id = $target`,
  reads: 'propose',
  others: { edit: null, delete: 'delete' },
  find: async (db, id) => (await db.query<Row>(one, [id]))[0],
  repliesTo: (db, heads) => db.query<Row>(replies, [heads]),
  lock: async (db, id) => {
    await db.query(lock, [id]);
  },
  reply: (writer, thread, comment) => create(writer, { ...thread, thread: thread.id }, comment),
  change: async ({ req }, id, data) => {
    await req.payload.update({ collection: collectionSlug('brand-comments'), id, req, depth: 0, data });
  },
  remove: async ({ req }, id) => {
    await req.payload.delete({ collection: collectionSlug('brand-comments'), id, req, depth: 0 });
  },
  tell: async ({ req }, happening, row) => {
    const type = events[happening];
    if (type === null) return;
    // Replies count for their thread, except where one is deleted.
    const comment = happening === 'replied' ? row.thread : row.id;
    await record(req, {
      type,
      workspaceId: row.workspaceId,
      subject: { kind: 'brand', id: row.brandId },
      detail: { name: row.brandName, page: row.page, comment },
    });
  },
  subjectOf: (_db, { brandId, brandName, brandSlug, page, organizationId }) =>
    Promise.resolve({
      kind: 'brand',
      id: brandId,
      name: brandName,
      organizationId,
      path: `/brands/${brandSlug}/pages/${page}`,
    }),
  placeOf: ({ brandId, brandName, page, section }) => ({
    on: { kind: 'page', brand: brandId, page, section, name: brandName },
    version: null,
    outdated: false,
    anchor: null,
    link: null,
  }),
};
addCommentKind(pageComments);

const begun = statement(
  'comments:begun',
  `select ${microsOf('created_at')} as micros from payload.brand_comments where brand_id = $1 and id = $2`,
);

export interface CommentFilter extends PageStart {
  /** A slug or an alias. */
  page: string | null;
  section: string | null;
  resolved: boolean | null;
  limit: number;
}

/** The position of a thread in the list, by its id. @throws ApiError invalid_request if it doesn't exist. */
async function placeOf(db: Db, brandId: string, id: string): Promise<[micros: number, id: string]> {
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
  const position =
    filter.cursor === undefined && isId(before)
      ? await placeOf(db, brandId, before)
      : createdPositionOf(filter, filters);
  const pageId = page === null ? null : await pageIdOf(db, brandId, page);
  if (pageId === undefined) return { data: [], next: null };
  const found = await db.query<Row & { createdMicros: number }>(threads, [
    brandId,
    pageId,
    section,
    resolved,
    ...position,
    limit + 1,
  ]);
  const { rows, next } = createdPageOf(found, limit, filters);
  return { data: await withReplies(pageComments, db, rows, toComment), next };
}

async function pageIdOf(db: Db, brandId: string, slug: string): Promise<string | undefined> {
  const brand = await loadBrand(db, brandId);
  const page = brand ? findPage(brand.state, slug) : undefined;
  return page && brand?.pages.get(page.slug)?.id;
}

/** One thread with its replies, or a single reply. @throws ApiError not_found */
export async function commentOf(db: Db, brandId: string, id: string): Promise<CommentThread> {
  const [thread] = await withReplies(pageComments, db, [await rowOf(db, brandId, id)], toComment);
  if (!thread) throw noSuchComment();
  return thread;
}

async function rowOf(db: Db, brandId: string, id: string): Promise<Row> {
  const row = await pageComments.find(db, id);
  if (row?.brandId !== brandId) throw noSuchComment();
  return row;
}

const noSuchComment = (): ApiError => new ApiError('not_found', 'Comment not found in this brand.');

/** Where a new thread goes: on a page or one of its sections. @throws ApiError invalid */
function placeOfNew(brand: LoadedBrand, input: NewComment): { pageId: string; section: string | null } {
  const page = findPage(brand.state, input.page ?? '');
  const pageId = page && brand.pages.get(page.slug)?.id;
  if (!page || !pageId) throw invalid([{ path: 'page', message: 'Page not found in this brand.' }]);
  const section = input.section ?? null;
  if (section !== null && !page.sections.some(({ id }) => id === section))
    throw invalid([{ path: 'section', message: 'Section not found on this page.' }]);
  return { pageId, section };
}

/**
 * Starts a thread on a page, or replies to one.
 * @returns the comment's id. @throws ApiError invalid
 */
export async function addPageComment(writer: Writer, brandId: string, input: NewComment): Promise<string> {
  const { db, caller } = writer;
  const brand = await loadBrand(db, brandId);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  if (input.thread !== undefined) {
    const thread = await pageComments.find(db, input.thread);
    if (thread?.brandId !== brandId || thread.thread !== null)
      throw invalid([{ path: 'thread', message: 'Thread not found in this brand.' }]);
    return addReply(pageComments, writer, thread, input.body);
  }
  const place = { ...placeOfNew(brand, input), brandId, workspaceId: brand.workspaceId, thread: null };
  const id = await create(writer, place, writtenBy(caller, input.body));
  await announce(pageComments, writer, await rowOf(db, brandId, id));
  return id;
}

/**
 * Edits one's own comment; resolves or reopens a thread.
 * @throws ApiError not_found, forbidden for someone else's text, invalid for resolving a reply.
 */
export async function changePageComment(
  writer: Writer & { access: Access },
  brandId: string,
  id: string,
  patch: CommentPatch,
): Promise<void> {
  await pageComments.lock(writer.db, id);
  await changeComment(pageComments, writer, await rowOf(writer.db, brandId, id), patch);
}

/**
 * Deletes a comment with its replies. @throws ApiError not_found; forbidden for someone else's without write.
 */
export async function removePageComment(
  writer: Writer & { access: Access },
  brandId: string,
  id: string,
): Promise<void> {
  await pageComments.lock(writer.db, id);
  await removeComment(pageComments, writer, await rowOf(writer.db, brandId, id));
}
