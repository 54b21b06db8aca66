// Deletes and restores assets. A deleted asset is visible to people who can restore it (src/core/access/authorize.ts) until the sweep
// purges it.
import type { PayloadRequest } from 'payload';
import { actorIn, demand } from '../../core/access/actor.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { givenAndStored, type Writing } from '../../core/events/changes.ts';
import { ApiError } from '../../core/errors.ts';
import { lockStack } from '../versions/versions.ts';
import { collectionSlug } from '../../core/collection-names.ts';
import { writeAsset } from '../write-asset.ts';

const standing = statement('assets:standing', `select deleted_at from payload.assets where id = $1`);

/** Whether an asset is deleted. Locks it until the transaction ends. */
async function isDeleted(db: Db, id: string): Promise<boolean> {
  await lockStack(db, id);
  const [row] = await db.query<{ deleted_at: Date | null }>(standing, [id]);
  if (!row) throw new ApiError('not_found', 'Asset not found.');
  return row.deleted_at !== null;
}

/** Deletes an asset. Deleting it again doesn't restart its retention time. */
export async function deleteAsset(req: PayloadRequest, db: Db, id: string): Promise<void> {
  if (await isDeleted(db, id)) return;
  await writeAsset(req, id, { deletedAt: new Date().toISOString() });
}

/** @throws ApiError conflict if the asset isn't deleted. */
export async function restoreAsset(req: PayloadRequest, db: Db, id: string): Promise<void> {
  if (!(await isDeleted(db, id))) throw new ApiError('conflict', 'This asset is not deleted.');
  await req.payload.update({
    collection: collectionSlug('assets'),
    id,
    req,
    depth: 0,
    trash: true,
    data: { deletedAt: null },
  });
}

/**
 * Deleting and restoring need the ability, in every transport. The time can't be set by the caller, and a deleted asset can't be
 * changed.
 *
 * @throws ApiError forbidden, conflict.
 */
export async function guardDeletion(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given: data, before } = givenAndStored<{ id: string; deletedAt?: string | null }>(writing);
  if (!before) return data;
  await lockStack(await transactionOf(req), before.id);
  const actor = await actorIn(req, { asset: before.id });
  if (actor.system) return data;
  const { deletedAt, ...rest } = data;
  const was = Boolean(before.deletedAt);
  const will = deletedAt === undefined ? was : Boolean(deletedAt);
  if (was !== will) {
    demand(actor.access, 'write', 'delete', 'this asset');
    return { ...rest, deletedAt: will ? new Date().toISOString() : null };
  }
  if (was) throw new ApiError('conflict', 'This asset is deleted. Restore it before you change it.');
  return rest;
}
