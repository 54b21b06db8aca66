// Renders images with sharp, and queues them.
import sharp, { type Sharp } from 'sharp';
import { encode } from '../../lib/decoders/encode.mjs';
import { ApiError } from '../../core/errors.ts';
import { inRenderTurn } from './decode-turns.ts';
import { decodeOptions, markupOf, maxPicturePixels, unreadable } from './picture.ts';
import { renderSvg, type DecodeFailures } from './svg.ts';
import { defaultQuality, type Rendition } from './parse-transform.ts';
import { Turns } from '../../lib/turns.ts';

/** Time limit for one rendition, so that workers don't get stuck. */
const maxRenderSeconds = 30;

/**
 * Makes a rendition: upright, in sRGB, without metadata but for its credits unless the transform says `metadata`, never larger than the
 * original. Transparency is kept if the format supports it, and flattened on white in JPEG. Animations become their first frame unless the
 * transform says `animated`.
 *
 * @param transform as `resolveTransform` answers it, so that its sides are within the original.
 * @param options.maxPixels of the original, 2^28 by default.
 * @param options.failures of the bytes, for SVGs: those that can't be drawn are remembered.
 * @param options.credits an XMP packet to put into it.
 * @param options.watermark the picture of the transform's mark.
 * @param options.signal stops before the decode begins; libvips itself can't be interrupted, the time limit bounds it.
 * @throws ApiError `invalid` when the picture can't be decoded, `unavailable` after 30 s and for an SVG that can't be drawn.
 */
export async function renderFile(
  sourcePath: string,
  transform: Rendition,
  options: {
    maxPixels?: number;
    signal?: AbortSignal;
    failures?: DecodeFailures;
    credits?: string | null;
    watermark?: Uint8Array | undefined;
  } = {},
): Promise<Buffer> {
  const svg = await markupOf(sourcePath);
  options.signal?.throwIfAborted();
  if (svg && !transform.mark) return renderSvg(svg, transform, options);
  if (svg) return markDrawn(await renderSvg(svg, unmarked(transform), options), transform, options);
  return inRenderTurn(async () => {
    const open = (pages: number): Sharp =>
      sharp(sourcePath, {
        ...decodeOptions,
        limitInputPixels: options.maxPixels ?? maxPicturePixels,
        autoOrient: true,
        pages,
      }).timeout({ seconds: maxRenderSeconds });
    try {
      const still = open(1);
      // libvips can't turn all frames: one that lies on its side stands still.
      const moves = transform.animated && ((await still.metadata()).orientation ?? 1) === 1;
      const picture = moves ? open(-1) : still;
      if (transform.metadata === 'all') picture.keepExif();
      if (options.credits) picture.withXmp(options.credits);
      return await encode(picture, transform, still, options.watermark);
    } catch (error) {
      throw apiErrorOf(error);
    }
  });
}

/** The drawing that a watermark is laid on: the child process gets no file but the SVG. */
const unmarked = ({ mark: _, ...transform }: Rendition): Rendition => ({
  ...transform,
  q: defaultQuality,
  f: 'png',
});

/** Lays the watermark on a drawing, which has its size. */
const markDrawn = (
  drawing: Buffer,
  { mark, q, f }: Rendition,
  { watermark, credits }: { watermark?: Uint8Array | undefined; credits?: string | null },
): Promise<Buffer> =>
  inRenderTurn(async () => {
    try {
      const picture = sharp(drawing, decodeOptions).timeout({ seconds: maxRenderSeconds });
      if (credits) picture.withXmp(credits);
      return await encode(picture, { fit: 'inside', q, f, ...(mark && { mark }) }, picture, watermark);
    } catch (error) {
      throw apiErrorOf(error);
    }
  });

function apiErrorOf(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error);
  if (/^timeout:/.test(message)) {
    const apiError = new ApiError(
      'unavailable',
      'This image takes too long to render. Request a smaller size, or webp.',
    );
    apiError.cause = error;
    return apiError;
  }
  if (/exceeds pixel limit/.test(message)) return unreadable('has more pixels than can be rendered', error);
  return unreadable('is an image that can no longer be decoded', error);
}

/** A bounded queue in which equal requests share one render. */
export interface Renderer {
  /**
   * Runs `make` for this key. While it is queued or running, further calls with the key share its promise, failures
   * included. Keys must identify the result completely: content hash and canonical form.
   *
   * @throws ApiError `rate_limited` with `retryAfterSeconds` when the line is full.
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
  const turns = new Turns(concurrency);
  return {
    renderOnce: async <T>(key: string, make: () => Promise<T>): Promise<T> => {
      const shared = inFlight.get(key);
      // Keys name content and form, so that the same key always has the same type.
      if (shared) return shared as Promise<T>;
      if (turns.running >= concurrency && turns.waiting >= queueLimit) {
        // About a second each is what a large picture costs; small ones make it sooner.
        const retryAfterSeconds = Math.max(1, Math.ceil((turns.running + turns.waiting) / concurrency));
        throw new ApiError(
          'rate_limited',
          `Too many renditions in progress. Try again in ${retryAfterSeconds} seconds.`,
          {
            retryAfterSeconds,
          },
        );
      }
      const work = turns.take(make).finally(() => inFlight.delete(key));
      inFlight.set(key, work);
      return work;
    },
  };
}
