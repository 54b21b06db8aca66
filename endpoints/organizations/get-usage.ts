import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { Usage, usageOf } from '../../src/tenancy/usage.ts';

export const getUsage = defineOperation({
  name: 'get_usage',
  route: 'GET /api/v1/usage',
  tag: 'organizations',
  summary: 'What your organization uses: storage, people, workspaces, brands, delivery of 30 days',
  description:
    'Of the organization of the workspace you act in (X-Workspace names another). Delivery counts what /a answered without an error, and the bytes of those answers.',
  scope: 'admin',
  inOrganization: true,
  output: z.object({ data: Usage }),
  run: async ({ db, access }) => ({ data: await usageOf(db, access.id ?? '') }),
});
