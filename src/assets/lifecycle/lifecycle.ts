// Deleting and restoring. A deleted asset is there for those who could bring it back (src/core/access/authorize.ts), until the sweep takes
// it away for good.
import type { CollectionBeforeChangeHook, PayloadRequest } from 'payload';
import { actorIn, demand } from '../../core/access/actor.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { ApiError } from '../../core/errors.ts';
import { lockStack } from '../versions/versions.ts';

const standing = statement('assets:standing', `select deleted_at from assets where id = $1`);

/** Whether an asset is deleted, held so until the transaction ends. */
async function isDeleted(db: Db, id: string): Promise<boolean> {
  await lockStack(db, id);
  const [row] = await db.query<{ deleted_at: Date | null }>(standing, [id]);
  if (!row) throw new ApiError('not_found', 'There is no such asset.');
  return row.deleted_at !== null;
}

/** Deletes an asset. One that is deleted stays as it is: its time to be restored doesn't begin anew. */
export async function deleteAsset(req: PayloadRequest, db: Db, id: string): Promise<void> {
  if (await isDeleted(db, id)) return;
  await req.payload.update({
    collection: 'assets',
    id,
    req,
    depth: 0,
    data: { deletedAt: new Date().toISOString() },
  });
}

/** @throws Refusal conflict for an asset that is not deleted. */
export async function restoreAsset(req: PayloadRequest, db: Db, id: string): Promise<void> {
  if (!(await isDeleted(db, id))) throw new ApiError('conflict', 'This asset is not deleted.');
  await req.payload.update({
    collection: 'assets',
    id,
    req,
    depth: 0,
    trash: true,
    data: { deletedAt: null },
  });
}

/**
 * Whoever deletes or restores, through any door, needs the ability; when it happened is not theirs to say; what is deleted doesn't
 * change.
 *
 * @throws Refusal forbidden, conflict.
 */
export async function guardDeletion(
  args: Parameters<CollectionBeforeChangeHook>[0],
): Promise<Record<string, unknown>> {
  const data = args.data as Record<string, unknown>;
  if (args.operation === 'create') return data;
  const before = args.originalDoc as { id: string; deletedAt?: string | null };
  await lockStack(await transactionOf(args.req), before.id);
  const actor = await actorIn(args.req, { asset: before.id });
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
