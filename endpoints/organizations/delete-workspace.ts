import { defineOperation } from '../../src/core/operation.ts';
import { removeWorkspace } from '../../src/identity/remove-place.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onWorkspace, placePath } from './schemas.ts';

export const deleteWorkspace = defineOperation({
  name: 'delete_workspace',
  http: {
    route: 'DELETE /api/v1/workspaces/{id}',
    tag: 'organizations',
  },
  summary: 'Delete a workspace and everything in it',
  description:
    "For organization admins. Everything in it is deleted immediately and permanently; its files at the next cleanup, except those another workspace uses. An organization's last workspace can't be deleted.",
  access: {
    scope: 'admin',
    target: onWorkspace,
    scopeOn: 'organization',
  },
  input: { path: placePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db, access }, { path }) => {
    await removeWorkspace(req, db, { id: path.id, organizationId: access.organizationId ?? '' });
    return deleted;
  },
});
