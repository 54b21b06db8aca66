import { collectionSeenBy, lockCollection } from '../../src/assets/collections/collection-queries.ts';
import { CollectionPatch } from '../../src/assets/collections/collection-schemas.ts';
import { updateCollection as update } from '../../src/assets/collections/update-collection.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';

export const updateCollection = defineOperation({
  name: 'update_collection',
  http: {
    route: 'PATCH /api/v1/collections/{id}',
    tag: 'collections',
  },
  summary:
    'Update a collection: name, description, cover, parent, inherited values, and whether it’s private',
  description: 'fields are merged into the existing values; null clears one.',
  access: {
    scope: 'write',
    target: onCollection,
    proposedBy: ['propose_changes'],
  },
  lock: ({ db, access }, { path }) => lockCollection(db, access.workspaceId ?? '', path.id),
  input: { path: collectionPath, body: CollectionPatch },
  output: OneCollection,
  errors: ['invalid'],
  run: async ({ req, db, caller, access, accessTo }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    await update({ req, db, caller, accessTo }, workspaceId, path.id, body);
    return { data: await collectionSeenBy(db, caller, workspaceId, path.id) };
  },
});
