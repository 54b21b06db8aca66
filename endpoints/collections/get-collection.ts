import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';

export const getCollection = defineOperation({
  name: 'get_collection',
  http: {
    route: 'GET /api/v1/collections/{id}',
    tag: 'collections',
  },
  summary: 'Get a collection',
  access: {
    scope: 'read',
    target: onCollection,
  },
  input: { path: collectionPath },
  output: OneCollection,
  run: async ({ db, caller, access }, { path }) => ({
    data: await collectionSeenBy(db, caller, access.workspaceId ?? '', path.id),
  }),
});
