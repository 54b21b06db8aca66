import { defineOperation } from '../../src/core/operation.ts';
import { removeMember } from '../../src/identity/people/members.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onePath } from './schemas.ts';

export const deleteMember = defineOperation({
  name: 'delete_member',
  http: {
    route: 'DELETE /api/v1/members/{id}',
    tag: 'people',
  },
  summary: 'Remove a person from the organization',
  description:
    "Removes their grants, group memberships, open invitations and personal keys in the organization. Their account and their work stay. Workspace keys they created stay too: revoke the ones they shouldn't know.",
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  input: { path: onePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ db, caller, access }, { path }) => {
    await removeMember(db, caller, access.id ?? '', path.id);
    return deleted;
  },
});
