// Reads collections as a caller sees them.
import { accessEpochSql } from '../../core/access/access-epoch.ts';
import type { Caller } from '../../core/access/caller.ts';
import { readable } from '../../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import { ApiError } from '../../core/errors.ts';
import { thumbnailOf } from '../delivery/thumbnails.ts';
import { contentVersionSql, stateSql } from '../queries.ts';
import type { Collection } from './collection-schemas.ts';
import { lockNesting } from './nesting.ts';
import { assetKind, collectionKind } from '../grantable.ts';

/** What a search without `status` lists: active, and of a stack the current version. */
const listed = `${stateSql('a')} = 'active' and coalesce(a.current, true)`;

/** @param versioned the statement's value that says whether the version of each one's content is wanted */
const picture = (
  versioned: string,
): string => `jsonb_build_object('id', a.id, 'mime', a.mime_type, 'width', a.width, 'height', a.height,
  'version', case when ${versioned}::bool then ${contentVersionSql('a', '(select epoch from e)')} end)`;
const epoch = `e as materialized (select ${accessEpochSql} as epoch from c)`;
const membersOfOne = `from marque.collection_assets m join payload.assets a on a.id = m.asset_id
  where m.collection_id = k.id and ${listed} and ${readable(assetKind, 'a')}`;
const shownPictures = 4;

// A cover that the caller can't see, or that was removed from the collection, isn't there.
const columns = (
  versioned: string,
): string => `k.id, k.name, k.icon, k.description, k.fields, coalesce(k.private, false) as private,
  coalesce(k.effective_private, false) as effective_private, k.created_at,
  (select u.id from payload.collections u where u.id = k.parent_id and ${readable(collectionKind, 'u')}) as parent,
  (select ${picture(versioned)} ${membersOfOne} and a.id = k.cover_id) as cover,
  (select coalesce(jsonb_agg(f.picture), '[]') from (select ${picture(versioned)} as picture ${membersOfOne} order by m.position, m.asset_id limit ${shownPictures}) f) as first`;

const all = statement(
  'collections:all',
  `${seenBy}, ${epoch}, n as (
     select m.collection_id, count(*) as count from ${asSeen} join payload.assets a on a.workspace_id = t.id join marque.collection_assets m on m.asset_id = a.id
     where ${listed} and ${readable(assetKind, 'a')} group by m.collection_id)
   select ${columns('$4')}, coalesce(n.count, 0) as count from ${asSeen} join payload.collections k on k.workspace_id = t.id left join n on n.collection_id = k.id
   where ${readable(collectionKind, 'k')} order by lower(k.name), k.id`,
);

// Access was checked before, so a caller who just made it private still sees the response.
const one = statement(
  'collections:one',
  `${seenBy}, ${epoch} select ${columns('$5')}, (select count(*) from marque.collection_assets m join payload.assets a on a.id = m.asset_id
     where m.collection_id = k.id and ${listed} and ${readable(assetKind, 'a')}) as count
   from ${asSeen} join payload.collections k on k.workspace_id = t.id where k.id = $4`,
);

type Picture = Omit<Collection['previews'][number], 'thumbnail'> & { version: string | null };

interface CollectionRow {
  id: string;
  name: string;
  icon: string | null;
  description: string | null;
  cover: Picture | null;
  first: Picture[];
  fields: FieldValues | null;
  private: boolean;
  effective_private: boolean;
  parent: string | null;
  count: number;
  created_at: Date;
}

/** @param serverUrl the origin of thumbnails; null: they weren't asked for */
function toCollection(row: CollectionRow, serverUrl: string | null): Collection {
  return {
    id: row.id,
    name: row.name,
    icon: row.icon,
    description: row.description,
    cover: row.cover?.id ?? null,
    previews: [row.cover, ...row.first.filter(({ id }) => id !== row.cover?.id)]
      .filter((picture) => picture !== null)
      .slice(0, shownPictures)
      .map(({ version, ...asset }) =>
        serverUrl === null ? asset : { ...asset, thumbnail: thumbnailOf(serverUrl, { asset, version }) },
      ),
    fields: row.fields ?? {},
    private: row.private,
    effectivePrivate: row.effective_private,
    parent: row.parent,
    count: row.count,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * The collections of a workspace that the caller may read, by name.
 * @param serverUrl the origin of thumbnails; omitted: none are wanted
 */
export async function collectionsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  serverUrl: string | null = null,
): Promise<Collection[]> {
  const values = [...seenByValues(caller, workspaceId), serverUrl !== null];
  return (await db.query<CollectionRow>(all, values)).map((row) => toCollection(row, serverUrl));
}

/**
 * A collection that the caller can read or has just written.
 * @param serverUrl the origin of thumbnails; omitted: none are wanted
 */
export async function collectionSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
  serverUrl: string | null = null,
): Promise<Collection> {
  const values = [...seenByValues(caller, workspaceId), id, serverUrl !== null];
  const [row] = await db.query<CollectionRow>(one, values);
  if (!row) throw new ApiError('not_found', 'This collection was just deleted.');
  return toCollection(row, serverUrl);
}

const lockFields = statement(
  'collections:hold',
  'select fields from payload.collections where id = $1 for update',
);

/** Locks the definitions of fields, and the places and privacy of a workspace's collections: before any collection's row. */
export async function lockCollectionsOf(db: Db, workspaceId: string): Promise<void> {
  // Field definitions are locked before rows, as everywhere, to avoid deadlocks.
  await heldFieldsOf(db, workspaceId);
  await lockNesting(db, workspaceId);
}

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
  await lockCollectionsOf(db, workspaceId);
  const [row] = await db.query<{ fields: FieldValues | null }>(lockFields, [id]);
  if (!row) throw new ApiError('not_found', 'Collection not found.');
  return row;
}
