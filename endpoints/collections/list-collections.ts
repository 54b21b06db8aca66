import { z } from 'zod';
import { collectionsSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { Collection } from '../../src/assets/collections/collection-schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { IncludePreviews } from './schemas.ts';

export const listCollections = defineOperation({
  name: 'list_collections',
  http: {
    route: 'GET /api/v1/collections',
    tag: 'collections',
  },
  summary: 'List the collections of the workspace that you can read, by name',
  access: {
    scope: 'read',
    within: true,
  },
  input: { query: z.object({ include: IncludePreviews }) },
  output: z.object({ data: z.array(Collection) }),
  agent: {
    title: 'List collections',
    description:
      'Lists the collections of this workspace with their asset counts. Use it to find the collection to search in or to add a new asset to.',
    readOnly: true,
    // For views of people: agents ask for a rendition's address.
    without: ['include'],
  },
  run: async ({ db, caller, access, service }, { query }) => ({
    data: await collectionsSeenBy(
      db,
      caller,
      access.workspaceId ?? '',
      query.include ? service.env.serverUrl : null,
    ),
  }),
});
