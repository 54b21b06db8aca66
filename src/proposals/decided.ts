// Tells integrators that a proposal was decided. Activity and audit have what it changed, so this event isn't in them.
import type { Actor } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { recordOn } from '../core/events/record.ts';

const decided = statement(
  'proposals:decided',
  'select workspace_id as "workspaceId", kind from marque.proposals where id = $1',
);

/** In the transaction of the decision. */
export async function recordDecided(
  db: Db,
  { system, caller }: Actor,
  id: string,
  status: 'accepted' | 'rejected',
): Promise<void> {
  const [row] = await db.query<{ workspaceId: string; kind: string }>(decided, [id]);
  if (!row) return;
  await recordOn(db, system ? 'system' : caller, {
    type: 'proposal.decided',
    workspaceId: row.workspaceId,
    subject: { kind: 'proposal', id },
    detail: { kind: row.kind, changes: { status: { before: 'waiting', after: status } } },
  });
}
