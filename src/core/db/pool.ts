// Connections for the fast reads. Payload has a pool of its own; what is read here is SQL prepared once per connection.
import pg from 'pg';
import { boundPool, isPatient, withPatienceOn } from './time-limits.ts';

/** A statement with a name is prepared once per connection; its text must never vary under one name. */
export interface Statement {
  name: string;
  text: string;
}

/** What can run a statement: the pool, or the connection of a transaction. */
export interface Db {
  query<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  /** Only on a transaction's connection: has something done once it is committed; never when it is rolled back. */
  afterCommit?(work: () => void): void;
  /** Only on a transaction's connection: gives its statements an hour each, for work that goes over everything of an organization. */
  takeTime?(): Promise<void>;
}

export interface Pool extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Names a statement. Callers keep it in a module constant, so that name and text stay together. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

// bigint columns here are counts and sizes, far below 2^53: as numbers they need no conversion in each reader.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * @param options.statementTimeoutMs how long a statement may take; 0, the default: as long as the database answers at all
 */
export function openPool(
  url: string,
  options: { max?: number; statementTimeoutMs?: number; onError?: (error: Error) => void } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: 'marque',
  });
  const { statementTimeoutMs = 0, onError } = options;
  boundPool(pool, { statementTimeoutMs, ...(onError ? { onError } : {}) });
  return {
    pool,
    query: (what, values) => (isPatient() ? queryPatiently(pool, what, values) : queryOn(pool, what, values)),
    close: () => pool.end(),
  };
}

async function queryPatiently<Row extends object>(
  pool: pg.Pool,
  what: Statement | string,
  values: readonly unknown[] | undefined,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: boolean | undefined;
  try {
    return await withPatienceOn(client, () => queryOn<Row>(client, what, values));
  } catch (error) {
    broken = true;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs a statement on a pool or a client. */
export async function queryOn<Row extends object>(
  client: pg.Pool | pg.ClientBase,
  what: Statement | string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const text = typeof what === 'string' ? { text: what } : { name: what.name, text: what.text };
  const result = await client.query<Row>({ ...text, values: values as unknown[] });
  return result.rows;
}
