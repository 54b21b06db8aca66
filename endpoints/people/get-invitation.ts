import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { offerOf } from '../../src/identity/people/invitations.ts';
import { Offer } from '../../src/identity/people/schemas.ts';
import { tokenPath } from './schemas.ts';

export const getInvitation = defineOperation({
  name: 'get_invitation',
  http: {
    route: 'GET /api/v1/invite/{token}',
    tag: 'people',
  },
  summary: 'Get an invitation by the token of its link',
  access: {
    scope: 'public',
  },
  input: { path: tokenPath },
  output: z.object({ data: Offer }),
  errors: ['not_found', 'gone'],
  run: async ({ db }, { path }) =>
    Answer.json(200, { data: await offerOf(db, path.token) }, { 'cache-control': 'no-store' }),
});
