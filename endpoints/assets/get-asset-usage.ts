import { z } from 'zod';
import { AssetUsage, usageOf } from '../../src/assets/usage.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const OneUsage = z.object({ data: AssetUsage });

export const getAssetUsage = defineOperation({
  name: 'get_asset_usage',
  http: {
    route: 'GET /api/v1/assets/{id}/usage',
    tag: 'assets',
  },
  summary: 'Get the usage terms of an asset: credit, terms, licensor, data mining',
  description:
    "Complements the asset's rights, which say where and until when it may be used. POST /api/v1/check returns credit and terms too.",
  access: readsAsset,
  input: { path: assetPath },
  output: OneUsage,
  run: async ({ db }, { path }) => ({ data: await usageOf(db, path.id) }),
});
