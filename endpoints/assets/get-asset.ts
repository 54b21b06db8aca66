import { assetQuery } from '../../src/assets/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const getAsset = defineOperation({
  name: 'get_asset',
  http: {
    route: 'GET /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Get an asset',
  access: {
    scope: 'read',
    target: onAsset,
  },
  query: assetQuery,
  input: { path: assetPath },
  output: OneAsset,

  run: async ({ row }) => ({ data: row.asset }),
});
