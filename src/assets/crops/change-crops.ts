// Replaces the focal point and the crops of an asset, and records it.
import type { PayloadRequest } from 'payload';
import type { Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { record } from '../../core/events/record.ts';
import { restartStagesOfAsset } from '../../proposals/stages/decide.ts';
import { demandAsset } from '../patch-asset.ts';
import { cropsOf, saveCrops, storedCropsOf, type AssetCrops, type CropsInput } from './crops.ts';
import { unknownPreset } from './presets.ts';

/**
 * Replaces all of them; what is left out is the default again.
 *
 * @param known the names of the presets here. Crops of a preset that was deleted can stay.
 * @throws ApiError not_found, conflict (deleted), invalid_request for a crop of an unknown preset.
 */
export async function changeCrops(
  req: PayloadRequest,
  db: Db,
  id: string,
  given: CropsInput,
  known: readonly string[],
): Promise<AssetCrops> {
  const asset = await demandAsset(db, id);
  const { suggested: _, ...before } = await cropsOf(db, id);
  const allowed = [...known, ...Object.keys(before.presets)];
  const issues = Object.keys(given.presets ?? {})
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      path: `presets.${name}`,
      message: unknownPreset(name, known),
    }));
  if (issues[0]) throw new ApiError('invalid_request', issues[0].message, { issues });
  await saveCrops(db, id, storedCropsOf(given));
  const { suggested, ...after } = await cropsOf(db, id);
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await record(req, {
      type: 'asset.changed',
      workspaceId: asset.workspace_id,
      subject: { kind: 'asset', id },
      detail: { changes: { crops: { before, after } } },
    });
    await restartStagesOfAsset(req, db, id);
  }
  return { ...after, suggested };
}
