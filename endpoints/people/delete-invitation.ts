import { defineOperation } from '../../src/core/operation.ts';
import { withdrawInvitation } from '../../src/identity/people/invitations.ts';
import { Deleted, invitationToChange, onePath } from './schemas.ts';

export const deleteInvitation = defineOperation({
  name: 'delete_invitation',
  http: {
    route: 'DELETE /api/v1/invitations/{id}',
    tag: 'people',
  },
  summary: 'Withdraw an invitation; its URL stops working',
  access: {
    scope: 'any',
  },
  input: { path: onePath },
  output: Deleted,
  errors: ['not_found'],
  run: async ({ db, caller, accessTo }, { path }) => {
    await withdrawInvitation(db, caller, await invitationToChange(db, accessTo, path.id));
    return { data: { deleted: true as const } };
  },
});
