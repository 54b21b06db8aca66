import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { listInvitations } from '../../src/identity/people/invitations.ts';
import { listMembers as membersOf } from '../../src/identity/people/members.ts';
import { Invitation, Member } from '../../src/identity/people/schemas.ts';

export const listMembers = defineOperation({
  name: 'list_members',
  route: 'GET /api/v1/members',
  tag: 'people',
  summary: 'People and what each holds, and who is invited',
  description:
    'For an admin of the organization everybody in it, with all they hold. For an admin of a workspace alone those who reach it, with what they hold in it or on the organization above. Invitations are those that nobody has taken or withdrawn, expired ones too.',
  scope: 'admin',
  output: z.object({ data: z.array(Member), invitations: z.array(Invitation) }),
  run: async ({ db, access, accessTo }) => {
    const organizationId = access.organizationId ?? '';
    const { scope } = await accessTo({ organization: organizationId });
    const workspaceId = scope === 'admin' ? null : access.workspaceId;
    return {
      data: await membersOf(db, organizationId, workspaceId),
      invitations: await listInvitations(db, organizationId, workspaceId),
    };
  },
});
