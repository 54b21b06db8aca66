// Runs a write in one transaction and retries it on deadlocks and serialization failures.
import type { PayloadRequest } from 'payload';
import { actAs } from '../access/actor.ts';
import type { Access, Caller } from '../access/caller.ts';
import { isRetryable, sqlStateOf } from '../db/failures.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { isApiError, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';

const maxAttempts = 3;
/**
 * foreign_key_violation, unique_violation, exclusion_violation, and the check_violation of rules that involve other rows. These
 * reach us when a conflict is only detected by the database, for example at COMMIT.
 */
const integrityStates = new Set(['23503', '23505', '23P01', '23514']);

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
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
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
  if (await isGone().catch(() => false)) {
    service.log.info({ err: error }, 'the target of a call was deleted while it ran');
    return new ApiError('not_found', 'This was just deleted.');
  }
  if (integrityStates.has(sqlStateOf(error) ?? '') || isRetryable(error)) {
    service.log.warn({ err: error }, 'a call conflicted with another change');
    return new ApiError('conflict', 'Someone else changed this at the same time. Reload and try again.');
  }
  return error;
}
