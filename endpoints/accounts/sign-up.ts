import { z } from 'zod';
import { signUp as makeAccount } from '../../src/identity/accounts/accounts.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { Email } from '../../src/identity/people/schemas.ts';
import { NewPassword, PersonName, Session } from './schemas.ts';

export const signUp = defineOperation({
  name: 'sign_up',
  route: 'POST /api/auth/sign-up',
  tag: 'accounts',
  summary: 'Make an account: the first one, or that of somebody who is invited',
  description:
    'Taken while nobody has an account: with the token of the set-up link that the server prints, or from the very machine it runs on; that makes an organization, a workspace and a brand too. Afterwards people join with the token of an invitation, under the address it was made for.',
  scope: 'public',
  skipOriginCheck: true,
  readOnly: true, // keeps a transaction of its own, under a lock
  input: {
    body: z.strictObject({
      name: PersonName,
      email: Email,
      password: NewPassword,
      token: z.string().max(500).optional(),
    }),
  },
  output: Session,
  status: 201,
  errors: ['forbidden', 'invalid', 'conflict', 'gone'],
  run: async ({ service, request }, { body }) => {
    const { token, ...person } = body;
    const { user, cookie } = await makeAccount(service.payload, person, token, request);
    return Answer.json(201, { data: { user } }, { 'set-cookie': cookie, 'cache-control': 'no-store' });
  },
});
