import { z } from 'zod';
import { organizationsOf } from '../../src/identity/organizations.ts';
import { Organization } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listOrganizations = defineOperation({
  name: 'list_organizations',
  route: 'GET /api/v1/organizations',
  tag: 'organizations',
  summary: 'The organizations you have a grant in, by name',
  description: 'A key sees the one its workspace lies in.',
  scope: 'any',
  output: z.object({ data: z.array(Organization) }),
  run: async ({ db, caller, accessTo }) => ({
    data: await organizationsOf(db, caller, async (organization) => (await accessTo({ organization })).scope),
  }),
});
