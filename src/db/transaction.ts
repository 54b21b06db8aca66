// The connection of Payload's transaction, for SQL that belongs into it, and the transaction itself around a piece of work.
import { commitTransaction, createLocalReq, initTransaction, killTransaction } from 'payload';
import type { Payload, PayloadRequest } from 'payload';
import type pg from 'pg';
import { queryOn, type Db } from './pool.ts';

/** What drizzle's transaction keeps inside: not in its types, pinned by the exact version in package.json. */
interface DrizzleSession {
  db: { session: { client: pg.PoolClient } };
}

/**
 * SQL on the connection of the transaction that `req` is in.
 * @throws Error outside a transaction: what is written together must be committed together.
 */
export async function transactionOf(req: PayloadRequest): Promise<Db> {
  const id = await req.transactionID;
  const sessions = (req.payload.db as unknown as { sessions: Record<string, DrizzleSession | undefined> })
    .sessions;
  const session = id === undefined || id === null ? undefined : sessions[String(id)];
  if (!session) throw new Error('This must run inside a transaction.');
  const { client } = session.db.session;
  return {
    query: (what, values) => queryOn(client, what, values),
    afterCommit: (work) => (req.context as AfterCommit).marqueAfterCommit?.push(work),
  };
}

/** In a transaction that Payload opened itself nobody collects these: they are hints, and what they hint at is found without them. */
interface AfterCommit {
  marqueAfterCommit?: (() => void)[];
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * A Payload call that throws inside has rolled back already, so nothing may catch it and go on.
 */
export async function inTransaction<T>(
  payload: Payload,
  prepare: (req: PayloadRequest) => void,
  work: (req: PayloadRequest, db: Db) => Promise<T>,
): Promise<T> {
  const req = await createLocalReq({}, payload);
  prepare(req);
  await initTransaction(req);
  const after: (() => void)[] = [];
  (req.context as AfterCommit).marqueAfterCommit = after;
  try {
    const result = await work(req, await transactionOf(req));
    await commitTransaction(req);
    for (const one of after) one();
    return result;
  } catch (error) {
    await killTransaction(req);
    throw error;
  }
}
