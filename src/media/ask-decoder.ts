// Asks a decoder, in a process of its own, for the picture of a file.
import { DecoderFailure } from '../lib/decoders/failures.ts';
import { decodeApart } from '../lib/decoders/pool.ts';
import type { Decoded, DecoderInput, OpenedFile } from '../lib/decoders/process.ts';
import type { PictureRequest } from '../lib/decoders/pictures/index.mjs';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { NoPreview } from '../assets/metadata/previewers.ts';

const MiB = 1024 * 1024;
/** Larger files get no preview from a decoder that holds them in memory. */
export const maxDecodedBytes = 256 * MiB;
/** Larger files get none from one that reads them as it needs them. */
const maxOpenedBytes = 5 * 1024 * MiB;

export interface Decoder {
  kind: PictureRequest['kind'];
  /** What its files are called. */
  name: string;
  decoder: 'pictures' | 'documents';
  /** It can read a large file as it needs it. */
  opens?: true;
}

/** @throws NoPreview */
export function demandAtMost(file: ReadableFile, bytes: number): void {
  if (file.size > bytes) throw new NoPreview(`is over ${bytes / MiB} MiB, the limit for previews`);
}

/** How a decoder gets a file. @throws NoPreview for one that is too large */
function inputOf(file: ReadableFile, opens: boolean): DecoderInput | OpenedFile {
  const { path, size } = file;
  demandAtMost(file, opens ? maxOpenedBytes : maxDecodedBytes);
  return size > maxDecodedBytes ? { path, size, isOpened: true } : { path, size };
}

/** A failure of a program or decoder, as it's said of the file. */
export const asNoPreview = (error: unknown): unknown =>
  error instanceof DecoderFailure ? new NoPreview(error.message, error.isLasting) : error;

/**
 * @returns what the decoder says about the file
 * @throws NoPreview, also if it was killed or never started
 */
export async function askDecoder(
  file: ReadableFile,
  { decoder, kind, name, opens }: Decoder,
  action: 'measure' | 'draw',
  page: number,
): Promise<Decoded> {
  const input = inputOf(file, opens === true);
  try {
    return await decodeApart({ decoder, kind, name, action, page }, input);
  } catch (error) {
    throw asNoPreview(error);
  }
}
