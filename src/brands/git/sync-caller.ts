// Who a sync runs as: the caller who started it, with what they may do by now.
import { actAs } from '../../core/access/actor.ts';
import { nameOf, type Access } from '../../core/access/caller.ts';
import { rankOf } from '../../core/access/ladder.ts';
import { accessByNow } from '../../core/access/authorize.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { loadBrand, type LoadedBrand } from '../queries.ts';
import type { Writer } from '../rules/write-rules.ts';
import type { BegunSync } from './source.ts';

/**
 * What the caller may do to the brand by now.
 * @throws ApiError forbidden if they may no longer sync: their key was revoked or their grant removed, for
 * example.
 */
export async function demandStill(
  db: Db,
  { brand_id: brand, caller: { caller } }: BegunSync,
): Promise<Access> {
  const access = await accessByNow(db, caller, { brand });
  const still = rankOf(access.scope) >= rankOf('write') && access.abilities.has('setup');
  if (!still)
    throw new ApiError(
      'forbidden',
      `${nameOf(caller)} started this sync and no longer has permission. Someone with permission can start it again.`,
    );
  return access;
}

/** Runs work in one transaction, as the caller who started the sync, if they still have permission. */
export function asCaller<T>(
  service: Service,
  begun: BegunSync,
  work: (writer: Writer & { access: Access }) => Promise<T>,
): Promise<T> {
  const { caller } = begun.caller;
  return inTransaction(
    service.payload,
    () => undefined,
    async (req, db) => {
      const access = await demandStill(db, begun);
      actAs(req, caller, access);
      return work({ req, db, caller, access });
    },
  );
}

export async function brandNow(writer: Pick<Writer, 'db'>, id: string): Promise<LoadedBrand> {
  const brand = await loadBrand(writer.db, id);
  if (!brand) throw new ApiError('not_found', 'The brand was deleted.');
  return brand;
}
