// The interface of the storage, and rules for all implementations: keys, counting and hashing of uploads, and how storage failures are
// reported.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isApiError, ApiError } from '../errors.ts';

/** An upload that belongs to nothing yet; removed by the cleanup unless it's kept. */
export interface Staged {
  /** A key below `staged/`. */
  key: string;
  /** Bytes. */
  size: number;
  /** 64 lower-case hex digits. */
  sha256: string;
}

export interface StageOptions {
  /** Maximum size, in bytes. */
  maxBytes: number;
  /** Announced size, in bytes; a body of any other length is rejected. */
  expectedBytes?: number;
}

/** Both in bytes, counted from 0 and inclusive, as in RFC 9110, section 14.1.2; `0 <= start <= end`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredEntry {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Bytes by key. Every method throws `TypeError` for an invalid key or prefix (a bug of ours, never a caller's error), and ApiError
 * `unavailable` or `insufficient_storage` if the storage fails: the message never says why, its `cause` does.
 */
export interface Storage {
  /**
   * Streams a body into the staging area, hashing it on the way; a few MiB are in memory at a time (on S3 some 30).
   * On any error, what was written is removed. Chunks aren't copied: the source must not reuse them.
   * Stopping early calls `return()`, which destroys a Node stream; to answer on the same connection afterwards, pass
   * `stream.iterator({ destroyOnReturn: false })`.
   * @throws `too_large` over `maxBytes`; `invalid_request` if the body isn't `expectedBytes` long or breaks off; `unavailable` or
   *   `insufficient_storage` if the storage fails or is full; otherwise whatever the body throws.
   */
  stage(body: AsyncIterable<Uint8Array>, options: StageOptions): Promise<Staged>;

  /**
   * Makes a staged upload the blob of its hash, durably; the staged key disappears. Idempotent, and safe if two uploads keep the same bytes
   * concurrently. An existing blob counts as new again (`modifiedAt`), so that the cleanup doesn't remove it before a record refers
   * to it.
   * @throws `gone` if neither the staged upload nor the blob exists.
   */
  keep(staged: Pick<Staged, 'key' | 'sha256'>): Promise<void>;

  /** Discards a staged upload, complete or not; missing ones are fine. */
  discard(key: string): Promise<void>;

  /**
   * Provides a local file with these bytes to a tool that needs one. Read-only, and only valid until `use` settles.
   * @throws `not_found` if the bytes don't exist; whatever `use` throws.
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  /**
   * Stores bytes under a key atomically, replacing existing ones. Takes a disk flush or a round trip: a caller who has the bytes can respond
   * earlier.
   * @throws whatever the iterable throws, leaving nothing behind.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * The bytes, or the part in `range` (empty if the range is beyond the end); null if they don't exist. The stream holds a file or a socket:
   * read it to its end or destroy it.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;

  stat(key: string): Promise<{ size: number } | null>;

  /**
   * The size, and the bytes too if they're few and at hand, which saves a round trip. Null if they don't exist.
   */
  look(key: string): Promise<{ size: number; bytes: Buffer | null } | null>;

  /** Removing a missing key is fine. */
  remove(key: string): Promise<void>;

  /** Removes everything below a prefix of `renditions/`, which can be regenerated; no other prefix is accepted. */
  removeAll(prefix: string): Promise<void>;

  /**
   * Lists keys below a prefix (see `isPrefix`), unordered; concurrent changes may or may not be included. `staged/` includes unfinished
   * uploads: `discard` accepts these too.
   * @param olderThan only keys last written before it.
   */
  list(prefix: string, olderThan?: Date): AsyncIterable<StoredEntry>;

  /** Whether bytes can be stored now. Never throws. */
  healthy(): Promise<boolean>;

  /** The local path of the bytes, existing or not; null if they aren't stored on a local disk. */
  localPath(key: string): string | null;
}

/**
 * All valid keys. Strict, because keys become paths: no standalone dots, no empty segments, no backslashes, no percent signs. Folders must
 * repeat the hash.
 */
const keyPattern =
  /^(?:blobs\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}|renditions\/([0-9a-f]{2})\/([0-9a-f]{2})\/\3\4[0-9a-f]{60}\/[a-z0-9][a-z0-9_,.-]{0,159}|staged\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Prefixes that can be listed: a top-level folder, one or two levels of its folders, the renditions of a hash. */
const prefixPattern =
  /^(?:staged\/|(?:blobs|renditions)\/(?:[0-9a-f]{2}\/){0,2}|renditions\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}\/)$/;

const sha256Pattern = /^[0-9a-f]{64}$/;

export function isKey(key: string): boolean {
  return keyPattern.test(key);
}

export function isPrefix(prefix: string): boolean {
  return prefixPattern.test(prefix);
}

/** @throws TypeError for an invalid key. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** @throws TypeError unless it's a key below `staged/`. */
export function checkedStagedKey(key: string): string {
  if (!isKey(key) || !key.startsWith('staged/'))
    throw new TypeError(`Not a staged key: ${JSON.stringify(key)}`);
  return key;
}

/** @throws TypeError unless it can be listed. */
export function checkedPrefix(prefix: string): string {
  if (!isPrefix(prefix)) throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix)}`);
  return prefix;
}

/** @throws TypeError unless it's a prefix of `renditions/`: a bug must not be able to empty `blobs/`. */
export function checkedRenditionsPrefix(prefix: string): string {
  if (!isPrefix(prefix) || !prefix.startsWith('renditions/')) {
    throw new TypeError(`Not a prefix that may be emptied: ${JSON.stringify(prefix)}`);
  }
  return prefix;
}

function folderOf(sha256: string): string {
  if (!sha256Pattern.test(sha256))
    throw new TypeError(`Not a SHA-256 in lower-case hex: ${JSON.stringify(sha256)}`);
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The folder of a hash: 65,536 folders keep each short. */
export function blobKey(sha256: string): string {
  return `blobs/${folderOf(sha256)}`;
}

/**
 * The key of a rendition of a hash.
 * @param canonicalTransform the canonical form, such as `w_800,f_webp`: 1 to 160 characters of `a-z 0-9 _ , . -`.
 * @throws TypeError for anything else.
 */
export function renditionKey(sha256: string, canonicalTransform: string): string {
  return checkedKey(`${renditionsPrefix(sha256)}${canonicalTransform}`);
}

/** The prefix of all renditions of a hash, for `removeAll` and `list`. */
export function renditionsPrefix(sha256: string): string {
  return `renditions/${folderOf(sha256)}/`;
}

/** A new key in the staging area. */
export function stagedKey(): string {
  return `staged/${randomUUID()}`;
}

/**
 * An incoming body: passes its chunks on, counts and hashes them, and stops at the first byte too many. Each storage reads at its own
 * pace, which slows down the sender.
 */
export class Meter implements AsyncIterable<Uint8Array> {
  /** Bytes so far. */
  size = 0;
  /** Whether the body itself failed, as opposed to the storage. */
  failed = false;
  /** The error then. */
  failure: unknown;
  readonly #hash = createHash('sha256');

  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    private readonly options: StageOptions,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const { maxBytes, expectedBytes } = this.options;
    let isWithReader = false;
    try {
      if (expectedBytes !== undefined && expectedBytes > maxBytes) throw tooLarge(maxBytes);
      for await (const chunk of this.body) {
        this.size += chunk.byteLength;
        if (this.size > maxBytes) throw tooLarge(maxBytes);
        if (expectedBytes !== undefined && this.size > expectedBytes) {
          throw new ApiError(
            'invalid_request',
            `The file is larger than the ${expectedBytes} bytes announced. Upload it again.`,
          );
        }
        this.#hash.update(chunk);
        isWithReader = true;
        yield chunk;
        isWithReader = false;
      }
      if (expectedBytes !== undefined && this.size < expectedBytes) {
        throw new ApiError(
          'invalid_request',
          `The file ended after ${this.size} of ${expectedBytes} bytes. Upload it again.`,
        );
      }
    } catch (error) {
      // Readable.from() throws its own end back into its source; that's the reader's failure.
      if (isWithReader) throw error;
      this.failed = true;
      this.failure = brokenOff(error) ?? error;
      throw this.failure;
    }
  }

  /** The hash of all bytes, 64 hex digits. Call it once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `The file is larger than the limit of ${maxBytes} bytes. Upload a smaller one.`,
  );
}

/** Errors of Node, undici and web streams if the sender disconnects. */
const goneCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ABORT_ERR',
  'UND_ERR_SOCKET',
]);

function brokenOff(error: unknown): ApiError | undefined {
  if (nameOf(error) !== 'AbortError' && !goneCodes.has(codeOf(error))) return undefined;
  const apiError = new ApiError(
    'invalid_request',
    'The connection broke off before the upload was complete. Upload the file again.',
  );
  apiError.cause = error;
  return apiError;
}

/** The `code` of a system or library error, otherwise `''`. Without `instanceof`, since errors may come from another realm. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** How disks and S3 services report a full storage: POSIX, HTTP 507, MinIO, Ceph. */
const fullCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
]);

/**
 * The ApiError for a storage failure; an ApiError stays unchanged. Paths, buckets and hosts are only in the cause, which is only logged.
 */
export function storageFailure(error: unknown): ApiError {
  if (isApiError(error)) return error;
  const full = fullCodes.has(codeOf(error)) || fullCodes.has(nameOf(error));
  if (full)
    return new ApiError(
      'insufficient_storage',
      'The storage is full, so nothing was saved. Ask the server admin to free some space, then try again.',
      undefined,
      { cause: error },
    );
  return new ApiError('unavailable', "The storage isn't responding. Try again in a moment.", undefined, {
    cause: error,
  });
}

/** Runs work on the storage and converts its errors with `storageFailure`. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
}

export function missingBytes(): ApiError {
  return new ApiError('not_found', 'This file is missing from the storage.');
}

export function missingStaged(): ApiError {
  return new ApiError('gone', 'The uploaded file has expired. Upload it again.');
}
