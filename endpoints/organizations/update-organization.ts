import { z } from 'zod';
import { lockOrganizationRow, organizationById } from '../../src/identity/organizations.ts';
import { Organization } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { onOrganization, placeBody, placePath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const updateOrganization = defineOperation({
  name: 'update_organization',
  http: {
    route: 'PATCH /api/v1/organizations/{id}',
    tag: 'organizations',
  },
  summary: 'Rename an organization; its slug and URLs stay the same',
  access: {
    scope: 'admin',
    target: onOrganization,
  },
  input: { path: placePath, body: placeBody },
  output: z.object({ data: Organization }),
  run: async ({ req, db, access }, { path, body }) => {
    const before = await lockOrganizationRow(db, path.id);
    if (!before) throw new ApiError('not_found', 'This organization was just deleted.');
    if (before.name !== body.name) {
      await req.payload.update({
        collection: collectionSlug('organizations'),
        id: path.id,
        data: body,
        req,
        depth: 0,
      });
    }
    const organization = await organizationById(db, path.id, access.scope);
    if (!organization) throw new Error('The updated organization was not found.');
    return { data: organization };
  },
});
