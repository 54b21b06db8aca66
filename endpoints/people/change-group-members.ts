import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { changeGroup } from '../../src/identity/people/groups.ts';
import { GroupMembers } from '../../src/identity/people/schemas.ts';
import { OneGroup, onePath, onGroup } from './schemas.ts';

export const changeGroupMembers = defineOperation({
  name: 'change_group_members',
  http: {
    route: 'POST /api/v1/groups/{id}/members',
    tag: 'people',
  },
  summary: 'Add people to a group and remove others',
  access: {
    scope: 'admin',
    target: onGroup,
  },
  input: {
    path: onePath,
    body: z.strictObject({ add: GroupMembers.default([]), remove: GroupMembers.default([]) }),
  },
  output: OneGroup,
  errors: ['invalid', 'conflict'],
  run: async ({ req, db }, { path, body }) => ({
    data: await changeGroup(req, db, path.id, body),
  }),
});
