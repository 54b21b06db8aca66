// Invitations as targets of the access check: access to an open one is access to its workspace, or its organization.
import type { TargetKind } from '../../core/access/targets.ts';
import { isOpen } from './invitations.ts';

declare module '../../core/access/targets.ts' {
  interface TargetKinds {
    invitation: string;
  }
}

export const invitationTargets: Readonly<Record<string, TargetKind>> = {
  invitation: {
    sql: `select i.id, i.workspace_id, i.organization_id, false as private, false as deleted from marque.invitations i
  where i.id = $target and ${isOpen}`,
    table: 'marque.invitations',
    ofOrganization: true,
  },
};
