// The error envelope: what was refused on purpose as it says itself, everything else as `internal_error` with a reference to the log.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { isRefusal, issueDetail, Refusal, statusOfCode, type ErrorCode, type Issue } from '../refusal.ts';
import type { Log } from '../log.ts';
import { Answer } from '../operation.ts';

/** PostgreSQL classes that mean it is not there for us: connection lost, shutting down, too many connections. */
const unavailableStates = /^(08...|57P0[1235]|53300)$/;
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

function databaseIsDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string' && (unavailableStates.test(code) || unavailableErrno.has(code))) return true;
  // The socket of the embedded database, which is being started again.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (unavailableWords.test(error.message)) return true;
  return error.cause !== undefined && databaseIsDown(error.cause);
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

/** Turns whatever was thrown into the answer the caller gets; causes go to the log and nowhere else. */
export function answerOf(error: unknown, log: Log, about: { operation: string }): Answer {
  if (isRefusal(error)) {
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    const detail = error.detail as { retryAfterSeconds?: number; allow?: string[] } | undefined;
    if (error.code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="Marque"';
    if (error.code === 'rate_limited') headers['retry-after'] = String(detail?.retryAfterSeconds ?? 60);
    if (error.code === 'method_not_allowed') headers.allow = (detail?.allow ?? []).join(', ');
    return Answer.json(
      statusOfCode[error.code],
      envelope(error.code, bounded(error.message), boundedDetail(error.detail)),
      headers,
    );
  }
  const reference = randomUUID();
  if (databaseIsDown(error)) {
    log.error({ err: error, reference, ...about }, 'the database does not answer');
    return Answer.json(
      503,
      envelope('unavailable', 'The database does not answer just now. Try again in a moment.', { reference }),
      {
        'retry-after': '5',
        'cache-control': 'no-store',
      },
    );
  }
  if (isRefusedValue(error)) {
    log.error(
      { err: error, reference, ...about },
      'the database refused a value that should have been refused before',
    );
    const message = "A value in this request can't be stored: it is malformed or out of range.";
    return Answer.json(
      400,
      envelope('invalid_request', message, { reference, issues: [{ path: '', message }] }),
      {
        'cache-control': 'no-store',
      },
    );
  }
  log.error({ err: error, reference, ...about }, 'unforeseen error');
  return Answer.json(
    500,
    envelope('internal_error', 'Something went wrong here. Tell whoever runs this server the reference.', {
      reference,
    }),
    { 'cache-control': 'no-store' },
  );
}

/** zod's issues as ours: dotted paths with indices in brackets, every problem at once, unknown properties by name. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = pathText(issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: pathText([...issue.path, key]),
        message: 'There is no such property here.',
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
export function malformed(issues: Issue[]): Refusal {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new Refusal(
    'invalid_request',
    `${shown.join('; ')}${issues.length > 3 ? ` (and ${issues.length - 3} more)` : ''}`,
    issueDetail(issues),
  );
}
