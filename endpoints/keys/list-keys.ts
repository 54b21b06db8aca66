import { z } from 'zod';
import { personOf } from '../../src/core/access/caller.ts';
import { listKeys as keysOf } from '../../src/core/access/queries.ts';
import { Key } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listKeys = defineOperation({
  name: 'list_keys',
  http: {
    route: 'GET /api/v1/keys',
    tag: 'access',
  },
  summary: 'List API keys of the workspace: all for admins, your own otherwise',
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  output: z.object({ data: z.array(Key) }),
  run: async ({ db, caller, access }) => {
    if (!access.workspaceId) return { data: [] };
    if (access.scope === 'admin') return { data: await keysOf(db, access.workspaceId, null) };
    const person = personOf(caller);
    return { data: person ? await keysOf(db, access.workspaceId, person) : [] };
  },
});
