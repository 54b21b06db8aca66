import type { AnyOperation } from '../../src/core/operation.ts';
import { addVersion } from './add-version.ts';
import { createAsset } from './create-asset.ts';
import { listAssets } from './list-assets.ts';
import { updateAssets } from './update-assets.ts';
import { getAsset } from './get-asset.ts';
import { updateAsset } from './update-asset.ts';
import { deleteAsset } from './delete-asset.ts';
import { restoreAsset } from './restore-asset.ts';
import { describeAsset } from './describe-asset.ts';
import { getAssetUsage } from './get-asset-usage.ts';
import { setAssetUsage } from './set-asset-usage.ts';
import { getAssetCredentials } from './get-asset-credentials.ts';
import { getAssetCrops } from './get-asset-crops.ts';
import { setAssetCrops } from './set-asset-crops.ts';
import { getAssetColors } from './get-asset-colors.ts';
import { getAssetTexts } from './get-asset-texts.ts';
import { setAssetTexts } from './set-asset-texts.ts';
import { getAssetPreview } from './get-asset-preview.ts';
import { listVersions } from './list-versions.ts';
import { makeVersionCurrent } from './make-version-current.ts';
import { proposeTags } from './propose-tags.ts';
import { proposeFields } from './propose-fields.ts';
import { listSimilarAssets } from './similar/list-similar-assets.ts';
import { keepDuplicates } from './similar/keep-duplicates.ts';
import { listDuplicates } from './similar/list-duplicates.ts';
import { uploadOperations } from './uploads/index.ts';
import { deliveryOperations } from './delivery/index.ts';

export const assetOperations: readonly AnyOperation[] = [
  createAsset,
  listAssets,
  updateAssets,
  getAsset,
  updateAsset,
  deleteAsset,
  restoreAsset,
  describeAsset,
  getAssetUsage,
  setAssetUsage,
  getAssetCredentials,
  getAssetCrops,
  setAssetCrops,
  getAssetTexts,
  setAssetTexts,
  getAssetPreview,
  getAssetColors,
  listVersions,
  addVersion,
  makeVersionCurrent,
  listSimilarAssets,
  listDuplicates,
  keepDuplicates,
  proposeTags,
  proposeFields,
  ...uploadOperations,
  ...deliveryOperations,
];
