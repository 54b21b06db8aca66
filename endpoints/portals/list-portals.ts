import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { portalsOf } from '../../src/portals/queries.ts';
import { Portal } from '../../src/portals/schemas.ts';

export const listPortals = defineOperation({
  name: 'list_portals',
  http: {
    route: 'GET /api/v1/portals',
    tag: 'portals',
  },
  summary: "List the workspace's portals by name, with what each shows and who can open it",
  access: {
    scope: 'write',
  },
  output: z.object({ data: z.array(Portal) }),
  run: async ({ db, service, caller, access }) => ({
    data: await portalsOf(db, service.env, caller, access.workspaceId ?? ''),
  }),
});
