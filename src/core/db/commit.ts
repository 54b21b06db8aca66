// COMMIT, and what its answer means. Nothing may be told to a caller, sent, cached or queued before the database has said COMMIT.
import type pg from 'pg';
import { ApiError } from '../errors.ts';

/** PostgreSQL ends the connection with these: whether the commit had happened by then, it doesn't say. */
const endsConnection = /^(?:08|57P|XX)/;

/** True where the server itself refused the COMMIT, which rolls the transaction back. */
function wasRefused(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code !== 'string' || typeof severity !== 'string') return false;
  return severity !== 'FATAL' && severity !== 'PANIC' && !endsConnection.test(code);
}

/** True for a connection that has failed already: what is sent on it now never arrives. */
function isLost(client: pg.ClientBase): boolean {
  return (client as unknown as { _queryable?: boolean })._queryable === false;
}

/**
 * Sends COMMIT and waits until the database has answered it.
 *
 * @throws Error what the database refused it with (a deferred constraint, say): the transaction is rolled back
 * @throws Refusal `outcome_unknown` when the connection was lost before the answer came
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
      'The connection to the database was lost while this was being saved, so it may or may not have been saved. Check before you try again, or send the same Idempotency-Key.',
      undefined,
      { cause: error },
    );
  }
  // PostgreSQL answers the COMMIT of a transaction in which a statement failed with ROLLBACK, and not with an error.
  if (tag !== 'COMMIT')
    throw new Error(
      'The transaction was rolled back instead of committed: an earlier statement in it had failed.',
    );
}

/** True where a failed commit may have happened all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'outcome_unknown';
}

/** Rolls back. @returns why the connection can't be used again, or undefined when it can. */
export async function rollback(client: pg.ClientBase): Promise<Error | undefined> {
  if (isLost(client)) return new Error('Connection terminated.');
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
