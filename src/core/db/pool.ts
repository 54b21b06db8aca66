// The connection pool for fast reads. Payload has its own; these statements are prepared once per connection.
import pg from 'pg';
import { withTableNames } from '../collection-names.ts';
import { toConnection, type Connection } from './app-database.ts';
import type { SlowStatements } from './slow-statements.ts';
import { boundPool, isPatient, withPatienceOn } from './time-limits.ts';

/** A named statement is prepared once per connection; its text must never vary for a name. */
export interface Statement {
  name: string;
  text: string;
}

/** Something that runs statements: the pool, or a transaction's connection. */
export interface Db {
  query<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  /** Only on a transaction's connection: runs after the commit; never if it's rolled back. */
  afterCommit?(work: () => void): void;
  /** Only on a transaction's connection: gives its statements an hour each, for work on a whole organization. */
  takeTime?(): Promise<void>;
}

export interface Pool extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Every prepared statement so far, by name: tests prepare them in a database whose tables have other names. */
export const statements = new Map<string, Statement>();

/**
 * Names a statement. Keep it in a module constant, so that name and text stay together.
 *
 * @param text a function if it depends on modules: called when the statement first runs, once all are registered.
 */
export function statement(name: string, text: string | (() => string)): Statement {
  const made = typeof text === 'string' ? { name, text } : drawnLater(name, text);
  statements.set(name, made);
  return made;
}

function drawnLater(name: string, draw: () => string): Statement {
  let drawn: string | undefined;
  return {
    name,
    get text() {
      return (drawn ??= draw());
    },
  };
}

/**
 * One statement per key, made when it's first needed, and named `{name}:{key}`.
 *
 * @param draw called when the statement first runs.
 */
export function statementFor(name: string, draw: (key: string) => string): (key: string) => Statement {
  const made = new Map<string, Statement>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = statement(`${name}:${key}`, () => draw(key))));
    return known;
  };
}

// bigint columns are counts and sizes, far below 2^53: parsed as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * @param options.statementTimeoutMs statement timeout; 0, the default: none, as long as the database responds at all
 */
export function openPool(
  where: string | Connection,
  options: {
    max?: number;
    statementTimeoutMs?: number;
    onError?: (error: Error) => void;
    slow?: SlowStatements | undefined;
  } = {},
): Pool {
  const pool = new pg.Pool({
    ...toConnection(where),
    max: options.max ?? 10,
    application_name: 'marque',
  });
  const { statementTimeoutMs = 0, onError, slow } = options;
  boundPool(pool, { statementTimeoutMs, slow, ...(onError ? { onError } : {}) });
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

/** Runs a statement on a pool or a client, with the names of Payload's tables filled in. */
export async function queryOn<Row extends object>(
  client: pg.Pool | pg.ClientBase,
  what: Statement | string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query = typeof what === 'string' ? { text: what } : what;
  const text = withTableNames(query.text);
  const result = await client.query<Row>({ ...query, text, values: values as unknown[] });
  return result.rows;
}
