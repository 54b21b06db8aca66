import { z } from 'zod';
import { Branding, brandingOf } from '../../src/assets/branding.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const getBranding = defineOperation({
  name: 'get_branding',
  route: 'GET /api/v1/branding',
  tag: 'settings',
  summary: 'How the service calls itself and looks, for whoever shows its pages',
  description:
    'The setting `branding` of the organization that the caller acts in. Without a caller that of the only organization on the server; where there are several, nothing of any.',
  scope: 'public',
  inWorkspace: true,
  output: z.object({ data: Branding }),
  run: async ({ service, db, access }) => ({
    data: await brandingOf(service, db, access.organizationId),
  }),
});
