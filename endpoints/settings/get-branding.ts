import { z } from 'zod';
import { Branding, brandingOf } from '../../src/assets/branding.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const getBranding = defineOperation({
  name: 'get_branding',
  http: {
    route: 'GET /api/v1/branding',
    tag: 'settings',
  },
  summary: 'Get the branding of the service',
  description:
    "The `branding` setting of the caller's organization. For anonymous callers, that of the server's only organization, or nothing if there are several.",
  access: {
    scope: 'public',
    inWorkspace: true,
  },
  output: z.object({ data: Branding }),
  run: async ({ service, db, access }) => ({
    data: await brandingOf(service, db, access.organizationId),
  }),
});
