// A plain SQL transaction without Payload hooks: for the cleanup, and for locks during storage work.
import type pg from 'pg';
import { whileHeld } from './held-connection.ts';
import { commit, isOutcomeUnknown, rollback } from './commit.ts';
import { queryOn, type Db } from './pool.ts';
import { extendTransaction, isPatient } from './time-limits.ts';

/**
 * Runs `work` on one connection, in one transaction: committed when it returns, rolled back when it throws.
 * @throws `outcome_unknown` if the connection was lost during the commit
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
        // The connection has been returned to the pool.
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
    // A connection that can't even roll back isn't reused.
    broken = isOutcomeUnknown(error) ? (error as Error) : await rollback(client);
    throw error;
  } finally {
    restore();
    client.release(broken);
  }
  for (const one of after) one();
  return result;
}
