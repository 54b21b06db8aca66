// A transaction of our own, for SQL that no Payload hook has a part in: the sweep, and locks held over work on the storage.
import type pg from 'pg';
import { whileHeld } from './held-connection.ts';
import { commit, isOutcomeUnknown, rollback } from './commit.ts';
import { queryOn, type Db } from './pool.ts';
import { extendTransaction, isPatient } from './time-limits.ts';

/**
 * Runs `work` on one connection, in one transaction: committed when it returns, rolled back when it throws.
 * @throws Refusal `outcome_unknown` when the connection was lost while the commit was under way
 */
export async function inSqlTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const onHeld = whileHeld(work);
  const client = await pool.connect();
  let broken: Error | undefined;
  let ended = false;
  let restore: () => void = () => undefined;
  const after: (() => void)[] = [];
  let result: T;
  try {
    await client.query('begin');
    if (isPatient()) restore = await extendTransaction(client);
    result = await onHeld({
      query: (what, values) => {
        // The connection is somebody else's by then.
        if (ended) return Promise.reject(new Error('This transaction has ended.'));
        return queryOn(client, what, values);
      },
      afterCommit: (one) => after.push(one),
      takeTime: async () => {
        restore = await extendTransaction(client);
      },
    });
    ended = true;
    await commit(client);
  } catch (error) {
    ended = true;
    // A connection that can't even roll back is not given to the next one.
    broken = isOutcomeUnknown(error) ? (error as Error) : await rollback(client);
    throw error;
  } finally {
    restore();
    client.release(broken);
  }
  for (const one of after) one();
  return result;
}
