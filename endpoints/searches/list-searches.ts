import { z } from 'zod';
import { SavedSearch, searchesSeenBy } from '../../src/assets/search/searches.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listSearches = defineOperation({
  name: 'list_searches',
  http: {
    route: 'GET /api/v1/searches',
    tag: 'searches',
  },
  summary: 'List saved searches, by name',
  description: 'query contains parameters of list_assets.',
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({ data: z.array(SavedSearch) }),
  run: async ({ db, caller, access }) => ({
    data: await searchesSeenBy(db, caller, access.workspaceId ?? ''),
  }),
});
