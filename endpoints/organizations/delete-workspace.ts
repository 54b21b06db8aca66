import { demand } from '../../src/core/access/actor.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { removeWorkspace } from '../../src/tenancy/remove.ts';
import { Deleted, onWorkspace, placePath } from './schemas.ts';

export const deleteWorkspace = defineOperation({
  name: 'delete_workspace',
  route: 'DELETE /api/v1/workspaces/{id}',
  tag: 'organizations',
  summary: 'Delete a workspace with everything in it',
  description:
    "For admins of the organization. Everything in it goes at once, for good; its files at the next sweep, save those that another workspace holds. An organization's last workspace stays.",
  scope: 'read',
  target: onWorkspace,
  input: { path: placePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db, access, accessTo }, { path }) => {
    const organizationId = access.organizationId ?? '';
    const organization = await accessTo({ organization: organizationId });
    if (organization.scope === null)
      throw new ApiError(
        'forbidden',
        'You need admin on the organization, you have nothing on the whole of it.',
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
