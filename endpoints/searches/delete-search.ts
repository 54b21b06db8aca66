import { z } from 'zod';
import { removeSearch } from '../../src/assets/search/searches.ts';
import { Id } from '../../src/assets/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { Deleted, deleted } from '../deleted.ts';

export const deleteSearch = defineOperation({
  name: 'delete_search',
  http: {
    route: 'DELETE /api/v1/searches/{id}',
    tag: 'searches',
  },
  summary: 'Delete a saved search',
  description: 'Requires the write scope on its workspace, including the delete ability.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: ({ path }) => ({ search: path.id ?? '' }),
  },
  input: { path: z.object({ id: Id }) },
  output: Deleted,
  run: async ({ req, db }, { path }) => {
    const search = await removeSearch(db, path.id);
    if (!search) throw new ApiError('not_found', 'This search was just deleted.');
    await record(req, {
      type: 'search.deleted',
      workspaceId: search.workspace_id,
      subject: { kind: 'search', id: search.id },
      detail: { name: search.name },
    });
    return deleted;
  },
});
