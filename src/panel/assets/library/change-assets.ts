// Changes several assets with `POST /api/v1/assets/batch`. Each one succeeds or fails on its own.
import type { Asset, AssetPatch } from '../../../assets/schemas.ts';
import { failureOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';

export interface Refused {
  asset: Asset;
  why: string;
}

/** @returns the assets that couldn't be changed. @throws CallFailed if the whole call failed. */
export async function changeAssets(assets: readonly Asset[], patch: AssetPatch): Promise<Refused[]> {
  const { data } = await call('update_assets', {
    body: { ids: assets.map(({ id }) => id), patch },
  });
  const byId = new Map(data.map((item) => [item.id, item]));
  return assets.flatMap((asset) => {
    const item = byId.get(asset.id);
    return item?.ok ? [] : [{ asset, why: failureOf(0, item).message }];
  });
}
