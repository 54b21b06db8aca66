import { z } from 'zod';
import { resetPassword as reset } from '../../src/identity/accounts/reset.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { NewPassword, Session } from './schemas.ts';

export const resetPassword = defineOperation({
  name: 'reset_password',
  http: {
    route: 'POST /api/auth/reset',
    tag: 'accounts',
    skipOriginCheck: true,
  },
  summary: 'Set a new password with the token from a reset link, and sign in',
  description: 'The token works once, within an hour. All existing sessions end.',
  access: {
    scope: 'public',
  },
  readOnly: true, // keeps a transaction of its own, and counts what is refused
  input: { body: z.strictObject({ token: z.string().max(500), password: NewPassword }) },
  output: Session,
  errors: ['not_found', 'gone', 'rate_limited'],
  run: async ({ service, request }, { body }) => {
    const { user, cookie } = await reset(service.payload, body, request);
    return Answer.json(200, { data: { user } }, { 'set-cookie': cookie, 'cache-control': 'no-store' });
  },
});
