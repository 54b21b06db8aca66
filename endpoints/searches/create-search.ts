import { z } from 'zod';
import { facetFilters } from '../../src/assets/search/module-facets.ts';
import { fieldFilters } from '../../src/assets/search/search-query.ts';
import { NewSearch, SavedSearch, saveSearch } from '../../src/assets/search/searches.ts';
import { record } from '../../src/core/events/record.ts';
import { fieldsOf } from '../../src/fields/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { isApiError, invalid, ApiError, type Issue } from '../../src/core/errors.ts';

export const createSearch = defineOperation({
  name: 'create_search',
  http: {
    route: 'POST /api/v1/searches',
    tag: 'searches',
    status: 201,
  },
  summary: 'Save a search for everyone in the workspace',
  access: {
    scope: 'write',
  },
  input: { body: NewSearch },
  output: z.object({ data: SavedSearch }),
  errors: ['conflict', 'invalid'],
  run: async ({ req, db, caller, access }, { body }) => {
    const workspaceId = access.workspaceId ?? '';
    const fields = await fieldsOf(db, workspaceId);
    try {
      fieldFilters(body.query, fields);
      facetFilters(body.query);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { issues } = error.detail as { issues: Issue[] };
      throw invalid(issues.map(({ path, message }) => ({ path: `query.${path}`, message })));
    }
    const search = await saveSearch(db, caller, workspaceId, body);
    if (!search)
      throw new ApiError(
        'conflict',
        `A search named "${body.name}" already exists. Choose another name, or delete it first.`,
      );
    await record(req, {
      type: 'search.saved',
      workspaceId,
      subject: { kind: 'search', id: search.id },
      detail: { name: search.name },
    });
    return { data: search };
  },
});
