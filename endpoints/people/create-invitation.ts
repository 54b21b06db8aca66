import { z } from 'zod';
import { resources, scopes } from '../../src/core/access/ladder.ts';
import { GivenLimits } from '../../src/core/access/schemas.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { invite } from '../../src/identity/people/invitations.ts';
import { Email, SentInvitation } from '../../src/identity/people/schemas.ts';
import { placeToGiveOn } from '../access/schemas.ts';

export const createInvitation = defineOperation({
  name: 'create_invitation',
  route: 'POST /api/v1/invitations',
  tag: 'people',
  summary: 'Invite somebody by e-mail to a scope on a thing',
  description:
    'Answers the url at which it is taken, this once; it is mailed too where e-mail is set up. It works once and for seven days. Inviting the same address to the same thing again changes the invitation there is, and replaces its url. As with a grant, nobody offers more than they have, and it counts only while whoever sent it could give it.',
  scope: 'any',
  input: {
    body: z.strictObject({
      email: Email,
      resource: z.enum(resources),
      resourceId: z.uuid(),
      scope: z.enum(scopes),
      limits: GivenLimits,
    }),
  },
  output: z.object({ data: SentInvitation }),
  status: 201,
  errors: ['forbidden', 'not_found'],
  run: async ({ service, db, caller, accessTo }, { body }) => {
    const { place, resourceId } = await placeToGiveOn(accessTo, body);
    const data = await invite({ service, db, caller }, { ...body, resourceId, place });
    return Answer.json(201, { data }, { 'cache-control': 'no-store' });
  },
});
