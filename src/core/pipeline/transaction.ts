// Calls that cross others: locks taken in a circle, and things that go away while they are acted on.
import type { PayloadRequest } from 'payload';
import { actAs } from '../access/actor.ts';
import type { Access, Caller } from '../access/caller.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { isApiError, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';

/** PostgreSQL's deadlock_detected and serialization_failure: nothing was written, and the same again may well go through. */
const retryableStates = new Set(['40P01', '40001']);
const maxAttempts = 3;
/**
 * foreign_key_violation (what a row points at has gone, or still holds it), unique_violation, exclusion_violation, and the
 * check_violation of a rule that looks at other rows: found where it could be said no better, at COMMIT for one.
 */
const integrityStates = new Set(['23503', '23505', '23P01', '23514']);

/** Where Payload or drizzle wraps what PostgreSQL said, it stands as the cause. */
function sqlStateOf(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** Runs what writes in one transaction, and once more when it crossed another's locks. */
export async function withTransaction<T>(
  service: Service,
  caller: Caller,
  access: Access,
  work: (req: PayloadRequest, db: Db) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(
        service.payload,
        (req) => {
          actAs(req, caller, access);
        },
        work,
      );
    } catch (error) {
      if (attempt >= maxAttempts || !retryableStates.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

/**
 * What a call answers that failed unforeseen because another took away what it acts on (a workspace with everything in it, say):
 * everything else stays as it is.
 */
export async function orGone(
  service: Service,
  error: unknown,
  isGone: () => Promise<boolean>,
): Promise<unknown> {
  if (isApiError(error)) return error;
  const state = sqlStateOf(error);
  if (await isGone().catch(() => false)) {
    service.log.info({ err: error }, 'what a call acted on went away meanwhile');
    return new ApiError('not_found', 'What this acts on has just been deleted.');
  }
  if (integrityStates.has(state ?? '') || retryableStates.has(state ?? '')) {
    service.log.warn({ err: error }, 'a call was crossed by another change');
    return new ApiError('conflict', 'This was crossed by another change. Look again, and try once more.');
  }
  return error;
}
