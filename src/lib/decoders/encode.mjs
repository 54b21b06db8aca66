// Encodes a rendition: shared by pictures rendered in this process and in the child. Plain JavaScript, because the child runs without a
// compiler.
import sharp from 'sharp';
import { overlayOf } from './watermark.mjs';

/**
 * AVIF effort, 0 (fastest) to 9. On one core at 1280 pixels wide: 0.4 s at 2, 0.8 s at 3, 3.9 s at 4 (sharp's default),
 * for files of the same size. Large ones get 0, because the encoder can't be stopped once it runs: 55 megapixels take
 * 7.5 s at 0 and 13 s at 2.
 */
const avifEffort = { usual: 2, large: 0 };
const largeAvifPixels = 4_000_000;

/** libjpeg holds all of a picture to optimize its coding: 600 MiB for 100 megapixels, 31 MiB without, for a file a fifth larger. */
const largeJpegPixels = 16_000_000;

/** WebP's effort for animations, 0 to 6: half the time of sharp's default, 4, for files an eighth larger. */
const animatedEffort = 1;

/**
 * @typedef {{ w?: number, h?: number, fit?: 'cover' | 'contain' | 'inside' | 'outside' | 'fill', q: number | 'auto',
 *   f: 'jpeg' | 'png' | 'webp' | 'avif', bg?: string, gray?: true, trim?: true,
 *   crop?: Area, focus?: { x: number, y: number }, animated?: true, scaled?: true, mark?: import('./watermark.mjs').Mark }} Rendition
 *   `crop` and `focus` as fractions of the upright picture's sides; `mark` never with `trim`, and in the child never at all
 * @typedef {{ x: number, y: number, width: number, height: number }} Area
 * @typedef {{ left: number, top: number, width: number, height: number }} Box in pixels
 */

/**
 * Resizes and encodes. Sharp's own defaults save for quality and AVIF's effort: this must stay as fast as sharp alone.
 *
 * @param {import('sharp').Sharp} picture
 * @param {Rendition} rendition
 * @param {import('sharp').Sharp} [still] the first frame of an animation, which its quality is chosen by
 * @param {Uint8Array} [watermark] the picture of the rendition's mark
 * @returns {Promise<Buffer>}
 */
export async function encode(picture, rendition, still = picture, watermark) {
  const { q, f, w, h, animated, mark } = rendition;
  if (mark && !watermark) throw new TypeError('A rendition with a watermark needs its picture.');
  const overlay =
    mark &&
    watermark &&
    (await overlayOf(watermark, mark, sizeOf(rendition, await sidesOf(picture)), picture !== still));
  const quality = q !== 'auto' ? q : f === 'png' ? 80 : await lowestQuality(still.clone(), rendition);
  const unsized = f === 'jpeg' && w === undefined && h === undefined;
  const { width, height } = unsized
    ? await sidesOf(picture)
    : { width: w ?? h ?? Infinity, height: h ?? w ?? Infinity };
  const made = await shaped(picture, rendition);
  if (overlay) made.composite([overlay]);
  return inFormat(made, {
    f,
    q: quality,
    pixels: width * height,
    animated,
  }).toBuffer();
}

/**
 * In its size and look.
 *
 * @param {import('sharp').Sharp} picture
 * @param {Rendition} rendition
 */
async function shaped(picture, { w, h, fit, f, bg, gray, trim, crop, focus }) {
  if (trim) picture.trim();
  const whole = crop || focus ? await sidesOf(picture) : undefined;
  const box = whole && boxOf(crop ?? everything, whole);
  if (crop && box) picture.extract(box);
  if (focus && box && w !== undefined && h !== undefined) {
    coverAround(picture, { w, h, box, at: within(box, focus, whole) });
  } else if (w !== undefined || h !== undefined) {
    picture.resize({
      width: w,
      height: h,
      fit,
      withoutEnlargement: true,
      background: bg === undefined ? { r: 255, g: 255, b: 255, alpha: f === 'jpeg' ? 1 : 0 } : `#${bg}`,
    });
  }
  if (bg !== undefined || f === 'jpeg') picture.flatten({ background: `#${bg ?? 'fff'}` });
  return gray ? picture.grayscale() : picture;
}

/**
 * Upright. All frames of an animation are one picture below the other.
 *
 * @param {import('sharp').Sharp} picture
 */
async function sidesOf(picture) {
  const { autoOrient, pageHeight } = await picture.metadata();
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
}

/** @type {Area} */
const everything = { x: 0, y: 0, width: 1, height: 1 };

/** @param {number} value @param {number} least @param {number} most */
const clamped = (value, least, most) => Math.min(most, Math.max(least, value));

/**
 * An area of a picture in whole pixels: at least one, and none beyond its edges.
 *
 * @param {Area} area
 * @param {{ width: number, height: number }} picture
 * @returns {Box}
 */
export function boxOf({ x, y, width, height }, picture) {
  const left = clamped(Math.round(x * picture.width), 0, picture.width - 1);
  const top = clamped(Math.round(y * picture.height), 0, picture.height - 1);
  return {
    left,
    top,
    width: clamped(Math.round((x + width) * picture.width) - left, 1, picture.width - left),
    height: clamped(Math.round((y + height) * picture.height) - top, 1, picture.height - top),
  };
}

/**
 * A point of a picture as fractions of a box in it.
 *
 * @param {Box} box
 * @param {{ x: number, y: number }} point
 * @param {{ width: number, height: number }} picture
 */
const within = (box, { x, y }, picture) => ({
  x: clamped((x * picture.width - box.left) / box.width, 0, 1),
  y: clamped((y * picture.height - box.top) / box.height, 0, 1),
});

/**
 * Never enlarged: the shape stays.
 *
 * @param {{ w: number, h: number, box: { width: number, height: number } }} how
 */
function coveredSize({ w, h, box }) {
  const enlarged = Math.max(1, w / box.width, h / box.height);
  return { width: Math.max(1, Math.floor(w / enlarged)), height: Math.max(1, Math.floor(h / enlarged)) };
}

/**
 * The size of a rendition without `trim`, as `shaped` makes it.
 *
 * @param {Rendition} rendition
 * @param {{ width: number, height: number }} whole the upright picture
 */
export function sizeOf({ w, h, fit, crop, focus }, whole) {
  const { width, height } = crop ? boxOf(crop, whole) : whole;
  const box = { width, height };
  if (w === undefined && h === undefined) return box;
  if (focus && w !== undefined && h !== undefined) return coveredSize({ w, h, box });
  // As libvips divides, so that it rounds the same way.
  const [across, down] = [box.width / (w ?? Infinity), box.height / (h ?? Infinity)];
  if (w !== undefined && h !== undefined) {
    if (fit === 'contain') return { width: w, height: h };
    if (fit === 'fill') return { width: Math.min(w, box.width), height: Math.min(h, box.height) };
    const filled = shrunk(box, Math.max(1, Math.min(across, down)));
    if (fit === 'cover') return { width: Math.min(w, filled.width), height: Math.min(h, filled.height) };
    if (fit === 'outside') return filled;
  }
  return shrunk(box, Math.max(1, across, down));
}

/** @param {{ width: number, height: number }} box @param {number} by 1 or more */
const shrunk = ({ width, height }, by) => ({
  width: Math.max(1, Math.round(width / by)),
  height: Math.max(1, Math.round(height / by)),
});

/**
 * Fills the size as `cover` does, with the point as near to the middle as the edges allow. Resized before it's cut, so that JPEGs are
 * decoded small.
 *
 * @param {import('sharp').Sharp} picture
 * @param {{ w: number, h: number, box: Box, at: { x: number, y: number } }} how
 */
function coverAround(picture, { w, h, box, at }) {
  const scale = Math.max(w / box.width, h / box.height);
  const enlarged = Math.max(1, scale);
  const { width, height } = coveredSize({ w, h, box });
  const whole = {
    width: Math.max(width, Math.round((box.width * scale) / enlarged)),
    height: Math.max(height, Math.round((box.height * scale) / enlarged)),
  };
  picture.resize({ ...whole, fit: 'fill' }).extract({
    left: clamped(Math.round(at.x * whole.width - width / 2), 0, whole.width - width),
    top: clamped(Math.round(at.y * whole.height - height / 2), 0, whole.height - height),
    width,
    height,
  });
}

/**
 * @param {import('sharp').Sharp} picture
 * @param {{ f: Rendition['f'], q: number, pixels: number, animated?: true }} how
 */
function inFormat(picture, { f, q, pixels, animated }) {
  switch (f) {
    case 'jpeg':
      return picture.jpeg({ quality: q, ...(pixels > largeJpegPixels && { optimizeCoding: false }) });
    case 'webp':
      return picture.webp({ quality: q, ...(animated && { effort: animatedEffort }) });
    case 'png':
      return picture.png();
    case 'avif':
      return picture.avif({
        quality: avifQuality(q),
        effort: pixels > largeAvifPixels ? avifEffort.large : avifEffort.usual,
      });
    default:
      throw new TypeError(`Not a rendition format: ${String(f)}`);
  }
}

/** `q_auto`: what is lost must not be seen. 0.97 is the least structural similarity to what wasn't encoded. */
const leastSimilarity = 0.97;
const qualities = Array.from({ length: 13 }, (_, step) => 30 + 5 * step);

/** Renditions up to this many pixels are compared whole. Four are encoded, and an AVIF of this size takes 0.6 s (one core, measured). */
const comparedPixels = 2_000_000;
/** Of larger ones, so many squares in each direction, evenly spread, at the size that they're sent in: details count as they are. */
const squaresAcross = 3;
/** A multiple of what every encoder works in, so that where two squares meet isn't within a block. */
const squareGrain = 64;
/** Pixels from which a smaller copy is cut up: they're held in memory. It has more detail per pixel, so that the large one loses no more. */
const heldPixels = 16_000_000;

/**
 * A rendition's size, or that of a smaller copy in its shape.
 *
 * @param {Rendition} rendition
 * @param {{ width: number, height: number }} made what it measures
 * @returns {Pick<Rendition, 'w' | 'h' | 'fit'>}
 */
function heldSize({ w, h, fit }, { width, height }) {
  const shrink = Math.sqrt(heldPixels / (width * height));
  if (shrink >= 1) return { w, h, fit };
  const isCut = w !== undefined && h !== undefined && fit !== 'inside' && fit !== 'outside';
  return {
    w: Math.max(1, Math.floor(width * shrink)),
    h: Math.max(1, Math.floor(height * shrink)),
    fit: isCut ? fit : 'inside',
  };
}

/**
 * @typedef {{ data: Buffer, info: { width: number, height: number, channels: 1 | 2 | 3 | 4 } }} Pixels
 */

/**
 * What qualities are compared by: all of a picture, or squares of it next to each other.
 *
 * @param {Pixels} picture
 * @returns {Pixels}
 */
export function comparedPart({ data, info }) {
  const { width, height, channels } = info;
  if (width * height <= comparedPixels) return { data, info };
  const side = Math.floor(Math.sqrt(comparedPixels) / squaresAcross / squareGrain) * squareGrain;
  // A strip is narrower than a square.
  const [wide, high] = [Math.min(side, width), Math.min(side, height)];
  const [across, down] = [width, height].map((whole) =>
    Math.max(1, Math.min(squaresAcross, Math.floor(whole / side))),
  );
  // What is missing in one direction is taken from the other.
  const columns = down < squaresAcross ? Math.min(Math.floor(width / wide), squaresAcross ** 2) : across;
  const rows = across < squaresAcross ? Math.min(Math.floor(height / high), squaresAcross ** 2) : down;
  const part = Buffer.alloc(columns * wide * rows * high * channels);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = startOf(column, columns, width, wide);
      const top = startOf(row, rows, height, high);
      for (let y = 0; y < high; y += 1) {
        const from = ((top + y) * width + left) * channels;
        const to = ((row * high + y) * columns + column) * wide * channels;
        data.copy(part, to, from, from + wide * channels);
      }
    }
  return { data: part, info: { width: columns * wide, height: rows * high, channels } };
}

/**
 * Where one of several squares begins, with the same distance between them.
 *
 * @param {number} at @param {number} count @param {number} whole @param {number} side
 */
const startOf = (at, count, whole, side) =>
  count === 1 ? Math.floor((whole - side) / 2) : Math.floor((at * (whole - side)) / (count - 1));

/**
 * The lowest quality at which an encoded copy looks the same, found by halving; the highest if none does.
 *
 * @param {import('sharp').Sharp} picture
 * @param {Rendition} rendition
 */
async function lowestQuality(picture, rendition) {
  const { f } = rendition;
  // With its border, if that is trimmed: it's no larger without.
  const made = sizeOf(rendition, await sidesOf(picture));
  const pixels = made.width * made.height;
  const shown = await shaped(picture, { ...rendition, ...heldSize(rendition, made) });
  const { data, info } = comparedPart(
    await shown.flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const wanted = await luminance(sharp(data, { raw: { width, height, channels } }));
  let [low, high] = [0, qualities.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const copy = inFormat(sharp(data, { raw: { width, height, channels } }), {
      f,
      q: qualities[middle],
      pixels,
    });
    const got = await luminance(sharp(await copy.toBuffer()));
    if (similarity(wanted, got, width, height) >= leastSimilarity) high = middle;
    else low = middle + 1;
  }
  return qualities[low];
}

/** @param {import('sharp').Sharp} picture */
const luminance = (picture) => picture.toColorspace('b-w').raw().toBuffer();

const blockSide = 8;

/**
 * The mean structural similarity (SSIM, Wang et al. 2004) of two pictures, in blocks of 8 pixels.
 *
 * @param {Buffer} one luminances, row by row
 * @param {Buffer} other
 * @param {number} width @param {number} height
 */
export function similarity(one, other, width, height) {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let [sum, blocks] = [0, 0];
  for (let top = 0; top < height; top += blockSide)
    for (let left = 0; left < width; left += blockSide) {
      let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
      for (let y = top; y < Math.min(height, top + blockSide); y += 1)
        for (let x = left; x < Math.min(width, left + blockSide); x += 1) {
          const [p, q] = [one[y * width + x], other[y * width + x]];
          n += 1;
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      const [meanA, meanB] = [a / n, b / n];
      const [varianceA, varianceB, covariance] = [
        aa / n - meanA ** 2,
        bb / n - meanB ** 2,
        ab / n - meanA * meanB,
      ];
      sum +=
        ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
        ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2));
      blocks += 1;
    }
  return sum / blocks;
}

/**
 * AVIF's scale is not JPEG's: sharp's default is 80 for JPEG and WebP and 50 for AVIF, so one is mapped to the other.
 * @param {number} q
 */
function avifQuality(q) {
  return Math.round(q <= 80 ? (q * 50) / 80 : 50 + (q - 80) * 2.5);
}
