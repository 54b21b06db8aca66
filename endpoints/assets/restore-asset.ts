import { restoreAsset as restore } from '../../src/assets/lifecycle/lifecycle.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const restoreAsset = defineOperation({
  name: 'restore_asset',
  http: {
    route: 'POST /api/v1/assets/{id}/restore',
    tag: 'assets',
  },
  summary: 'Restore a deleted asset as it was',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  input: { path: assetPath },
  output: OneAsset,
  errors: ['conflict'],
  run: async ({ db, req, caller }, { path }) => {
    await restore(req, db, path.id);
    return { data: await assetSeenBy(db, caller, path.id) };
  },
});
