// Near-duplicates that people keep on purpose. A group in which all are kept isn't listed any more, until a picture joins it.
import { statement, type Db } from '../../core/db/pool.ts';

const keep = statement(
  'similar:keep',
  'update marque.picture_hashes set kept = $2 where asset_id = any($1::uuid[]) and kept <> $2 returning asset_id',
);

/** @returns how many weren't so before. Access must have been checked. */
export async function keepDuplicates(db: Db, ids: readonly string[], kept: boolean): Promise<number> {
  return (await db.query(keep, [ids, kept])).length;
}
