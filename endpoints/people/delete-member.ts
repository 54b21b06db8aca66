import { defineOperation } from '../../src/core/operation.ts';
import { removeMember } from '../../src/identity/people/members.ts';
import { Deleted, onePath } from './schemas.ts';

export const deleteMember = defineOperation({
  name: 'delete_member',
  route: 'DELETE /api/v1/members/{id}',
  tag: 'people',
  summary: 'Take a person out of the organization',
  description:
    'They lose their grants in it, their places in its groups and the keys they own in it, and are no longer invited. Their account and what they made stay. Keys that they made for the workspace stay too: revoke those they should no longer know.',
  scope: 'admin',
  inOrganization: true,
  input: { path: onePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ db, caller, access }, { path }) => {
    await removeMember(db, caller, access.id ?? '', path.id);
    return { data: { deleted: true as const } };
  },
});
