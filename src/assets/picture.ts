// The one way pictures are opened for decoding: what is read from disk, within which bounds, and what went wrong.
import { open, readFile } from 'node:fs/promises';
import type { SharpOptions } from 'sharp';
import { Refusal } from '../refusal.ts';

/** Pixels of the largest picture taken: 2^28, a little over sharp's own default. A decoded one is about 1 GiB. */
export const maxPicturePixels = 268_435_456;

/** Largest SVG that is drawn, in bytes: it is parsed whole in memory. */
const maxSvgBytes = 16 * 1024 * 1024;

/** Bounds for every decode. `error` refuses broken data, but not the odd tags that TIFF writers leave. */
export const decodeOptions = { limitInputPixels: maxPicturePixels, failOn: 'error' } satisfies SharpOptions;

/**
 * What to give sharp for this file: its path, or for markup its bytes. librsvg resolves the `href`s of a document with
 * a path against that path's folder, and blobs of every workspace lie in one folder: an SVG could show a stranger's
 * picture. A document without a path has no folder, so it loads nothing but `data:` URLs (both verified by test).
 *
 * @throws Refusal `invalid` for markup over 16 MiB and for compressed SVG, which sharp would open by its path.
 */
export async function pictureInput(path: string): Promise<string | Buffer> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0x1f && head[1] === 0x8b) throw unreadable('is compressed; upload it unpacked');
    if (
      !head
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, '')
        .trimStart()
        .startsWith('<')
    )
      return path;
    if ((await handle.stat()).size > maxSvgBytes)
      throw unreadable('is an SVG over 16 MiB, more than is drawn');
  } finally {
    await handle.close();
  }
  return recognizable(await readFile(path));
}

/**
 * libvips knows an SVG by `<svg` within its first 1000 bytes; drawing programs write longer prologs (Illustrator's
 * entities). A comment that says it early changes nothing else.
 */
function recognizable(svg: Buffer): Buffer {
  if (svg.subarray(0, 900).includes('<svg')) return svg;
  const declaration =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\?>/.exec(svg.toString('latin1', 0, 900))?.[0] ?? '';
  const start = declaration.length;
  return Buffer.concat([svg.subarray(0, start), Buffer.from('<!--<svg-->'), svg.subarray(start)]);
}

/** A 422 about the file itself; `message` follows "The file". `cause` is for the log and never leaves. */
export function unreadable(message: string, cause?: unknown): Refusal {
  const refusal = new Refusal('invalid', `The file ${message}.`, { issues: [{ path: 'file', message }] });
  refusal.cause = cause;
  return refusal;
}
