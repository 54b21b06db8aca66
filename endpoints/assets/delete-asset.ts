import { deleteAsset as softDelete } from '../../src/assets/lifecycle/lifecycle.ts';
import { lockAssetRow } from '../../src/assets/patch-asset.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { Deleted, deleted } from '../deleted.ts';
import { assetPath, onAsset } from './schemas.ts';

export const deleteAsset = defineOperation({
  name: 'delete_asset',
  http: {
    route: 'DELETE /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Delete an asset; it goes out of use at once and can be restored for 30 days',
  description:
    'Its URLs answer 410 from now on. Only callers with write can still read the record. Deleting it again changes nothing.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath },
  output: Deleted,
  run: async ({ db, req }, { path }) => {
    await softDelete(req, db, path.id);
    return deleted;
  },
});
