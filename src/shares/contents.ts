// What a link to view or review shows: of its collection, or its asset's stack, everything that may be used now. Private
// assets are left out of a collection; a link to such an asset shows it, because someone with the share
// ability shared exactly that.
import { z } from 'zod';
import { hasRenditions } from '../assets/metadata/kinds.ts';
import { translatedIn, translationsSql, type Translations } from '../assets/languages/read-language.ts';
import { mediaEnd, signedAddress, signedPlayer, signedSrcset } from '../assets/delivery/signed-media.ts';
import { shownTextsMatchSql, wordsQuerySql } from '../assets/search/shown-words.ts';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import { aiSql } from '../assets/queries.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { filtersOf, KeyId, pageOf, positionOf, type PageStart } from '../core/paging.ts';
import type { Service } from '../core/service.ts';
import { usageSql } from '../sharing/rights-text.ts';
import type { OriginalWithRights } from '../sharing/zip.ts';
import { usableSql } from '../usage-rights/now.ts';
import { titleSql } from '../usage-rights/queries.ts';
import type { OpenShare } from './open-share.ts';
import type { Shared, SharedAsset, StaysPublic } from './schemas.ts';

/** SQL: the texts that visitors see of asset `a` match; without words, all do. */
const matches = (
  q: string,
): string => `(${q}::text is null or cardinality(marque.words(${q})) = 0 or exists (select 1 from marque.asset_search t
  left join marque.asset_languages l on l.asset_id = t.asset_id where t.asset_id = a.id and t.words @@ ${wordsQuerySql(q)}
    and ${shownTextsMatchSql('a', 'l', q)}))`;

// $2 limit, $3 offset, $4 and $5 the position and id after which the page begins, $6 what is searched for.
const page = (from: string, place: string): string => `with held as (
    select a.id, a.sha256, a.mime_type, a.filename, a.filesize, a.width, a.height,
      json_build_object('title', ${titleSql('a')}, 'description', nullif(a.metadata->>'description', '')) as metadata, ${translationsSql('a')} as translations, nullif(coalesce(a.metadata->>'creator', a.metadata->>'copyright'), '') as credit, ${aiSql('a')} as ai,
      (${place})::float8 as place
    from ${from} and ${usableSql('a')} and ${matches('$6')})
  select (select count(*) from held) as total, coalesce((select json_agg(to_json(p) order by p.place, p.id) from (
    select * from held where $4::float8 is null or (place, id) > ($4::float8, $5::uuid) order by place, id limit $2 offset $3) p), '[]') as assets`;

const inCollection =
  'marque.collection_assets m join payload.assets a on a.id = m.asset_id where m.collection_id = $1 and a.private is not true';
const inStack =
  'payload.assets o join payload.assets a on a.id = o.id or (a.stack_id = o.stack_id and a.workspace_id = o.workspace_id) where o.id = $1';
const ofCollection = statement('shares:of-collection', page(inCollection, 'm.position'));
const ofAsset = statement('shares:of-asset', page(inStack, 'case when a.id = o.id then 1 else 0 end'));

const download = (from: string, place: string): string =>
  `select a.id, a.sha256, a.filename, a.filesize as size, a.created_at, a.metadata, a.rights, ${aiSql('a')} as ai, ${usageSql('a')} from ${from} and ${usableSql('a')} order by ${place}, a.id limit $2`;
const collectionDownload = statement('shares:download-collection', download(inCollection, 'm.position'));
const assetDownload = statement('shares:download-asset', download(inStack, 'a.id = o.id desc'));

const openToAll = (from: string): string =>
  `select count(*) over () as total, a.id, ${titleSql('a')} as title, a.filename from ${from} and ${usableSql('a')} and a.public is true
   and a.effective_private is not true order by lower(a.filename), a.id limit $2`;
const collectionOpenToAll = statement('shares:public-of-collection', openToAll(inCollection));
const assetOpenToAll = statement('shares:public-of-asset', openToAll(inStack));

// $3: another version of the asset is enough.
const shows = (from: string): string =>
  `select 1 from ${from} and ${usableSql('a')} and (a.id = $2 or ($3::boolean and exists (
     select 1 from payload.assets v where v.id = $2 and v.stack_id = a.stack_id and v.workspace_id = a.workspace_id))) limit 1`;
const collectionShows = statement('shares:collection-shows', shows(inCollection));
const assetShows = statement('shares:asset-shows', shows(inStack));

/** Whether a link shows an asset now, or one of its versions. */
export async function isShownBy(
  db: Db,
  { collection, asset }: Pick<OpenShare, 'collection' | 'asset'>,
  id: string,
  anyVersion: boolean,
): Promise<boolean> {
  const found =
    collection === null
      ? await db.query(assetShows, [asset, id, anyVersion])
      : await db.query(collectionShows, [collection, id, anyVersion]);
  return found.length > 0;
}

interface HeldRow {
  id: string;
  place: number;
  sha256: string;
  mime_type: string;
  filename: string;
  filesize: number;
  width: number | null;
  height: number | null;
  metadata: { title: string; description?: string };
  translations: Translations | null;
  credit: string | null;
  ai: AiAnswer;
}

/** How long the addresses of files work, and for which link. */
interface Until {
  expiresAt: Date;
  link: string;
}

const isRecording = ({ mime_type: mime }: HeldRow): boolean => /^(audio|video)\//.test(mime);

/** Where the page plays a file. */
const playerOf = (service: Service, row: HeldRow, { allowDownloads }: OpenShare, until: Until): string =>
  allowDownloads ? signedAddress(service, row, null, until) : signedPlayer(service, row, until);

function toShared(
  service: Service,
  row: HeldRow,
  language: string | null,
  { allowDownloads }: OpenShare,
  until: Until,
): SharedAsset {
  const { title, description, alt } = translatedIn(row.metadata, row.translations, language);
  return {
    id: row.id,
    title,
    description: description ?? null,
    alt: alt ?? null,
    credit: row.credit,
    ai: row.ai,
    filename: row.filename,
    mime: row.mime_type,
    size: Number(row.filesize),
    width: row.width === null ? null : Number(row.width),
    height: row.height === null ? null : Number(row.height),
    url: allowDownloads ? signedAddress(service, row, null, until) : null,
    thumbnail: hasRenditions(row.mime_type, row.width)
      ? signedAddress(service, row, 'w_640,f_webp', until)
      : null,
  };
}

export type SharedQuery = PageStart & { limit: number; q?: string | undefined };

const HeldKey = z.tuple([z.number(), KeyId]);

/** For the page of a link: by asset id, what its picture is in several widths. */
export type Srcsets = ReadonlyMap<string, string | undefined>;

export interface SharedWithPictures {
  shared: Shared;
  srcsets: Srcsets;
  /** By asset id, where a recording is played. */
  players: ReadonlyMap<string, string>;
}

/** What visitors of a link see. @param language of the texts; null: the default */
export async function sharedBy(
  service: Service,
  share: OpenShare,
  query: SharedQuery,
  language: string | null,
): Promise<Shared> {
  return (await sharedWithPictures(service, share, query, language)).shared;
}

/** The same for its page. */
export async function sharedWithPictures(
  service: Service,
  share: OpenShare,
  query: SharedQuery,
  language: string | null,
): Promise<SharedWithPictures> {
  const { kind, name, organization, allowDownloads, expiresAt } = share;
  const shown = { kind, name, organization, allowDownloads, expiresAt: expiresAt?.toISOString() ?? null };
  const filters = query.q ? filtersOf('shared', share.id, query.q) : filtersOf('shared', share.id);
  const from = positionOf(query, filters, HeldKey);
  if (kind === 'upload')
    return {
      shared: { ...shown, assets: [], total: 0, next: null, maxBytes: service.env.maxUploadBytes },
      srcsets: new Map(),
      players: new Map(),
    };
  const [row] = await read(service.db, share, query, from);
  const { rows, next } = pageOf(row?.assets ?? [], query.limit, filters, ({ place, id }) => [place, id]);
  const until = { expiresAt: mediaEnd(expiresAt), link: share.id };
  const picture = kind === 'review' ? 'page' : 'card';
  const assets = rows.map((asset) => toShared(service, asset, language, share, until));
  return {
    shared: { ...shown, assets, total: row?.total ?? 0, next, maxBytes: null },
    srcsets: new Map(rows.map((asset) => [asset.id, signedSrcset(service, asset, picture, until)])),
    players: new Map(rows.filter(isRecording).map((row) => [row.id, playerOf(service, row, share, until)])),
  };
}

function read(
  db: Db,
  { collection, asset }: OpenShare,
  { limit, offset = 0, q = '' }: SharedQuery,
  from: z.output<typeof HeldKey> | null,
): Promise<{ total: number; assets: HeldRow[] }[]> {
  const values = [limit + 1, offset, ...(from ?? [null, null]), q === '' ? null : q];
  return collection === null
    ? db.query(ofAsset, [asset, ...values])
    : db.query(ofCollection, [collection, ...values]);
}

/** The files that a link shows now, in their order; none of an upload link. */
export async function originalsShared(
  db: Db,
  { kind, collection, asset }: OpenShare,
  most: number,
): Promise<OriginalWithRights[]> {
  if (kind === 'upload') return [];
  const rows =
    collection === null
      ? await db.query<OriginalWithRights>(assetDownload, [asset, most])
      : await db.query<OriginalWithRights>(collectionDownload, [collection, most]);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

const mostNamed = 20;

/** Which of the files that a link shows are open to anyone anyway. */
export async function staysPublic(
  db: Db,
  { kind, collection, asset }: Pick<OpenShare, 'kind' | 'collection' | 'asset'>,
): Promise<StaysPublic> {
  if (kind === 'upload') return { total: 0, assets: [] };
  const rows = await db.query<{ total: number; id: string; title: string; filename: string }>(
    collection === null ? assetOpenToAll : collectionOpenToAll,
    [collection ?? asset, mostNamed],
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    assets: rows.map(({ id, title, filename }) => ({ id, title, filename })),
  };
}
