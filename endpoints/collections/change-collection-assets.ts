import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { MemberChange } from '../../src/assets/collections/collection-schemas.ts';
import { changeMembers } from '../../src/assets/collections/membership.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';

export const changeCollectionAssets = defineOperation({
  name: 'change_collection_assets',
  route: 'POST /api/v1/collections/{id}/assets',
  tag: 'collections',
  summary: 'Put assets into a collection, in this order, or take them out',
  description:
    'Up to 1000 each way, of the same workspace. What is in already, or not in, is passed over. All of it happens, or, where one asset is not there for you, nothing.',
  scope: 'write',
  target: onCollection,
  input: { path: collectionPath, body: MemberChange },
  output: OneCollection,
  errors: ['invalid'],
  run: async ({ req, db, caller, access }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    await changeMembers(req, db, caller, workspaceId, path.id, {
      add: body.add ?? [],
      remove: body.remove ?? [],
    });
    return { data: await collectionSeenBy(db, caller, workspaceId, path.id) };
  },
});
