import { signedIn } from '../../src/core/access/caller.ts';
import { z } from 'zod';
import { listSessions as sessionsOf } from '../../src/core/access/sign-in/sessions.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { keysRefused } from './schemas.ts';

export const listSessions = defineOperation({
  name: 'list_sessions',
  http: {
    route: 'GET /api/v1/me/sessions',
    tag: 'accounts',
  },
  summary: 'List your sessions, newest first',
  access: {
    scope: 'any',
    peopleOnly: keysRefused,
  },
  output: z.object({
    data: z.array(
      z
        .object({
          id: z.uuid(),
          createdAt: z.iso.datetime().nullable(),
          expiresAt: z.iso.datetime(),
          current: z.boolean().describe('True for the session of this request'),
          agent: z.string().nullable().describe('User-Agent at sign-in'),
          address: z.string().nullable().describe('IP address at sign-in'),
        })
        .meta({ id: 'OpenSession' }),
    ),
  }),
  errors: ['forbidden'],
  run: async ({ db, caller }) => {
    const person = signedIn(caller);
    return { data: await sessionsOf(db, person.id, person.sessionId) };
  },
});
