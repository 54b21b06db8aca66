// What a preview has beside its picture, such as the clip of a video: made by the job, or for whoever asks first.
import { ApiError, isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { blobKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { drawOnce, failed, notNow, soon, withoutPreview } from '../delivery/drawings.ts';
import { withinSeconds } from '../metadata/by-type.ts';
import {
  checkedPieces,
  keptAs,
  missingPreviewer,
  NoPreview,
  previewerOf,
  type PieceName,
  type Previewer,
} from '../metadata/previewers.ts';
import { keepPieces, pieceKey } from './keep-pieces.ts';
import { knownOf } from './previews.ts';

interface Original {
  sha256: string;
  mime: string;
}

/** Several programs run for one file, each bounded in time and waiting for its turn. */
const maxSeconds = 30 * 60;

/**
 * Makes them, unless that is being done already.
 *
 * @throws Error if they can't be made now; a file that has none is no error
 */
export function makePieces(service: Service, original: Original, previewer: Previewer): Promise<void> {
  const { sha256 } = original;
  return drawOnce(service, `pieces ${sha256} ${keptAs(previewer)}`, () => make(service, original, previewer));
}

async function make(service: Service, { sha256, mime }: Original, previewer: Previewer): Promise<void> {
  const makes = previewer.makePieces;
  if (!makes) return;
  try {
    const made = await service.storage.withFile(blobKey(sha256), (path) =>
      withFile(path, (file) => withinSeconds(maxSeconds, makes(file, { mime }))),
    );
    await keepPieces(service, { sha256, mime }, previewer, checkedPieces(made));
  } catch (error) {
    if (!(error instanceof NoPreview) || !error.isLasting) throw error;
    await keepPieces(service, { sha256, mime }, previewer, null);
  }
}

/**
 * The key of a piece that is kept.
 *
 * @throws ApiError unsupported if the file has none; unavailable, with `retryAfterSeconds`, if it isn't made within ten seconds.
 */
export async function keptPiece(
  service: Service,
  original: Original,
  piece: PieceName,
): Promise<{ key: string; size: number; keptAs: string }> {
  const { sha256, mime } = original;
  const previewer = previewerOf(mime);
  const none = new ApiError('unsupported', `This file has no ${piece}. Use the original.`);
  if (!previewer?.makePieces) {
    const missing = missingPreviewer(mime);
    throw missing === undefined ? none : new ApiError('unsupported', missing);
  }
  const key = pieceKey(sha256, previewer, piece);
  const kept = async () => {
    const stored = await service.storage.stat(key);
    return stored && { key, size: stored.size, keptAs: keptAs(previewer) };
  };
  const there = await kept();
  if (there) return there;
  const known = await knownOf(service.db, sha256, previewer);
  if (known?.state === 'unavailable') throw withoutPreview(known.reason ?? '');
  if (known?.pieces && !known.pieces.includes(piece)) throw none;
  await soon(makeFor(service, original, previewer));
  const made = await kept();
  if (!made) throw none;
  return made;
}

/** As `makePieces`, for a request. */
async function makeFor(service: Service, original: Original, previewer: Previewer): Promise<void> {
  try {
    await makePieces(service, original, previewer);
  } catch (error) {
    if (isApiError(error)) throw error;
    throw error instanceof NoPreview ? notNow(error) : failed(service, previewer, error);
  }
}
