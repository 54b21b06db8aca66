import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { decideRequest, lockRequest } from '../../src/portals/requests.ts';
import { PortalRequest } from '../../src/portals/schemas.ts';
import { onPortal, portalPath } from './schemas.ts';

export const decidePortalRequest = defineOperation({
  name: 'decide_portal_request',
  http: {
    route: 'PATCH /api/v1/portals/{id}/requests/{request}',
    tag: 'portals',
  },
  summary: 'Approve or deny an access request to a portal',
  description:
    'An approved request gets its own link for 90 days, sent by mail where e-mail is set up. Denying a request revokes its link immediately. Repeating a decision changes nothing.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onPortal,
  },
  input: {
    path: portalPath.extend({ request: Id.describe("The request's id") }),
    body: z.strictObject({ status: z.enum(['approved', 'denied']) }),
  },
  output: z.object({ data: PortalRequest }),
  lock: ({ db }, { path }) => lockRequest(db, path.id, path.request),
  run: async ({ service, db, caller }, { path, body }) => ({
    data: await decideRequest({ service, db, caller }, path.id, path.request, body.status),
  }),
});
