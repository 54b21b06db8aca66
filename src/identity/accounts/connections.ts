// What agents' connections leave behind (plugins/agents/oauth). A key that can't be renewed any more is nobody's way in: it goes, and so
// does what was asked and never answered.
import { statement } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import { recordOn } from '../../core/events/record.ts';
import type { Service } from '../../core/service.ts';

/** Taken away in one transaction: short enough that nobody waits for it. */
const batch = 100;

// One that is being renewed at this moment is held, and asked again once that is done.
const dropEnded = statement(
  'connections:ended',
  `delete from keys k where k.id in (
     select n.key_id from marque.oauth_connections n join keys e on e.id = n.key_id
     where e.expires_at < $1 and not exists (select 1 from marque.oauth_refreshes r where r.key_id = n.key_id and r.used_at is null and r.expires_at > $1)
     limit ${batch})
   and k.expires_at < $1 returning k.id, k.name, k.scope::text as scope, k.workspace_id`,
);
const dropRequests = statement(
  'connections:requests',
  'delete from marque.oauth_requests where expires_at < $1',
);
// A code that was used stays with its key: shown again, it ends that.
const dropCodes = statement(
  'connections:codes',
  'delete from marque.oauth_codes where expires_at < $1 and key_id is null',
);
const dropRefreshes = statement(
  'connections:refreshes',
  'delete from marque.oauth_refreshes where expires_at < $1',
);

/** Takes away connections whose time is over, and says how many. */
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
          detail: { name, scope, why: 'Its time was over.' },
        });
      return keys.length;
    });
    ended += gone;
    if (gone < batch) break;
  }
  for (const drop of [dropRequests, dropCodes, dropRefreshes]) await pool.query(drop, [now]);
  return ended;
}
