// What the host app does with its database past its collections, at endpoints of its own.
import type { Endpoint, Payload } from 'payload';
import type pg from 'pg';

interface Adapter {
  pool: pg.Pool;
  sessions: Record<string, { db: { execute(sql: string): Promise<{ rows: unknown[] }> } }>;
  beginTransaction(): Promise<string>;
  commitTransaction(id: string): Promise<void>;
}
const adapterOf = ({ db }: Payload): Adapter => db as unknown as Adapter;
const limit = 'show statement_timeout';

export const workOfItsOwn: Endpoint[] = [
  {
    path: '/limits',
    method: 'get',
    handler: async ({ payload }) => {
      const adapter = adapterOf(payload);
      const id = await adapter.beginTransaction();
      const transaction = (await adapter.sessions[id]?.db.execute(limit))?.rows[0];
      await adapter.commitTransaction(id);
      const { rows } = await adapter.pool.query(limit);
      const waitMs = adapter.pool.options.connectionTimeoutMillis ?? 0;
      return Response.json({ pool: rows[0], transaction, waitMs });
    },
  },
  {
    // Goes on after a miss, at which Payload rolls the transaction back.
    path: '/past-a-miss',
    method: 'get',
    handler: async (req) => {
      const adapter = adapterOf(req.payload);
      req.transactionID = await adapter.beginTransaction();
      await req.payload.findByID({ collection: 'users', id: 0, req }).catch(() => undefined);
      await adapter.commitTransaction(String(req.transactionID));
      return Response.json({ done: true });
    },
  },
];
