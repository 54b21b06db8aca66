import { defineOperation } from '../../src/core/operation.ts';
import { oneGroup } from '../../src/identity/people/groups.ts';
import { OneGroup, onePath, onGroup } from './schemas.ts';

export const getGroup = defineOperation({
  name: 'get_group',
  http: {
    route: 'GET /api/v1/groups/{id}',
    tag: 'people',
  },
  summary: 'Get a group with its members and grants',
  access: {
    scope: 'admin',
    target: onGroup,
  },
  input: { path: onePath },
  output: OneGroup,
  run: async ({ db }, { path }) => ({ data: await oneGroup(db, path.id) }),
});
