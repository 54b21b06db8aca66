// Which streams may go on, and which events each may see: one statement for all streams of a process, on everything that decides
// access as it is now.
import { grantableKinds, type GrantableKind } from '../../access/grantable.ts';
import { administersSql, rankSql, reachesSql } from '../../access/grants-in-sql.ts';
import { keyRankSql } from '../../access/keys/key-rank.ts';
import { accessibleAt } from '../../access/readable.ts';
import { statement, type Db } from '../../db/pool.ts';
import { role, visibleTo } from '../activity.ts';
import { streamedRanks, subjectRanks } from '../subjects.ts';

/** Whose stream it is. Streams of one session, or one key, are checked once. */
export interface Viewer {
  kind: 'key' | 'person';
  id: string;
  /** Null: an app's own session, which isn't in our tables. */
  sessionId: string | null;
  workspaceId: string;
}

// Adds to the activity feed what views of access and sharing show, and whom it's about. What nobody lists is never sent.
const capped = `least(coalesce(c.key_rank, 4), ${role})`;
const asPerson = `c.key_rank is null and c.user_id is not null`;
/** Where a row goes to the trash, views of everyone who saw it lose it. */
const trashed = (kind: GrantableKind): string =>
  kind.deletedAt === undefined
    ? ''
    : `or (e.type = '${kind.name}.deleted' and exists (select 1 from ${kind.table} x where x.id = e.subject_id and ${accessibleAt(kind, 'x', 1)}))`;
const inWorkspace = (): string => `(${visibleTo('$7')})
  ${grantableKinds().map(trashed).join(' ')}
  or coalesce(${capped} >= ($8::jsonb ->> e.subject_kind)::int, false)
  or (e.audit and ${capped} = 4)`;
const inOrganization = `${asPerson} and ${administersSql('c.user_id', 't.organization_id')}`;
const aboutThem = `${asPerson} and ((e.subject_kind = 'person' and e.subject_id = c.user_id)
  or (e.subject_kind = 'group' and exists (select 1 from marque.group_members m where m.group_id = e.subject_id and m.user_id = c.user_id)))`;

const visibleToStreams = statement(
  'events:visible-to-streams',
  () => `with v as (select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[], $5::uuid[]) as v(n, kind, id, session_id, workspace_id)),
   callers as (
     select v.n, v.workspace_id, k.owner_id as user_id, ${keyRankSql('k', 'kw.organization_id')} as key_rank
       from v join payload.keys k on k.id = v.id and k.workspace_id = v.workspace_id join payload.workspaces kw on kw.id = k.workspace_id
       where v.kind = 'key' and (k.expires_at is null or k.expires_at > now())
     union all
     select v.n, v.workspace_id, u.id, null from v join payload.users u on u.id = v.id
       where v.kind = 'person' and (v.session_id is null or exists (select 1 from payload.users_sessions s
         where s._parent_id = u.id and s.id = v.session_id and s.expires_at > now())))
   select c.n, array(
       select e.id from marque.events e where e.id = any($6::bigint[])
         and ((e.workspace_id = t.id and (${inWorkspace()}))
           or (e.workspace_id is null and e.organization_id = t.organization_id and ${inOrganization})
           or (coalesce(e.workspace_id, t.id) = t.id and e.organization_id = t.organization_id and ${aboutThem}))
     ) as ids
   from callers c join lateral (select w.id, w.organization_id from payload.workspaces w where w.id = c.workspace_id) t on true
     cross join lateral (select ${rankSql('c.user_id', 't.id', 't.organization_id')} as rank) p
   where c.user_id is null or ${reachesSql('c.user_id', 't.id', 't.organization_id')}`,
);

/** By viewer, the IDs of the events that it may see. A viewer that isn't in it has no access any more. */
export async function visibleEvents<V extends Viewer>(
  db: Db,
  viewers: readonly V[],
  eventIds: readonly number[],
): Promise<Map<V, ReadonlySet<number>>> {
  const rows = await db.query<{ n: number; ids: (number | string)[] }>(visibleToStreams, [
    viewers.map((_, at) => at),
    viewers.map(({ kind }) => kind),
    viewers.map(({ id }) => id),
    viewers.map(({ sessionId }) => sessionId),
    viewers.map(({ workspaceId }) => workspaceId),
    eventIds,
    subjectRanks(),
    streamedRanks(),
  ]);
  return new Map(
    rows.flatMap(({ n, ids }) => {
      const viewer = viewers[n];
      return viewer ? [[viewer, new Set(ids.map(Number))] as const] : [];
    }),
  );
}
