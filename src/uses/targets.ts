// A use as a target of the access check: whoever can do something with its asset can do it.
import type { TargetKind } from '../core/access/targets.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    /** By its ID. */
    use: string;
  }
}

export const useTargets: Readonly<Record<string, TargetKind>> = {
  use: {
    sql: `select a.id, a.workspace_id, w.organization_id, coalesce(a.effective_private, false) as private, a.deleted_at is not null as deleted
      from marque.asset_uses x join payload.assets a on a.id = x.asset_id join payload.workspaces w on w.id = a.workspace_id
      where x.id = $target`,
    inherits: collectionContainers,
  },
};
