// Verifies stored bytes on their way out against their record: length and SHA-256.
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';

export interface Expected {
  /** For the log. */
  key: string;
  /** Bytes. */
  size: number;
  /** Null if only the length can be checked: a part of a blob, or bytes generated while sending. */
  sha256: string | null;
}

const message =
  "The stored file can't be read. Try again later, or contact the server admin and include the reference.";

function unreadable(why: string): ApiError {
  const apiError = new ApiError('unavailable', message);
  apiError.cause = new Error(why);
  return apiError;
}

/** Bytes that a record refers to but the storage doesn't have. */
export const lostBytes = (key: string): ApiError => unreadable(`${key} is not in the storage.`);

/** Bytes that differ from what was stored. `why` completes the sentence that begins with the key. */
export const damagedBytes = (key: string, why: string): ApiError => unreadable(`${key} ${why}.`);

const wrongLength = (key: string, size: number, expected: number): ApiError =>
  damagedBytes(key, `has ${size} bytes where its record says ${expected}`);

/** @throws unavailable if the bytes aren't the expected ones. */
export function demandExpected(bytes: Uint8Array, { key, size, sha256 }: Expected): void {
  if (bytes.byteLength !== size) throw wrongLength(key, bytes.byteLength, size);
  if (sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw damagedBytes(key, "doesn't match the SHA-256 in its record");
}

/**
 * Passes chunks on, and throws instead of the last one if they don't match, so that readers never get a complete but wrong file. Closes
 * its source when stopped early.
 * @throws unavailable
 */
export async function* checked(
  source: AsyncIterable<Uint8Array>,
  { key, size, sha256 }: Expected,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = sha256 === null ? null : createHash('sha256');
  let count = 0;
  let last: Uint8Array | null = null;
  for await (const chunk of source) {
    count += chunk.byteLength;
    if (count > size) throw wrongLength(key, count, size);
    hash?.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (count !== size) throw wrongLength(key, count, size);
  if (hash && hash.digest('hex') !== sha256)
    throw damagedBytes(key, "doesn't match the SHA-256 in its record");
  if (last) yield last;
}

/** How long a verified file is trusted, as long as it isn't written to. */
const trustedMs = 60 * 60 * 1000;

/** By path; some 200 bytes each. */
const found = new LRUCache<string, string>({ max: 20_000, ttl: trustedMs });

/** Changes when a file is written to or replaced. */
const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/**
 * Whether a file was verified within the last hour: hashing a large file takes as long as sending it over a fast network, and popular files
 * are sent again and again.
 */
export function isTrusted(path: string, stats: Stats): boolean {
  return found.get(path) === stampOf(stats);
}

export function trust(path: string, stats: Stats): void {
  found.set(path, stampOf(stats));
}
