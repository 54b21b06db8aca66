import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { MemberChange } from '../../src/assets/collections/collection-schemas.ts';
import { changeMembers } from '../../src/assets/collections/membership.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';

export const changeCollectionAssets = defineOperation({
  name: 'change_collection_assets',
  http: {
    route: 'POST /api/v1/collections/{id}/assets',
    tag: 'collections',
  },
  summary: 'Add assets to a collection, in the given order, move them, or remove them',
  description:
    "Up to 1000 each way, all in the same workspace. Assets that are already in, or already out, are skipped, unless `before` moves them. All or nothing: if you can't access one of the assets, nothing changes.",
  access: {
    scope: 'write',
    target: onCollection,
    proposedBy: ['propose_changes'],
  },
  input: { path: collectionPath, body: MemberChange },
  output: OneCollection,
  agent: {
    title: 'Change what is in a collection',
    description:
      "Adds assets to a collection in the given order, moves them within it, or removes them. If one of them can't be changed, nothing is. The assets themselves stay as they are.",
    idempotent: true,
  },
  errors: ['invalid'],
  run: async ({ req, db, caller, access }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    await changeMembers(req, db, caller, workspaceId, path.id, {
      add: body.add ?? [],
      remove: body.remove ?? [],
      before: body.before,
    });
    return { data: await collectionSeenBy(db, caller, workspaceId, path.id) };
  },
});
