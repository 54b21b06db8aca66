import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { portalAt } from '../../src/portals/visibility.ts';
import { askToEnter, countAsking } from '../../src/portals/requests.ts';
import { NewRequest } from '../../src/portals/schemas.ts';
import { slugPath } from './schemas.ts';

export const createPortalRequest = defineOperation({
  name: 'create_portal_request',
  http: {
    route: 'POST /api/v1/portal/{slug}/requests',
    tag: 'portals',
    status: 202,
    // No cookie signs this form, and nothing of a signed-in person goes into it.
    skipOriginCheck: true,
  },
  summary: 'Request access to a portal',
  description:
    'The response is the same for everyone, however often they ask. People who manage the portal decide; an approved request gets its own link by mail.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, body: NewRequest },
  output: z.object({ data: z.object({ received: z.literal(true) }) }),
  errors: ['not_found', 'gone', 'rate_limited'],
  prepare: async ({ service, request }, { path }) => {
    const portal = await portalAt(service, path.slug);
    await countAsking(service, portal.id, request.address);
    return portal;
  },
  run: async ({ db, caller }, { body }, portal) => {
    await askToEnter(db, caller, portal, body);
    return { data: { received: true as const } };
  },
});
