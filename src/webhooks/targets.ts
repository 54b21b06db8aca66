// Webhooks as targets of the access check: those of an organization are in no workspace. They tell of all workspaces, and a key belongs to
// one: for keys (`c` is the caller) they don't exist.
import type { TargetKind } from '../core/access/targets.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    webhook: string;
  }
}

export const webhookTargets: Readonly<Record<string, TargetKind>> = {
  webhook: {
    sql: `select x.id, x.workspace_id, x.organization_id, false as private, false as deleted from marque.webhooks x
      where x.id = $target and (x.workspace_id is not null or (select c.key_rank from c) is null)`,
    table: 'marque.webhooks',
    ofOrganization: true,
  },
};
