import { defineOperation } from '../../src/core/operation.ts';
import { Session } from './schemas.ts';

export const getSession = defineOperation({
  name: 'get_session',
  http: {
    route: 'GET /api/auth/session',
    tag: 'accounts',
  },
  summary: 'Get the signed-in user, or null',
  access: {
    scope: 'public',
  },
  output: Session,

  run: async ({ caller }) => ({
    data: {
      user: caller.kind === 'person' ? { id: caller.id, name: caller.name, email: caller.email } : null,
    },
  }),
});
