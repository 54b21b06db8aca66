import { z } from 'zod';
import { askForReset } from '../../src/identity/accounts/reset.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';

export const sendPasswordLink = defineOperation({
  name: 'send_password_link',
  http: {
    route: 'POST /api/auth/forgot',
    tag: 'accounts',
    skipOriginCheck: true,
  },
  summary: 'Email a password reset link',
  description:
    "The response is the same whether or not the account exists. If the server can't send email, byMail is false, and the server admin sets passwords with npm run password.",
  access: {
    scope: 'public',
  },
  readOnly: true, // counts the call although it may be refused
  input: { body: z.strictObject({ email: z.string().max(254) }) },
  output: z.object({ data: z.object({ byMail: z.boolean(), message: z.string() }) }),
  errors: ['rate_limited'],
  run: async ({ service, request }, { body }) =>
    Answer.json(
      200,
      { data: await askForReset(service, body.email, request) },
      { 'cache-control': 'no-store' },
    ),
});
