// The error envelope: what was refused on purpose as it says itself, everything else as `internal_error` with a reference to the log.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  isApiError,
  issueDetail,
  referenceOf,
  ApiError,
  statusOfCode,
  type ErrorCode,
  type Issue,
} from '../errors.ts';
import type { Log } from '../../log.ts';
import { suggestion } from '../../lib/nearest.ts';
import { Answer } from '../operation.ts';
import { knownAt } from './unknown-parameters.ts';

/**
 * SQLSTATEs that mean that the database can't answer now: connection lost, shutting down, out of memory or connections, a statement or a wait
 * for a lock that took too long.
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
/** What pg and Payload say without a code. */
const unavailableWords =
  /Connection terminated|timeout exceeded when trying to connect|cannot begin transaction|is not queryable/;

/** An error and what caused it: libraries wrap what the database or the disk said. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  return chain;
}

function databaseIsDown(error: unknown): boolean {
  return chainOf(error).some((one) => {
    const { code, syscall } = one as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string' && (unavailableStates.test(code) || unavailableErrno.has(code))) return true;
    // The socket of the embedded database, which is being started again.
    if (code === 'ENOENT' && syscall === 'connect') return true;
    return unavailableWords.test(one.message);
  });
}

/** PostgreSQL's disk_full, and a disk of ours. What a full storage says, storage itself tells (storageFailure). */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

function isOutOfSpace(error: unknown): boolean {
  return chainOf(error).some((one) => fullCodes.has((one as { code?: string }).code ?? ''));
}

/**
 * PostgreSQL's data exceptions for a value itself: malformed text for its type, too long, out of range, or bytes that aren't text.
 * Schemas refuse these first, with a path; this keeps one that slipped through from being answered as our own failure.
 */
const refusedValues = /^22(?:001|003|007|008|021|P02|P05)$/;

function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && refusedValues.test(code)) || isRefusedValue(error.cause);
}

export function envelope(
  code: ErrorCode,
  message: string,
  detail?: unknown,
): { error: { code: string; message: string; detail?: unknown } } {
  return { error: { code, message, ...(detail === undefined ? {} : { detail }) } };
}

/** Characters of a message: one that lists every problem of a body is as long as the body. */
const maxMessageLength = 4_000;

const bounded = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;

function boundedDetail(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || !('issues' in detail)) return detail;
  const { issues } = detail;
  return Array.isArray(issues) ? { ...detail, ...issueDetail(issues as Issue[]) } : detail;
}

/** What the caller may wait before trying again, where nothing better is known. */
const retryAfterSeconds = 5;

interface About {
  operation: string;
}

function refused(apiError: ApiError, log: Log, about: About): Answer {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  let detail = apiError.detail as Record<string, unknown> | undefined;
  const { retryAfterSeconds: wait, allow } = (detail ?? {}) as {
    retryAfterSeconds?: number;
    allow?: string[];
  };
  if (apiError.code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="Marque"';
  if (apiError.code === 'rate_limited') headers['retry-after'] = String(wait ?? 60);
  if (apiError.code === 'method_not_allowed') headers.allow = (allow ?? []).join(', ');
  if (statusOfCode[apiError.code] === 503) headers['retry-after'] = String(wait ?? retryAfterSeconds);
  // Below 500 the cause is in what was sent, and told in the message.
  const reference = referenceOf(apiError, log, about);
  if (reference !== null) detail = { ...detail, reference };
  return Answer.json(
    statusOfCode[apiError.code],
    envelope(apiError.code, bounded(apiError.message), boundedDetail(detail)),
    headers,
  );
}

/** Turns whatever was thrown into the answer the caller gets; causes go to the log and nowhere else. */
export function answerOf(error: unknown, log: Log, about: About): Answer {
  if (isApiError(error)) return refused(error, log, about);
  if (isOutOfSpace(error))
    return refused(
      new ApiError(
        'insufficient_storage',
        'There is no space left to store this, and nothing of it was kept. Ask whoever runs this server to free some space.',
        undefined,
        { cause: error },
      ),
      log,
      about,
    );
  if (databaseIsDown(error))
    return refused(
      new ApiError(
        'unavailable',
        'The database does not answer just now. Try again in a moment.',
        undefined,
        {
          cause: error,
        },
      ),
      log,
      about,
    );
  if (isRefusedValue(error)) {
    const reference = randomUUID();
    log.error(
      { err: error, reference, ...about },
      'the database refused a value that should have been refused before',
    );
    const message = "A value in this request can't be stored: it is malformed or out of range.";
    return refused(
      new ApiError('invalid_request', message, { reference, issues: [{ path: '', message }] }),
      log,
      about,
    );
  }
  return refused(
    new ApiError(
      'internal_error',
      'Something went wrong here. Tell whoever runs this server the reference.',
      undefined,
      {
        cause: error,
      },
    ),
    log,
    about,
  );
}

const maxCompared = 100;

/**
 * zod's issues as ours: dotted paths with indices in brackets, every problem at once, unknown properties by name.
 *
 * @param schema what was parsed with: then an unknown property comes with the one that was probably meant.
 */
export function issuesOf(error: z.ZodError, schema?: z.ZodType): Issue[] {
  // Of a body with a hundred thousand unknown names the first ones are told: comparing them all would take seconds.
  let compared = 0;
  return error.issues.flatMap((issue): Issue[] => {
    const path = pathText(issue.path);
    if (issue.code === 'unrecognized_keys') {
      const known = schema && compared < maxCompared ? knownAt(schema, issue.path) : [];
      return issue.keys.map((key) => ({
        path: pathText([...issue.path, key]),
        message: `There is no such property here.${known.length > 0 && (compared += 1) <= maxCompared ? ` ${suggestion(key, known)}` : ''}`,
      }));
    }
    const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return [{ path, message: missing ? `Missing. Expected ${issue.expected}.` : issue.message }];
  });
}

/** Keys come from the caller, and one of a megabyte may be part of every path: each is shortened to this many characters. */
const maxKeyLength = 80;

const shortened = (key: string): string =>
  key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key;

/** `set[0].key`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const key = shortened(String(part));
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** A 400 that names every problem, up to a hundred. */
export function malformed(issues: Issue[]): ApiError {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ApiError(
    'invalid_request',
    `${shown.join('; ')}${issues.length > 3 ? ` (and ${issues.length - 3} more)` : ''}`,
    issueDetail(issues),
  );
}
