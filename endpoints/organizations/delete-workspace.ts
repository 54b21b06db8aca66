import { demand } from '../../src/core/access/actor.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { removeWorkspace } from '../../src/identity/remove-place.ts';
import { Deleted, onWorkspace, placePath } from './schemas.ts';

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
    scope: 'read',
    target: onWorkspace,
  },
  input: { path: placePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db, access, accessTo }, { path }) => {
    const organizationId = access.organizationId ?? '';
    const organization = await accessTo({ organization: organizationId });
    if (organization.scope === null)
      throw new ApiError(
        'forbidden',
        'You need the admin scope on the organization; you have no role on it.',
        {
          needs: 'admin',
          has: null,
        },
      );
    demand(organization, 'admin', undefined, 'the organization');
    await removeWorkspace(req, db, { id: path.id, organizationId });
    return { data: { deleted: true as const } };
  },
});
