// Where several assets are used that would be archived, as far as the person can see.
import type { Asset } from '../../../../assets/schemas.ts';
import { call } from '../../../client/operations.ts';
import type { Words } from '../../../words/words.tsx';
import { usesInWords, usesOfArchived } from '../../asset/uses-in-words.ts';

/** An asset that is used, and where: "1 published brand and 2 portals". */
export interface UsedAsset {
  asset: Asset;
  places: string;
  isWatermark: boolean;
}

export interface SeveralUses {
  /** How many would be archived. */
  total: number;
  used: UsedAsset[];
  /** How many couldn't be looked at. */
  unknown: number;
  /** How many weren't, because there are too many. */
  unchecked: number;
}

/** Each takes a call. */
const mostChecked = 500;
/** How many calls run at a time. */
const lanes = 4;

/** @returns null if it isn't used. @throws CallFailed */
async function usedAsset(asset: Asset, words: Words): Promise<UsedAsset | null> {
  const { data } = await call('list_asset_uses', { id: asset.id });
  const places = usesInWords(usesOfArchived(data), words);
  return places === null ? null : { asset, places, isWatermark: data.watermarks.length > 0 };
}

export async function usesOfSeveral(assets: readonly Asset[], words: Words): Promise<SeveralUses> {
  const checked = assets.slice(0, mostChecked);
  const found = new Map<string, UsedAsset>();
  const waiting = [...checked];
  let unknown = 0;
  const work = async (): Promise<void> => {
    for (let asset = waiting.shift(); asset; asset = waiting.shift()) {
      try {
        const used = await usedAsset(asset, words);
        if (used) found.set(asset.id, used);
      } catch {
        unknown += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return {
    total: assets.length,
    used: checked.flatMap(({ id }) => found.get(id) ?? []),
    unknown,
    unchecked: assets.length - checked.length,
  };
}

/** Whether there's nothing to say before they are archived. */
export const isUnused = ({ used, unknown, unchecked }: SeveralUses): boolean =>
  used.length + unknown + unchecked === 0;
