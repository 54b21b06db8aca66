import { lockAssetRow } from '../../src/assets/patch-asset.ts';
import { setUsage, usageOf, UsageInput } from '../../src/assets/usage.ts';
import { record } from '../../src/core/events/record.ts';
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
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath, body: UsageInput },
  output: OneUsage,
  run: async ({ db, req, access }, { path, body }) => {
    await lockAssetRow(db, path.id);
    const before = await usageOf(db, path.id);
    const after = await setUsage(db, path.id, body);
    if (JSON.stringify(before) !== JSON.stringify(after))
      await record(req, {
        type: 'asset.changed',
        workspaceId: access.workspaceId,
        subject: { kind: 'asset', id: path.id },
        detail: { changes: { usage: { before, after } } },
      });
    return { data: after };
  },
});
