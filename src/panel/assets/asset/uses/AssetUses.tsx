'use client';
// Where the asset is used whose page is open.
import { UsesOf } from './UsesOf.tsx';
import { useOpenAsset } from '../record/open-asset.ts';

export function AssetUses() {
  const { asset } = useOpenAsset();
  return <UsesOf id={asset.id} withVersions />;
}
