// What happens to an asset and matters where it's used outside, as the event `asset.attention`: it was archived, deleted or replaced, which a
// trigger notices with the change (src/core/db/marque/0090-asset-uses.ts); or it expires. Days pass by themselves, so a job looks for that.
import { statement } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { recordOn } from '../core/events/record.ts';
import type { Service } from '../core/service.ts';

/** How long before the last day of use it's said that an asset expires. */
const daysAhead = 14;

/** Assets looked at in one transaction. */
const atOnce = 100;

// Each end is told of once per place, so it's told of again if the date moves, or if somebody reports a place later.
const takeExpiring = statement(
  'uses:take-expiring',
  `with today as (select (now() at time zone 'utc')::date as day),
     ends as (select a.id, a.workspace_id, a.filename, a.rights->>'expires' as expires,
         case when a.rights->>'expires' < to_char(today.day, 'YYYY-MM-DD') then 'expired' else 'expiring' end as reason
       from payload.assets a cross join today
       where a.id in (select asset_id from marque.asset_uses) and a.status = 'active' and a.deleted_at is null
         and a.rights->>'expires' <= to_char(today.day + ${daysAhead}, 'YYYY-MM-DD')),
     due as (select e.* from ends e where exists (select 1 from marque.asset_uses u where u.asset_id = e.id
         and u.told is distinct from e.reason || ' ' || e.expires) order by e.id limit ${atOnce}),
     told as (update marque.asset_uses u set told = d.reason || ' ' || d.expires from due d
       where u.asset_id = d.id and u.told is distinct from d.reason || ' ' || d.expires returning u.asset_id)
   select d.id, d.workspace_id as workspace, d.filename, d.reason, d.expires,
     (select count(*) from marque.asset_uses u where u.asset_id = d.id)::int as uses
   from due d where d.id in (select asset_id from told) order by d.id`,
);

interface Expiring {
  id: string;
  workspace: string;
  filename: string | null;
  reason: 'expiring' | 'expired';
  expires: string;
  uses: number;
}

/** Tells of used assets that expire soon, or have expired. */
export async function tellOfExpiring(service: Service, signal: AbortSignal): Promise<void> {
  for (let found = atOnce; found === atOnce && !signal.aborted;) {
    found = await inSqlTransaction(service.db.pool, async (db) => {
      const rows = await db.query<Expiring>(takeExpiring);
      for (const { id, workspace, ...detail } of rows)
        await recordOn(db, 'system', {
          type: 'asset.attention',
          workspaceId: workspace,
          subject: { kind: 'asset', id },
          detail: { ...detail },
        });
      return rows.length;
    });
  }
}
