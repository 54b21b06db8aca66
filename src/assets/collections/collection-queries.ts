// Reads collections as a caller sees them.
import type { Caller } from '../../core/access/caller.ts';
import { readable } from '../../core/access/authorize.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import { ApiError } from '../../core/errors.ts';
import type { Collection } from './collection-schemas.ts';
import { stateSql } from '../queries.ts';

/** What a search without `status` lists: active, and of a stack the current version. */
const listed = `${stateSql('a')} = 'active' and coalesce(a.current, true)`;

const picture = `jsonb_build_object('id', a.id, 'mime', a.mime_type, 'width', a.width, 'height', a.height)`;
const membersOfOne = `from marque.collection_assets m join payload.assets a on a.id = m.asset_id
  where m.collection_id = k.id and ${listed} and ${readable('asset', 'a')}`;
const shownPictures = 4;

// A cover that the caller can't see, or that was removed from the collection, isn't there.
const columns = `k.id, k.name, k.icon, k.description, k.fields, coalesce(k.private, false) as private, k.created_at,
  (select u.id from payload.collections u where u.id = k.parent_id and ${readable('collection', 'u')}) as parent,
  (select ${picture} ${membersOfOne} and a.id = k.cover_id) as cover,
  (select coalesce(jsonb_agg(f.picture), '[]') from (select ${picture} as picture ${membersOfOne} order by m.position, m.asset_id limit ${shownPictures}) f) as first`;

const all = statement(
  'collections:all',
  `${seenBy}, n as (
     select m.collection_id, count(*) as count from ${asSeen} join payload.assets a on a.workspace_id = t.id join marque.collection_assets m on m.asset_id = a.id
     where ${listed} and ${readable('asset', 'a')} group by m.collection_id)
   select ${columns}, coalesce(n.count, 0) as count from ${asSeen} join payload.collections k on k.workspace_id = t.id left join n on n.collection_id = k.id
   where ${readable('collection', 'k')} order by lower(k.name), k.id`,
);

// Access was checked before, so a caller who just made it private still sees the response.
const one = statement(
  'collections:one',
  `${seenBy} select ${columns}, (select count(*) from marque.collection_assets m join payload.assets a on a.id = m.asset_id
     where m.collection_id = k.id and ${listed} and ${readable('asset', 'a')}) as count
   from ${asSeen} join payload.collections k on k.workspace_id = t.id where k.id = $4`,
);

type Picture = Collection['previews'][number];

interface CollectionRow {
  id: string;
  name: string;
  icon: string | null;
  description: string | null;
  cover: Picture | null;
  first: Picture[];
  fields: FieldValues | null;
  private: boolean;
  parent: string | null;
  count: number;
  created_at: Date;
}

function toCollection(row: CollectionRow): Collection {
  return {
    id: row.id,
    name: row.name,
    icon: row.icon,
    description: row.description,
    cover: row.cover?.id ?? null,
    previews: [row.cover, ...row.first.filter(({ id }) => id !== row.cover?.id)]
      .filter((picture) => picture !== null)
      .slice(0, shownPictures),
    fields: row.fields ?? {},
    private: row.private,
    parent: row.parent,
    count: row.count,
    createdAt: row.created_at.toISOString(),
  };
}

/** The collections of a workspace that the caller may read, by name. */
export async function collectionsSeenBy(db: Db, caller: Caller, workspaceId: string): Promise<Collection[]> {
  return (await db.query<CollectionRow>(all, seenByValues(caller, workspaceId))).map(toCollection);
}

/** A collection that the caller can read or has just written. */
export async function collectionSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<Collection> {
  const [row] = await db.query<CollectionRow>(one, [...seenByValues(caller, workspaceId), id]);
  if (!row) throw new ApiError('not_found', 'This collection was just deleted.');
  return toCollection(row);
}

const held = statement('collections:hold', 'select fields from payload.collections where id = $1 for update');

/**
 * Locks a collection until the transaction ends, so the second of two concurrent merges sees what the first did.
 *
 * @throws ApiError not_found
 */
export async function lockCollection(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<{ fields: FieldValues | null }> {
  // Field definitions are locked before rows, as everywhere, to avoid deadlocks.
  await heldFieldsOf(db, workspaceId);
  const [row] = await db.query<{ fields: FieldValues | null }>(held, [id]);
  if (!row) throw new ApiError('not_found', 'Collection not found.');
  return row;
}
