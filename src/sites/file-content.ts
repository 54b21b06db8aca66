// The bytes of a file of a site, straight out of its deployment's zip.
import { inflateRawSync } from 'node:zlib';
import type { AnswerBody } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { checked, lostBytes } from '../core/storage/checked.ts';
import { blobKey } from '../core/storage/contract.ts';
import { inflating } from '../lib/safe-zip/inflate.ts';

/** Where a file is: from `data_at` on in the zip with this hash. */
export interface StoredFile {
  sha256: string;
  data_at: number;
  packed: number;
  size: number;
  crc: number;
  deflated: boolean;
}

/** Up to this size, a range is read at once. */
const wholeBytes = 256 * 1024;

async function* stored(service: Service, row: StoredFile): AsyncGenerator<Buffer> {
  if (row.packed === 0) return;
  const range = { start: row.data_at, end: row.data_at + row.packed - 1 };
  const key = blobKey(row.sha256);
  const stream = await service.storage.read(key, range);
  if (!stream) throw lostBytes(key);
  yield* checked(stream, { key, size: row.packed, sha256: null }) as AsyncIterable<Buffer>;
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
export const gzipExtra = gzipHead.length + 8;

/** RFC 1952: deflated zip entries only need a header and their CRC to be valid gzip. */
async function* gzipped(service: Service, row: StoredFile): AsyncGenerator<Buffer> {
  yield gzipHead;
  yield* stored(service, row);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(row.crc, 0);
  tail.writeUInt32LE(row.size % 2 ** 32, 4);
  yield tail;
}

async function* inflated(
  service: Service,
  row: StoredFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { inflate } = inflating(stored(service, row));
  let at = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      const from = Math.max(0, start - at);
      const to = Math.min(piece.length, end + 1 - at);
      if (to > from) yield piece.subarray(from, to);
      at += piece.length;
      if (at > end) return;
    }
  } finally {
    inflate.destroy();
  }
}

/** A part of a blob. */
function part(service: Service, sha256: string, { start, end }: { start: number; end: number }): AnswerBody {
  const key = blobKey(sha256);
  const file = {
    key,
    path: service.storage.localPath(key),
    start,
    end,
    open: async (from: number, to: number) => {
      const stream = await service.storage.read(key, { start: from, end: to });
      if (!stream) throw lostBytes(key);
      return stream;
    },
  };
  return { kind: 'file', file };
}

/** Where the Brotli of a file is: its blob, and its place there. */
export interface StoredBrotli {
  sha256: string;
  at: number;
  size: number;
}

/** The Brotli of a file. */
export const brotliContent = (service: Service, { sha256, at, size }: StoredBrotli): AnswerBody =>
  part(service, sha256, { start: at, end: at + size - 1 });

/** The bytes of a file, packed as they are stored or a range of them unpacked. */
export async function contentOf(
  service: Service,
  row: StoredFile,
  { start, end, gzip }: { start: number; end: number; gzip: boolean },
): Promise<AnswerBody> {
  if (!row.deflated) return part(service, row.sha256, { start: row.data_at + start, end: row.data_at + end });
  if (gzip) {
    if (row.packed > wholeBytes) return { kind: 'stream', open: () => gzipped(service, row) };
    return { kind: 'bytes', bytes: await whole(gzipped(service, row)) };
  }
  if (row.packed > wholeBytes || row.size > 4 * wholeBytes)
    return { kind: 'stream', open: () => inflated(service, row, start, end) };
  const content = inflateRawSync(await whole(stored(service, row)));
  return { kind: 'bytes', bytes: content.subarray(start, end + 1) };
}
