import { collectionSeenBy, lockCollection } from '../../src/assets/collections/collection-queries.ts';
import { CollectionPatch } from '../../src/assets/collections/collection-schemas.ts';
import { demandMember } from '../../src/assets/collections/membership.ts';
import { demandPlace } from '../../src/assets/collections/nesting.ts';
import { mergeValues } from '../../src/fields/rules.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

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
  },
  lock: ({ db, access }, { path }) => lockCollection(db, access.workspaceId ?? '', path.id),
  input: { path: collectionPath, body: CollectionPatch },
  output: OneCollection,
  errors: ['invalid'],
  run: async ({ req, db, caller, access, accessTo }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    const { parent } = body;
    if (parent)
      await demandPlace(db, {
        workspaceId,
        id: path.id,
        parent,
        access: await accessTo({ collection: parent }),
      });
    const { fields, ...rest } = body;
    const row = await lockCollection(db, workspaceId, path.id);
    if (rest.cover) await demandMember(db, caller, workspaceId, path.id, rest.cover);
    await req.payload.update({
      collection: collectionSlug('collections'),
      id: path.id,
      req,
      depth: 0,
      data: { ...rest, ...(fields ? { fields: mergeValues(row.fields ?? {}, fields) } : {}) },
    });
    return { data: await collectionSeenBy(db, caller, workspaceId, path.id) };
  },
});
