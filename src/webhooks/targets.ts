// Webhooks as targets of the access check: those of an organization are in no workspace.
import type { TargetKind } from '../core/access/targets.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    webhook: string;
  }
}

export const webhookTargets: Readonly<Record<string, TargetKind>> = {
  webhook: {
    sql: `select x.id, x.workspace_id, x.organization_id, false as private, false as deleted from marque.webhooks x where x.id = $target`,
    table: 'marque.webhooks',
    ofOrganization: true,
  },
};
