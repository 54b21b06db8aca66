import { z } from 'zod';
import { AssetCrops, cropsOf } from '../../src/assets/crops/crops.ts';
import { suggestPoint } from '../../src/assets/crops/suggest-point.ts';
import { defineOperation, type Query } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const OneCrops = z.object({ data: AssetCrops });

const fileQuery: Query<{
  id: string;
  sha256: string;
  mime_type: string;
  filesize: number;
  suggested: boolean;
}> = {
  name: 'asset-crops',
  text: `select a.id, a.sha256, a.mime_type, a.filesize, exists (select 1 from marque.asset_crops cr
      where cr.asset_id = a.id and cr.suggested is not null) as suggested from payload.assets a where a.id = t.id`,
};

export const getAssetCrops = defineOperation({
  name: 'get_asset_crops',
  http: {
    route: 'GET /api/v1/assets/{id}/crops',
    tag: 'assets',
  },
  summary: 'Get the focal point of an asset, and its crops for presets',
  description:
    'All numbers are fractions of the upright picture’s sides, from 0 to 1. They belong to this version of the asset.',
  access: readsAsset,
  query: fileQuery,
  input: { path: assetPath },
  output: OneCrops,
  prepare: async ({ service, row }) => {
    if (!row.suggested) await suggestPoint(service, row);
  },
  run: async ({ db }, { path }) => ({ data: await cropsOf(db, path.id) }),
});
