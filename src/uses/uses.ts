// Where assets are used outside: reported by whoever uses them there, such as a CMS or a shop.
import { nameOf, type Caller } from '../core/access/caller.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { readable } from '../core/access/readable.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError, invalid } from '../core/errors.ts';
import { recordOn } from '../core/events/record.ts';
import {
  createdMicrosOf,
  createdPageOf,
  createdPositionOf,
  filtersOf,
  isAfterCreated,
  type PageStart,
} from '../core/paging.ts';
import { assetKind } from '../assets/grantable.ts';
import { maxUses, type NewUse, type PlaceOutside, type Use } from './schemas.ts';

const utc = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const properties = (u: string): string =>
  `'id', ${u}.id, 'url', ${u}.url, 'title', ${u}.title, 'context', ${u}.context,
   'by', jsonb_build_object('kind', ${u}.by_kind, 'id', ${u}.by_id, 'name', ${u}.by_name),
   'createdAt', ${utc(`${u}.created_at`)}, 'lastSeenAt', ${utc(`${u}.last_seen_at`)}`;
const useSql = (u: string): string => `jsonb_build_object(${properties(u)}, 'asset', ${u}.asset_id)`;

/** SQL: the places of an asset that were seen last, with their total. The caller's access to the asset was checked before. */
export const outsideSql = (assetId: string, most: number): string =>
  `(select jsonb_build_object('total', count(*), 'data',
      coalesce(jsonb_agg(jsonb_build_object(${properties('x')}) order by x.at) filter (where x.at <= ${most}), '[]'))
    from (select u.*, row_number() over (order by u.last_seen_at desc, u.id) as at from marque.asset_uses u where u.asset_id = ${assetId}) x)`;

export interface PlacesOutside {
  total: number;
  data: PlaceOutside[];
}

const see = statement(
  'uses:see',
  `update marque.asset_uses u set last_seen_at = now(), title = coalesce($3, u.title), context = coalesce($4, u.context)
   where u.asset_id = $1 and u.url = $2 returning ${useSql('u')} as use`,
);
const countOf = statement(
  'uses:count',
  'select count(*)::int as count from marque.asset_uses where asset_id = $1',
);
// Somebody else may report the same place at the same time.
const insert = statement(
  'uses:insert',
  `insert into marque.asset_uses as u (asset_id, workspace_id, url, title, context, by_kind, by_id, by_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (asset_id, url) do update set last_seen_at = now(), title = coalesce(excluded.title, u.title), context = coalesce(excluded.context, u.context)
   returning ${useSql('u')} as use, u.xmax = 0 as made`,
);
const drop = statement(
  'uses:drop',
  `delete from marque.asset_uses u where u.id = $1 returning u.asset_id as asset, u.workspace_id as workspace, u.url, u.title`,
);

/** Equal addresses are one place however they are written: `HTTPS://Example.com` is `https://example.com/`. */
function normalUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid([{ path: 'url', message: 'Must not contain a user name or password.' }]);
  const { href } = parsed;
  if (href.length > 2000)
    throw invalid([{ path: 'url', message: 'Must be at most 2000 characters long, percent-encoded.' }]);
  return href;
}

interface Writer {
  db: Db;
  caller: Caller;
}

/**
 * Reports that an asset is used somewhere. Reporting the same place again only says that it still is.
 *
 * @throws ApiError invalid, limit_reached
 */
export async function reportUse({ db, caller }: Writer, workspaceId: string, use: NewUse): Promise<Use> {
  const url = normalUrl(use.url);
  const about = [use.title ?? null, use.context ?? null];
  const [known] = await db.query<{ use: Use }>(see, [use.asset, url, ...about]);
  if (known) return known.use;
  const [counted] = await db.query<{ count: number }>(countOf, [use.asset]);
  if ((counted?.count ?? 0) >= maxUses)
    throw new ApiError(
      'limit_reached',
      `This asset has ${maxUses} reported uses, which is the limit. Delete those that no longer apply, and try again.`,
    );
  const [row] = await db.query<{ use: Use; made: boolean }>(insert, [
    use.asset,
    workspaceId,
    url,
    ...about,
    caller.kind,
    caller.kind === 'nobody' ? null : caller.id,
    nameOf(caller),
  ]);
  if (!row) throw new ApiError('not_found', 'This asset was just deleted.');
  if (row.made)
    await recordOn(db, caller, {
      type: 'asset.use_reported',
      workspaceId,
      subject: { kind: 'asset', id: row.use.asset },
      detail: { use: row.use.id, url, title: row.use.title },
    });
  return row.use;
}

/** @throws ApiError not_found if it was just removed. */
export async function removeUse({ db, caller }: Writer, id: string): Promise<void> {
  const [row] = await db.query<{ asset: string; workspace: string; url: string; title: string | null }>(
    drop,
    [id],
  );
  if (!row) throw new ApiError('not_found', 'This use was just removed.');
  await recordOn(db, caller, {
    type: 'asset.use_removed',
    workspaceId: row.workspace,
    subject: { kind: 'asset', id: row.asset },
    detail: { use: id, url: row.url, title: row.title },
  });
}

const page = statement(
  'uses:page',
  `${seenBy} select u.id, ${createdMicrosOf('u')}, ${useSql('u')} as use from ${asSeen} join marque.asset_uses u on u.workspace_id = t.id
     join payload.assets a on a.id = u.asset_id
   where ${readable(assetKind, 'a')} and ($4::uuid is null or u.asset_id = $4::uuid) and ($5::text is null or u.url = $5::text)
     and ($6::uuid is null or u.by_id = $6::uuid) and ${isAfterCreated('u', '$7', '$8')}
   order by u.created_at desc, u.id desc limit $9`,
);

export interface UseFilter {
  asset?: string | undefined;
  url?: string | undefined;
  by?: string | undefined;
}

/** The uses of assets that the caller can read, newest first. */
export async function listedUses(
  db: Db,
  caller: Caller,
  workspaceId: string,
  { asset, url, by, limit, ...start }: UseFilter & PageStart & { limit: number },
): Promise<{ data: Use[]; next: string | null }> {
  const filters = filtersOf('uses', workspaceId, { asset, url, by });
  const [micros, id] = createdPositionOf(start, filters);
  const rows = await db.query<{ id: string; createdMicros: number; use: Use }>(page, [
    ...seenByValues(caller, workspaceId),
    asset ?? null,
    url === undefined ? null : normalUrl(url),
    by ?? null,
    micros,
    id,
    limit + 1,
  ]);
  const { rows: shown, next } = createdPageOf(rows, limit, filters);
  return { data: shown.map(({ use }) => use), next };
}
