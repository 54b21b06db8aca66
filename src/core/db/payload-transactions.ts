// Payload's transactions, opened and ended by us. The adapter's own drop the failure of a COMMIT (beginTransaction.js and
// commitTransaction.js of @payloadcms/drizzle), so that what was never stored is answered as a success. These stand in their place,
// for writes of ours and for those of Payload's own REST, forms and Local API.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { NodePgSession, NodePgTransaction } from '@payloadcms/db-postgres/drizzle/node-postgres';
import type { Payload } from 'payload';
import type pg from 'pg';
import { markHeld } from './held-connection.ts';
import { commit, isOutcomeUnknown, rollback } from './commit.ts';
import { extendTransaction, isPatient } from './time-limits.ts';

type Id = number | string;

/** What Payload's adapter keeps for an open transaction (`db`, `resolve`, `reject`), and what we do. */
export interface OpenTransaction {
  db: object;
  client: pg.PoolClient;
  afterCommit: (() => void)[];
  /** Gives the connection its usual limits back. */
  restore: () => void;
  /** Tells the guard of tests that the connection is held no more. */
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

/** The part of @payloadcms/drizzle that is not in Payload's types; pinned by the exact version in package.json. */
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

/** The open transaction of a number, or undefined when it has ended. */
export function openTransaction(payload: Payload, id: Id): OpenTransaction | undefined {
  return (payload.db as unknown as Adapter).sessions[id];
}

/** A piece of work that is to be written in one transaction and no other. */
export interface Unit {
  id: Id | null;
  state: 'open' | 'rolled back' | 'over';
}

const unit = new AsyncLocalStorage<Unit>();

/**
 * Runs `work` as one unit: once its transaction was rolled back, nothing in it can begin another. Payload rolls the transaction
 * back when one of its operations throws, and what is written afterwards would be committed on its own.
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

/** Statements of drizzle's on the connection of a transaction. */
function drizzleOn(adapter: Adapter, client: pg.PoolClient): object {
  const drizzle = adapter.primaryDrizzle ?? adapter.drizzle;
  const { dialect, session } = drizzle.$primary ?? drizzle;
  return new NodePgTransaction(
    dialect,
    new NodePgSession(client as never, dialect, session.schema, session.options),
    session.schema,
  );
}

/** Makes a Payload instance open and end its transactions with these. */
export function installTransactions(payload: Payload): void {
  const adapter = payload.db as unknown as Adapter;

  const take = (id: Id): OpenTransaction | undefined => {
    const open = adapter.sessions[id];
    // Gone from the list first: what still comes for it must not run on a connection that is somebody else's by then.
    delete adapter.sessions[id];
    return open;
  };

  const begin = async (options: Options | undefined, unmark: () => void): Promise<Id> => {
    if (unit.getStore()?.state === 'rolled back')
      throw new Error('The transaction was rolled back: nothing more can be written in it.');
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
  };

  // Not async: the mark must hold for whoever awaits this.
  adapter.beginTransaction = (options) => {
    const unmark = markHeld();
    return begin(options, unmark).catch((error: unknown) => {
      unmark();
      throw error;
    });
  };

  adapter.commitTransaction = async (pending) => {
    const id = await pending;
    const open = id === undefined ? undefined : take(id);
    // Payload's adapter calls this a success. It is how the answer to a write looks whose transaction was rolled back within it.
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
