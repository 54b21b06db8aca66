// Writes an asset's current metadata into its original for downloads: title, description, creator, copyright, keywords and license, as
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
  type WritableFields,
} from '../../lib/metadata-writer/pieces.ts';
import { rewritePng } from '../../lib/metadata-writer/png.ts';
import { rewriteWebp } from '../../lib/metadata-writer/webp.ts';
import { plusMining, type Mining } from '../mining.ts';
import type { Metadata } from '../schemas.ts';
import { readerOf, storedFile } from './stored-file.ts';

type Rewrite = (file: ReadableFile, fields: WritableFields) => Promise<Piece[] | null>;

const rewriters: Record<string, Rewrite> = {
  'image/jpeg': rewriteJpeg,
  'image/png': rewritePng,
  'image/apng': rewritePng,
  'image/webp': rewriteWebp,
};

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

function saidBy({ metadata, tags, license }: SaidRow, mining: Mining | null): WritableFields {
  const text = (value: string | null | undefined): string | null => (value?.trim() ? value : null);
  return {
    title: text(metadata?.title),
    description: text(metadata?.description),
    creator: text(metadata?.creator),
    copyright: text(metadata?.copyright),
    license: text(license),
    dataMining: mining && plusMining(mining),
    keywords: tags ?? [],
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
  original: { id: string; key: string; size: number; mime: string; mining: Mining | null },
  { isSignedAgain = false } = {},
): Promise<Rewritten | null> {
  const rewrite = rewriters[original.mime];
  if (!rewrite) return null;
  const [row] = await db.query<SaidRow>(toSay, [original.id]);
  if (!row || (row.sealed && !isSignedAgain)) return null;
  const read = readerOf(storage, original.key);
  let pieces: Piece[] | null;
  try {
    const fields = { ...saidBy(row, original.mining), isSignedAgain };
    pieces = await rewrite(storedFile(storage, original.key, original.size), fields);
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
