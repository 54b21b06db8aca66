import { z } from 'zod';
import { signUp as makeAccount } from '../../src/identity/accounts/accounts.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { Email } from '../../src/identity/people/schemas.ts';
import { NewPassword, PersonName, Session } from './schemas.ts';

export const signUp = defineOperation({
  name: 'sign_up',
  http: {
    route: 'POST /api/auth/sign-up',
    tag: 'accounts',
    status: 201,
    skipOriginCheck: true,
  },
  summary: 'Create the first account, or the account of an invited person',
  description:
    'The first account needs the token of the setup link that the server prints, unless the request comes from the same machine. It also creates an organization, a workspace and a brand. After that, people join with an invitation token, using the email address they were invited with.',
  access: {
    scope: 'public',
  },
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
  errors: ['forbidden', 'invalid', 'conflict', 'gone'],
  run: async ({ service, request }, { body }) => {
    const { token, ...person } = body;
    const { user, cookie } = await makeAccount(service.payload, person, token, request);
    return Answer.json(201, { data: { user } }, { 'set-cookie': cookie, 'cache-control': 'no-store' });
  },
});
