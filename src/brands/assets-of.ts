// Which of some assets are there for a caller: what a rule or page names must be.
import type { Caller } from '../access/caller.ts';
import { readable } from '../access/reach.ts';
import { asSeen, seenBy, seenByValues } from '../access/seen-by.ts';
import { availabilitySql } from '../assets/queries.ts';
import { hindrancesOf, utcDay, type Availability } from '../assets/rules.ts';
import { statement, type Db } from '../db/pool.ts';

const there = statement(
  'brands:assets',
  `${seenBy} select a.id from ${asSeen} join assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and ${readable('asset', 'a')}`,
);

/** Those of `ids` that the caller may read in this workspace. */
export async function readableAssets(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(there, [
    ...seenByValues(caller, workspaceId),
    [...new Set(ids)],
  ]);
  return new Set(rows.map(({ id }) => id));
}

const collectionsThere = statement(
  'brands:collections',
  `${seenBy} select k.id from ${asSeen} join collections k on k.workspace_id = t.id where k.id = any($4::uuid[]) and ${readable('collection', 'k')}`,
);

/** Those of `ids` that are collections the caller may read in this workspace. */
export async function readableCollections(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(collectionsThere, [...seenByValues(caller, workspaceId), ids]);
  return new Set(rows.map(({ id }) => id));
}

/** What a page says of an asset that it shows. */
export interface AssetFacts {
  title: string | null;
  filename: string;
  mime: string;
  width: number | null;
  height: number | null;
  /** True while it may be used by anyone: active, in its rights, not replaced. */
  usable: boolean;
}

interface FactsRow extends Availability, Omit<AssetFacts, 'usable'> {
  id: string;
  superseded: boolean;
}

const facts = statement(
  'brands:asset-facts',
  `${seenBy} select a.id, a.metadata->>'title' as title, a.filename, a.mime_type as mime, a.width, a.height, a.superseded_by is not null as superseded,
     ${availabilitySql('a')}
   from ${asSeen} join assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and (a.effective_private is not true or ${readable('asset', 'a')})`,
);

/**
 * What a reader of a brand learns of the assets it names: all that are there, save private ones that they may not read themselves.
 */
export async function factsOfAssets(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AssetFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<FactsRow>(facts, [...seenByValues(caller, workspaceId), [...new Set(ids)]]);
  const today = utcDay(new Date());
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: row.title,
        filename: row.filename,
        mime: row.mime,
        width: row.width,
        height: row.height,
        usable: !row.superseded && hindrancesOf(row, today).length === 0,
      },
    ]),
  );
}
