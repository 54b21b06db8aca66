// COMMIT and its result. Nothing may be answered, sent, cached or queued before the database has confirmed COMMIT.
import type pg from 'pg';
import { ApiError } from '../errors.ts';

/** PostgreSQL closes the connection with these, without saying whether the commit happened. */
const endsConnection = /^(?:08|57P|XX)/;

/** True if the server rejected the COMMIT, which rolls back the transaction. */
function wasRefused(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code !== 'string' || typeof severity !== 'string') return false;
  return severity !== 'FATAL' && severity !== 'PANIC' && !endsConnection.test(code);
}

/** True for a connection that has already failed: nothing sent on it arrives. */
function isLost(client: pg.ClientBase): boolean {
  return (client as unknown as { _queryable?: boolean })._queryable === false;
}

/**
 * Sends COMMIT and waits for the database's response.
 *
 * @throws Error if the database rejected it (a deferred constraint, for example): the transaction is rolled back
 * @throws `outcome_unknown` if the connection was lost before the response
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  if (isLost(client)) throw new Error('Connection terminated before the transaction could be committed.');
  let tag: string;
  try {
    ({ command: tag } = await client.query('commit'));
  } catch (error) {
    if (wasRefused(error)) throw error;
    throw new ApiError(
      'outcome_unknown',
      'The database connection was lost while saving, so this may or may not have been saved. Check before you retry, or retry with the same Idempotency-Key.',
      undefined,
      { cause: error },
    );
  }
  // PostgreSQL answers COMMIT after a failed statement with ROLLBACK, not with an error.
  if (tag !== 'COMMIT')
    throw new Error(
      'The transaction was rolled back instead of committed: an earlier statement in it had failed.',
    );
}

/** True if a failed commit may have happened nevertheless. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'outcome_unknown';
}

/** Rolls back. @returns why the connection can't be reused, or undefined if it can. */
export async function rollback(client: pg.ClientBase): Promise<Error | undefined> {
  if (isLost(client)) return new Error('Connection terminated.');
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
