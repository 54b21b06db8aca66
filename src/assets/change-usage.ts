// Replaces the usage terms of an asset, and records it.
import type { PayloadRequest } from 'payload';
import type { Db } from '../core/db/pool.ts';
import { notFound } from '../core/errors.ts';
import { record } from '../core/events/record.ts';
import { carriedOut } from '../proposals/queue.ts';
import { restartStagesOfAsset } from '../proposals/stages/decide.ts';
import { lockAssetRow } from './patch-asset.ts';
import { setUsage, usageOf, type AssetUsage, type UsageInput } from './usage.ts';

/** Replaces all usage terms; anything left out is cleared. */
export async function changeUsage(
  req: PayloadRequest,
  db: Db,
  id: string,
  given: UsageInput,
): Promise<AssetUsage> {
  const asset = await lockAssetRow(db, id);
  if (!asset) throw notFound();
  const before = await usageOf(db, id);
  const after = await setUsage(db, id, given);
  const proposal = carriedOut(req);
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await record(req, {
      type: 'asset.changed',
      workspaceId: asset.workspace_id,
      subject: { kind: 'asset', id },
      detail: { changes: { usage: { before, after } }, ...(proposal ? { proposals: [proposal] } : {}) },
    });
    await restartStagesOfAsset(req, db, id);
  }
  return after;
}
