// Which state of an asset an edit is based on. Pure.
import type { Asset } from '../../../../assets/schemas.ts';
import type { Stored } from '../../../client/drafts/kept-drafts.ts';
import type { EditedAsset } from './edited-asset.ts';

/** Its usage terms have no time of their own, so the version holds the values, too. */
export const storedAt = (
  { updatedAt }: Pick<Asset, 'updatedAt'>,
  value: EditedAsset,
): Stored<EditedAsset> => ({
  value,
  version: `${updatedAt} ${JSON.stringify(value)}`,
});

/** When that was. */
export const timeOf = (version: string): string => version.split(' ', 1)[0] ?? '';
