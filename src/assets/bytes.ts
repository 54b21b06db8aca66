// Who holds bytes, and taking them away when nobody does. Bytes are shared: by assets of every workspace, and by uploads that wait
// to be filed. Keeping and taking away hold the same lock on a hash, so neither happens in the middle of the other.
import { statement, type Db, type Pool } from '../db/pool.ts';
import { inSqlTransaction } from '../db/sql-transaction.ts';
import { blobKey, renditionsPrefix, type Storage } from '../storage/contract.ts';

/** Tables with a column `sha256` whose rows hold bytes. */
const holders = [
  'select h.sha256 from assets h where h.sha256 = b.sha256',
  `select h.sha256 from marque.upload_tickets h where h.sha256 = b.sha256 and h.state in ('open', 'staged')`,
  'select h.sha256 from marque.deployments h where h.sha256 = b.sha256',
].join(' union all ');

const lockKey = `hashtextextended('bytes ' || $1::text, 0)`;
const keeping = statement('bytes:keeping', `select pg_advisory_xact_lock_shared(${lockKey})`);
const taking = statement('bytes:taking', `select pg_advisory_xact_lock(${lockKey})`);
const unheld = statement(
  'bytes:unheld',
  `select b.sha256 from unnest($1::text[]) as b(sha256) where not exists (${holders})`,
);

/**
 * Makes every `keep` of a storage hold the lock of its hash. A blob that was kept is new (`modifiedAt`), and what is new is not
 * taken away: the record that will hold it may come later, in a transaction of its own.
 */
export function lockKeeping(storage: Storage, db: Pool): Storage {
  const keep = storage.keep.bind(storage);
  storage.keep = (staged) =>
    inSqlTransaction(db.pool, async (transaction) => {
      await transaction.query(keeping, [staged.sha256]);
      await keep(staged);
    });
  return storage;
}

/** Those of the hashes that nothing holds, in any workspace. */
export async function unheldOf(db: Db, hashes: readonly string[]): Promise<string[]> {
  return (await db.query<{ sha256: string }>(unheld, [hashes])).map(({ sha256 }) => sha256);
}

/**
 * Takes the blob of a hash and its renditions away, unless something holds them or they were kept since `olderThan`.
 *
 * @returns whether they were taken away.
 */
export async function removeIfUnheld(
  { db, storage }: { db: Pool; storage: Storage },
  sha256: string,
  olderThan: Date,
): Promise<boolean> {
  return inSqlTransaction(db.pool, async (transaction) => {
    await transaction.query(taking, [sha256]);
    if ((await unheldOf(transaction, [sha256])).length === 0) return false;
    if (!(await isOlder(storage, sha256, olderThan))) return false;
    await storage.remove(blobKey(sha256));
    await storage.removeAll(renditionsPrefix(sha256));
    return true;
  });
}

/** A blob that isn't there is old: its renditions may have stayed behind. */
async function isOlder(storage: Storage, sha256: string, olderThan: Date): Promise<boolean> {
  const key = blobKey(sha256);
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  for await (const entry of storage.list(folder)) {
    if (entry.key === key) return entry.modifiedAt < olderThan;
  }
  return true;
}
