// An asset as proposals compare it: beyond what a PATCH reads, what else can be proposed of it. Only proposals read that much.
import type { PayloadRequest } from 'payload';
import type { AssetCrops } from '../../assets/crops/crops.ts';
import type { AssetTexts } from '../../assets/languages/asset-texts.ts';
import { demandAsset, type Present } from '../../assets/patch-asset.ts';
import type { Asset } from '../../assets/schemas.ts';
import { usageSql, type AssetUsage } from '../../assets/usage.ts';
import { currentVersionSql } from '../../assets/versions/versions.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import type { ChangeKind } from './kind.ts';

type Provenance = Pick<Asset, 'origin' | 'parentAssetId' | 'generator' | 'prompt'>;

interface Beyond {
  usage: AssetUsage;
  /** The number of its stack's current version; null for an asset alone. */
  current_version: number | null;
  /** All of them: the caller may not see each. */
  collections: string[];
  provenance: Provenance;
  superseded_by: string | null;
  /** Its own settings, whatever its collections make of them. */
  visibility: Pick<Asset, 'private' | 'public'>;
}

/** What only the kinds that compare it read (`ChangeKind.more`). */
export interface MoreOfAsset {
  /** In the languages of its workspace. */
  texts: AssetTexts;
  /** With the names of the presets that its workspace has. */
  crops: Pick<AssetCrops, 'focalPoint' | 'presets'> & { known: string[] };
}

/** An asset that something is proposed of. */
export type ProposedOn = Present & Beyond & Partial<MoreOfAsset>;

/** The transaction that reads it. */
export interface Reading {
  req: PayloadRequest;
  db: Db;
}

const beyond = statement(
  'review:asset-beyond-patch',
  `select ${usageSql('a')} as usage, ${currentVersionSql('a')} as current_version,
     array(select m.collection_id::text from marque.collection_assets m where m.asset_id = a.id order by m.added_at, m.collection_id) as collections,
     json_build_object('origin', a.origin, 'parentAssetId', a.parent_asset_id, 'generator', nullif(a.generator, ''), 'prompt', nullif(a.prompt, '')) as provenance,
     a.superseded_by, json_build_object('private', coalesce(a.private, false), 'public', coalesce(a.public, false)) as visibility
   from payload.assets a where a.id = $1`,
);

/** The rest of a locked asset. @param kind what is proposed of it */
export async function withRest(
  reading: Reading,
  id: string,
  asset: Present,
  kind?: ChangeKind,
): Promise<ProposedOn> {
  const [rest] = await reading.db.query<Beyond>(beyond, [id]);
  if (!rest) throw new ApiError('not_found', 'Asset not found.');
  return { ...asset, ...rest, ...(await kind?.more?.(reading, id, asset)) };
}

/** Locks an asset that something is proposed of. @param kind what is proposed; it says whether the asset may be in the trash */
export async function lockProposedOn(reading: Reading, id: string, kind?: ChangeKind): Promise<ProposedOn> {
  return withRest(reading, id, await demandAsset(reading.db, id, kind?.evenDeleted), kind);
}
