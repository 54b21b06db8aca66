// Encodes a rendition: shared by pictures rendered in this process and in the child. Plain JavaScript, because the child runs without a
// compiler.

/**
 * AVIF effort, 0 (fastest) to 9. On one core at 1280 pixels wide: 0.4 s at 2, 0.8 s at 3, 3.9 s at 4 (sharp's default),
 * for files of the same size. Large ones get 0, because the encoder can't be stopped once it runs: 55 megapixels take
 * 7.5 s at 0 and 13 s at 2.
 */
const avifEffort = { usual: 2, large: 0 };
const largeAvifPixels = 4_000_000;

/**
 * Resizes and encodes. Sharp's own defaults save for quality and AVIF's effort: this must stay as fast as sharp alone.
 *
 * @param {import('sharp').Sharp} picture
 * @param {{ w?: number, h?: number, fit?: 'cover' | 'contain' | 'inside' | 'outside' | 'fill', q: number, f: 'jpeg' | 'png' | 'webp' | 'avif',
 *   bg?: string, gray?: true, trim?: true }} rendition
 * @returns {import('sharp').Sharp}
 */
export function asRendition(picture, { w, h, fit, q, f, bg, gray, trim }) {
  const background = bg === undefined ? { r: 255, g: 255, b: 255, alpha: f === 'jpeg' ? 1 : 0 } : `#${bg}`;
  if (trim) picture.trim();
  if (w !== undefined || h !== undefined) {
    picture.resize({
      width: w,
      height: h,
      fit,
      withoutEnlargement: true,
      background,
    });
  }
  if (bg !== undefined || f === 'jpeg') picture.flatten({ background: `#${bg ?? 'fff'}` });
  if (gray) picture.grayscale();
  switch (f) {
    case 'jpeg':
      return picture.jpeg({ quality: q });
    case 'webp':
      return picture.webp({ quality: q });
    case 'png':
      return picture.png();
    case 'avif': {
      const isLarge = (w ?? h ?? Infinity) * (h ?? w ?? Infinity) > largeAvifPixels;
      return picture.avif({ quality: avifQuality(q), effort: isLarge ? avifEffort.large : avifEffort.usual });
    }
    default:
      throw new TypeError(`Not a rendition format: ${String(f)}`);
  }
}

/**
 * AVIF's scale is not JPEG's: sharp's default is 80 for JPEG and WebP and 50 for AVIF, so one is mapped to the other.
 * @param {number} q
 */
function avifQuality(q) {
  return Math.round(q <= 80 ? (q * 50) / 80 : 50 + (q - 80) * 2.5);
}
