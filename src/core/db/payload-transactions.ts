// Replaces Payload's transaction functions. The adapter's own swallow a failed COMMIT (beginTransaction.js and commitTransaction.js of
// @payloadcms/drizzle), so that lost writes are reported as successes. In our own app these apply to everything: our writes, and Payload's
// own REST, forms and Local API. In an app that installs Marque they apply to Marque's work, on connections of its own; the app's
// transactions stay Payload's, and Marque takes part in those that change one of its users.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { NodePgSession, NodePgTransaction } from '@payloadcms/db-postgres/drizzle/node-postgres';
import type { Payload } from 'payload';
import type pg from 'pg';
import { markHeld } from './held-connection.ts';
import { commit, isOutcomeUnknown, rollback } from './commit.ts';
import { extendTransaction, isPatient } from './time-limits.ts';

type Id = number | string;

/** What Payload's adapter keeps for an open transaction. */
interface Session {
  db: object;
  resolve: () => Promise<void>;
  reject: () => Promise<void>;
}

/** A transaction that our SQL can run in. */
export interface OpenTransaction {
  client: pg.PoolClient;
  afterCommit: (() => void)[];
  /** Restores the connection's usual limits. */
  restore: () => void;
}

/** One of our transactions, among the adapter's. */
interface OwnSession extends Session, OpenTransaction {
  /** Tells the test guard that the connection is released. */
  unmark: () => void;
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

interface Functions {
  begin: (options?: Options) => Promise<Id>;
  end: (id: Id | Promise<Id> | undefined) => Promise<void>;
}

const property = Symbol.for('marque.payload-transactions');

/** The part of @payloadcms/drizzle that isn't in Payload's types; pinned by the exact version in package.json. */
interface Adapter {
  pool: pg.Pool;
  drizzle: Drizzle;
  primaryDrizzle?: Drizzle;
  initializing?: Promise<void>;
  transactionOptions?: Options | false;
  sessions: Record<Id, OwnSession | Session | undefined>;
  beginTransaction: Functions['begin'];
  commitTransaction: Functions['end'];
  rollbackTransaction: Functions['end'];
  /** Its own functions, also for a copy of this module that `next dev` loads later. */
  [property]?: { begin: Functions['begin']; commit: Functions['end']; rollback: Functions['end'] };
}

const isOurs = (session: OwnSession | Session): session is OwnSession => 'client' in session;

/** Shared by all copies of this module in the process. */
interface Shared {
  /** Set while Marque's work runs. */
  ownWork: AsyncLocalStorage<true>;
  /** The app's transactions that our SQL runs in, by what the adapter keeps. */
  joined: WeakMap<Session, OpenTransaction>;
}
const holder = globalThis as { [property]?: Shared };
const { ownWork, joined } = (holder[property] ??= {
  ownWork: new AsyncLocalStorage(),
  joined: new WeakMap(),
});

/** The app's transaction, to take part in: it's on the connection that its drizzle was given. */
function joinedTo(session: Session): OpenTransaction {
  const known = joined.get(session);
  if (known) return known;
  const { client } = (session.db as { session: { client: pg.PoolClient } }).session;
  const made: OpenTransaction = { client, afterCommit: [], restore: () => undefined };
  joined.set(session, made);
  return made;
}

/** The open transaction with an ID, or undefined if it has ended. */
export function openTransaction(payload: Payload, id: Id): OpenTransaction | undefined {
  const session = (payload.db as unknown as Adapter).sessions[id];
  if (!session) return undefined;
  return isOurs(session) ? session : joinedTo(session);
}

/** Runs work of Marque's in an app that has work of its own: the transactions that it begins are ours. */
export const asOwnWork = <T>(work: () => T): T => ownWork.run(true, work);

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
    return await asOwnWork(() => unit.run(one, () => work(one)));
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
async function begin(
  adapter: Adapter,
  pool: pg.Pool,
  options: Options | undefined,
  unmark: () => void,
): Promise<Id> {
  if (unit.getStore()?.state === 'rolled back')
    throw new Error("The transaction was rolled back, so it can't be written to.");
  await adapter.initializing;
  const id = randomUUID();
  const client = await pool.connect();
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

/** Commits one of our transactions. @throws Error if it failed; then nothing, or nobody knows what, was written */
async function commitOwn(open: OwnSession): Promise<void> {
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
}

async function rollBackOwn(open: OwnSession, id: Id): Promise<void> {
  const current = unit.getStore();
  if (current?.id === id && current?.state === 'open') current.state = 'rolled back';
  const broken = await rollback(open.client);
  open.restore();
  open.client.release(broken);
  open.unmark();
}

/**
 * Makes a Payload instance use these functions for its transactions.
 * @param writes where Marque's transactions get their connections, in an app that has others, too; null: all are Marque's
 */
export function installTransactions(payload: Payload, writes: pg.Pool | null): void {
  const adapter = payload.db as unknown as Adapter;
  const theirs = (adapter[property] ??= {
    begin: adapter.beginTransaction.bind(adapter),
    commit: adapter.commitTransaction.bind(adapter),
    rollback: adapter.rollbackTransaction.bind(adapter),
  });
  const isOwnWork = (): boolean => writes === null || ownWork.getStore() === true;

  /** Takes one of our transactions from the adapter's: late statements must not run on a connection that was returned to the pool. */
  const take = (id: Id): OwnSession | undefined => {
    const open = adapter.sessions[id];
    if (!open || !isOurs(open)) return undefined;
    delete adapter.sessions[id];
    return open;
  };

  // Not async: the mark must apply to the caller that awaits this.
  adapter.beginTransaction = (options) => {
    if (!isOwnWork()) return theirs.begin(options);
    const unmark = markHeld();
    return begin(adapter, writes ?? adapter.pool, options, unmark).catch((error: unknown) => {
      unmark();
      throw error;
    });
  };

  adapter.commitTransaction = async (pending) => {
    const id = await pending;
    const session = id === undefined ? undefined : adapter.sessions[id];
    const open = id === undefined ? undefined : take(id);
    if (open) {
      await commitOwn(open);
      return;
    }
    // Payload's adapter treats this as success. It happens when a write's transaction was rolled back within it.
    if (!session && isOwnWork())
      throw new Error('The transaction was rolled back before it could be committed.');
    await theirs.commit(id);
    for (const work of (session && joined.get(session))?.afterCommit ?? []) work();
  };

  adapter.rollbackTransaction = async (pending) => {
    const id = await pending;
    const open = id === undefined ? undefined : take(id);
    if (!open || id === undefined) await theirs.rollback(id);
    else await rollBackOwn(open, id);
  };
}
