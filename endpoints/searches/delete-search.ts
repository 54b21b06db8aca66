import { z } from 'zod';
import { demand } from '../../src/core/access/actor.ts';
import { findSearch, removeSearch } from '../../src/assets/search/searches.ts';
import { Id } from '../../src/assets/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

const noSuchSearch = (): ApiError => new ApiError('not_found', "Search not found, or you don't have access.");

export const deleteSearch = defineOperation({
  name: 'delete_search',
  http: {
    route: 'DELETE /api/v1/searches/{id}',
    tag: 'searches',
  },
  summary: 'Delete a saved search',
  description: 'Requires the write scope on its workspace, including the delete ability.',
  access: {
    scope: 'any',
  },
  input: { path: z.object({ id: Id }) },
  output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
  errors: ['forbidden'],
  run: async ({ req, db, accessTo }, { path }) => {
    const search = await findSearch(db, path.id);
    if (!search) throw noSuchSearch();
    const access = await accessTo({ workspace: search.workspace_id });
    if (access.scope === null) throw noSuchSearch();
    demand(access, 'write', 'delete', 'this workspace');
    if (!(await removeSearch(db, search.id))) throw noSuchSearch();
    await record(req, {
      type: 'search.deleted',
      workspaceId: search.workspace_id,
      subject: { kind: 'search', id: search.id },
      detail: { name: search.name },
    });
    return { data: { deleted: true as const } };
  },
});
