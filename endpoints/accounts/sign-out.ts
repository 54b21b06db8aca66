import { z } from 'zod';
import { endSession, expiredCookie } from '../../src/core/access/sign-in/sessions.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';

export const signOut = defineOperation({
  name: 'sign_out',
  http: {
    route: 'POST /api/auth/sign-out',
    tag: 'accounts',
  },
  summary: 'Sign out and end the session',
  access: {
    scope: 'public',
  },
  output: z.object({ data: z.object({ signedOut: z.literal(true) }) }),
  run: async ({ service, caller, db }) => {
    const cookie =
      caller.kind === 'person'
        ? await endSession(service.payload, db, { userId: caller.id, sessionId: caller.sessionId })
        : expiredCookie(service.payload);
    return Answer.json(
      200,
      { data: { signedOut: true } },
      { 'set-cookie': cookie, 'cache-control': 'no-store' },
    );
  },
});
