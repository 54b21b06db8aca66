import { z } from 'zod';
import { scopes } from '../../src/core/access/ladder.ts';
import { ResourceName } from '../../src/core/access/resources.ts';
import { GivenLimits } from '../../src/core/access/schemas.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { invite } from '../../src/identity/people/invitations.ts';
import { Email, SentInvitation } from '../../src/identity/people/schemas.ts';
import { onResourceInBody, placeOfGrant } from '../access/schemas.ts';

export const createInvitation = defineOperation({
  name: 'create_invitation',
  http: {
    route: 'POST /api/v1/invitations',
    tag: 'people',
    status: 201,
  },
  summary: 'Invite someone by email to a resource',
  description:
    "Returns the URL to accept it, only once. It's also emailed if email is set up. It works once and expires after seven days. Inviting the same address to the same resource again updates the invitation and replaces its URL. As with grants, you can't offer more than you have, and the invitation is only valid while its sender could still give the grant.",
  access: onResourceInBody,
  input: {
    body: z.strictObject({
      email: Email,
      resource: ResourceName,
      resourceId: z.uuid(),
      scope: z.enum(scopes),
      limits: GivenLimits,
    }),
  },
  output: z.object({ data: SentInvitation }),
  errors: ['forbidden', 'not_found'],
  run: async ({ service, db, caller, access }, { body }) => {
    const place = placeOfGrant(access, body.resource);
    // In the stored spelling.
    const resourceId = body.resourceId.toLowerCase();
    const data = await invite({ service, db, caller }, { ...body, resourceId, place });
    return Answer.json(201, { data }, { 'cache-control': 'no-store' });
  },
});
