import { z } from 'zod';
import { signUpFirst } from '../../src/accounts/accounts.ts';
import { minPasswordLength } from '../../src/access/passwords.ts';
import { Answer, defineOperation } from '../../src/operation.ts';
import { Email, Session } from './schemas.ts';

export const signUp = defineOperation({
  name: 'sign_up',
  route: 'POST /api/auth/sign-up',
  tag: 'accounts',
  summary: 'Make the first account, with its organization, workspace and brand',
  description:
    'Taken while nobody has an account: with the token of the set-up link that the server prints, or from the very machine it runs on. Afterwards people join by invitation.',
  scope: 'public',
  skipOriginCheck: true,
  readOnly: true, // keeps a transaction of its own, under a lock
  input: {
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      email: Email,
      password: z
        .string()
        .min(minPasswordLength, `A password has at least ${minPasswordLength} characters.`)
        .max(1000),
      token: z.string().max(500).optional(),
    }),
  },
  output: Session,
  status: 201,
  refuses: ['forbidden', 'invalid'],
  run: async ({ service, request }, { body }) => {
    const { token, ...person } = body;
    const { user, cookie } = await signUpFirst(service.payload, person, token, {
      headers: request.headers,
      peer: request.peer,
    });
    return Answer.json(201, { data: { user } }, { 'set-cookie': cookie, 'cache-control': 'no-store' });
  },
});
