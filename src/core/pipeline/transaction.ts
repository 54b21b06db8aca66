// Runs a write in one transaction and retries it on deadlocks and serialization failures.
import type { PayloadRequest } from 'payload';
import { actAs } from '../access/actor.ts';
import type { Access, Caller } from '../access/caller.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { isApiError, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';

/** PostgreSQL's deadlock_detected and serialization_failure: nothing was written, and a retry may succeed. */
const retryableStates = new Set(['40P01', '40001']);
const maxAttempts = 3;
/**
 * foreign_key_violation, unique_violation, exclusion_violation, and the check_violation of rules that involve other rows. These
 * reach us when a conflict is only detected by the database, for example at COMMIT.
 */
const integrityStates = new Set(['23503', '23505', '23P01', '23514']);

/** Payload and drizzle wrap PostgreSQL's error as the cause. */
function sqlStateOf(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** Runs `work` in a transaction; retries up to `maxAttempts` times if PostgreSQL aborted it. */
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
 * The error to answer if a call failed because its target was deleted meanwhile (for example with its workspace); other
 * errors are returned unchanged.
 */
export async function orGone(
  service: Service,
  error: unknown,
  isGone: () => Promise<boolean>,
): Promise<unknown> {
  if (isApiError(error)) return error;
  const state = sqlStateOf(error);
  if (await isGone().catch(() => false)) {
    service.log.info({ err: error }, 'the target of a call was deleted while it ran');
    return new ApiError('not_found', 'This was just deleted.');
  }
  if (integrityStates.has(state ?? '') || retryableStates.has(state ?? '')) {
    service.log.warn({ err: error }, 'a call conflicted with another change');
    return new ApiError('conflict', 'Someone else changed this at the same time. Reload and try again.');
  }
  return error;
}
