// The first rejection of what an agent may do without review takes that back: the rule is removed from the setting, in the rejection's own
// transaction. What is due stays waiting for a person.
import type { PayloadRequest } from 'payload';
import { statement, type Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { serviceOf } from '../core/service.ts';
import { changeSetting, contextOf } from '../core/settings/change.ts';
import { agents, type AutoAcceptRule } from '../core/settings/definitions.ts';
import type { OwnPlace } from '../core/settings/schemas.ts';
import { lockAutoAccept } from './auto-accept.ts';

const byKey = statement(
  'auto-accept:proposal',
  `select q.kind, q.by_id as key, q.by_name as name, q.workspace_id as workspace from marque.proposals q
   where q.id = $1 and q.by_kind = 'key' and q.by_id is not null`,
);

// Both places: a workspace's own rules replace the organization's, which would apply again once those are reset.
const places = statement(
  'auto-accept:places',
  `select s.organization_id as "organizationId", s.workspace_id as "workspaceId" from payload.workspaces w
     join marque.settings s on s.organization_id = w.organization_id and (s.workspace_id is null or s.workspace_id = w.id)
   where w.id = $1 and s.key = $2 and s.value -> 'autoAccept' @> $3::jsonb order by s.workspace_id nulls first`,
);

/** Called with every rejection by a person or a key. */
export async function stopAutoAccept(req: PayloadRequest, db: Db, proposalId: string): Promise<void> {
  const [proposal] = await db.query<{ kind: string; key: string; name: string; workspace: string }>(byKey, [
    proposalId,
  ]);
  if (!proposal) return;
  const { kind, key, name, workspace } = proposal;
  await lockAutoAccept(db, key, kind);
  const isOfIt = (rule: AutoAcceptRule): boolean => rule.key === key && rule.kind === kind;
  const ruled = JSON.stringify([{ key, kind }]);
  for (const place of await db.query<OwnPlace>(places, [workspace, agents.key, ruled])) {
    const stopped: AutoAcceptRule[] = [];
    const difference = await changeSetting(serviceOf(req.payload), db, agents, place, (own) => {
      const rules = (own.autoAccept ?? []) as AutoAcceptRule[];
      stopped.push(...rules.filter(isOfIt));
      return { set: { autoAccept: rules.filter((rule) => !isOfIt(rule)) }, clear: [] };
    });
    if (!difference) continue;
    const context = contextOf(place);
    await record(req, {
      type: 'proposal.auto_accept_stopped',
      organizationId: place.organizationId,
      workspaceId: place.workspaceId,
      subject: { kind: context, id: place.workspaceId ?? place.organizationId },
      detail: { proposals: [proposalId], agent: { id: key, name }, kind, rules: stopped, ...difference },
    });
  }
}
