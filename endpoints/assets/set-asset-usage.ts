import { changeUsage } from '../../src/assets/change-usage.ts';
import { lockAssetRow } from '../../src/assets/patch-asset.ts';
import { UsageInput } from '../../src/assets/usage.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { OneUsage } from './get-asset-usage.ts';
import { assetPath, onAsset } from './schemas.ts';

export const setAssetUsage = defineOperation({
  name: 'set_asset_usage',
  http: {
    route: 'PUT /api/v1/assets/{id}/usage',
    tag: 'assets',
  },
  summary: 'Set the usage terms of an asset',
  description: 'Replaces all of them; anything you leave out is cleared.',
  access: {
    scope: 'write',
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath, body: UsageInput },
  output: OneUsage,
  run: async ({ db, req }, { path, body }) => ({ data: await changeUsage(req, db, path.id, body) }),
});
