'use client';
// Where the asset is used whose page is open, and how often it was delivered.
import { AssetTraffic } from './AssetTraffic.tsx';
import { UsesOf } from './UsesOf.tsx';
import { useOpenAsset } from '../record/open-asset.ts';

export function AssetUses() {
  const { asset } = useOpenAsset();
  return (
    <div className="mq-uses">
      <UsesOf id={asset.id} withVersions />
      <AssetTraffic id={asset.id} />
    </div>
  );
}
