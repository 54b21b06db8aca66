import { z } from 'zod';
import { groupsAt } from '../../src/core/access/grants/grants.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { listInvitations } from '../../src/identity/people/invitations.ts';
import { listMembers as membersOf } from '../../src/identity/people/members.ts';
import { Invitation, Member } from '../../src/identity/people/schemas.ts';

export const listMembers = defineOperation({
  name: 'list_members',
  http: {
    route: 'GET /api/v1/members',
    tag: 'people',
  },
  summary: 'List people with their grants, and open invitations',
  description:
    'Organization admins see everyone with all their grants. Workspace admins see the people with access to the workspace, with their grants in it or on the organization. `groups` are those with such grants, also while nobody is in them. Invitations include expired ones, but not those accepted or withdrawn.',
  access: {
    scope: 'admin',
  },
  output: z.object({
    data: z.array(Member),
    invitations: z.array(Invitation),
    groups: z
      .array(z.object({ id: z.uuid(), name: z.string() }))
      .describe('Groups with grants that the caller can see, by name'),
  }),
  run: async ({ db, access, accessTo }) => {
    const organizationId = access.organizationId ?? '';
    const { scope } = await accessTo({ organization: organizationId });
    const workspaceId = scope === 'admin' ? null : access.workspaceId;
    return {
      data: await membersOf(db, organizationId, workspaceId),
      invitations: await listInvitations(db, organizationId, workspaceId),
      groups: await groupsAt(db, organizationId, workspaceId),
    };
  },
});
