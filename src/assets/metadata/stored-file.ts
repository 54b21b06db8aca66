// A stored file for readers of files, whether it is on disk or remote: only the ranges they ask for are read.
import type { Storage } from '../../core/storage/contract.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import type { ReadOriginal } from '../../lib/metadata-writer/pieces.ts';

/** Bytes read at a time while looking for a file's parts: few and small at its head, larger where a PNG has thousands of them. */
const firstWindowBytes = 64 * 1024;
const maxWindowBytes = 1024 * 1024;

/** @throws Error if the file isn't there */
export function readerOf(storage: Storage, key: string): ReadOriginal {
  return async (start, end) => {
    const stream = await storage.read(key, { start, end });
    if (!stream) throw new Error('The stored file disappeared while it was being read.');
    return stream;
  };
}

/** @param size in bytes */
export function storedFile(storage: Storage, key: string, size: number): ReadableFile {
  const read = readerOf(storage, key);
  let window = { offset: 0, bytes: Buffer.alloc(0) };
  let windowBytes = firstWindowBytes / 2;
  return {
    path: key,
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
