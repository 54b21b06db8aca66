import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { Usage, usageOf } from '../../src/identity/usage.ts';

export const getUsage = defineOperation({
  name: 'get_usage',
  http: {
    route: 'GET /api/v1/usage',
    tag: 'organizations',
  },
  summary: 'Get usage of your organization: storage, people, workspaces, brands, delivery over 30 days',
  description:
    'For the organization of the current workspace; use X-Workspace to choose another. Delivery counts the successful responses of /a and their bytes.',
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  output: z.object({ data: Usage }),
  run: async ({ db, access }) => ({ data: await usageOf(db, access.id ?? '') }),
});
