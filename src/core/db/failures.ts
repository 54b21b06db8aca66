// What a failure of the database or of a local disk is for the caller.
import { types } from 'node:util';
import { ApiError } from '../errors.ts';

/**
 * SQLSTATEs that mean the database is unavailable: connection lost, shutting down, out of memory or connections, statement or
 * lock timeout.
 */
const unavailableStates = /^(08...|57P0[1235]|57014|55P03|53[23]00)$/;
const unavailableErrno = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of pg and Payload that come without a code. An invalid response is one that isn't PostgreSQL's protocol. */
const unavailableWords =
  /Connection terminated|timeout exceeded when trying to connect|cannot begin transaction|is not queryable|received invalid response/;

/**
 * An error and its causes: libraries wrap errors of the database or the disk. Without `instanceof`, since errors of sockets may come from
 * another realm.
 */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; types.isNativeError(one) && chain.length < 5; one = one.cause) chain.push(one);
  return chain;
}

/** PostgreSQL's five-character code of an error or of what caused it; null if there's none. */
export function sqlStateOf(error: unknown): string | null {
  const codes = chainOf(error).map((one) => (one as { code?: unknown }).code);
  return codes.find((code): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) ?? null;
}

/** deadlock_detected and serialization_failure. */
const retryableStates = new Set(['40P01', '40001']);

/** True if PostgreSQL gave a transaction up: nothing was written, and a retry may succeed. */
export const isRetryable = (error: unknown): boolean => retryableStates.has(sqlStateOf(error) ?? '');

function databaseIsDown(error: unknown): boolean {
  return chainOf(error).some((one) => {
    const { code, syscall } = one as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string' && (unavailableStates.test(code) || unavailableErrno.has(code))) return true;
    // The socket of the embedded database while it restarts.
    if (code === 'ENOENT' && syscall === 'connect') return true;
    return unavailableWords.test(one.message);
  });
}

/** PostgreSQL's disk_full, and a full local disk. A full storage is reported by the storage itself (storageFailure). */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

function isOutOfSpace(error: unknown): boolean {
  return chainOf(error).some((one) => fullCodes.has((one as { code?: string }).code ?? ''));
}

/** The error for the caller if the database is down or a disk is full; null for any other error. */
export function failureOf(error: unknown): ApiError | null {
  if (isOutOfSpace(error))
    return new ApiError(
      'insufficient_storage',
      'The server is out of disk space, so nothing was saved. Ask the server admin to free some space.',
      undefined,
      { cause: error },
    );
  if (databaseIsDown(error))
    return new ApiError('unavailable', "The database isn't responding. Try again in a moment.", undefined, {
      cause: error,
    });
  return null;
}
