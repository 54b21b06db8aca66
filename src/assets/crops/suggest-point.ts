// Where a picture draws attention, suggested as its focal point.
import sharp from 'sharp';
import { isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { inRenderTurn } from '../delivery/decode-turns.ts';
import { renditionBytes } from '../delivery/renditions.ts';
import { isTransformable } from '../metadata/kinds.ts';
import { saveSuggestion, type Point } from './crops.ts';

/** As large as a thumbnail, which is mostly there already. */
const copySide = 320;

/** The point that sharp's strategy `attention` crops around: skin, saturated colors and detail, in a small copy. */
export async function attentionOf(picture: Buffer): Promise<Point> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  // It has to crop something to look for the point: a third of the longer side.
  const third = (side: number): number => Math.max(1, Math.round((side * 2) / 3));
  const { info: cropped } = await sharp(data, { raw: { width, height, channels } })
    .resize({
      width: width > height ? third(width) : width,
      height: width > height ? height : third(height),
      fit: 'cover',
      position: sharp.strategy.attention,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX = width / 2, attentionY = height / 2 } = cropped;
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  return { x: within(attentionX / width), y: within(attentionY / height) };
}

/** Makes and saves the suggestion for an asset. Without a picture, there is none; it may be drawn later. */
export async function suggestPoint(
  service: Service,
  asset: { id: string; sha256: string; mime_type: string; filesize: number },
): Promise<void> {
  if (!isTransformable(asset.mime_type)) return;
  try {
    const copy = await renditionBytes(service, asset, { w: copySide, fit: 'inside', q: 80, f: 'webp' });
    await saveSuggestion(service.db, asset.id, await inRenderTurn(() => attentionOf(copy)));
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}
