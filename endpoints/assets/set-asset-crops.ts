import { changeCrops } from '../../src/assets/crops/change-crops.ts';
import { CropsInput } from '../../src/assets/crops/crops.ts';
import { lockAssetRow } from '../../src/assets/patch-asset.ts';
import { renditions } from '../../src/assets/settings.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { settingIn } from '../../src/core/settings/read.ts';
import { OneCrops } from './get-asset-crops.ts';
import { assetPath, onAsset } from './schemas.ts';

export const setAssetCrops = defineOperation({
  name: 'set_asset_crops',
  http: {
    route: 'PUT /api/v1/assets/{id}/crops',
    tag: 'assets',
  },
  summary: 'Set the focal point of an asset, and its crops for presets',
  description:
    'Replaces all of them; anything you leave out is the default again: the center, and nothing drawn. Renditions with fit=cover are cropped around the focal point. A crop is cut out before its preset is applied.',
  access: {
    scope: 'write',
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath, body: CropsInput },
  output: OneCrops,
  errors: ['conflict'],
  run: async ({ db, req, service, access }, { path, body }) => {
    const place = { organizationId: null, workspaceId: access.workspaceId };
    const { presets } = await settingIn(service, db, renditions, place);
    return {
      data: await changeCrops(
        req,
        db,
        path.id,
        body,
        presets.map(({ name }) => name),
      ),
    };
  },
});
