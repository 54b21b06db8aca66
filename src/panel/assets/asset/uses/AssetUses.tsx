'use client';
// Where the asset of the edit view is used.
import { UsesOf } from './UsesOf.tsx';
import { useAssetForm } from '../record/useOpenAsset.ts';

export function AssetUses() {
  const { asset } = useAssetForm();
  return asset && <UsesOf id={asset.id} withVersions />;
}
