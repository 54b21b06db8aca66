// Changes several assets with `POST /api/v1/assets/batch`. Each one succeeds or fails on its own.
import type { Asset, AssetPatch } from '../../../assets/schemas.ts';
import { call, failureOf } from '../../client/api.ts';

export interface Refused {
  asset: Asset;
  why: string;
}

interface Item {
  id: string;
  ok: boolean;
  error?: unknown;
}

/** @returns the assets that couldn't be changed. @throws CallFailed if the whole call failed. */
export async function changeAssets(assets: readonly Asset[], patch: AssetPatch): Promise<Refused[]> {
  const { data } = await call<{ data: Item[] }>('POST', '/api/v1/assets/batch', {
    body: { ids: assets.map(({ id }) => id), patch },
  });
  const byId = new Map(data.map((item) => [item.id, item]));
  return assets.flatMap((asset) => {
    const item = byId.get(asset.id);
    return item?.ok ? [] : [{ asset, why: failureOf(0, item).message }];
  });
}
