// Previewers: modules that draw a picture of file types that Marque can't render. The picture takes the place of the original wherever
// renditions are made: in the panel, on portals and at `/a`.
import sharp from 'sharp';
import { takeContributions } from '../../core/contributions.ts';
import type { PictureHash } from '../../lib/picture-hash/hash.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import { decodeOptions } from '../delivery/picture.ts';
import { hashOf } from '../similar/sample.ts';
import { missOf, type Miss } from './extractors.ts';
import { addDrawnType, isDecoded, withoutParameters } from './kinds.ts';

declare module '../../core/contributions.ts' {
  interface Contributions {
    /** Draw pictures of files that Marque can't render. */
    previewers: Previewer;
  }
}

export interface Previewer {
  /** Lowercase letters, digits and dashes. Pictures are kept under this name: change it when what it draws changes. */
  name: string;
  /**
   * The media types it draws, with the endings of their files: `{ 'application/x-grid': ['grid'] }`; none that Marque renders itself.
   * A file gets such a type by its ending or its sender's claim, if its bytes say no more than text, JSON, XML, zip or nothing at all.
   */
  types: Readonly<Record<string, readonly string[]>>;
  /**
   * Draws a file, which may be gigabytes and hostile: read only the ranges you need. It has 30 seconds.
   * @returns a PNG, JPEG or WebP of at most 64 MiB; renditions are never larger than it.
   */
  draw: (file: ReadableFile, about: { mime: string }) => Promise<Uint8Array>;
}

const byMime = new Map<string, Previewer>();

takeContributions('previewers', (previewer) => {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(previewer.name) || previewer.name.length > 40)
    throw new Error(
      `Invalid previewer name "${previewer.name}". Use up to 40 lowercase letters, digits and dashes.`,
    );
  for (const [mime, endings] of Object.entries(previewer.types)) {
    if (!/^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,94}$/.test(mime))
      throw new Error(`Previewer "${previewer.name}": "${mime}" isn't a media type in lowercase.`);
    if (isDecoded(mime))
      throw new Error(`Previewer "${previewer.name}" can't draw ${mime}: Marque renders it itself.`);
    byMime.set(mime, previewer);
    addDrawnType(mime, endings);
  }
});

export const previewerOf = (mime: string): Previewer | undefined => byMime.get(withoutParameters(mime));

const maxSeconds = 30;
const maxBytes = 64 * 1024 * 1024;

/** By its first bytes: sharp would also open SVG, which must never be drawn in this process. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return head.startsWith('\u0089PNG') || head.startsWith('\u00ff\u00d8\u00ff') || /^RIFF.{4}WEBP/s.test(head);
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It took more than ${seconds} seconds.`));
    }, seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** @throws Error if the previewer throws, takes too long, or returns anything else than a picture. */
export async function draw(previewer: Previewer, file: ReadableFile, mime: string): Promise<Buffer> {
  const made = Buffer.from(await within(maxSeconds, previewer.draw(file, { mime })));
  if (made.length > maxBytes) throw new Error(`It returned ${made.length} bytes; the limit is ${maxBytes}.`);
  if (!isPicture(made)) throw new Error('It returned something else than a PNG, JPEG or WebP.');
  return made;
}

interface Drawing {
  width: number | null;
  height: number | null;
  pictureHash: PictureHash | null;
  misses: readonly Miss[];
}

/**
 * The size of what a previewer draws of a new file, and its hash. If it fails, the asset has no size, no renditions with constraints and
 * nothing to compare.
 */
export async function measureDrawing(file: ReadableFile, mime: string): Promise<Drawing> {
  const none = { width: null, height: null, pictureHash: null };
  const previewer = previewerOf(mime);
  if (!previewer) return { ...none, misses: [] };
  try {
    const made = await draw(previewer, file, mime);
    return await inProbeTurn(async () => {
      const { width, height } = await sharp(made, decodeOptions).metadata();
      return { width, height, pictureHash: await hashOf(made), misses: [] };
    });
  } catch (error) {
    return { ...none, misses: [missOf(previewer, error)] };
  }
}
