// A transaction of our own, for SQL that no Payload hook has a part in: the sweep, and locks held over work on the storage.
import type pg from 'pg';
import { queryOn, type Db } from './pool.ts';

/** Runs `work` on one connection, in one transaction: committed when it returns, rolled back when it throws. */
export async function inSqlTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const after: (() => void)[] = [];
    const result = await work({
      query: (what, values) => queryOn(client, what, values),
      afterCommit: (one) => after.push(one),
    });
    await client.query('commit');
    for (const one of after) one();
    return result;
  } catch (error) {
    // A connection that can't even roll back is not given to the next one.
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
