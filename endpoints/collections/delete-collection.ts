import { lockCollection } from '../../src/assets/collections/collection-queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { Deleted, deleted } from '../deleted.ts';
import { collectionPath, onCollection } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const deleteCollection = defineOperation({
  name: 'delete_collection',
  http: {
    route: 'DELETE /api/v1/collections/{id}',
    tag: 'collections',
  },
  summary: 'Delete a collection; its assets stay',
  description:
    'Members lose the values they inherited from it. An asset that was private only because all its collections were stops being private, unless it is private itself. A conflict while there are collections in it.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onCollection,
  },
  lock: ({ db, access }, { path }) => lockCollection(db, access.workspaceId ?? '', path.id),
  input: { path: collectionPath },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db, access }, { path }) => {
    // Checked in SQL first: a Payload call that finds nothing aborts the transaction.
    await lockCollection(db, access.workspaceId ?? '', path.id);
    await req.payload.delete({ collection: collectionSlug('collections'), id: path.id, req, depth: 0 });
    return deleted;
  },
});
