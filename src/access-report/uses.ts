// Where an asset is used, limited to places the caller may read.
import type { Caller } from '../core/access/caller.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { partsNaming } from '../brands/naming.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { sharesSeenBy } from '../shares/links.ts';
import { titleSql } from '../usage-rights/queries.ts';
import { mostUses, mostVersions, type AssetUses, type VersionUses } from './schemas.ts';
import { assetKind, collectionKind } from '../assets/grantable.ts';
import { outsideSql, type PlacesOutside } from '../uses/uses.ts';

interface Place {
  id: string;
  name: string;
}
interface Listed<T> {
  total: number;
  data: T[];
}

/** The first ones, with the total. */
const listed = (name: string, order: string, from: string): string =>
  `(select jsonb_build_object('total', count(*), 'data',
      coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.at) filter (where x.at <= ${mostUses}), '[]'))
    from (select ${order}.id, ${name} as name, row_number() over (order by lower(${name}), ${order}.id) as at from ${from}) x)`;
const otherAssets = (column: string): string =>
  listed(
    titleSql('a'),
    'a',
    `payload.assets a where a.workspace_id = t.id and a.${column} = $4::text and a.deleted_at is null and ${readable(assetKind, 'a')}`,
  );

// Branding and presets are visible to everyone, so all readers of the asset see them here. Portals are listed for those who
// manage them ($5).
const places = statement(
  'catalog:uses',
  `${seenBy} select
     ${listed('k.name', 'k', `marque.collection_assets m join payload.collections k on k.id = m.collection_id and k.workspace_id = t.id where m.asset_id = $4::uuid and ${readable(collectionKind, 'k')}`)} as collections,
     ${listed('y.name', 'y', `payload.portals y where $5::boolean and y.workspace_id = t.id and lower(y.theme->>'logo') = $4::text`)} as portals,
     ${outsideSql('$4::uuid', mostUses)} as outside,
     ${otherAssets('parent_asset_id')} as derived, ${otherAssets('superseded_by')} as supersedes,
     (select coalesce(jsonb_agg(part order by part), '[]') from marque.settings s cross join unnest(array['logo', 'icon']) part
       where s.organization_id = t.organization_id and s.workspace_id is null and s.key = 'branding' and lower(s.value->>part) = $4::text) as branding,
     (select coalesce(jsonb_agg(preset->>'name' order by preset->>'name'), '[]')
       from marque.settings s cross join jsonb_path_query(s.value, '$.presets[*]') preset
       where s.workspace_id = t.id and s.key = 'renditions' and lower(preset->'watermark'->>'asset') = $4::text) as watermarks
   from ${asSeen}`,
);

interface PlacesRow {
  collections: Listed<Place>;
  portals: Listed<Place>;
  outside: PlacesOutside;
  derived: Listed<Place>;
  supersedes: Listed<Place>;
  branding: AssetUses['branding'];
  watermarks: AssetUses['watermarks'];
}

/** The other versions of its stack that the caller can read, newest first. */
const otherVersions = statement(
  'catalog:other-versions',
  `${seenBy} select a.id, a.version, a.current from ${asSeen} join payload.assets o on o.id = $4::uuid and o.workspace_id = t.id
   join payload.assets a on a.workspace_id = t.id and a.stack_id = o.stack_id and a.id <> o.id and a.deleted_at is null
   where ${readable(assetKind, 'a')} order by a.version desc nulls last limit ${mostVersions}`,
);

const first = <T>(all: readonly T[]): Listed<T> => ({ data: all.slice(0, mostUses), total: all.length });

interface Asking {
  id: string;
  workspaceId: string;
  /** Whether the caller may read the portals of its workspace. */
  managesPortals: boolean;
}

/**
 * Where an asset is used. The caller's access to it was checked before.
 * @returns null if its workspace was deleted meanwhile.
 */
export async function usesOf(
  db: Db,
  caller: Caller,
  { id, workspaceId, managesPortals }: Asking,
): Promise<VersionUses | null> {
  const [[row], { rules, pages }, links] = await Promise.all([
    db.query<PlacesRow>(places, [...seenByValues(caller, workspaceId), id, managesPortals]),
    partsNaming(db, caller, workspaceId, id),
    sharesSeenBy(db, caller, workspaceId, { asset: id }),
  ]);
  if (!row) return null;
  return {
    ...row,
    rules: first(rules),
    pages: first(pages),
    links: first(links.map(({ id: link, name, expiresAt }) => ({ id: link, name, expiresAt }))),
  };
}

/** That a version replaced another one isn't a use: within a stack, one always has. */
const isUsed = ({ branding, watermarks, supersedes: _, ...lists }: VersionUses): boolean =>
  branding.length + watermarks.length > 0 || Object.values(lists).some(({ total }) => total > 0);

/** Where other versions of an asset still are, for those that are used anywhere. */
export async function usesOfOthers(
  db: Db,
  caller: Caller,
  asking: Asking,
): Promise<NonNullable<AssetUses['otherVersions']>> {
  const { id, workspaceId } = asking;
  const versions = await db.query<{ id: string; version: number | null; current: boolean }>(otherVersions, [
    ...seenByValues(caller, workspaceId),
    id,
  ]);
  const all = await Promise.all(
    versions.map(async (version) => ({
      ...version,
      uses: await usesOf(db, caller, { ...asking, id: version.id }),
    })),
  );
  return all.flatMap(({ uses, ...version }) => (uses && isUsed(uses) ? [{ ...version, uses }] : []));
}
