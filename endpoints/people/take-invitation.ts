import { z } from 'zod';
import { findGrant, toGrant } from '../../src/core/access/queries.ts';
import { Grant } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { takeInvitation as take } from '../../src/identity/people/invitations.ts';
import { ApiError } from '../../src/core/errors.ts';
import { tokenPath } from './schemas.ts';

export const takeInvitation = defineOperation({
  name: 'take_invitation',
  route: 'POST /api/v1/invite/{token}',
  tag: 'people',
  summary: 'Take an invitation as the person who is signed in',
  description:
    'Once. It adds to what you have there and takes nothing away. Whoever has no account yet sends the token with POST /api/auth/sign-up instead.',
  scope: 'any',
  input: { path: tokenPath },
  output: z.object({ data: Grant }),
  errors: ['forbidden', 'not_found', 'gone'],
  run: async ({ req, db, caller }, { path }) => {
    if (caller.kind !== 'person')
      throw new ApiError(
        'forbidden',
        'An invitation is taken by a person: sign in, and follow its link again.',
      );
    const { id } = await take(req, db, path.token, caller);
    const grant = await findGrant(db, id);
    if (!grant) throw new Error('The grant that was just given is not there.');
    return { data: toGrant(grant) };
  },
});
