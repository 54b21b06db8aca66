// The original with today's metadata written in, for downloads: title, description, creator, copyright, keywords and licence as XMP,
// IPTC and EXIF. No pixel is touched, and what the file says beyond these stays.
import { statement, type Db } from '../../core/db/pool.ts';
import type { Storage } from '../../core/storage/contract.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { rewriteJpeg } from '../../lib/metadata-writer/jpeg.ts';
import {
  hashOfPieces,
  readPieces,
  sizeOfPieces,
  type Piece,
  type ReadOriginal,
  type Said,
} from '../../lib/metadata-writer/pieces.ts';
import { rewritePng } from '../../lib/metadata-writer/png.ts';
import { rewriteWebp } from '../../lib/metadata-writer/webp.ts';
import type { Metadata } from '../schemas.ts';

type Rewrite = (file: ReadableFile, said: Said) => Promise<Piece[] | null>;

const rewriters: Record<string, Rewrite> = {
  'image/jpeg': rewriteJpeg,
  'image/png': rewritePng,
  'image/apng': rewritePng,
  'image/webp': rewriteWebp,
};

/** Bytes read at a time while looking for a file's parts: few and small at its head, larger where a PNG has thousands of them. */
const firstWindowBytes = 64 * 1024;
const maxWindowBytes = 1024 * 1024;

/** True for the formats that metadata can be written into. */
export function takesMetadata(mime: string): boolean {
  return Object.hasOwn(rewriters, mime);
}

const toSay = statement(
  'metadata-out:said',
  `select a.metadata, a.tags, a.rights ->> 'license' as license, coalesce(jsonb_typeof(a.c2pa) = 'object', false) as sealed
   from assets a where a.id = $1`,
);

interface SaidRow {
  metadata: Metadata | null;
  tags: string[] | null;
  license: string | null;
  sealed: boolean;
}

function saidBy({ metadata, tags, license }: SaidRow): Said {
  const text = (value: string | null | undefined): string | null => (value?.trim() ? value : null);
  return {
    title: text(metadata?.title),
    description: text(metadata?.description),
    creator: text(metadata?.creator),
    copyright: text(metadata?.copyright),
    license: text(license),
    keywords: tags ?? [],
  };
}

/** Reads of the storage as reads of a file, whether the bytes lie on a disk or behind a network. */
function readable(size: number, read: ReadOriginal, name: string): ReadableFile {
  let window = { offset: 0, bytes: Buffer.alloc(0) };
  let windowBytes = firstWindowBytes / 2;
  return {
    path: name,
    size,
    read: async (offset, length) => {
      if (offset < window.offset || offset + length > window.offset + window.bytes.byteLength) {
        windowBytes = Math.min(windowBytes * 2, maxWindowBytes);
        const end = Math.min(offset + Math.max(length, windowBytes), size) - 1;
        const chunks: Uint8Array[] = [];
        if (end >= offset) for await (const chunk of await read(offset, end)) chunks.push(chunk);
        window = { offset, bytes: Buffer.concat(chunks) };
      }
      return window.bytes.subarray(offset - window.offset, offset - window.offset + length);
    },
  };
}

export interface Rewritten {
  /** Bytes. */
  size: number;
  /** Of what was written, and where: another as soon as the metadata is. */
  hash: string;
  /** The bytes from `start` to `end`, both included. */
  open: (start: number, end: number) => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * An original with what its asset says of itself today.
 *
 * @param original whose bytes must be there.
 * @returns null where it is to be sent as it was uploaded: another format, Content Credentials (whose signature covers these bytes),
 *   nothing to write, or a file too broken to write into.
 */
export async function withMetadata(
  db: Db,
  storage: Storage,
  original: { id: string; key: string; size: number; mime: string },
): Promise<Rewritten | null> {
  const rewrite = rewriters[original.mime];
  if (!rewrite) return null;
  const [row] = await db.query<SaidRow>(toSay, [original.id]);
  if (!row || row.sealed) return null;
  const read: ReadOriginal = async (start, end) => {
    const stream = await storage.read(original.key, { start, end });
    if (!stream) throw new Error('The bytes that were there a moment ago are gone.');
    return stream;
  };
  let pieces: Piece[] | null;
  try {
    pieces = await rewrite(readable(original.size, read, original.key), saidBy(row));
  } catch (error) {
    // Offsets of a broken file lead outside of it; that it can't be written into is no reason to withhold it.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
  if (!pieces) return null;
  const written = pieces;
  return {
    size: sizeOfPieces(written),
    hash: hashOfPieces(written),
    open: async (start, end) => readPieces(written, read, start, end),
  };
}
