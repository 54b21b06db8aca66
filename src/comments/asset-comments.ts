// Comments on assets: threads on one version, on all of it or on a part.
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import type { Access, Caller } from '../core/access/caller.ts';
import { collectionSlug } from '../core/collection-names.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { recordOn } from '../core/events/record.ts';
import { invalid } from '../core/errors.ts';
import {
  createdMicrosOf,
  createdPageOf,
  createdPositionOf,
  filtersOf,
  isAfterCreated,
  type PageStart,
} from '../core/paging.ts';
import {
  addCommentKind,
  type CommentKind,
  type CommentRow,
  type WrittenComment,
  type Writer,
} from './kinds.ts';
import type { Anchor, NewComment, Thread } from './schemas.ts';
import { addReply, announce, seesEmails, shownAs, withReplies, writtenBy } from './threads.ts';
import { assetKind } from '../assets/grantable.ts';

interface AssetRow extends CommentRow {
  assetId: string;
  workspaceId: string;
  organizationId: string;
  /** The asset's title, or its filename. */
  name: string;
  filename: string;
  version: number | null;
  outdated: boolean;
  anchor: Anchor | null;
}

// A version that still waits for review is no older than the current one, only not in use yet.
const columns = `n.id, n.thread_id as thread, n.body, jsonb_build_object('kind', n.author_kind, 'id', n.author_id, 'name', n.author) as author,
  n.author_email as "authorEmail", case when n.link_name is not null then jsonb_build_object('id', n.link_id, 'name', n.link_name) end as link,
  n.created_at as "createdAt", n.edited_at as "editedAt", n.resolved_at as "resolvedAt", n.resolved_by as "resolvedBy", n.anchor,
  a.id as "assetId", a.workspace_id as "workspaceId", coalesce(nullif(a.metadata->>'title', ''), a.filename) as name, a.filename, a.version,
  exists (select 1 from payload.assets v where v.stack_id = a.stack_id and v.workspace_id = a.workspace_id and v.current and v.version > a.version) as outdated,
  w.organization_id as "organizationId"`;
const from = `marque.comments n join payload.assets a on a.id = n.asset_id join payload.workspaces w on w.id = a.workspace_id`;

const one = statement('asset-comments:one', `select ${columns} from ${from} where n.id = $1`);
const replies = statement(
  'asset-comments:replies',
  `select ${columns} from ${from} where n.thread_id = any($1::uuid[]) order by n.created_at, n.id`,
);
const lock = statement('asset-comments:lock', 'select id from marque.comments where id = $1 for update');
const insert = statement(
  'asset-comments:insert',
  `insert into marque.comments (asset_id, workspace_id, thread_id, anchor, body, author_kind, author, author_id, author_email, link_id, link_name)
   select a.id, a.workspace_id, $2, $3, $4, $5, $6, $7, $8, $9, $10 from payload.assets a where a.id = $1 returning id`,
);
const update = statement(
  'asset-comments:update',
  `update marque.comments set body = coalesce($2::jsonb->>'body', body),
     edited_at = case when $2::jsonb ? 'editedAt' then ($2::jsonb->>'editedAt')::timestamptz else edited_at end,
     resolved_at = case when $2::jsonb ? 'resolvedAt' then ($2::jsonb->>'resolvedAt')::timestamptz else resolved_at end,
     resolved_by = case when $2::jsonb ? 'resolvedBy' then $2::jsonb->>'resolvedBy' else resolved_by end
   where id = $1`,
);
const remove = statement('asset-comments:remove', 'delete from marque.comments where id = $1');

async function insertComment(
  db: Db,
  assetId: string,
  thread: string | null,
  anchor: Anchor | null,
  { body, authorKind, author, authorId, visitor }: WrittenComment,
): Promise<string> {
  const [row] = await db.query<{ id: string }>(insert, [
    assetId,
    thread,
    anchor && JSON.stringify(anchor),
    body,
    authorKind,
    author,
    authorId,
    visitor?.email ?? null,
    visitor?.link.id ?? null,
    visitor?.link.name ?? null,
  ]);
  return row?.id ?? '';
}

export const assetComments: CommentKind<AssetRow> = {
  name: 'asset',
  targetSql: `select a.id, a.workspace_id, coalesce(a.effective_private, false) as private, a.deleted_at is not null as deleted
    from marque.comments n join payload.assets a on a.id = n.asset_id where n.id = $target`,
  reads: 'read',
  others: { edit: 'approve', delete: 'approve' },
  find: async (db, id) => (await db.query<AssetRow>(one, [id]))[0],
  repliesTo: (db, threads) => db.query<AssetRow>(replies, [threads]),
  lock: async (db, id) => {
    await db.query(lock, [id]);
  },
  reply: ({ db }, thread, comment) => insertComment(db, thread.assetId, thread.id, null, comment),
  change: async ({ db }, id, change) => {
    await db.query(update, [id, JSON.stringify(change)]);
  },
  remove: async ({ db }, id) => {
    await db.query(remove, [id]);
  },
  tell: ({ db, caller }, happening, row) =>
    recordOn(db, caller, {
      type: `comment.${happening}`,
      workspaceId: row.workspaceId,
      subject: { kind: 'asset', id: row.assetId },
      detail: { filename: row.filename, comment: row.id, thread: row.thread ?? row.id },
    }),
  subjectOf: (_db, row) =>
    Promise.resolve({
      kind: 'asset',
      id: row.assetId,
      name: row.name,
      organizationId: row.organizationId,
      path: `/collections/${collectionSlug('assets')}/${row.assetId}#comment-${row.thread ?? row.id}`,
    }),
  placeOf: ({ assetId, name, version, outdated, anchor, link = null }) => ({
    on: { kind: 'asset', id: assetId, name },
    version,
    outdated,
    anchor,
    link,
  }),
};
addCommentKind(assetComments);

/**
 * Starts a thread on an asset, or replies to one.
 * @returns the comment's ID. @throws ApiError invalid
 */
export async function addAssetComment(
  writer: Writer,
  assetId: string,
  { body, anchor, thread }: NewComment,
): Promise<string> {
  const { db, caller } = writer;
  if (thread !== undefined) {
    const head = await assetComments.find(db, thread);
    if (head?.assetId !== assetId)
      throw invalid([{ path: 'thread', message: 'Thread not found on this asset.' }]);
    return addReply(assetComments, writer, head, body);
  }
  const id = await insertComment(db, assetId, null, anchor, writtenBy(caller, body));
  const row = await assetComments.find(db, id);
  if (row) await announce(assetComments, writer, row);
  return id;
}

// Of all versions of the asset that the caller can see. By creation, newest first: replies don't move a thread, so the paging is stable.
const threads = statement(
  'asset-comments:threads',
  `${seenBy} select ${columns}, ${createdMicrosOf('n')} from ${asSeen}
   cross join ${from} where n.thread_id is null and a.workspace_id = t.id
     and (a.id = $4 or a.stack_id = (select o.stack_id from payload.assets o where o.id = $4))
     and ${readable(assetKind, 'a')}
     and ($5::boolean is null or (n.resolved_at is not null) = $5)
     and ${isAfterCreated('n', '$6', '$7')}
   order by n.created_at desc, n.id desc limit $8`,
);

/** Threads on an asset and on its other versions, newest first. */
export async function assetThreads(
  db: Db,
  caller: Caller,
  asset: { id: string; access: Access },
  filter: PageStart & { resolved: boolean | null; limit: number },
): Promise<{ data: Thread[]; next: string | null }> {
  const { resolved, limit } = filter;
  const filters = filtersOf('asset comments', asset.id, { resolved });
  const position = createdPositionOf(filter, filters);
  const found = await db.query<AssetRow & { createdMicros: number }>(threads, [
    ...seenByValues(caller, asset.access.workspaceId ?? ''),
    asset.id,
    resolved,
    ...position,
    limit + 1,
  ]);
  const { rows, next } = createdPageOf(found, limit, filters);
  const show = shownAs(assetComments, seesEmails(asset.access));
  return { data: await withReplies(assetComments, db, rows, show), next };
}

// Also of other versions of the assets. `shown` is the asset of the list, which a thread belongs below.
const throughLink = statement(
  'asset-comments:through-link',
  `select ${columns}, b.id as shown from payload.assets b cross join lateral (
     select x.* from marque.comments x join payload.assets v on v.id = x.asset_id
     where x.link_id = $1 and x.thread_id is null and (v.id = b.id or (v.stack_id = b.stack_id and v.workspace_id = b.workspace_id))
     order by x.created_at desc, x.id desc limit $3) n
   join payload.assets a on a.id = n.asset_id join payload.workspaces w on w.id = a.workspace_id
   where b.id = any($2::uuid[]) order by n.created_at desc, n.id desc`,
);

/** A thread below an asset that the page of a link shows. */
export interface LinkThread extends Thread {
  shown: string;
}

/** The newest threads that visitors of a link started on these assets, up to a number for each. Without e-mail addresses. */
export async function threadsOfLink(
  db: Db,
  link: string,
  assets: readonly string[],
  limit: number,
): Promise<LinkThread[]> {
  const rows = await db.query<AssetRow & { shown: string }>(throughLink, [link, assets, limit]);
  const show = shownAs(assetComments, false);
  const threads = await withReplies(assetComments, db, rows, show);
  return threads.map((thread, at) => ({ ...thread, shown: rows[at]?.shown ?? '' }));
}
