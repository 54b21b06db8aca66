// The addresses of thumbnails that the API hands out to those who can read an asset's record, and that their browsers keep.
import { z } from 'zod';
import { isTransformable } from '../metadata/kinds.ts';
import type { Asset } from '../schemas.ts';

/** Fits cards and rows; callers may ask for another transform at the same address. */
const thumbnailTransform = 'w_320,f_webp';

export const Thumbnail = z
  .string()
  .nullable()
  .describe(
    'A rendition 320 pixels wide, which your browser may keep for an hour. The address changes with the file, the state of the asset and what you can access; null if there are no renditions',
  );

/** What to answer beside the records. */
export const IncludeParameter = z
  .enum(['thumbnail'])
  .optional()
  .describe('thumbnail: also answers `included`, with the address of a thumbnail of each asset');

/** What hangs beside the records of an answer, by asset ID. */
export const Included = z
  .record(z.string(), z.object({ thumbnail: Thumbnail }))
  .optional()
  .describe('By asset ID, if you asked for it with `include`');
export type Included = z.infer<typeof Included>;

type PicturedAsset = Pick<Asset, 'id' | 'mime' | 'width'>;

/** An asset whose picture was asked for. */
export interface Pictured {
  asset: PicturedAsset;
  /** From `contentVersionSql`; null if it wasn't asked for. */
  version: string | null;
}

export function thumbnailOf(
  serverUrl: string,
  { asset: { id, mime, width }, version }: Pictured,
): string | null {
  if (version === null || width === null || !isTransformable(mime)) return null;
  return `${serverUrl}/api/v1/assets/${id}/content/${thumbnailTransform}?v=${version}`;
}

/** `included` of an answer. */
export function includedOf(serverUrl: string, rows: readonly Pictured[]): NonNullable<Included> {
  return Object.fromEntries(rows.map((row) => [row.asset.id, { thumbnail: thumbnailOf(serverUrl, row) }]));
}
