import { signedIn } from '../../src/core/access/caller.ts';
import { z } from 'zod';
import { Id } from '../../src/core/access/schemas.ts';
import { endOwnSession } from '../../src/identity/accounts/own.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { Deleted, deleted } from '../deleted.ts';
import { keysRefused } from './schemas.ts';

export const deleteSession = defineOperation({
  name: 'delete_session',
  http: {
    route: 'DELETE /api/v1/me/sessions/{id}',
    tag: 'accounts',
  },
  summary: 'End one of your sessions',
  access: {
    scope: 'any',
    peopleOnly: keysRefused,
  },
  input: { path: z.object({ id: Id }) },
  output: Deleted,
  errors: ['forbidden', 'not_found'],
  run: async ({ db, caller }, { path }) => {
    await endOwnSession(db, signedIn(caller), path.id);
    return deleted;
  },
});
