import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { makeGroup } from '../../src/identity/people/groups.ts';
import { GroupMembers, GroupName } from '../../src/identity/people/schemas.ts';
import { OneGroup } from './schemas.ts';

export const createGroup = defineOperation({
  name: 'create_group',
  http: {
    route: 'POST /api/v1/groups',
    tag: 'people',
    status: 201,
  },
  summary: 'Create a group of people',
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  input: {
    body: z.strictObject({
      name: GroupName,
      members: GroupMembers.default([]).describe('People in the organization. Invite others first'),
    }),
  },
  output: OneGroup,
  errors: ['invalid', 'conflict'],
  run: async ({ req, db, access }, { body }) => ({
    data: await makeGroup(req, db, access.id ?? '', body),
  }),
});
