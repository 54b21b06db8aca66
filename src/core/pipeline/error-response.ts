// The error envelope: an `ApiError` as it is, anything else as `internal_error` with a reference to the log.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  isApiError,
  issueDetail,
  maxIssues,
  referenceOf,
  ApiError,
  statusOfCode,
  unknownProperty,
  type ErrorCode,
  type Issue,
} from '../errors.ts';
import { failureOf } from '../db/failures.ts';
import type { Log } from '../../log.ts';
import { suggestion } from '../../lib/nearest.ts';
import { Answer } from '../operation.ts';
import { knownAt } from './unknown-parameters.ts';

/**
 * PostgreSQL's data exceptions for a single value: malformed, too long, out of range, or invalid text. Schemas should reject
 * these first; this keeps one that slipped through from becoming a 500.
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

/** Maximum characters of a message: one that lists every problem could be as long as the body. */
const maxMessageLength = 4_000;

const bounded = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;

function boundedDetail(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || !('issues' in detail)) return detail;
  const { issues } = detail;
  return Array.isArray(issues) ? { ...detail, ...issueDetail(issues as Issue[]) } : detail;
}

/** Default Retry-After. */
const retryAfterSeconds = 5;

interface About {
  operation: string;
  module?: string;
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
  // Below 500 the caller is the cause, and the message explains it.
  const reference = referenceOf(apiError, log, about);
  if (reference !== null) detail = { ...detail, reference };
  return Answer.json(
    statusOfCode[apiError.code],
    envelope(apiError.code, bounded(apiError.message), boundedDetail(detail)),
    headers,
  );
}

/** Turns anything thrown into a response; causes go only to the log. */
export function answerOf(error: unknown, log: Log, about: About): Answer {
  if (isApiError(error)) return refused(error, log, about);
  const failure = failureOf(error);
  if (failure) return refused(failure, log, about);
  if (isRefusedValue(error)) {
    const reference = randomUUID();
    log.error(
      { err: error, reference, ...about },
      'the database rejected a value that validation should have caught',
    );
    const message = "A value in this request can't be stored: it's malformed or out of range.";
    return refused(
      new ApiError('invalid_request', message, { reference, issues: [{ path: '', message }] }),
      log,
      about,
    );
  }
  return refused(
    new ApiError(
      'internal_error',
      'Something went wrong. Contact the server admin and include the reference.',
      undefined,
      {
        cause: error,
      },
    ),
    log,
    about,
  );
}

/** Each unknown property beyond those that are shown: naming fifty thousand would take longer than all else. They're only counted. */
const unnamed: Issue = { path: '', message: unknownProperty };

/**
 * Converts zod issues: dotted paths with indices in brackets, all problems at once, unknown properties by name, as many as are shown.
 *
 * @param schema what was parsed with; used to suggest the property that was probably meant.
 * @param value what was parsed; says which of several alternatives was meant.
 */
export function issuesOf(error: z.ZodError, schema?: z.ZodType, value?: unknown): Issue[] {
  const issues: Issue[] = [];
  let left = maxIssues;
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') {
      issues.push({ path: pathText(issue.path), message: messageOf(issue) });
      continue;
    }
    const known = schema && left > 0 ? knownAt(schema, issue.path, value) : [];
    const named = issue.keys.slice(0, left);
    left -= named.length;
    for (const key of named)
      issues.push({
        path: pathText([...issue.path, key]),
        message: `${unknownProperty}${known.length > 0 ? ` ${suggestion(key, known)}` : ''}`,
      });
    for (let more = issue.keys.length - named.length; more > 0; more -= 1) issues.push(unnamed);
  }
  return issues;
}

/** What to do about it, where zod only says what's wrong. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return `Missing. Expected ${issue.expected}.`;
  if (issue.code === 'invalid_format' && issue.format === 'uuid')
    return 'This isn’t an ID. Send the UUID of a record, as lists and searches return it.';
  return issue.message;
}

/** Maximum characters of a key in a path: keys come from the caller and may be a megabyte long. */
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

/** A 400 that lists every problem, up to a hundred. */
export function malformed(issues: Issue[]): ApiError {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ApiError(
    'invalid_request',
    `${shown.join('; ')}${issues.length > 3 ? ` (and ${issues.length - 3} more)` : ''}`,
    issueDetail(issues),
  );
}
