// Stored bytes on their way out, held against what their record says: how many there are, and their SHA-256.
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';

export interface Expected {
  /** For the log. */
  key: string;
  /** Bytes. */
  size: number;
  /** Null where only the length can be checked: a part of a blob, or bytes made while they are sent. */
  sha256: string | null;
}

const message =
  'The stored bytes of this file can not be read. Try again later, or tell whoever runs the server the reference.';

function unreadable(why: string): ApiError {
  const apiError = new ApiError('unavailable', message);
  apiError.cause = new Error(why);
  return apiError;
}

/** Bytes that a record points at and the storage doesn't have. */
export const lostBytes = (key: string): ApiError => unreadable(`${key} is not in the storage.`);

/** Bytes that are not those that were stored. `why` completes the sentence that begins with the key. */
export const damagedBytes = (key: string, why: string): ApiError => unreadable(`${key} ${why}.`);

const wrongLength = (key: string, size: number, expected: number): ApiError =>
  damagedBytes(key, `has ${size} bytes where its record says ${expected}`);

/** @throws Refusal unavailable where the bytes are not those that are expected. */
export function demandExpected(bytes: Uint8Array, { key, size, sha256 }: Expected): void {
  if (bytes.byteLength !== size) throw wrongLength(key, bytes.byteLength, size);
  if (sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw damagedBytes(key, 'has another SHA-256 than its record');
}

/**
 * Passes chunks on, and throws instead of the last one when they are not what was expected: whoever reads on never gets a whole file that
 * is a wrong one. Left early, it lets go of its source.
 * @throws Refusal unavailable
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
  if (hash && hash.digest('hex') !== sha256) throw damagedBytes(key, 'has another SHA-256 than its record');
  if (last) yield last;
}

/** How long a file that was read whole and found right is taken for that, as long as nobody writes to it. */
const trustedMs = 60 * 60 * 1000;

/** By path; some 200 bytes each. */
const found = new LRUCache<string, string>({ max: 20_000, ttl: trustedMs });

/** Changes with whatever is written into a file, or put in its place. */
const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/**
 * Whether a file's bytes were compared with their hash within the hour: hashing a large file takes as long as sending it over a fast
 * network, and popular files are sent again and again.
 */
export function isTrusted(path: string, stats: Stats): boolean {
  return found.get(path) === stampOf(stats);
}

export function trust(path: string, stats: Stats): void {
  found.set(path, stampOf(stats));
}
