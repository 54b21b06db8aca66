// Reads the assets of a collection in their order, page by page.
import { z } from 'zod';
import { accessEpochSql } from '../../core/access/access-epoch.ts';
import { readable } from '../../core/access/readable.ts';
import type { Caller } from '../../core/access/caller.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { filtersOf, KeyId, pageOf, positionOf } from '../../core/paging.ts';
import { assetJson, contentVersionSql, stateSql, type VersionedRow } from '../queries.ts';
import type { State } from '../schemas.ts';
import { assetKind } from '../grantable.ts';

// Own values: the collection, and the states that are listed. Of a stack, the current version, as in a search.
const shown = `from ${asSeen} join payload.assets a on a.workspace_id = t.id join marque.collection_assets m on m.asset_id = a.id
   where m.collection_id = $4 and ${stateSql('a')} = any($5::text[]) and (coalesce(a.current, true) or a.status not in ('active', 'archived'))
     and ${readable(assetKind, 'a')}`;

const page = statement(
  'members:page',
  `${seenBy}, e as materialized (select ${accessEpochSql} as epoch from c)
   select m.position, a.id, ${assetJson('a')} as asset, case when $9::bool then ${contentVersionSql('a', '(select epoch from e)')} end as version ${shown}
     and ($6::float8 is null or (m.position, m.asset_id) > ($6, $7::uuid))
   order by m.position, m.asset_id limit $8`,
);
const count = statement('members:count', `${seenBy} select count(*)::int as total ${shown}`);

interface Row extends VersionedRow {
  position: number;
  id: string;
}

const MemberKey = z.tuple([z.number(), KeyId]);

export interface MemberPage {
  states: readonly State[];
  limit: number;
  cursor?: string | undefined;
  /** Whether the version of each one's content is wanted. */
  versioned: boolean;
}

/** A page of a collection's assets that the caller can see, and how many there are. */
export async function membersSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  collectionId: string,
  { states, limit, cursor, versioned }: MemberPage,
): Promise<{ rows: VersionedRow[]; total: number; next: string | null }> {
  const filters = filtersOf('collection-assets', collectionId, states);
  const after = positionOf({ cursor }, filters, MemberKey);
  const values = [...seenByValues(caller, workspaceId), collectionId, states];
  const [counted] = await db.query<{ total: number }>(count, values);
  const place = [after?.[0] ?? null, after?.[1] ?? null];
  const found = await db.query<Row>(page, [...values, ...place, limit + 1, versioned]);
  const { rows, next } = pageOf(found, limit, filters, ({ position, id }) => [position, id]);
  return { rows, total: counted?.total ?? 0, next };
}

const everyId = statement(
  'members:ids',
  `${seenBy} select a.id ${shown} order by m.position, m.asset_id limit $6`,
);

/**
 * The ids of a collection's active assets that the caller can see, in their order.
 * @throws ApiError conflict if there are none, or more than `most`.
 */
export async function activeMembers(
  db: Db,
  caller: Caller,
  workspaceId: string,
  collectionId: string,
  most: number,
): Promise<string[]> {
  const values = [...seenByValues(caller, workspaceId), collectionId, ['active']];
  const rows = await db.query<{ id: string }>(everyId, [...values, most + 1]);
  if (rows.length === 0) throw new ApiError('conflict', 'This collection has no active assets to download.');
  if (rows.length > most)
    throw new ApiError(
      'conflict',
      `This collection has more than ${most} assets. Download parts of it with GET /api/v1/assets/download.`,
    );
  return rows.map(({ id }) => id);
}
