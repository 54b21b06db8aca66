import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { requestsOf } from '../../src/portals/requests.ts';
import { PortalRequest } from '../../src/portals/schemas.ts';
import { onPortal, portalPath } from './schemas.ts';

export const listPortalRequests = defineOperation({
  name: 'list_portal_requests',
  http: {
    route: 'GET /api/v1/portals/{id}/requests',
    tag: 'portals',
  },
  summary: 'List access requests to a portal, newest first',
  access: {
    scope: 'write',
    target: onPortal,
  },
  input: { path: portalPath },
  output: z.object({ data: z.array(PortalRequest) }),
  run: async ({ service, db }, { path }) => ({ data: await requestsOf(service, db, path.id) }),
});
