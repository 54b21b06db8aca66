// Deletes events that were kept long enough. Who follows changes from before then is told so, whatever was deleted in between.
import { statement, type Db } from '../db/pool.ts';

/** Whose events; null: those of workspaces and organizations that don't exist any more, and of none. */
export type EventPlace = { workspace: string } | { organization: string } | null;

/** Rows deleted in one statement. */
const rowBatch = 5000;

const noWorkspace = 'not exists (select 1 from payload.workspaces w where w.id = o.workspace_id)';
const whose = {
  workspace: 'o.workspace_id = $1::uuid',
  organization: `o.organization_id = $1::uuid and ${noWorkspace}`,
  nobody: `$1::uuid is null and ${noWorkspace} and not exists (select 1 from payload.organizations g where g.id = o.organization_id)`,
};
type Whose = keyof typeof whose;

const inEach = <Value>(of: (name: Whose) => Value): Record<Whose, Value> => ({
  workspace: of('workspace'),
  organization: of('organization'),
  nobody: of('nobody'),
});

const drop = (table: 'events' | 'reach_changes') =>
  inEach((name) =>
    statement(
      `drop-old:${table}:${name}`,
      `delete from marque.${table} e where e.id in (select o.id from marque.${table} o where o.at < $2 and ${whose[name]}
         order by o.id limit ${rowBatch}) returning e.id`,
    ),
  );
const dropEvents = drop('events');
const dropReach = drop('reach_changes');

/** Before anything is deleted, so that nobody misses it unnoticed. */
const moveHorizon = (name: 'workspace' | 'organization') => {
  const place =
    name === 'workspace'
      ? 'select x.organization_id, x.id, $2::timestamptz from payload.workspaces x'
      : 'select x.id, x.id, $2::timestamptz from payload.organizations x';
  return statement(
    `drop-old:horizon:${name}`,
    `insert into marque.change_horizons as h (organization_id, workspace_id, dropped_before)
     ${place} where x.id = $1::uuid and (exists (select 1 from marque.events o where o.at < $2 and ${whose[name]})
       or exists (select 1 from marque.reach_changes o where o.at < $2 and ${whose[name]}))
     on conflict (organization_id, workspace_id) do update set dropped_before = greatest(h.dropped_before, excluded.dropped_before)`,
  );
};
const horizons = { workspace: moveHorizon('workspace'), organization: moveHorizon('organization') };

/** @returns how many events were deleted */
export async function dropOldEvents(
  db: Db,
  of: EventPlace,
  before: Date,
  isEnded: () => boolean,
): Promise<number> {
  const name = of === null ? 'nobody' : 'workspace' in of ? 'workspace' : 'organization';
  const id = of === null ? null : 'workspace' in of ? of.workspace : of.organization;
  let events = 0;
  if (name !== 'nobody') await db.query(horizons[name], [id, before]);
  for (const drops of [dropEvents[name], dropReach[name]]) {
    for (let dropped = rowBatch; dropped === rowBatch && !isEnded();) {
      dropped = (await db.query(drops, [id, before])).length;
      if (drops === dropEvents[name]) events += dropped;
    }
  }
  return events;
}
