import { defineOperation } from '../../src/core/operation.ts';
import { removeOrganization } from '../../src/identity/remove-place.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onOrganization, placePath } from './schemas.ts';

export const deleteOrganization = defineOperation({
  name: 'delete_organization',
  http: {
    route: 'DELETE /api/v1/organizations/{id}',
    tag: 'organizations',
    ignoresUnknown: true,
  },
  summary: 'Delete an organization, its workspaces and everything in them',
  description:
    "Its assets, brands, keys, grants, invitations, settings and events are deleted immediately and permanently; its files at the next cleanup, except those another workspace uses. The server's only organization can't be deleted.",
  access: {
    scope: 'admin',
    target: onOrganization,
  },
  input: { path: placePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db }, { path }) => {
    await removeOrganization(req, db, path.id);
    return deleted;
  },
});
