// What a view link holds: of the collection, or of the asset's stack, what may be used at this moment. What is private of itself is left
// out of a collection; an asset's own link shows it, since somebody who may share it has shared that very asset.
import { isTransformable } from '../assets/kinds.ts';
import { mediaEnd, signedAddress } from '../assets/signed-media.ts';
import { statement, type Db } from '../db/pool.ts';
import type { Service } from '../service.ts';
import { usableSql } from '../use/now.ts';
import { titleSql } from '../use/queries.ts';
import type { OpenShare } from './door.ts';
import type { Shared, SharedAsset } from './schemas.ts';

const page = (from: string, order: string): string => `with held as (
    select a.id, a.sha256, a.mime_type, a.filename, a.filesize, a.width, a.height, ${titleSql('a')} as title,
      nullif(a.metadata->>'description', '') as description, nullif(coalesce(a.metadata->>'creator', a.metadata->>'copyright'), '') as credit,
      row_number() over (order by ${order}) as place
    from ${from} and ${usableSql('a')})
  select (select count(*) from held) as total, coalesce((select json_agg(to_json(p) order by p.place) from (
    select * from held order by place limit $2 offset $3) p), '[]') as assets`;

const ofCollection = statement(
  'shares:of-collection',
  page(
    'marque.collection_assets m join assets a on a.id = m.asset_id where m.collection_id = $1 and a.private is not true',
    'm.position, a.id',
  ),
);
const ofAsset = statement(
  'shares:of-asset',
  page(
    'assets o join assets a on a.id = o.id or (a.stack_id = o.stack_id and a.workspace_id = o.workspace_id) where o.id = $1',
    'a.id <> o.id desc',
  ),
);

interface HeldRow {
  id: string;
  sha256: string;
  mime_type: string;
  filename: string;
  filesize: number;
  width: number | null;
  height: number | null;
  title: string;
  description: string | null;
  credit: string | null;
}

function toShared(service: Service, row: HeldRow, until: { expiresAt: Date; link: string }): SharedAsset {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    credit: row.credit,
    filename: row.filename,
    mime: row.mime_type,
    size: Number(row.filesize),
    width: row.width === null ? null : Number(row.width),
    height: row.height === null ? null : Number(row.height),
    url: signedAddress(service, row, null, until),
    thumbnail: isTransformable(row.mime_type) ? signedAddress(service, row, 'w_640,f_webp', until) : null,
  };
}

/** What somebody sees who opened a link. */
export async function sharedBy(
  service: Service,
  share: OpenShare,
  { limit, offset }: { limit: number; offset: number },
): Promise<Shared> {
  const { kind, name, organization, expiresAt } = share;
  const shown = { kind, name, organization, expiresAt: expiresAt?.toISOString() ?? null };
  if (kind === 'upload') return { ...shown, assets: [], total: 0, maxBytes: service.env.maxUploadBytes };
  const [row] = await read(service.db, share, limit, offset);
  const until = { expiresAt: mediaEnd(expiresAt), link: share.id };
  const assets = (row?.assets ?? []).map((asset) => toShared(service, asset, until));
  return { ...shown, assets, total: row?.total ?? 0, maxBytes: null };
}

function read(
  db: Db,
  { collection, asset }: OpenShare,
  limit: number,
  offset: number,
): Promise<{ total: number; assets: HeldRow[] }[]> {
  return collection === null
    ? db.query(ofAsset, [asset, limit, offset])
    : db.query(ofCollection, [collection, limit, offset]);
}
