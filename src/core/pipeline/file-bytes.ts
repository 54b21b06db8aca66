// The bytes of a file in a response, verified while they're sent.
import { fstatSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FileBody } from '../operation.ts';
import { checked, damagedBytes, demandExpected, isTrusted, lostBytes, trust } from '../storage/checked.ts';

/** Files up to this size are read in one call: faster than a stream, and errors are known before the first byte. */
const wholeFileBytes = 128 * 1024;

/** @param below the underlying stream; destroyed with the new one, even if it was never read. */
function streamed(source: AsyncIterable<Uint8Array>, below: unknown): Readable {
  const stream = Readable.from(source, { objectMode: false });
  if (below instanceof Readable) stream.once('close', () => below.destroy());
  return stream;
}

/** A body of known length: any other length is an error, so that the connection is closed. */
export function ofLength(source: AsyncIterable<Uint8Array>, size: number): Readable {
  return streamed(checked(source, { key: 'What was sent', size, sha256: null }), source);
}

/**
 * The bytes to send: small files as a buffer, others as a stream.
 * @throws unavailable if bytes are missing or damaged and it shows before the first byte; later, the stream throws it.
 */
export async function bytesOfFile(file: FileBody): Promise<Uint8Array | Readable> {
  const { path, start, end } = file;
  const stored = file.stored ?? null;
  const size = end - start + 1;
  if (size <= 0) return new Uint8Array();
  if (path !== null) return bytesOnDisk(path, file, size);
  const isWhole = stored !== null && size === stored.size;
  const expected = { key: file.key, size, sha256: isWhole ? stored.sha256 : null };
  const opened = await file.open(start, end);
  const source = checked(opened, expected);
  return size <= wholeFileBytes ? gathered(source) : streamed(source, opened);
}

async function gathered(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function bytesOnDisk(
  path: string,
  { key, start, end, stored }: FileBody,
  size: number,
): Promise<Uint8Array | Readable> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? lostBytes(key) : error;
  });
  let isHandedOn = false;
  try {
    // fstat on an open file doesn't wait for the disk, so the sync call saves a turn in the thread pool.
    const stats = fstatSync(handle.fd);
    if (stats.size <= end || (stored && stats.size !== stored.size))
      throw damagedBytes(key, `has ${stats.size} bytes, but its record says ${stored?.size ?? end + 1}`);
    const sha256 = stored && size === stored.size && !isTrusted(path, stats) ? stored.sha256 : null;
    const expected = { key, size, sha256 };
    if (size <= wholeFileBytes) {
      const bytes = await readPiece(handle, start, size);
      demandExpected(bytes, expected);
      if (sha256 !== null) trust(path, stats);
      return bytes;
    }
    isHandedOn = true;
    const file = handle.createReadStream({ start, end, highWaterMark: 256 * 1024 });
    const source = checked(file, expected);
    return streamed(sha256 === null ? source : thenTrusted(source, path, stats), file);
  } finally {
    if (!isHandedOn) await handle.close();
  }
}

async function* thenTrusted(
  source: AsyncIterable<Uint8Array>,
  path: string,
  stats: Stats,
): AsyncGenerator<Uint8Array> {
  yield* source;
  trust(path, stats);
}

/** Reads a part of a file of known size in one call. */
async function readPiece(handle: FileHandle, start: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, start);
  return buffer.subarray(0, bytesRead);
}
