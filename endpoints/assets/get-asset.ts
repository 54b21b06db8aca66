import { assetRide, toAsset, type AssetRow } from '../../src/assets/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const getAsset = defineOperation({
  name: 'get_asset',
  route: 'GET /api/v1/assets/{id}',
  tag: 'assets',
  summary: 'One asset, whole',
  scope: 'read',
  on: onAsset,
  ride: assetRide,
  input: { path: assetPath },
  output: OneAsset,

  run: async ({ ride }) => ({ data: toAsset(ride as unknown as AssetRow) }),
});
