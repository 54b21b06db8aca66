import { defineOperation } from '../../src/core/operation.ts';
import { deleteGroup as remove } from '../../src/identity/people/groups.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onePath, onGroup } from './schemas.ts';

export const deleteGroup = defineOperation({
  name: 'delete_group',
  http: {
    route: 'DELETE /api/v1/groups/{id}',
    tag: 'people',
  },
  summary: 'Delete a group; its members lose the access it gave them',
  access: {
    scope: 'admin',
    target: onGroup,
  },
  input: { path: onePath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db }, { path }) => {
    await remove(req, db, path.id);
    return deleted;
  },
});
