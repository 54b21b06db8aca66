import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { NewCollection } from '../../src/assets/collections/collection-schemas.ts';
import { demandPlace } from '../../src/assets/collections/nesting.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { OneCollection } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

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
    const { parent } = body;
    if (parent)
      await demandPlace(db, {
        workspaceId,
        id: null,
        parent,
        access: await accessTo({ collection: parent }),
      });
    const { id } = await req.payload.create({
      collection: collectionSlug('collections'),
      req,
      depth: 0,
      data: { ...body, fields: body.fields ?? {}, private: body.private ?? false, workspace: workspaceId },
    });
    return { data: await collectionSeenBy(db, caller, workspaceId, id) };
  },
});
