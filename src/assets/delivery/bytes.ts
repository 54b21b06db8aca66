// Tracks which blobs are in use and removes unused ones. Blobs are shared by assets of all workspaces and by pending uploads. Storing
// and removing both claim the hash in a database row first, so they never overlap, and no connection is held while the storage works.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statement, type Db, type Pool } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { blobKey, renditionsPrefix, type Storage } from '../../core/storage/contract.ts';

/** Rows that keep a blob in use. */
const holders = [
  'select h.sha256 from payload.assets h where h.sha256 = b.sha256',
  `select h.sha256 from marque.upload_tickets h where h.sha256 = b.sha256 and h.state in ('open', 'staged')`,
  'select h.sha256 from marque.deployments h where h.sha256 = b.sha256',
  'select h.brotli_sha256 from marque.deployments h where h.brotli_sha256 = b.sha256',
].join(' union all ');

const unheld = statement(
  'bytes:unheld',
  `select b.sha256 from unnest($1::text[]) as b(sha256) where not exists (${holders})`,
);

/** Longer than the longest storage call. */
const claimSeconds = 120;
const renewMs = (claimSeconds * 1000) / 4;
/** A removal that hasn't started by then is skipped: its claim must outlast the storage call. */
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
  new ApiError('unavailable', 'An old copy of this file is being removed. Try again in a moment.');

/** Claims a hash for storing, waiting for a running removal. @throws ApiError unavailable. */
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
 * Wraps a storage so that `keep` claims the hash first. A kept blob gets a new `modifiedAt`, which protects it from removal until the
 * record that uses it is written in a later transaction.
 */
export function claimKeeping(storage: Storage, db: Pool): Storage {
  const keep = storage.keep.bind(storage);
  storage.keep = async (staged) => {
    const id = await claimForKeeping(db, staged.sha256);
    const renewing = setInterval(() => {
      // A claim that can't be renewed expires; releasing it detects whether that did harm.
      db.query(renew, [id]).catch(() => undefined);
    }, renewMs).unref();
    try {
      await keep(staged);
    } catch (error) {
      // If the database fails too, the claim just expires; report the first failure.
      await db.query(release, [id]).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
    // The claim expired and a removal may have taken over, so the bytes may be gone.
    if ((await db.query(release, [id])).length === 0) throw busy();
  };
  return storage;
}

/** The hashes that aren't used in any workspace. */
export async function unheldOf(db: Db, hashes: readonly string[]): Promise<string[]> {
  return (await db.query<{ sha256: string }>(unheld, [hashes])).map(({ sha256 }) => sha256);
}

/** Deletes the claims of processes that died. */
export async function dropExpiredClaims(db: Db): Promise<void> {
  await db.query(dropExpired);
}

/**
 * Removes a blob and its renditions, unless it is in use, being stored, or was stored after `olderThan`.
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
    // If the database doesn't answer, the claim expires by itself.
    await db.query(release, [id]).catch(() => undefined);
  }
  // Outside the claim: renditions can be recreated, and on S3 there may be many.
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
