// The collection or asset of a share link as a target of the access check.
import type { TargetKind } from '../core/access/targets.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    /** By the link's ID. */
    targetOfShare: string;
  }
}

export const shareTargets: Readonly<Record<string, TargetKind>> = {
  targetOfShare: {
    sql: `select coalesce(s.asset_id, s.collection_id) as id, s.workspace_id, w.organization_id,
    coalesce(case when s.asset_id is null then k.effective_private else a.effective_private end, false) as private, coalesce(a.deleted_at is not null, false) as deleted
  from marque.shares s join payload.workspaces w on w.id = s.workspace_id left join payload.collections k on k.id = s.collection_id left join payload.assets a on a.id = s.asset_id
  where s.id = $target and s.revoked_at is null`,
    inherits: collectionContainers,
  },
};
