// The assets that a visitor finds on a portal: those of its collections, and what the pages of its brands show them.
import { statement, type Db } from '../db/pool.ts';
import { invalid } from '../refusal.ts';
import type { Service } from '../service.ts';
import { usableNowSql } from '../use/now.ts';
import type { EnteredPortal } from './door.ts';
import { downloadsOf, mediaColumns, renditionRulesOf, toMedia, type MediaRow } from './media.ts';
import { readersBrand } from './published.ts';
import type { PortalAsset } from './schemas.ts';

// $1 workspace, $2 collections, $3 assets beside theirs, $4 what was typed, $5 limit, $6 offset. A private collection adds nothing.
const page = statement(
  'portals:assets',
  `with asked as (select words, nullif(array_to_string(array(select '''' || w || ''':*' from unnest(words) w), ' & '), '')::tsquery as query
       from (select marque.words($4) as words) x),
     shown as (select m.asset_id as id from marque.collection_assets m join collections k on k.id = m.collection_id
         where m.collection_id = any($2::uuid[]) and k.workspace_id = $1 and k.private is not true
       union select id from unnest($3::uuid[]) id),
     found as (select a.id, a.created_at, s.strong @@ asked.query as strong from shown join assets a on a.id = shown.id cross join asked
         left join marque.asset_search s on s.asset_id = a.id and asked.query is not null
       where a.workspace_id = $1 and ${usableNowSql('a')} and (asked.query is null or s.words @@ asked.query)),
     page as (select f.*, row_number() over (order by f.strong desc nulls last, f.created_at desc, f.id desc) as place from found f
       order by place limit $5 offset $6)
   select (select count(*) from found) as total,
     (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (select ${mediaColumns}, page.place from page join assets a on a.id = page.id) r) as assets`,
);

export interface AssetQuery {
  q?: string | undefined;
  collection?: string | undefined;
  limit: number;
  offset: number;
}

/** Ids of the collections and, beside theirs, the assets that a visitor is shown. */
async function shownOn(db: Db, portal: EnteredPortal): Promise<{ collections: string[]; assets: string[] }> {
  const brands = await Promise.all(portal.brands.map((brand) => readersBrand(db, brand, portal.audience)));
  return {
    collections: [
      ...portal.collections.map(({ id }) => id),
      ...brands.flatMap((brand) => brand?.collections ?? []),
    ],
    assets: brands.flatMap((brand) => brand?.assets ?? []),
  };
}

function toPortalAsset(service: Service, row: MediaRow, downloads: PortalAsset['downloads']): PortalAsset {
  const { description, creator, copyright } = row.metadata ?? {};
  return {
    id: row.id,
    ...toMedia(service, row),
    description: description ?? null,
    creator: creator ?? null,
    copyright: copyright ?? null,
    size: row.filesize,
    rights: row.rights,
    downloads,
  };
}

/**
 * A page of the assets that a visitor is shown.
 *
 * @throws Refusal invalid for a collection that the portal does not show.
 */
export async function portalAssets(
  service: Service,
  portal: EnteredPortal,
  { q, collection, limit, offset }: AssetQuery,
): Promise<{ assets: PortalAsset[]; total: number }> {
  const { db } = service;
  const wanted = collection?.toLowerCase();
  if (wanted !== undefined && !portal.collections.some(({ id }) => id === wanted))
    throw invalid([{ path: 'collection', message: 'This portal shows no such collection.' }]);
  const shown = wanted === undefined ? await shownOn(db, portal) : { collections: [wanted], assets: [] };
  const [[row], rules] = await Promise.all([
    db.query<{ total: number; assets: MediaRow[] }>(page, [
      portal.workspaceId,
      shown.collections,
      shown.assets,
      q ?? '',
      limit,
      offset,
    ]),
    renditionRulesOf(db, portal.workspaceId),
  ]);
  const rows = row?.assets ?? [];
  return {
    assets: rows.map((one) => toPortalAsset(service, one, downloadsOf(service, one, portal.presets, rules))),
    total: row?.total ?? 0,
  };
}
