// Who holds bytes, and removing them when nobody does. Bytes are shared: by assets of every workspace, and by uploads that wait to be
// filed. Whoever stores or removes them claims their hash in a row first, so neither happens in the middle of the other, and no
// connection is held while the storage works.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statement, type Db, type Pool } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { blobKey, renditionsPrefix, type Storage } from '../../core/storage/contract.ts';

/** Tables with a column `sha256` whose rows hold bytes. */
const holders = [
  'select h.sha256 from assets h where h.sha256 = b.sha256',
  `select h.sha256 from marque.upload_tickets h where h.sha256 = b.sha256 and h.state in ('open', 'staged')`,
  'select h.sha256 from marque.deployments h where h.sha256 = b.sha256',
].join(' union all ');

const unheld = statement(
  'bytes:unheld',
  `select b.sha256 from unnest($1::text[]) as b(sha256) where not exists (${holders})`,
);

/** Longer than any one call to the storage may take. */
const claimSeconds = 120;
const renewMs = (claimSeconds * 1000) / 4;
/** A removal that hasn't begun by then leaves it: its claim must outlast the call that removes. */
const removeWithinMs = (claimSeconds * 1000) / 3;
/** How long storing waits for a removal of the same bytes; uploads answer within 30 seconds. */
const waitMs = 15_000;

const claim = statement('bytes:claim', `select marque.claim_blob($1, $2, $3, ${claimSeconds}) as claimed`);
const renew = statement(
  'bytes:renew-claim',
  `update marque.blob_claims set until = now() + make_interval(secs => ${claimSeconds}) where id = $1`,
);
const release = statement('bytes:release-claim', 'delete from marque.blob_claims where id = $1 returning id');
const dropExpired = statement(
  'bytes:drop-claims',
  `delete from marque.blob_claims where until < now() - interval '1 hour'`,
);

async function isClaimed(db: Db, sha256: string, id: string, removing: boolean): Promise<boolean> {
  const [row] = await db.query<{ claimed: boolean }>(claim, [sha256, id, removing]);
  return row?.claimed ?? false;
}

const busy = (): ApiError =>
  new ApiError('unavailable', 'The storage is removing an old copy of these bytes. Try again in a moment.');

/** Claims a hash for storing its bytes, waiting for a removal to end. @throws Refusal unavailable. */
async function claimForKeeping(db: Db, sha256: string): Promise<string> {
  const id = randomUUID();
  const giveUpAt = performance.now() + waitMs;
  for (let nextMs = 20; !(await isClaimed(db, sha256, id, false)); nextMs = Math.min(nextMs * 2, 500)) {
    if (performance.now() > giveUpAt) throw busy();
    await pause(nextMs);
  }
  return id;
}

/**
 * Makes every `keep` of a storage claim its hash first. A blob that was kept is new (`modifiedAt`), and what is new is not removed: the
 * record that will hold it may come later, in a transaction of its own.
 */
export function claimKeeping(storage: Storage, db: Pool): Storage {
  const keep = storage.keep.bind(storage);
  storage.keep = async (staged) => {
    const id = await claimForKeeping(db, staged.sha256);
    const renewing = setInterval(() => {
      // A claim that can't be renewed runs out; whether that did harm shows when it is released.
      db.query(renew, [id]).catch(() => undefined);
    }, renewMs).unref();
    try {
      await keep(staged);
    } catch (error) {
      // Where the database doesn't answer either, the claim just runs out; the first failure is the one to tell.
      await db.query(release, [id]).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
    // The claim ran out and a removal took its place: the bytes may be gone again.
    if ((await db.query(release, [id])).length === 0) throw busy();
  };
  return storage;
}

/** Those of the hashes that nothing holds, in any workspace. */
export async function unheldOf(db: Db, hashes: readonly string[]): Promise<string[]> {
  return (await db.query<{ sha256: string }>(unheld, [hashes])).map(({ sha256 }) => sha256);
}

/** Forgets the claims of processes that died. */
export async function dropExpiredClaims(db: Db): Promise<void> {
  await db.query(dropExpired);
}

/**
 * Removes the blob of a hash and its renditions, unless something holds them, somebody is storing them, or they were stored since
 * `olderThan`.
 *
 * @returns whether they were removed.
 */
export async function removeIfUnheld(
  { db, storage }: { db: Pool; storage: Storage },
  sha256: string,
  olderThan: Date,
): Promise<boolean> {
  const id = randomUUID();
  const claimedAt = performance.now();
  if (!(await isClaimed(db, sha256, id, true))) return false;
  try {
    if ((await unheldOf(db, [sha256])).length === 0) return false;
    if (!(await isOlder(storage, sha256, olderThan))) return false;
    if (performance.now() - claimedAt > removeWithinMs) return false;
    await storage.remove(blobKey(sha256));
  } finally {
    // Where the database doesn't answer the claim runs out by itself.
    await db.query(release, [id]).catch(() => undefined);
  }
  // Not under the claim: they can all be made again, and on S3 there may be many.
  await storage.removeAll(renditionsPrefix(sha256));
  return true;
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
