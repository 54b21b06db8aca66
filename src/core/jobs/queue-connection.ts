// How pg-boss reaches PostgreSQL: over the connections we already have, one statement at a time.
import pg from 'pg';
import { queryOn, type Pool } from '../db/pool.ts';
import type { Log } from '../../log.ts';

/** pg-boss sends this to its own queue without awaiting it: a failure would end the process. */
const endsJob = /^\s*WITH (?:results|deleted_jobs) AS/;

export class QueueConnection {
  readonly #db: Pool;
  readonly #log: Log;
  readonly #inFlight = new Set<Promise<unknown>>();
  /** While the queue starts: requests may hold all connections of the pool, each waiting for this start to send a job. */
  #startingPool: pg.Pool | undefined;

  constructor(db: Pool, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Runs `start` with a connection that only this uses. */
  async whileStarting(start: () => Promise<void>): Promise<void> {
    const own = new pg.Pool({ ...this.#db.pool.options, max: 1 });
    own.on('error', () => undefined);
    this.#startingPool = own;
    try {
      await start();
    } finally {
      this.#startingPool = undefined;
      await own.end();
    }
  }

  readonly executeSql = async (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
    const query = this.#run(text, values ?? []);
    this.#inFlight.add(query);
    try {
      return { rows: await query };
    } finally {
      this.#inFlight.delete(query);
    }
  };

  /** pg-boss leaves statements it doesn't await; connections are closed once these have finished. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
  }

  async #run(text: string, values: unknown[]): Promise<object[]> {
    try {
      // Several statements with their own BEGIN: a failure must not leave a connection inside a transaction.
      const pool = this.#startingPool;
      if (/^\s*BEGIN;/.test(text)) return await runBlock(pool ?? this.#db.pool, text);
      return pool ? await queryOn<object>(pool, text, values) : await this.#db.query<object>(text, values);
    } catch (error) {
      if (!endsJob.test(text)) throw error;
      this.#log.warn({ err: error }, 'the job queue had an error');
      return [{ count: '0' }];
    }
  }
}

async function runBlock(pool: pg.Pool, text: string): Promise<object[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return (await client.query<object>(text)).rows;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
