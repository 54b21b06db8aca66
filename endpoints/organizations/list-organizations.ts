import { z } from 'zod';
import { organizationsOf } from '../../src/identity/organizations.ts';
import { Organization } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listOrganizations = defineOperation({
  name: 'list_organizations',
  http: {
    route: 'GET /api/v1/organizations',
    tag: 'organizations',
  },
  summary: 'List the organizations you have access to, by name',
  description: 'An API key sees the organization of its workspace.',
  access: {
    scope: 'any',
  },
  output: z.object({ data: z.array(Organization) }),
  run: async ({ db, caller, accessTo }) => ({
    data: await organizationsOf(db, caller, async (organization) => (await accessTo({ organization })).scope),
  }),
});
