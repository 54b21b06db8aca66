import { z } from 'zod';
import { signedIn } from '../../src/core/access/caller.ts';
import { findGrant, toGrant } from '../../src/core/access/queries.ts';
import { Grant } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { takeInvitation as take } from '../../src/identity/people/invitations.ts';
import { tokenPath } from './schemas.ts';

export const takeInvitation = defineOperation({
  name: 'take_invitation',
  http: {
    route: 'POST /api/v1/invite/{token}',
    tag: 'people',
  },
  summary: 'Accept an invitation as the signed-in user',
  description:
    "Works once. It adds to your existing access. If you don't have an account yet, send the token with POST /api/auth/sign-up instead.",
  access: {
    scope: 'any',
    peopleOnly: "API keys can't accept invitations. Sign in and open the link again.",
  },
  input: { path: tokenPath },
  output: z.object({ data: Grant }),
  errors: ['forbidden', 'not_found', 'gone'],
  run: async ({ req, db, caller }, { path }) => {
    const { id } = await take(req, db, path.token, signedIn(caller));
    const grant = await findGrant(db, id);
    if (!grant) throw new Error('The new grant was not found.');
    return { data: toGrant(grant) };
  },
});
