import { defineOperation } from '../../src/core/operation.ts';
import { withdrawInvitation } from '../../src/identity/people/invitations.ts';
import { Deleted, deleted } from '../deleted.ts';
import { noInvitation, onePath, onInvitation, openInvitation } from './schemas.ts';

export const deleteInvitation = defineOperation({
  name: 'delete_invitation',
  http: {
    route: 'DELETE /api/v1/invitations/{id}',
    tag: 'people',
  },
  summary: 'Withdraw an invitation; its URL stops working',
  access: {
    scope: 'admin',
    target: onInvitation,
    missing: noInvitation,
  },
  input: { path: onePath },
  output: Deleted,
  errors: ['not_found'],
  run: async ({ db, caller }, { path }) => {
    await withdrawInvitation(db, caller, await openInvitation(db, path.id));
    return deleted;
  },
});
