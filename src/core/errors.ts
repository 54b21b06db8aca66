// The one table of errors: `code` for programs, and its HTTP status. Expected errors are `ApiError`s; anything else thrown is an internal
// error.
import { randomUUID } from 'node:crypto';

/** Error codes and their HTTP status, as conventions.md lists them. */
export const statusOfCode = {
  invalid_request: 400,
  unauthorized: 401,
  password: 401,
  forbidden: 403,
  limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  outcome_unknown: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** One problem with the input; `path` is dotted, with indices in brackets (`set[0].key`). */
export interface Issue {
  path: string;
  message: string;
}

/**
 * An expected error. `message` is for people and says what to do next; it never contains secrets or causes that aren't meant for
 * the caller.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly detail?: unknown,
    /** `cause`: the failure of the database or storage behind this; it's logged and never sent. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** The texts of a 404. Where an operation can name what is missing, it throws a sentence of its own. */
export const notFoundTexts = {
  /** Doesn't tell whether the record exists. */
  record: "Not found, or you don't have access.",
  /** An address that nothing answers at. */
  address: 'Not found. Check the URL.',
  /** Pages for people: what went wrong, and what to do about it. */
  pageTitle: 'Page not found',
  pageAdvice: 'Check the address, or ask the person who gave it to you.',
} as const;

/** A 404 for a record that doesn't exist, or that the caller can't read. */
export const notFound = (): ApiError => new ApiError('not_found', notFoundTexts.record);

/** A 404 for an address that nothing answers at. */
export const addressNotFound = (): ApiError => new ApiError('not_found', notFoundTexts.address);

/** True for an ApiError of any copy of this module: Next bundles its own beside the server's. */
export function isApiError(error: unknown): error is ApiError {
  return (
    error instanceof Error &&
    error.name === 'ApiError' &&
    'code' in error &&
    (error.code as string) in statusOfCode
  );
}

/** Maximum issues in a response. */
export const maxIssues = 100;

/** Said of a property that isn't known, before what it may have been meant to be (`suggestion`). */
export const unknownProperty = 'Unknown property.';

/** `detail` of an error with issues; `more` counts the omitted ones. */
export function issueDetail(issues: readonly Issue[]): { issues: Issue[]; more?: number } {
  const more = issues.length - maxIssues;
  return more > 0 ? { issues: issues.slice(0, maxIssues), more } : { issues: [...issues] };
}

/** A 422 that lists every problem with its path. */
export function invalid(issues: Issue[]): ApiError {
  const detail = issueDetail(issues);
  const listed = detail.issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ApiError(
    'invalid',
    `${listed.join('; ')}${detail.more ? ` (and ${detail.more} more)` : ''}`,
    detail,
  );
}

const references = new WeakMap<ApiError, string>();

/**
 * The log reference of an error caused by the server (database, storage), which the caller gets too. Logged with its cause on the
 * first call. Null if the request was the cause.
 */
export function referenceOf(
  apiError: ApiError,
  log: { error(about: object, message: string): void },
  about: { operation: string },
): string | null {
  if (statusOfCode[apiError.code] < 500) return null;
  const known = references.get(apiError);
  if (known !== undefined) return known;
  const reference = randomUUID();
  references.set(apiError, reference);
  log.error({ err: apiError.cause ?? apiError, reference, ...about }, apiError.message);
  return reference;
}
