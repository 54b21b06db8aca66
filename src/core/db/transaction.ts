// The connection of Payload's transaction, for SQL that belongs to it, and running work in a transaction.
import { commitTransaction, createLocalReq, initTransaction, killTransaction } from 'payload';
import type { Payload, PayloadRequest } from 'payload';
import { asUnit, openTransaction } from './payload-transactions.ts';
import { queryOn, type Db } from './pool.ts';
import { extendTransaction } from './time-limits.ts';

/**
 * SQL on the connection of the transaction that `req` is in.
 * @throws Error outside a transaction: what is written together must be committed together.
 */
export async function transactionOf(req: PayloadRequest): Promise<Db> {
  const id = await req.transactionID;
  const open = id === undefined || id === null ? undefined : openTransaction(req.payload, id);
  if (!open) throw new Error('This must run inside a transaction.');
  return {
    query: (what, values) => {
      // The connection has been returned to the pool.
      if (openTransaction(req.payload, id as string) !== open)
        return Promise.reject(new Error('This transaction has ended.'));
      return queryOn(open.client, what, values);
    },
    afterCommit: (work) => open.afterCommit.push(work),
    takeTime: async () => {
      open.restore = await extendTransaction(open.client);
    },
  };
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * A failed Payload call inside has rolled back already, so the error must not be caught to continue.
 *
 * @throws `outcome_unknown` if the connection was lost during the commit
 */
export async function inTransaction<T>(
  payload: Payload,
  prepare: (req: PayloadRequest) => void,
  work: (req: PayloadRequest, db: Db) => Promise<T>,
): Promise<T> {
  const req = await createLocalReq({}, payload);
  prepare(req);
  return asUnit(async (unit) => {
    await initTransaction(req);
    unit.id = (await req.transactionID) ?? null;
    try {
      const result = await work(req, await transactionOf(req));
      if ((await req.transactionID) !== unit.id)
        throw new Error('The transaction was rolled back before it could be committed.');
      await commitTransaction(req);
      return result;
    } catch (error) {
      await killTransaction(req);
      throw error;
    }
  });
}
