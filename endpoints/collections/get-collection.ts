import { z } from 'zod';
import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { recordWith } from '../../src/core/pipeline/conditional-requests.ts';
import { collectionPath, IncludePreviews, onCollection, OneCollection } from './schemas.ts';

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
  input: { path: collectionPath, query: z.object({ include: IncludePreviews }) },
  output: OneCollection,
  run: async ({ db, caller, access, service }, { path, query }) => {
    const data = await collectionSeenBy(
      db,
      caller,
      access.workspaceId ?? '',
      path.id,
      query.include ? service.env.serverUrl : null,
    );
    if (!query.include) return { data };
    const previews = data.previews.map(({ thumbnail, ...asset }) => asset);
    return recordWith({ data: { ...data, previews } }, { data });
  },
});
