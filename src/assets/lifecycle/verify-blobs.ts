// Verifies stored blobs: reads them and compares SHA-256 and length. A command checks all of them, a nightly job a sample.
import { createHash, randomBytes } from 'node:crypto';
import { statement, type Db } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { checked } from '../../core/storage/checked.ts';
import { blobKey, type Storage } from '../../core/storage/contract.ts';

export type BlobProblem = 'missing' | 'short' | 'corrupt' | 'unreadable';

/** A blob that records need. */
interface NeededBlob {
  sha256: string;
  /** Size in bytes according to the record; null if only the hash is recorded. */
  size: number | null;
  /** IDs of the assets that use it. */
  assets: string[];
  sites: string[];
}

export interface BadBlob extends NeededBlob {
  problem: BlobProblem;
  /** Description of the problem. */
  found: string;
  isHealed: boolean;
}

export interface Verified {
  blobs: number;
  bytes: number;
  bad: BadBlob[];
}

export interface VerifyOptions {
  /** Storage to restore good copies from; null to only report. */
  from: Storage | null;
  /** Begins behind this hash. */
  after?: string;
  /** Ends at this hash. */
  upTo?: string;
  maxBlobs?: number;
  maxBytes?: number;
  signal?: AbortSignal;
  onBad?: (blob: BadBlob) => void;
}

const pageLength = 200;

const needed = statement(
  'verify:needed',
  `select h.sha256, max(h.size)::bigint as size,
     coalesce(array_agg(h.asset order by h.asset) filter (where h.asset is not null), '{}') as assets,
     coalesce(array_agg(distinct h.site) filter (where h.site is not null), '{}') as sites
   from (select a.sha256, a.filesize as size, a.id::text as asset, null as site from payload.assets a where a.sha256 > $1
     union all select t.sha256, t.size, null, null from marque.upload_tickets t
       where t.sha256 > $1 and t.state = 'staged' and t.staged_key is null
     union all select d.sha256, null, null, d.site_id::text from marque.deployments d
       where d.sha256 > $1 and d.state in ('live', 'replaced')
     union all select d.brotli_sha256, null, null, d.site_id::text from marque.deployments d
       where d.brotli_sha256 > $1 and d.state in ('live', 'replaced')) h
   group by h.sha256 order by h.sha256 limit ${pageLength}`,
);

/** Verifies all referenced blobs in order of their hashes, and reports damaged ones. */
export async function verifyBlobs(db: Db, storage: Storage, options: VerifyOptions): Promise<Verified> {
  const { maxBlobs = Infinity, maxBytes = Infinity, upTo = 'g', signal } = options;
  const verified: Verified = { blobs: 0, bytes: 0, bad: [] };
  let last = options.after ?? '';
  for (;;) {
    const page = await db.query<NeededBlob>(needed, [last]);
    for (const blob of page) {
      if (signal?.aborted || blob.sha256 > upTo) return verified;
      if (verified.blobs >= maxBlobs || verified.bytes >= maxBytes) return verified;
      const { bytes, bad } = await verifyOne(storage, blob);
      verified.blobs += 1;
      verified.bytes += bytes;
      last = blob.sha256;
      if (!bad) continue;
      const isHealed = options.from !== null && (await heal(storage, options.from, blob.sha256));
      verified.bad.push({ ...blob, ...bad, isHealed });
      options.onBad?.({ ...blob, ...bad, isHealed });
    }
    if (page.length < pageLength) return verified;
  }
}

async function verifyOne(
  storage: Storage,
  { sha256, size }: NeededBlob,
): Promise<{ bytes: number; bad: Pick<BadBlob, 'problem' | 'found'> | null }> {
  let bytes = 0;
  try {
    const stream = await storage.read(blobKey(sha256));
    if (!stream) return { bytes, bad: { problem: 'missing', found: 'it is not in the storage' } };
    const hash = createHash('sha256');
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      hash.update(chunk);
    }
    if (hash.digest('hex') === sha256) return { bytes, bad: null };
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    return {
      bytes,
      bad: { problem: 'unreadable', found: cause instanceof Error ? cause.message : String(cause) },
    };
  }
  if (size !== null && bytes < size)
    return { bytes, bad: { problem: 'short', found: `it has ${bytes} of ${size} bytes` } };
  return { bytes, bad: { problem: 'corrupt', found: 'its bytes have another SHA-256' } };
}

/** Replaces a damaged blob with a good copy. @returns false if there is none. */
async function heal(storage: Storage, from: Storage, sha256: string): Promise<boolean> {
  const key = blobKey(sha256);
  const copy = await from.stat(key);
  const stream = copy && (await from.read(key));
  if (!stream) return false;
  try {
    // A damaged copy throws before the end, and then nothing is stored.
    await storage.put(key, checked(stream, { key, size: copy.size, sha256 }));
    return true;
  } catch {
    return false;
  } finally {
    stream.destroy();
  }
}

/** Limits of the nightly sample. */
const sampleBlobs = 500;
const sampleBytes = 4 * 1024 ** 3;

/** The nightly job: verifies a sample of blobs from a random start, and logs damaged ones. */
export async function verifySample(service: Service, signal?: AbortSignal): Promise<void> {
  const { db, storage, log } = service;
  const options: VerifyOptions = {
    from: null,
    ...(signal ? { signal } : {}),
    onBad: ({ sha256, problem, found, assets, sites }) => {
      log.error({ blob: blobKey(sha256), problem, found, assets, sites }, 'a stored file is damaged');
    },
  };
  const start = randomBytes(32).toString('hex');
  const limits = { maxBlobs: sampleBlobs, maxBytes: sampleBytes };
  const behind = await verifyBlobs(db, storage, { ...options, ...limits, after: start });
  // Wraps around at the end, up to where it started.
  const before = await verifyBlobs(db, storage, {
    ...options,
    maxBlobs: limits.maxBlobs - behind.blobs,
    maxBytes: limits.maxBytes - behind.bytes,
    upTo: start,
  });
  const [blobs, bytes] = [behind.blobs + before.blobs, behind.bytes + before.bytes];
  log.info(
    { blobs, bytes, bad: behind.bad.length + before.bad.length },
    'a sample of the stored files was verified',
  );
}
