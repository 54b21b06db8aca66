// The assets that a visitor finds on a portal: those of its collections and of the pages of its brands.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { filtersOf, KeyId, Micros, microsOf, momentOf, pageOf, positionOf } from '../core/paging.ts';
import { invalid } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { shownNamesMatchSql, shownTextsMatchSql, wordsQuerySql } from '../assets/search/shown-words.ts';
import { usableNowSql } from '../usage-rights/now.ts';
import type { EnteredPortal } from './visibility.ts';
import { downloadsOf, mediaColumns, mediaIn, toMedia, type MediaRow } from './media.ts';
import { readersBrand } from './published.ts';
import { wordsOf } from './rules.ts';
import type { PortalAsset } from './schemas.ts';

/** SQL: the files of collections ($2) and others ($3) of a workspace ($1), as `shown(id)`. Private collections are ignored. */
export const shownSql = `shown as materialized (select m.asset_id as id from marque.collection_assets m join payload.collections k on k.id = m.collection_id
         where m.collection_id = any($2::uuid[]) and k.workspace_id = $1 and k.effective_private is not true
       union select id from unnest($3::uuid[]) id)`;
// Then $4 limit, $5 offset, and the search text, or the time and id after which the page begins.
const pageBy = (order: string, behind = 'true'): string =>
  `page as (select p.*, row_number() over (order by ${order}) as place from (select * from found where ${behind} order by ${order} limit $4 offset $5) p)
   select (select count(*) from found) as total,
     (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
       select ${mediaColumns}, ${microsOf('a.created_at')} as created, page.place from page join payload.assets a on a.id = page.id) r) as assets`;

const newest = statement(
  'portals:assets',
  `with ${shownSql},
     found as materialized (select a.id, a.created_at from shown join payload.assets a on a.id = shown.id where a.workspace_id = $1 and ${usableNowSql('a')}),
     ${pageBy('created_at desc, id desc', `($6::bigint is null or (created_at, id) < (${momentOf('$6')}, $7::uuid))`)}`,
);
// Separate, because reading the search words of each asset takes as long as everything else.
const matching = statement(
  'portals:assets-matching',
  `with asked as (select ${wordsQuerySql('$6')} as query),
     ${shownSql},
     found as materialized (select a.id, a.created_at, s.strong @@ (select query from asked) and ${shownNamesMatchSql('a', 'l', '$6')} as strong
       from marque.asset_search s join payload.assets a on a.id = s.asset_id join shown on shown.id = a.id
         left join marque.asset_languages l on l.asset_id = a.id
       where s.words @@ (select query from asked) and ${shownTextsMatchSql('a', 'l', '$6')} and a.workspace_id = $1 and ${usableNowSql('a')}),
     ${pageBy('strong desc, created_at desc, id desc')}`,
);

export interface AssetQuery {
  q?: string | undefined;
  collection?: string | undefined;
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

const AssetKey = z.tuple([Micros, KeyId]);
const none: z.ZodType<z.output<typeof AssetKey>> = z.never();

/** Ids of the collections and of the other assets that a visitor can see. */
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
    ai: row.ai,
    downloads,
  };
}

/**
 * A page of the assets that a visitor can see.
 *
 * @returns `rows`: what is stored of them, in the same order.
 * @throws ApiError invalid for a collection that the portal doesn't show.
 */
export async function portalAssets(
  service: Service,
  portal: EnteredPortal,
  { q, collection, limit, offset, cursor }: AssetQuery,
): Promise<{ assets: PortalAsset[]; total: number; next: string | null; rows: readonly MediaRow[] }> {
  const { db } = service;
  const wanted = collection?.toLowerCase();
  if (wanted !== undefined && !portal.collections.some(({ id }) => id === wanted))
    throw invalid([{ path: 'collection', message: 'Collection not found on this portal.' }]);
  const shows = wanted === undefined ? await shownOn(db, portal) : { collections: [wanted], assets: [] };
  const asked = q !== undefined && wordsOf(q).length > 0;
  const filters = filtersOf('portal', portal.id, { collection: wanted, q: asked ? q : null });
  // Results by relevance have no cursor.
  const [created, id] = positionOf({ cursor, offset }, filters, asked ? none : AssetKey) ?? [null, null];
  const values = [portal.workspaceId, shows.collections, shows.assets, limit + 1, offset ?? 0];
  const [row] = await db.query<{ total: number; assets: (MediaRow & { created: number })[] }>(
    asked ? matching : newest,
    asked ? [...values, q] : [...values, created, id],
  );
  const { rows, next } = pageOf(row?.assets ?? [], limit, filters, (one) => [one.created, one.id]);
  return {
    assets: rows.map((one) =>
      toPortalAsset(
        service,
        mediaIn(one, portal.language),
        downloadsOf(service, one, portal.presets, portal.renditionRules),
      ),
    ),
    total: row?.total ?? 0,
    next: asked ? null : next,
    rows,
  };
}
