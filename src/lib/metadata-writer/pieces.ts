// A file made of pieces: our bytes, and unchanged ranges of the original. However large the original is, only new bytes are in memory.
import { createHash } from 'node:crypto';

/** Bytes, or the range of the original from `start` to before `end`. */
export type Piece = Buffer | { start: number; end: number };

/** The metadata of an asset to write into a file; null omits a value. */
export interface WritableFields {
  title: string | null;
  description: string | null;
  creator: string | null;
  copyright: string | null;
  /** Null keeps the file's own license: unlike the other values, ours wasn't read from the file. */
  license: string | null;
  /** PLUS's address of whether machines may learn from it. Null keeps what the file says. */
  dataMining?: string | null;
  keywords: readonly string[];
  /** Writes into a file with Content Credentials, too: their signature won't hold any more, so it must be signed again. */
  isSignedAgain?: boolean;
}

export function isEmpty(fields: WritableFields): boolean {
  const { keywords, isSignedAgain: _, ...texts } = fields;
  return keywords.length === 0 && Object.values(texts).every((text) => text === null || text === undefined);
}

/** Reads a range of the original, both bounds included. */
export type ReadOriginal = (start: number, end: number) => Promise<AsyncIterable<Uint8Array>>;

function lengthOf(piece: Piece): number {
  return Buffer.isBuffer(piece) ? piece.byteLength : piece.end - piece.start;
}

export function sizeOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((size, piece) => size + lengthOf(piece), 0);
}

/** Equal for equal pieces of the same original, 64 hex digits. */
export function hashOfPieces(pieces: readonly Piece[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) hash.update(`${piece.byteLength}:`).update(piece);
    else hash.update(`${piece.start}-${piece.end};`);
  }
  return hash.digest('hex');
}

/** The bytes from `start` to `end` of the new file, both included. */
export async function* readPieces(
  pieces: readonly Piece[],
  read: ReadOriginal,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    const from = Math.max(start - at, 0);
    const to = Math.min(end + 1 - at, length);
    at += length;
    if (from >= to) continue;
    if (Buffer.isBuffer(piece)) yield piece.subarray(from, to);
    else yield* await read(piece.start + from, piece.start + to - 1);
  }
}

/**
 * The original with ranges of it replaced; the rest stays.
 * @param changes in any order, not overlapping; `start === end` inserts.
 */
export function replaced(
  size: number,
  changes: readonly { start: number; end: number; by: Buffer[] }[],
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  // A stable sort: insertions at one place keep their order, and come before a removal there.
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start > at) pieces.push({ start: at, end: start });
    pieces.push(...by.filter((bytes) => bytes.byteLength > 0));
    at = Math.max(at, end);
  }
  if (size > at) pieces.push({ start: at, end: size });
  return pieces;
}

/** A text as UTF-8 of at most `maxBytes`, cut between characters. */
export function utf8Within(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.byteLength <= maxBytes) return bytes;
  let end = maxBytes;
  // 10xxxxxx continues a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
