// What the service asks of the place its bytes lie in, and the rules that hold wherever that is: how keys are made,
// how a body is counted and hashed on its way in, and how a failing storage is told to the caller.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isApiError, ApiError } from '../errors.ts';

/** Bytes that arrived but belong to nothing yet; swept when nobody keeps them. */
export interface Staged {
  /** A key below `staged/`. */
  key: string;
  /** Bytes. */
  size: number;
  /** 64 lower-case hex digits. */
  sha256: string;
}

export interface StageOptions {
  /** The most that is taken, in bytes. */
  maxBytes: number;
  /** What was announced, in bytes; a body of any other length is refused. */
  expectedBytes?: number;
}

/** Both bounds in bytes, counted from 0 and included, as in RFC 9110 section 14.1.2; `0 <= start <= end`. */
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
 * Bytes by key. Every method throws `TypeError` on a string that is no key or prefix (a mistake in our code, never a
 * caller's), and Refusal `unavailable` or `insufficient_storage` when the place itself fails: its message never says why, its
 * `cause` does.
 */
export interface Storage {
  /**
   * Streams a body into the staging place, hashing it on the way; a few MiB of it are in memory at a time
   * (on S3 some 30).
   * Whatever goes wrong, what was written is removed. Chunks aren't copied: the body must not write into them again.
   * A body left early is ended with `return()`, which destroys a Node stream; whoever must still answer on the same
   * connection passes `stream.iterator({ destroyOnReturn: false })`.
   * @throws Refusal `too_large` over `maxBytes`; `invalid_request` when the body isn't `expectedBytes` long or breaks
   * off; `unavailable` when the storage is full or fails; what the body itself throws otherwise.
   */
  stage(body: AsyncIterable<Uint8Array>, options: StageOptions): Promise<Staged>;

  /**
   * Makes staged bytes the blob of their hash, durably, and the staged key disappears. Does no harm twice, nor when
   * two keep the same bytes at once. A blob that was there already counts as new from now on (`modifiedAt`), so that a
   * sweep by age can't take it away from the record that is about to point at it.
   * @throws Refusal `gone` when neither the staged bytes nor the blob are there.
   */
  keep(staged: Pick<Staged, 'key' | 'sha256'>): Promise<void>;

  /** Drops staged bytes, whole or unfinished; those that aren't there are fine. */
  discard(key: string): Promise<void>;

  /**
   * Lends a local file with these bytes to a tool that needs one. The file is only to be read, and only until `use`
   * settles.
   * @throws Refusal `not_found` when there are no such bytes; what `use` throws.
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  /**
   * Stores bytes under a key at once or not at all, over what is there. Takes the time of a disk flush or a round trip:
   * a caller who holds the bytes can answer before.
   * @throws what the iterable throws, leaving nothing behind.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * The bytes, or the part of them in `range` (nothing, where the range lies behind their end); null when they aren't
   * there. The stream holds a file or a socket: read it to its end or destroy it.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;

  stat(key: string): Promise<{ size: number } | null>;

  /**
   * How many bytes there are, and the bytes themselves where they are few and at hand: asking first and reading then would be a trip
   * more. Null when they aren't there.
   */
  look(key: string): Promise<{ size: number; bytes: Buffer | null } | null>;

  /** Removing what isn't there is fine. */
  remove(key: string): Promise<void>;

  /** Removes everything below a prefix of `renditions/`, which can all be made again; no other prefix is taken. */
  removeAll(prefix: string): Promise<void>;

  /**
   * What lies below a prefix (see `isPrefix`), in no order; what appears or goes meanwhile may be in it or not.
   * `staged/` includes uploads that never ended: `discard` takes these too.
   * @param olderThan only what was last written before it.
   */
  list(prefix: string, olderThan?: Date): AsyncIterable<StoredEntry>;

  /** Whether bytes could be stored now. Never throws. */
  healthy(): Promise<boolean>;

  /** Where the bytes would lie on this machine's disk, there or not; null where they lie elsewhere. */
  localPath(key: string): string | null;
}

/**
 * Everything that is a key. Fixed, because keys become paths: no dots on their own, no empty segment, no backslash, no
 * percent sign. The folders must repeat the hash.
 */
const keyPattern =
  /^(?:blobs\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}|renditions\/([0-9a-f]{2})\/([0-9a-f]{2})\/\3\4[0-9a-f]{60}\/[a-z0-9][a-z0-9_,.-]{0,159}|staged\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Everything below which keys can be listed: a room, one or two levels of its folders, the renditions of a hash. */
const prefixPattern =
  /^(?:staged\/|(?:blobs|renditions)\/(?:[0-9a-f]{2}\/){0,2}|renditions\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}\/)$/;

const sha256Pattern = /^[0-9a-f]{64}$/;

export function isKey(key: string): boolean {
  return keyPattern.test(key);
}

export function isPrefix(prefix: string): boolean {
  return prefixPattern.test(prefix);
}

/** @throws TypeError when it is no key. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** @throws TypeError when it is no key below `staged/`. */
export function checkedStagedKey(key: string): string {
  if (!isKey(key) || !key.startsWith('staged/'))
    throw new TypeError(`Not a staged key: ${JSON.stringify(key)}`);
  return key;
}

/** @throws TypeError when nothing can be listed below it. */
export function checkedPrefix(prefix: string): string {
  if (!isPrefix(prefix)) throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix)}`);
  return prefix;
}

/** @throws TypeError for anything but a prefix of `renditions/`: a slip must not be able to empty `blobs/`. */
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

/** Where the bytes of a hash lie: 65,536 folders keep each short. */
export function blobKey(sha256: string): string {
  return `blobs/${folderOf(sha256)}`;
}

/**
 * Where one rendition of a hash lies.
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

/** A fresh key in the staging place. */
export function stagedKey(): string {
  return `staged/${randomUUID()}`;
}

/**
 * A body on its way in: passes its chunks on, counts and hashes them, and stops at the first byte too many. Each
 * storage pulls from it at its own pace, which is what holds the sender back.
 */
export class Meter implements AsyncIterable<Uint8Array> {
  /** Bytes so far. */
  size = 0;
  /** Whether the body threw, or something was wrong with it: told apart by this from a failure of the storage. */
  failed = false;
  /** What was thrown then. */
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
            `More bytes came than the ${expectedBytes} announced. Send the file again.`,
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
          `The file ended after ${this.size} of ${expectedBytes} bytes. Send it again.`,
        );
      }
    } catch (error) {
      // Readable.from() throws its own end back into its source; that is the reader's failure.
      if (isWithReader) throw error;
      this.failed = true;
      this.failure = brokenOff(error) ?? error;
      throw this.failure;
    }
  }

  /** The hash of all that passed, 64 hex digits. To be asked once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The file is over the limit of ${maxBytes} bytes. Send a smaller one.`);
}

/** What Node, undici and web streams throw when the other end of a body goes away. */
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
    'The connection broke off before the file was whole. Send it again.',
  );
  apiError.cause = error;
  return apiError;
}

/** The `code` of a system or library error, else `''`. Not by `instanceof`: errors of another realm count as well. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** What disks and S3 services say when there is no room: POSIX, HTTP 507, MinIO, Ceph. */
const fullCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
]);

/**
 * The refusal for a storage that failed; a Refusal stays as it is. Paths, buckets and hosts are in the cause alone,
 * which is for the log.
 */
export function storageFailure(error: unknown): ApiError {
  if (isApiError(error)) return error;
  const full = fullCodes.has(codeOf(error)) || fullCodes.has(nameOf(error));
  if (full)
    return new ApiError(
      'insufficient_storage',
      'The storage is full, and nothing was kept. Ask whoever runs this server to free some space, then try again.',
      undefined,
      { cause: error },
    );
  return new ApiError('unavailable', 'The storage does not answer. Try again in a moment.', undefined, {
    cause: error,
  });
}

/** Runs work on the storage; what it throws comes out as `storageFailure` tells it. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
}

export function missingBytes(): ApiError {
  return new ApiError('not_found', 'The bytes of this file are not in the storage.');
}

export function missingStaged(): ApiError {
  return new ApiError('gone', 'The uploaded bytes are no longer there. Upload the file again.');
}
