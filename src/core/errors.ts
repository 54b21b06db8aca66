// The one table of errors: what a program reads (`code`), what HTTP says (`status`).
// Everything that is refused on purpose is a Refusal; whatever else is thrown is an internal error.
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
 * A call refused on purpose. `message` is read by people and says what to do next; it never carries a secret or a cause
 * that was not meant for the caller.
 */
export class ApiError extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly detail?: unknown,
    /** `cause`: the failure of a part (database, storage) behind this; it is logged, and nothing of it leaves. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** True for a Refusal of any copy of this module: Next bundles its own beside the one the server loaded. */
export function isApiError(error: unknown): error is ApiError {
  return (
    error instanceof Error &&
    error.name === 'Refusal' &&
    'code' in error &&
    (error.code as string) in statusOfCode
  );
}

/** Problems that one answer lists; of more, it says how many. */
export const maxIssues = 100;

/** `detail` of an answer with problems: `issues`, and in `more` how many are left out. */
export function issueDetail(issues: readonly Issue[]): { issues: Issue[]; more?: number } {
  const more = issues.length - maxIssues;
  return more > 0 ? { issues: issues.slice(0, maxIssues), more } : { issues: [...issues] };
}

/** A 422 that names every problem at its path. */
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
 * The reference under which the log has a refusal that a part of the server caused (the database, the storage): the caller gets it too. It
 * is logged with its cause the first time this is asked. Null where the cause is in what was sent.
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
