// What a comment is on, as a target of the access check: whoever can read the asset or page can read it.
import type { TargetKind } from '../core/access/targets.ts';
import { commentKinds } from './kinds.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    /** By the ID of a comment, of whatever kind. */
    commented: string;
  }
}

export const commentTargets: Readonly<Record<string, TargetKind>> = {
  commented: {
    // Read when the first statement is built: by then, every module has added its kind.
    get sql() {
      return `select x.id, x.workspace_id, w.organization_id, x.private, x.deleted
        from (${commentKinds()
          .map(({ targetSql }) => targetSql)
          .join(' union all ')}) x
        join payload.workspaces w on w.id = x.workspace_id`;
    },
    inherits: collectionContainers,
  },
};
