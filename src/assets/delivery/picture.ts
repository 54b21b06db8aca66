// Opens images for decoding, with limits and error messages.
import { open, readFile } from 'node:fs/promises';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { ApiError } from '../../core/errors.ts';

/** Pixels of the largest picture taken: 2^28, a little over sharp's own default. A decoded one is about 1 GiB. */
export const maxPicturePixels = 268_435_456;

/** Of canvases that are decoded whole, at 4 bytes a pixel. Other pictures are read row by row, or as small as they're needed. */
const maxHeldPixels = 64_000_000;

/** What of a picture's header says whether it's decoded whole. */
type Header = Pick<Metadata, 'autoOrient' | 'pages'>;

/** Why a picture isn't decoded, as it goes on from "The file"; null if it is. A GIF of a few bytes can name an enormous canvas. */
export function tooLargeToHold(mime: string, { autoOrient, pages = 1 }: Header): string | null {
  const { width, height } = autoOrient;
  const isHeld = mime === 'image/gif' || (mime === 'image/webp' && pages > 1);
  if (!isHeld || width * height <= maxHeldPixels) return null;
  return `has ${width} × ${height} pixels; previews are limited to 64 megapixels`;
}

/**
 * As `tooLargeToHold`, of a file. Costs nothing for types that it doesn't concern. What can't be read is for whoever decodes it to say.
 */
export async function fileTooLargeToHold(mime: string, path: string): Promise<string | null> {
  if (mime !== 'image/gif' && mime !== 'image/webp') return null;
  const header = await sharp(path, { ...decodeOptions, limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return header && tooLargeToHold(mime, header);
}

/** Largest SVG that is drawn, in bytes: it is parsed whole in memory. */
const maxSvgBytes = 16 * 1024 * 1024;

/** Bounds for every decode. `error` refuses broken data, but not the odd tags that TIFF writers leave. */
export const decodeOptions = { limitInputPixels: maxPicturePixels, failOn: 'error' } satisfies SharpOptions;

/**
 * The bytes of a markup file, which only the child process may render; null for any other, which sharp opens by path.
 * Anything that librsvg might accept as SVG counts, because librsvg must never run in this process, where it can't be stopped.
 *
 * @throws ApiError `invalid` for markup over 16 MiB and for compressed SVG, which sharp would open by its path.
 */
export async function markupOf(path: string): Promise<Buffer | null> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0x1f && head[1] === 0x8b) throw unreadable('is compressed; upload it uncompressed');
    const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
    // libvips looks for `<svg` within the first 1000 bytes of whatever reads as text.
    const isMarkup = text.trimStart().startsWith('<') || (!head.includes(0) && head.includes('<svg'));
    if (!isMarkup) return null;
    if ((await handle.stat()).size > maxSvgBytes)
      throw unreadable('is an SVG over 16 MiB, the limit for rendering');
  } finally {
    await handle.close();
  }
  return readFile(path);
}

/** A 422 about the file itself; `message` follows "The file". `cause` is only logged. */
export function unreadable(message: string, cause?: unknown): ApiError {
  const apiError = new ApiError('invalid', `The file ${message}.`, { issues: [{ path: 'file', message }] });
  apiError.cause = cause;
  return apiError;
}
