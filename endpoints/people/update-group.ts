import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { changeGroup } from '../../src/identity/people/groups.ts';
import { GroupMembers, GroupName } from '../../src/identity/people/schemas.ts';
import { OneGroup, onePath, onGroup } from './schemas.ts';

export const updateGroup = defineOperation({
  name: 'update_group',
  http: {
    route: 'PATCH /api/v1/groups/{id}',
    tag: 'people',
  },
  summary: 'Rename a group or replace its members',
  description:
    'members replaces the whole list; POST /api/v1/groups/{id}/members adds and removes people. Changes take effect immediately.',
  access: {
    scope: 'admin',
    target: onGroup,
  },
  input: {
    path: onePath,
    body: z.strictObject({ name: GroupName.optional(), members: GroupMembers.optional() }),
  },
  output: OneGroup,
  errors: ['invalid', 'conflict'],
  run: async ({ req, db }, { path, body }) => ({
    data: await changeGroup(req, db, path.id, body),
  }),
});
