// Which streams may go on, and which events each may see: one statement for all streams of a process, on everything that decides
// access as it is now.
import { rankSql, reachesSql } from '../../access/grants-in-sql.ts';
import { keyRankSql } from '../../access/keys/key-rank.ts';
import { statement, type Db } from '../../db/pool.ts';
import { isRemoved, isTold, type ChangeKind } from '../feed/visible-changes.ts';
import { streamedRanks, subjectRanks } from '../subjects.ts';

/** Whose stream it is. Streams of one session, or one key, are checked once. */
export interface Viewer {
  kind: 'key' | 'person';
  id: string;
  /** Null: an app's own session, which isn't in our tables. */
  sessionId: string | null;
  workspaceId: string;
}

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
   select c.n, seen.ids, seen.removed
   from callers c join lateral (select w.id, w.organization_id from payload.workspaces w where w.id = c.workspace_id) t on true
     cross join lateral (select ${rankSql('c.user_id', 't.id', 't.organization_id')} as rank) p
     cross join lateral (select array_agg(x.id) as ids, array_agg(x.id) filter (where x.removed) as removed from (
       select e.id, ${isRemoved()} as removed from marque.changes e where e.id = any($6::bigint[]) and (${isTold('$7', '$8')})) x) seen
   where c.user_id is null or ${reachesSql('c.user_id', 't.id', 't.organization_id')}`,
);

/** By viewer, the events that it may see, by ID. A viewer that isn't in it has no access any more. */
export async function visibleEvents<V extends Viewer>(
  db: Db,
  viewers: readonly V[],
  eventIds: readonly number[],
): Promise<Map<V, ReadonlyMap<number, ChangeKind>>> {
  type Ids = (number | string)[] | null;
  const rows = await db.query<{ n: number; ids: Ids; removed: Ids }>(visibleToStreams, [
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
    rows.flatMap(({ n, ids, removed }) => {
      const viewer = viewers[n];
      const gone = new Set(removed?.map(Number));
      const changes = (ids ?? [])
        .map(Number)
        .map((id) => [id, gone.has(id) ? 'removed' : 'upserted'] as const);
      return viewer ? [[viewer, new Map(changes)] as const] : [];
    }),
  );
}
