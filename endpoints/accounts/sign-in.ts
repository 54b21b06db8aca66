import { z } from 'zod';
import { signIn as openSession } from '../../src/identity/accounts/accounts.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { Session } from './schemas.ts';

export const signIn = defineOperation({
  name: 'sign_in',
  http: {
    route: 'POST /api/auth/sign-in',
    tag: 'accounts',
    skipOriginCheck: true,
  },
  summary: 'Sign in and set the session cookie',
  access: {
    scope: 'public',
  },
  readOnly: true, // a failed try must be counted although the call fails
  input: { body: z.strictObject({ email: z.string().max(254), password: z.string().max(1000) }) },
  output: Session,
  errors: ['unauthorized', 'rate_limited'],
  run: async ({ service, request }, { body }) => {
    const { user, cookie, device } = await openSession(service.payload, body, request);
    const cookies = device === undefined ? [cookie] : [cookie, device];
    return Answer.json(200, { data: { user } }, { 'set-cookie': cookies, 'cache-control': 'no-store' });
  },
});
