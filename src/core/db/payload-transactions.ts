// Replaces Payload's transaction functions. The adapter's own swallow a failed COMMIT (beginTransaction.js and commitTransaction.js of
// @payloadcms/drizzle), so that lost writes are reported as successes. These apply to our writes and to Payload's own REST, forms
// and Local API.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { NodePgSession, NodePgTransaction } from '@payloadcms/db-postgres/drizzle/node-postgres';
import type { Payload } from 'payload';
import type pg from 'pg';
import { markHeld } from './held-connection.ts';
import { commit, isOutcomeUnknown, rollback } from './commit.ts';
import { extendTransaction, isPatient } from './time-limits.ts';

type Id = number | string;

/** What Payload's adapter keeps for an open transaction (`db`, `resolve`, `reject`), and our additions. */
export interface OpenTransaction {
  db: object;
  client: pg.PoolClient;
  afterCommit: (() => void)[];
  /** Restores the connection's usual limits. */
  restore: () => void;
  /** Tells the test guard that the connection is released. */
  unmark: () => void;
  resolve: () => Promise<void>;
  reject: () => Promise<void>;
}

interface Options {
  isolationLevel?: string;
  accessMode?: string;
  deferrable?: boolean;
}

type SessionArguments = ConstructorParameters<typeof NodePgSession>;

interface Drizzle {
  dialect: SessionArguments[1];
  session: { schema: SessionArguments[2]; options: SessionArguments[3] };
  $primary?: Drizzle;
}

/** The part of @payloadcms/drizzle that isn't in Payload's types; pinned by the exact version in package.json. */
interface Adapter {
  pool: pg.Pool;
  drizzle: Drizzle;
  primaryDrizzle?: Drizzle;
  initializing?: Promise<void>;
  transactionOptions?: Options | false;
  sessions: Record<Id, OpenTransaction | undefined>;
  beginTransaction: (options?: Options) => Promise<Id>;
  commitTransaction: (id: Id | Promise<Id> | undefined) => Promise<void>;
  rollbackTransaction: (id: Id | Promise<Id> | undefined) => Promise<void>;
}

/** The open transaction with an ID, or undefined if it has ended. */
export function openTransaction(payload: Payload, id: Id): OpenTransaction | undefined {
  return (payload.db as unknown as Adapter).sessions[id];
}

/** A unit of work that must be written in a single transaction. */
export interface Unit {
  id: Id | null;
  state: 'open' | 'rolled back' | 'over';
}

const unit = new AsyncLocalStorage<Unit>();

/**
 * Runs `work` as one unit: after its transaction was rolled back, nothing in it can begin another. Payload rolls back when one of its
 * operations throws, and later writes would otherwise be committed on their own.
 */
export async function asUnit<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
  const one: Unit = { id: null, state: 'open' };
  try {
    return await unit.run(one, () => work(one));
  } finally {
    one.state = 'over';
  }
}

function beginStatement({ isolationLevel, accessMode, deferrable }: Options): string {
  return [
    'begin',
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable === undefined ? '' : deferrable ? 'deferrable' : 'not deferrable',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Runs drizzle's statements on the connection of a transaction. */
function drizzleOn(adapter: Adapter, client: pg.PoolClient): object {
  const drizzle = adapter.primaryDrizzle ?? adapter.drizzle;
  const { dialect, session } = drizzle.$primary ?? drizzle;
  return new NodePgTransaction(
    dialect,
    new NodePgSession(client as never, dialect, session.schema, session.options),
    session.schema,
  );
}

/** Opens a transaction on a connection of its own. */
async function begin(adapter: Adapter, options: Options | undefined, unmark: () => void): Promise<Id> {
  if (unit.getStore()?.state === 'rolled back')
    throw new Error("The transaction was rolled back, so it can't be written to.");
  await adapter.initializing;
  const id = randomUUID();
  const client = await adapter.pool.connect();
  let restore: () => void = () => undefined;
  try {
    await client.query(beginStatement(options ?? (adapter.transactionOptions || {})));
    if (isPatient()) restore = await extendTransaction(client);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  adapter.sessions[id] = {
    db: drizzleOn(adapter, client),
    client,
    afterCommit: [],
    restore,
    unmark,
    resolve: () => adapter.commitTransaction(id),
    reject: () => adapter.rollbackTransaction(id),
  };
  return id;
}

/** Makes a Payload instance use these functions for its transactions. */
export function installTransactions(payload: Payload): void {
  const adapter = payload.db as unknown as Adapter;

  const take = (id: Id): OpenTransaction | undefined => {
    const open = adapter.sessions[id];
    // Removed first: late statements must not run on a connection that was returned to the pool.
    delete adapter.sessions[id];
    return open;
  };

  // Not async: the mark must apply to the caller that awaits this.
  adapter.beginTransaction = (options) => {
    const unmark = markHeld();
    return begin(adapter, options, unmark).catch((error: unknown) => {
      unmark();
      throw error;
    });
  };

  adapter.commitTransaction = async (pending) => {
    const id = await pending;
    const open = id === undefined ? undefined : take(id);
    // Payload's adapter treats this as success. It happens when a write's transaction was rolled back within it.
    if (!open) throw new Error('The transaction was rolled back before it could be committed.');
    let broken: Error | undefined;
    try {
      await commit(open.client);
    } catch (error) {
      broken = isOutcomeUnknown(error) ? (error as Error) : await rollback(open.client);
      throw error;
    } finally {
      open.restore();
      open.client.release(broken);
      open.unmark();
    }
    for (const work of open.afterCommit) work();
  };

  adapter.rollbackTransaction = async (pending) => {
    const id = await pending;
    const open = id === undefined ? undefined : take(id);
    if (!open) return;
    const current = unit.getStore();
    if (current?.id === id && current?.state === 'open') current.state = 'rolled back';
    const broken = await rollback(open.client);
    open.restore();
    open.client.release(broken);
    open.unmark();
  };
}
