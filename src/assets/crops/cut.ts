// What of a picture a rendition shows: the crop drawn for its preset, and the focal point that covers are cropped around.
import { boxOf } from '../../lib/decoders/encode.mjs';
import type { Cut, Rendition, Transform } from '../delivery/parse-transform.ts';
import type { StoredCrops } from './crops.ts';

/** The crop that was drawn for a transform's preset. Crops are of the first page. */
export const drawnCropOf = (
  { preset, page }: Transform,
  crops: StoredCrops | null | undefined,
): Cut | undefined => (preset === undefined || page !== undefined ? undefined : crops?.presets[preset]);

/** The source as if it had been cropped. */
export function cutSource<S extends { width: number | null; height: number | null }>(
  source: S,
  crop: Cut | undefined,
): S {
  const { width, height } = source;
  if (!crop || width === null || height === null) return source;
  const box = boxOf(crop, { width, height });
  return { ...source, width: box.width, height: box.height };
}

/**
 * What has to be said of a resolved rendition. The focal point counts only where something is cut off, so that every other rendition stays
 * as it is; not after `trim`, which moves the edges it's measured from.
 */
export function cutOf(
  { w, h, fit, page, trim }: Rendition,
  crops: StoredCrops | null | undefined,
  crop: Cut | undefined,
): Pick<Rendition, 'crop' | 'focus'> {
  const focus = crops?.focalPoint;
  const isCropped = fit === 'cover' && w !== undefined && h !== undefined && page === undefined && !trim;
  return { ...(crop && { crop }), ...(focus && isCropped && { focus }) };
}
