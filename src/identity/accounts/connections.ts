// Cleans up after agents' connections (plugins/agents/oauth): keys that can't be renewed any more,
// requests that were never answered, and clients that nobody uses.
import { statement } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import { recordOn } from '../../core/events/record.ts';
import type { Service } from '../../core/service.ts';

/** Deleted per transaction: few enough that nobody waits for it. */
const batch = 100;

// A connection that is being renewed is locked, and checked again afterwards.
const dropEnded = statement(
  'connections:ended',
  `delete from payload.keys k where k.id in (
     select n.key_id from marque.oauth_connections n join payload.keys e on e.id = n.key_id
     where e.expires_at < $1 and not exists (select 1 from marque.oauth_refreshes r where r.key_id = n.key_id and r.used_at is null and r.expires_at > $1)
     limit ${batch})
   and k.expires_at < $1 returning k.id, k.name, k.scope::text as scope, k.workspace_id`,
);
const dropRequests = statement(
  'connections:requests',
  'delete from marque.oauth_requests where expires_at < $1',
);
// A used code stays with its key: presenting it again revokes the key.
const dropCodes = statement(
  'connections:codes',
  'delete from marque.oauth_codes where expires_at < $1 and key_id is null',
);
const dropRefreshes = statement(
  'connections:refreshes',
  'delete from marque.oauth_refreshes where expires_at < $1',
);
// Anyone may register one. Whoever comes back after that registers again, as the error tells them.
const dropClients = statement(
  'connections:clients',
  `delete from marque.oauth_clients c where c.created_at < $1::timestamptz - interval '30 days'
   and not exists (select 1 from marque.oauth_connections n where n.client_id = c.id)
   and not exists (select 1 from marque.oauth_requests r where r.client_id = c.id)
   and not exists (select 1 from marque.oauth_codes o where o.client_id = c.id and o.expires_at > $1)`,
);

/** Deletes expired connections. @returns how many. */
export async function sweepConnections(
  { db: pool }: Service,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  let ended = 0;
  while (!signal?.aborted) {
    const gone = await inSqlTransaction(pool.pool, async (db) => {
      const keys = await db.query<{ id: string; name: string; scope: string; workspace_id: string }>(
        dropEnded,
        [now],
      );
      for (const { id, name, scope, workspace_id: workspaceId } of keys)
        await recordOn(db, 'system', {
          type: 'key.revoked',
          workspaceId,
          subject: { kind: 'key', id },
          detail: { name, scope, why: 'The connection expired.' },
        });
      return keys.length;
    });
    ended += gone;
    if (gone < batch) break;
  }
  for (const drop of [dropRequests, dropCodes, dropRefreshes, dropClients]) await pool.query(drop, [now]);
  return ended;
}
