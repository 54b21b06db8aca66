import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { NewCollection } from '../../src/assets/collections/collection-schemas.ts';
import { makeCollection } from '../../src/assets/collections/make-collection.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { OneCollection } from './schemas.ts';

export const createCollection = defineOperation({
  name: 'create_collection',
  http: {
    route: 'POST /api/v1/collections',
    tag: 'collections',
    status: 201,
  },
  summary: 'Create a collection',
  description:
    "Members inherit its field values; a member's own value wins. A private collection is visible to admins, to you, and to people with a grant on it.",
  access: {
    scope: 'write',
    proposedBy: ['propose_collection'],
  },
  input: { body: NewCollection },
  output: OneCollection,
  errors: ['invalid'],
  agent: {
    title: 'Create a collection',
    description:
      'Creates a collection for assets that belong together, in another one if you like. Its field values apply to the assets in it. Put assets in with change_collection.',
  },
  run: async ({ req, db, caller, access, accessTo }, { body }) => {
    const workspaceId = access.workspaceId ?? '';
    const id = await makeCollection({ req, db, accessTo }, workspaceId, body);
    return { data: await collectionSeenBy(db, caller, workspaceId, id) };
  },
});
