// Measures and renders SVGs in the child process, and remembers those that can't be rendered.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { DecoderFailure } from '../../lib/decoders/failures.ts';
import { decodeApart } from '../../lib/decoders/pool.ts';
import type { DecoderRequest } from '../../lib/decoders/process.ts';
import { ApiError } from '../../core/errors.ts';
import { renditionKey, type Storage } from '../../core/storage/contract.ts';
import { unreadable } from './picture.ts';
import type { Rendition } from './parse-transform.ts';

/** Maximum pixels of an SVG; larger ones are stored but not rendered. */
const maxDrawnPixels = 64_000_000;

/**
 * Version in the key of remembered failures. Increment it when src/lib/decoders can render more, so that failures are retried.
 */
const decoderVersion = 1;

/** When to retry an image that failed because the machine was too busy. */
const retryAfterMs = 60 * 60 * 1000;

/** Remembered failures of a file, stored beside its renditions. */
export interface DecodeFailures {
  /** Why this file can't be rendered, if known. */
  find(): Promise<string | null>;
  remember(failure: DecoderFailure): Promise<void>;
}

/**
 * @param isScaled whether it's drawn beyond its nominal size: that may take too much where the usual size doesn't
 */
export function decodeFailures(storage: Storage, sha256: string, isScaled = false): DecodeFailures {
  const versions = `${decoderVersion}-vips${sharp.versions.vips}-rsvg${sharp.versions.rsvg ?? ''}`;
  const keyOf = (name: string): string =>
    renditionKey(sha256, `${name}-${versions}`.toLowerCase().replace(/[^a-z0-9_.-]/g, '-'));
  const usual = keyOf('failed_svg');
  const key = isScaled ? keyOf('failed_svg_scaled') : usual;
  return {
    find: async () => (await failureAt(storage, usual)) ?? (isScaled ? failureAt(storage, key) : null),
    remember: ({ message, isLasting }) => {
      const until = isLasting ? null : new Date(Date.now() + retryAfterMs).toISOString();
      return storage.put(key, Buffer.from(JSON.stringify({ reason: message, until } satisfies Remembered)));
    },
  };
}

/** A failure that is still remembered. */
async function failureAt(storage: Storage, key: string): Promise<string | null> {
  if ((await storage.look(key)) === null) return null;
  const stream = await storage.read(key);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const { reason, until } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Remembered;
  return until === null || Date.parse(until) > Date.now() ? reason : null;
}

interface Remembered {
  reason: string;
  /** When to retry without an upgrade; null for never. */
  until: string | null;
}

/** Remembers nothing; for files that aren't stored yet. */
export const noFailures: DecodeFailures = { find: async () => null, remember: async () => undefined };

export interface MeasuredSvg {
  width: number | null;
  height: number | null;
  /** What the header says. */
  facts: Record<string, unknown>;
  /** Why it can't be drawn, as it goes on from "The file"; null where it can. */
  unavailable: string | null;
}

/**
 * The size of an SVG, and whether it can be rendered.
 *
 * @throws ApiError `invalid` for what is no SVG; `unavailable` when the decoder can't get to it now.
 */
export async function measureSvg(
  input: Uint8Array | string,
  failures: DecodeFailures = noFailures,
): Promise<MeasuredSvg> {
  const unknown = (reason: string): MeasuredSvg => ({
    width: null,
    height: null,
    facts: {},
    unavailable: reason,
  });
  const known = await failures.find();
  if (known !== null) return unknown(known);
  const outcome = await decodeSvg(input, { decoder: 'svg', action: 'measure', maxPixels: maxDrawnPixels });
  if (outcome instanceof DecoderFailure) {
    await failures.remember(outcome);
    return unknown(outcome.message);
  }
  const { isTooLarge, ...measured } = outcome.result as Omit<MeasuredSvg, 'unavailable'> & {
    isTooLarge: boolean;
  };
  return {
    ...measured,
    unavailable: isTooLarge ? 'has more than 64 megapixels, the limit for rendering SVGs' : null,
  };
}

/**
 * Renders an SVG.
 *
 * @throws ApiError `unavailable` with the reason for one that can't be drawn, `invalid` for what is no SVG.
 */
export async function renderSvg(
  input: Uint8Array | string,
  rendition: Rendition,
  options: { maxPixels?: number; failures?: DecodeFailures } = {},
): Promise<Buffer> {
  const { failures = noFailures, maxPixels = maxDrawnPixels } = options;
  const known = await failures.find();
  if (known !== null) throw notDrawn(known);
  const outcome = await decodeSvg(input, {
    decoder: 'svg',
    action: 'render',
    maxPixels: Math.min(maxPixels, maxDrawnPixels),
    rendition,
  });
  if (outcome instanceof DecoderFailure) {
    await failures.remember(outcome);
    throw notDrawn(outcome.message, outcome);
  }
  return outcome.bytes;
}

function notDrawn(reason: string, cause?: unknown): ApiError {
  const apiError = new ApiError(
    'unavailable',
    `This SVG can't be rendered: it ${reason}. The original is unchanged.`,
  );
  apiError.cause = cause;
  return apiError;
}

/** Runs the decoder. A failure caused by the file is returned, not thrown. */
async function decodeSvg(input: Uint8Array | string, request: DecoderRequest) {
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  try {
    return await decodeApart(request, bytes);
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    if (error.reason === 'broken') throw unreadable('is not a valid SVG', error);
    if (error.reason !== 'busy' && error.reason !== 'start') return error;
    const apiError = new ApiError('unavailable', `This SVG ${error.message}. Try again in a minute.`, {
      retryAfterSeconds: 60,
    });
    apiError.cause = error;
    throw apiError;
  }
}
