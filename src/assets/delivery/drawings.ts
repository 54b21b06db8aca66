// What previewers draw of originals: kept beside the renditions, which are made of it.
import sharp from 'sharp';
import { ApiError, isApiError } from '../../core/errors.ts';
import { reportFailure } from '../../core/failures.ts';
import type { Service } from '../../core/service.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { decodeOptions } from './picture.ts';
import { missOf } from '../metadata/extractors.ts';
import { draw, keptAs, NoPreview, previewerOf, type Previewer } from '../metadata/previewers.ts';
import { keepPieces } from '../previews/keep-pieces.ts';
import { knownOf, saveReady, saveSize, saveUnavailable } from '../previews/previews.ts';
import { within } from '../../lib/within.ts';

export interface Original {
  sha256: string;
  mime: string;
  /** From 1. */
  page?: number | undefined;
}

/** How long a request waits for a picture that is being drawn. */
const mostWaitMs = 10_000;
const retryAfterSeconds = 5;

/** What is being drawn in this process, by the key of the picture. */
const drawing = new WeakMap<Service, Map<string, Promise<void>>>();

/** Does what is kept under this key, unless that is being done already. */
export function drawOnce(service: Service, key: string, work: () => Promise<void>): Promise<void> {
  const all = drawing.get(service) ?? new Map<string, Promise<void>>();
  drawing.set(service, all);
  const running = all.get(key);
  if (running) return running;
  const started = work().finally(() => all.delete(key));
  all.set(key, started);
  return started;
}

/**
 * The key of the picture that renditions of this file are made of: the original, or what a previewer draws of it.
 *
 * @param options.waitMs omitted: until it's drawn.
 * @param options.anew draws it even if the picture is kept: what is known of it may be lost.
 * @throws ApiError not_found if the bytes don't exist; invalid_request for a page that it doesn't have; unsupported with the
 *   reason if it has no picture; unavailable if the previewer fails, and with `retryAfterSeconds` if it isn't drawn yet.
 */
export async function drawn(
  service: Service,
  original: Original,
  options: { waitMs?: number; anew?: boolean } = {},
): Promise<string> {
  const { sha256, mime, page = 1 } = original;
  const previewer = previewerOf(mime);
  if (page > 1 && !previewer?.hasPages) throw noSuchPage('this file has no pages, so leave out page');
  if (!previewer) return blobKey(sha256);
  const key = renditionKey(sha256, `drawn-${keptAs(previewer)}${page > 1 ? `-page-${page}` : ''}`);
  if (!options.anew && (await service.storage.stat(key)) !== null) return key;
  const known = await knownOf(service.db, sha256, previewer);
  if (known?.state === 'unavailable') throw withoutPreview(known.reason ?? '');
  if (known?.pages && page > known.pages)
    throw noSuchPage(`page must be from 1 to ${known.pages}, the pages of this file`);
  const work = drawOnce(service, key, () => drawPage(service, { sha256, mime, page }, previewer, key));
  await (options.waitMs === undefined ? work : soon(work, options.waitMs));
  return key;
}

/** As `drawn`, for a request: the drawing goes on if it takes longer than that. */
export const drawnSoon = (service: Service, original: Original): Promise<string> =>
  drawn(service, original, { waitMs: mostWaitMs });

/** @throws ApiError unavailable, with `retryAfterSeconds`, if the work takes longer; it goes on. */
export const soon = (work: Promise<void>, ms = mostWaitMs): Promise<void> =>
  within(ms, work, () => {
    throw new ApiError(
      'unavailable',
      'The preview of this file is being generated. Try again in a few seconds.',
      { retryAfterSeconds },
    );
  });

async function drawPage(
  service: Service,
  file: Original & { page: number },
  previewer: Previewer,
  key: string,
): Promise<void> {
  const { sha256, mime, page } = file;
  try {
    const { picture, pieces, ...about } = await service.storage.withFile(blobKey(sha256), (path) =>
      withFile(path, (opened) => draw(previewer, opened, { mime, page })),
    );
    await service.storage.put(key, picture);
    if (page === 1) await saveSize(service.db, file, await sharp(picture, decodeOptions).metadata());
    await saveReady(service.db, file, previewer, about);
    if (pieces) await keepPieces(service, file, previewer, pieces);
    service.failures.recovered(missOf(previewer, null).what);
  } catch (error) {
    if (isApiError(error)) throw error;
    if (error instanceof NoPreview) throw await refused(service, file, previewer, error);
    throw failed(service, previewer, error);
  }
}

/** What is said when a previewer fails for another reason than the file. */
export function failed(service: Service, previewer: Previewer, error: unknown): ApiError {
  reportFailure(service, missOf(previewer, error).what, error);
  const message = "This file has no preview. Use the original; the reason is in the server's log.";
  return withCause(new ApiError('unavailable', message), error);
}

/** What is said of a file that has no picture; remembered, if that stays so. */
async function refused(
  { db }: Service,
  file: Original & { page: number },
  previewer: Previewer,
  failure: NoPreview,
): Promise<ApiError> {
  const { reason, isLasting } = failure;
  if (!isLasting) return notNow(failure);
  // Other pages may be fine.
  if (file.page === 1) await saveUnavailable(db, file, previewer, reason);
  return withCause(withoutPreview(reason), failure);
}

/** What is said of a failure that isn't the file's. */
export const notNow = (failure: NoPreview): ApiError =>
  withCause(
    new ApiError('unavailable', `The file ${failure.reason}. Try again in a minute.`, {
      retryAfterSeconds: 60,
    }),
    failure,
  );

/** As for types without renditions: asking again is of no use. */
export const withoutPreview = (reason: string): ApiError =>
  new ApiError('unsupported', `This file has no renditions: it ${reason}. Use the original.`);

function withCause(error: ApiError, cause: unknown): ApiError {
  error.cause = cause;
  return error;
}

const noSuchPage = (message: string): ApiError =>
  new ApiError('invalid_request', `Invalid transform: ${message}.`, {
    issues: [{ path: 'transform', message }],
  });
