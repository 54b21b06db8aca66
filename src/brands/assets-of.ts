// Which assets exist for a caller: the ones a rule or page may refer to.
import { isId } from '../core/access/ids.ts';
import type { Caller } from '../core/access/caller.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { availabilitySql } from '../assets/queries.ts';
import { hindrancesOf, utcDay, type Availability } from '../assets/rules.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';
import { grouped } from './publishing/state.ts';
import { assetKind, collectionKind } from '../assets/grantable.ts';

/** Valid ids only, each once: anything else in a page or rule refers to nothing. */
const wellFormed = (ids: readonly string[]): string[] => [...new Set(ids)].filter(isId);

/** Those of `ids` that the caller may read in this workspace. */
const readableOf =
  (found: Statement) =>
  async (db: Db, caller: Caller, workspaceId: string, ids: readonly string[]): Promise<Set<string>> => {
    const asked = wellFormed(ids);
    if (asked.length === 0) return new Set();
    const rows = await db.query<{ id: string }>(found, [...seenByValues(caller, workspaceId), asked]);
    return new Set(rows.map(({ id }) => id));
  };

export const readableAssets = readableOf(
  statement(
    'brands:assets',
    `${seenBy} select a.id from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and ${readable(assetKind, 'a')}`,
  ),
);

export const readableCollections = readableOf(
  statement(
    'brands:collections',
    `${seenBy} select k.id from ${asSeen} join payload.collections k on k.workspace_id = t.id where k.id = any($4::uuid[]) and ${readable(collectionKind, 'k')}`,
  ),
);

/** An asset's facts for pages that show it. */
export interface AssetFacts {
  title: string | null;
  filename: string;
  mime: string;
  width: number | null;
  height: number | null;
  /** True if anyone may use it now: active, within its rights, not replaced. */
  usable: boolean;
}

interface FactsRow extends Availability, Omit<AssetFacts, 'usable'> {
  id: string;
  superseded: boolean;
}

const factsSql = `a.id, a.metadata->>'title' as title, a.filename, a.mime_type as mime, a.width, a.height, a.superseded_by is not null as superseded,
     ${availabilitySql('a')}`;

function toFacts(row: FactsRow, today: string): AssetFacts {
  const { title, filename, mime, width, height } = row;
  const usable = !row.superseded && hindrancesOf(row, today).length === 0;
  return { title, filename, mime, width, height, usable };
}

const facts = statement(
  'brands:asset-facts',
  `${seenBy} select ${factsSql}
   from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and (a.effective_private is not true or ${readable(assetKind, 'a')})`,
);

/** What readers of a brand learn about its assets: all that exist, except private ones they can't read. */
export async function factsOfAssets(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AssetFacts>> {
  const asked = wellFormed(ids);
  if (asked.length === 0) return new Map();
  const rows = await db.query<FactsRow>(facts, [...seenByValues(caller, workspaceId), asked]);
  const today = utcDay(new Date());
  return new Map(rows.map((row) => [row.id, toFacts(row, today)]));
}

/** Maximum number of assets a page shows of one collection. */
const mostOfCollection = 100;

const inCollections = statement(
  'brands:collection-files',
  `${seenBy} select k.id as collection, f.* from ${asSeen} join payload.collections k on k.workspace_id = t.id
     cross join lateral (select ${factsSql} from marque.collection_assets m join payload.assets a on a.id = m.asset_id
       where m.collection_id = k.id and a.deleted_at is null and a.status = 'active' and (a.effective_private is not true or ${readable(assetKind, 'a')})
       order by m.position, m.added_at, a.id limit ${mostOfCollection}) f
   where k.id = any($4::uuid[]) and ${readable(collectionKind, 'k')}`,
);

/** The assets of the collections that a page shows, each in order, limited to what the caller may read. */
export async function collectionFiles(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, (AssetFacts & { id: string })[]>> {
  const asked = wellFormed(ids);
  if (asked.length === 0) return new Map();
  const rows = await db.query<FactsRow & { collection: string }>(inCollections, [
    ...seenByValues(caller, workspaceId),
    asked,
  ]);
  const today = utcDay(new Date());
  const held = grouped(rows, ({ collection }) => collection);
  return new Map(
    [...held].map(([id, files]) => [id, files.map((file) => ({ id: file.id, ...toFacts(file, today) }))]),
  );
}
