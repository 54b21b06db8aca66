// Writes an asset's current metadata into its original for downloads: title, description, creator, copyright, keywords and licence, as
// XMP, IPTC and EXIF. Pixels and all other metadata stay as they are.
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
  type WritableFields,
} from '../../lib/metadata-writer/pieces.ts';
import { rewritePng } from '../../lib/metadata-writer/png.ts';
import { rewriteWebp } from '../../lib/metadata-writer/webp.ts';
import type { Metadata } from '../schemas.ts';

type Rewrite = (file: ReadableFile, fields: WritableFields) => Promise<Piece[] | null>;

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
   from payload.assets a where a.id = $1`,
);

interface SaidRow {
  metadata: Metadata | null;
  tags: string[] | null;
  license: string | null;
  sealed: boolean;
}

function saidBy({ metadata, tags, license }: SaidRow): WritableFields {
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

/** Reads ranges from storage as if from a file, whether it is on disk or remote. */
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
  /** Hash of what was written and where; changes with the metadata. */
  hash: string;
  /** The bytes from `start` to `end`, both included. */
  open: (start: number, end: number) => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * An original with its asset's current metadata.
 *
 * @param original whose bytes must exist.
 * @returns null if it should be sent as uploaded: an unsupported format, Content Credentials (whose signature covers these bytes),
 *   nothing to write, or a damaged file.
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
    if (!stream) throw new Error('The stored file disappeared while it was being read.');
    return stream;
  };
  let pieces: Piece[] | null;
  try {
    pieces = await rewrite(readable(original.size, read, original.key), saidBy(row));
  } catch (error) {
    // Offsets in a damaged file may point outside of it. It can still be sent as uploaded.
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
