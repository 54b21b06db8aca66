import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { portalAt } from '../../src/portals/visibility.ts';
import { askToEnter, countAsking } from '../../src/portals/requests.ts';
import { NewRequest } from '../../src/portals/schemas.ts';
import { slugPath } from './schemas.ts';

export const createPortalRequest = defineOperation({
  name: 'create_portal_request',
  route: 'POST /api/v1/portal/{slug}/requests',
  tag: 'portals',
  summary: 'Ask to be let in to a portal',
  description:
    'Answered in the same words whoever asks, and however often. Whoever manages the portal decides; an approved request gets a link of its own, by mail.',
  scope: 'public',
  // Nothing of whoever is signed in goes into it: no cookie signs this.
  skipOriginCheck: true,
  input: { path: slugPath, body: NewRequest },
  output: z.object({ data: z.object({ received: z.literal(true) }) }),
  status: 202,
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
