import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { decideRequest, lockRequest } from '../../src/portals/requests.ts';
import { PortalRequest } from '../../src/portals/schemas.ts';
import { onPortal, portalPath } from './schemas.ts';

export const decidePortalRequest = defineOperation({
  name: 'decide_portal_request',
  route: 'PATCH /api/v1/portals/{id}/requests/{request}',
  tag: 'portals',
  summary: 'Let somebody in to a portal who asked, or not',
  description:
    'An approved request gets a link of its own for 90 days, mailed where e-mail is set up. A denied one loses the link it had, at once. Deciding the same again changes nothing.',
  scope: 'write',
  ability: 'share',
  target: onPortal,
  input: {
    path: portalPath.extend({ request: Id.describe('The id of the request') }),
    body: z.strictObject({ status: z.enum(['approved', 'denied']) }),
  },
  output: z.object({ data: PortalRequest }),
  lock: ({ db }, { path }) => lockRequest(db, path.id, path.request),
  run: async ({ service, db, caller }, { path, body }) => ({
    data: await decideRequest({ service, db, caller }, path.id, path.request, body.status),
  }),
});
