// What became of the proposals of each agent, by kind of change: how far its suggestions can be trusted.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { ProposalKindName } from './module-kinds.ts';

/** Older decisions say little about an agent as it is now. */
export const trackedDays = 90;

export const TrackRecord = z
  .object({
    key: z.object({ id: z.uuid(), name: z.string() }),
    kind: ProposalKindName.describe('Kind of proposal'),
    accepted: z.int().describe('As proposed'),
    edited: z.int().describe('Accepted with edits'),
    rejected: z.int(),
    automatic: z
      .int()
      .describe('Accepted by Marque, as `agents.autoAccept` says, and not counted as accepted'),
  })
  .meta({ id: 'TrackRecord' });
export type TrackRecord = z.infer<typeof TrackRecord>;

const decided = statement(
  'review:track-records',
  `select k.id, k.name, q.kind, count(*) filter (where q.status = 'accepted' and not q.edited and q.auto is distinct from 'accepted')::int as accepted,
     count(*) filter (where q.status = 'accepted' and q.edited)::int as edited, count(*) filter (where q.status = 'rejected')::int as rejected,
     count(*) filter (where q.auto = 'accepted')::int as automatic
   from marque.proposals q join payload.keys k on k.id = q.by_id
   where q.workspace_id = $1 and q.by_kind = 'key' and q.decided_at > now() - make_interval(days => ${trackedDays})
     and q.status in ('accepted', 'rejected') and q.kind = any($3::text[]) and ($2::uuid is null or k.owner_id = $2)
   group by k.id, k.name, q.kind order by lower(k.name), k.id, q.kind`,
);

/**
 * @param ownerId only of this person's keys; null: of all.
 * @param kinds that are known; those of modules that are gone are left out.
 */
export async function trackRecords(
  db: Db,
  workspaceId: string,
  ownerId: string | null,
  kinds: readonly string[],
): Promise<TrackRecord[]> {
  const rows = await db.query<{ id: string; name: string } & Omit<TrackRecord, 'key'>>(decided, [
    workspaceId,
    ownerId,
    kinds,
  ]);
  return rows.map(({ id, name, ...record }) => ({ key: { id, name }, ...record }));
}
