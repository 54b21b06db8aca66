import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { listGroups as groupsOf } from '../../src/identity/people/groups.ts';
import { Group } from '../../src/identity/people/schemas.ts';

export const listGroups = defineOperation({
  name: 'list_groups',
  http: {
    route: 'GET /api/v1/groups',
    tag: 'people',
  },
  summary: 'List groups by name, with their members and grants',
  description: 'For organization admins. Use POST /api/v1/grants to give a group access.',
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  output: z.object({ data: z.array(Group) }),
  run: async ({ db, access }) => ({ data: await groupsOf(db, access.id ?? '') }),
});
