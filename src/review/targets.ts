// The asset, brand, workspace or other resource of a proposal as a target of the access check.
import type { TargetKind } from '../core/access/targets.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    /** By the proposal's ID. */
    targetOfProposal: string;
  }
}

/**
 * SQL that is true if proposal `q` waits until its deleted asset `a` is restored. Those that deleted it don't, nor those to restore it.
 */
export const waitsForRestore = (q: string, a: string): string =>
  `(${a}.deleted_at is not null and not (${q}.kind = 'deleted' and (${q}.status <> 'waiting' or ${q}.after @> '{"deleted": false}')))`;

/** Of a proposal `q`: it is about its workspace. */
export const isOnWorkspace = 'num_nonnulls(q.asset_id, q.brand_id, q.collection_id, q.resource_id) = 0';

export const proposalTargets: Readonly<Record<string, TargetKind>> = {
  targetOfProposal: {
    sql: `select x.id, x.workspace_id, w.organization_id, x.private, x.deleted from (
    select a.id, a.workspace_id, coalesce(a.effective_private, false) as private, a.deleted_at is not null as deleted
      from marque.proposals q join payload.assets a on a.id = q.asset_id where q.id = $target
    union all select b.id, b.workspace_id, coalesce(b.private, false), false
      from marque.proposals q join payload.brands b on b.id = q.brand_id where q.id = $target
    union all select r.id, r.workspace_id, r.private, false
      from marque.proposals q join marque.resources r on r.id = q.resource_id where q.id = $target
    union all select k.id, k.workspace_id, coalesce(k.effective_private, false), false
      from marque.proposals q join payload.collections k on k.id = q.collection_id where q.id = $target
    union all select q.workspace_id, q.workspace_id, false, false
      from marque.proposals q where q.id = $target and ${isOnWorkspace}) x
  join payload.workspaces w on w.id = x.workspace_id`,
    inherits: collectionContainers,
  },
};
