// Bytes for the tests of storages: sent in chunks, read back, and listed.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Staged, Storage } from '../../../src/core/storage/contract.ts';

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A body in chunks of at most 64 KiB, as sockets deliver them. */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.byteLength; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

/** A body that yields these bytes and then fails. */
export async function* failingAfter(
  bytes: Uint8Array,
  error: Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* inChunks(bytes);
  throw error;
}

export async function keysBelow(storage: Storage, prefix: string, olderThan?: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix, olderThan)) keys.push(key);
  return keys.sort();
}

export async function bytesOf(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | null> {
  const stream = await storage.read(key, range);
  return stream && buffer(stream);
}

export async function keptBlob(storage: Storage, bytes: Uint8Array): Promise<Staged> {
  const staged = await storage.stage(inChunks(bytes), { maxBytes: bytes.byteLength });
  await storage.keep(staged);
  return staged;
}
