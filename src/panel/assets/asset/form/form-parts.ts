// What the parts of an asset's form are given.
import type { PicturedAsset } from '../../pictured.ts';
import type { EditedAsset } from './edited-asset.ts';
import type { AssetDraft } from './useAssetDraft.ts';

export interface FormPartsProps {
  asset: PicturedAsset;
  draft: AssetDraft;
  value: EditedAsset;
  /** Of its texts, the default first. */
  languages: readonly string[];
  readOnly: boolean;
}
