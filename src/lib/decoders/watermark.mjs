// Lays a watermark on a picture while it's encoded, row by row: a JPEG of 64 megapixels takes 81 MiB with one, and 72 without (measured).
// Plain JavaScript, like encode.mjs, which uses it.
import sharp from 'sharp';

/** Between a watermark and the edges, as a share of the picture's shorter side. */
const marginShare = 0.02;

/** Where on a picture: how far from the left and the top, from 0 to 1. */
const places = /** @type {const} */ ({
  'top-left': { x: 0, y: 0, gravity: 'northwest' },
  top: { x: 0.5, y: 0, gravity: 'north' },
  'top-right': { x: 1, y: 0, gravity: 'northeast' },
  left: { x: 0, y: 0.5, gravity: 'west' },
  center: { x: 0.5, y: 0.5, gravity: 'center' },
  right: { x: 1, y: 0.5, gravity: 'east' },
  'bottom-left': { x: 0, y: 1, gravity: 'southwest' },
  bottom: { x: 0.5, y: 1, gravity: 'south' },
  'bottom-right': { x: 1, y: 1, gravity: 'southeast' },
});

/**
 * @typedef {keyof typeof places} Position
 * @typedef {{ position: Position, size: number, opacity: number }} Mark `size` in percent of both sides, of which it fills one;
 *   `opacity` in percent
 * @typedef {{ width: number, height: number }} Size in pixels
 */

export const positions = /** @type {[Position, ...Position[]]} */ (Object.keys(places));

/**
 * What to compose with a picture of this size: `picture.composite([overlay])`.
 *
 * @param {Uint8Array} bytes of the watermark's picture, which are trusted
 * @param {Mark} mark
 * @param {Size} size of the picture; of an animation, that of one frame
 * @param {boolean} moves the overlay is as large as a frame, and repeated for each
 * @returns {Promise<import('sharp').OverlayOptions>}
 */
export async function overlayOf(bytes, mark, size, moves) {
  const { x, y, gravity } = places[mark.position];
  const wanted = Math.round(Math.min(size.width, size.height) * marginShare);
  const margin = Math.min(wanted, Math.floor((Math.min(size.width, size.height) - 1) / 2));
  /** @param {number} side */
  const room = (side) => Math.max(1, Math.min(side - 2 * margin, Math.floor((side * mark.size) / 100)));
  const { data, info } = await faded(bytes, mark.opacity, {
    width: room(size.width),
    height: room(size.height),
  });
  const left = moves ? margin + Math.round(x * (size.width - 2 * margin - info.width)) : margin;
  const top = moves ? margin + Math.round(y * (size.height - 2 * margin - info.height)) : margin;
  const input = await sharp(data)
    .extend({
      left,
      top,
      right: moves ? size.width - left - info.width : margin,
      bottom: moves ? size.height - top - info.height : margin,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png(quick)
    .timeout(limit)
    .toBuffer();
  return moves ? { input, tile: true, gravity: 'northwest' } : { input, gravity };
}

/** Of a step. As for renditions. */
const limit = { seconds: 30 };

/** It's decoded again at once. */
const quick = { compressionLevel: 1, adaptiveFiltering: false };

/**
 * In this box, and as opaque as that.
 *
 * @param {Uint8Array} bytes @param {number} opacity @param {Size} box
 */
const faded = (bytes, opacity, box) =>
  sharp(bytes, { failOn: 'error' })
    .resize({ ...box, fit: 'inside' })
    .toColorspace('srgb')
    .ensureAlpha()
    .composite([
      {
        input: Buffer.from([255, 255, 255, Math.round((255 * opacity) / 100)]),
        raw: { width: 1, height: 1, channels: 4 },
        tile: true,
        blend: 'dest-in',
      },
    ])
    .png(quick)
    .timeout(limit)
    .toBuffer({ resolveWithObject: true });
