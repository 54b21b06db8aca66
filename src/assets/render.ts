// Making renditions: one picture through sharp, and the line in which pictures wait their turn.
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { Refusal } from '../refusal.ts';
import { decodeOptions, maxPicturePixels, pictureInput, unreadable } from './picture.ts';
import type { Rendition } from './transform.ts';

/** A rendition that takes longer is given up; a worker must come free again. */
const maxRenderSeconds = 30;

/**
 * AVIF effort, 0 (fastest) to 9. On one core at 1280 pixels wide: 0.4 s at 2, 0.8 s at 3, 3.9 s at 4 (sharp's default),
 * for files of the same size. Large ones get 0, because the encoder can't be stopped once it runs: 55 megapixels take
 * 7.5 s at 0 and 13 s at 2.
 */
const avifEffort = { usual: 2, large: 0 } as const;
const largeAvifPixels = 4_000_000;

/**
 * Makes a rendition: upright, in sRGB, without metadata (location and names don't leave with a thumbnail), never larger
 * than the original. Transparency is kept where the format has it and laid on white in JPEG. Of an animation, the first
 * frame.
 *
 * @param transform as `resolveTransform` answers it, so that its sides are within the original.
 * @param options.maxPixels of the original, 2^28 unless told otherwise.
 * @param options.signal stops before the decode begins; libvips itself can't be interrupted, the time limit bounds it.
 * @throws Refusal `invalid` when the picture can't be decoded, `unavailable` after 30 s.
 */
export async function renderFile(
  sourcePath: string,
  transform: Rendition,
  options: { maxPixels?: number; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const input = await pictureInput(sourcePath);
  options.signal?.throwIfAborted();
  const { w, h, f } = transform;
  const picture = sharp(input, {
    ...decodeOptions,
    limitInputPixels: options.maxPixels ?? maxPicturePixels,
    autoOrient: true,
  }).timeout({ seconds: maxRenderSeconds });
  if (w !== undefined || h !== undefined) {
    picture.resize({
      width: w,
      height: h,
      fit: transform.fit,
      withoutEnlargement: true,
      background: { r: 255, g: 255, b: 255, alpha: f === 'jpeg' ? 1 : 0 },
    });
  }
  try {
    return await (await encode(picture, transform)).toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Sharp's own defaults save for quality and AVIF's effort: this must stay as fast as sharp alone. */
async function encode(picture: Sharp, { w, h, q, f }: Rendition): Promise<Sharp> {
  switch (f) {
    case 'jpeg':
      return picture.flatten({ background: '#fff' }).jpeg({ quality: q });
    case 'webp':
      return picture.webp({ quality: q });
    case 'png':
      return picture.png();
    case 'avif': {
      const isLarge = (w ?? h ?? Infinity) * (h ?? w ?? Infinity) > largeAvifPixels;
      return picture.avif({ quality: avifQuality(q), effort: isLarge ? avifEffort.large : avifEffort.usual });
    }
  }
}

/** AVIF's scale is not JPEG's: sharp's default is 80 for JPEG and WebP and 50 for AVIF, so the two are made to meet. */
function avifQuality(q: number): number {
  return Math.round(q <= 80 ? (q * 50) / 80 : 50 + (q - 80) * 2.5);
}

function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (/^timeout:/.test(message)) {
    const refusal = new Refusal(
      'unavailable',
      'This picture takes too long to render. Ask for a smaller size, or for webp.',
    );
    refusal.cause = error;
    return refusal;
  }
  if (/exceeds pixel limit/.test(message)) return unreadable('has more pixels than are rendered', error);
  return unreadable('is a picture that can no longer be decoded', error);
}

/** A line of work with a bounded number at a time, in which equal requests share one turn. */
export interface Renderer {
  /**
   * The outcome of `make` for this key. While it runs or waits, every further call with the key gets the same promise,
   * failures included; afterwards the next call starts anew. Keys must say everything: content hash and canonical form.
   *
   * @throws Refusal `rate_limited` with `retryAfterSeconds` when the line is full.
   */
  renderOnce: <T>(key: string, make: () => Promise<T>) => Promise<T>;
}

/**
 * Makes a renderer.
 *
 * @param limits.concurrency pictures worked on at a time, 1 or more; about the number of cores.
 * @param limits.queueLimit pictures that may wait beyond those, 0 or more.
 */
export function createRenderer({
  concurrency,
  queueLimit,
}: {
  concurrency: number;
  queueLimit: number;
}): Renderer {
  const inFlight = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const takeTurn = async <T>(make: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await make();
    } finally {
      // The turn passes straight on, so that nobody who arrives between the two takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    renderOnce: async <T>(key: string, make: () => Promise<T>): Promise<T> => {
      const shared = inFlight.get(key);
      // Keys name content and form, so that the same key always has the same type.
      if (shared) return shared as Promise<T>;
      if (running >= concurrency && waiting.length >= queueLimit) {
        // About a second each is what a large picture costs; small ones make it sooner.
        const retryAfterSeconds = Math.max(1, Math.ceil((running + waiting.length) / concurrency));
        throw new Refusal(
          'rate_limited',
          `Too many pictures are being made. Try again in ${retryAfterSeconds} s.`,
          {
            retryAfterSeconds,
          },
        );
      }
      const work = takeTurn(make).finally(() => inFlight.delete(key));
      inFlight.set(key, work);
      return work;
    },
  };
}
