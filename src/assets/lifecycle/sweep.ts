// The sweep deletes everything past its retention time. Each part can run twice, run concurrently or be interrupted: the next sweep
// continues.
import { removeGrantsOn } from '../../core/access/grants/grants.ts';
import { dropOldEvents, type EventPlace } from '../../core/events/drop-old.ts';
import { recordOn } from '../../core/events/record.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import type { Service } from '../../core/service.ts';
import type { StoredEntry } from '../../core/storage/contract.ts';
import { maxTrafficDays } from '../asset-traffic.ts';
import { dropExpiredClaims, removeIfUnheld, unheldOf } from '../delivery/bytes.ts';
import { daysBefore, holdersOf, retentionInEach, retentionOf } from './retention.ts';

export interface Swept {
  /** Deleted assets past their retention time. */
  assets: number;
  /** Unused blobs. */
  blobs: number;
  tickets: number;
  /** Uploads that were never used. */
  staged: number;
  renditions: number;
  events: number;
}

export interface SweepOptions {
  now?: Date;
  /** Scan the storage even if that was done within the last day. */
  whole?: boolean;
  /** Ends the sweep between two steps. */
  signal?: AbortSignal;
}

/** Grace period for unused blobs, whose record may still be written. */
const looseDays = 1;
/** Twice the lifetime of a ticket, so these bytes are no longer in use. */
const stagedDays = 2;
/** The storage is scanned once a day; a little less, so that an hourly sweep doesn't drift. */
const wholeDays = 23 / 24;

const workspaces = statement('sweep:workspaces', 'select id from payload.workspaces order by id');
const organizations = statement('sweep:organizations', 'select id from payload.organizations order by id');
const nobody = { organizationId: null, workspaceId: null };

/** Runs the sweep. @returns the number of deletions of each kind. */
export async function sweep(service: Service, options: SweepOptions = {}): Promise<Swept> {
  const now = options.now ?? new Date();
  const swept: Swept = { assets: 0, blobs: 0, tickets: 0, staged: 0, renditions: 0, events: 0 };
  const run: Run = { service, now, swept, signal: options.signal ?? null };
  const ownerless = await retentionOf(service, nobody);
  const ids = (await service.db.query<{ id: string }>(workspaces)).map(({ id }) => id);
  const kept = await retentionInEach(service, ids);
  const renditionDays = new Map([...kept].map(([id, retention]) => [id, retention.renditionDays]));
  for (const [id, retention] of kept) {
    await purgeAssets(run, id, daysBefore(now, retention.deletedDays));
    await dropEvents(run, { workspace: id }, daysBefore(now, retention.eventDays));
  }
  for (const { id } of await service.db.query<{ id: string }>(organizations)) {
    const { eventDays } = await retentionOf(service, { organizationId: id, workspaceId: null });
    await dropEvents(run, { organization: id }, daysBefore(now, eventDays));
  }
  await dropEvents(run, null, daysBefore(now, ownerless.eventDays));
  await dropTickets(run);
  await dropUnneeded(run);
  await service.db.query(dropOldTraffic, [daysBefore(now, trafficDays)]);
  await service.db.query(dropOldAssetTraffic, [daysBefore(now, maxTrafficDays)]);
  await dropExpiredClaims(service.db);
  if (options.whole || (await isDue(service.db, 'storage', daysBefore(now, wholeDays), now))) {
    await dropStaged(run);
    await dropBlobs(run);
    await dropRenditions(run, renditionDays, ownerless.renditionDays);
    await service.db.query(dropLoose);
    await service.db.query(dropPreviews);
  }
  return swept;
}

interface Run {
  service: Service;
  now: Date;
  swept: Swept;
  signal: AbortSignal | null;
}

const isEnded = ({ signal }: Run): boolean => signal?.aborted ?? false;

const beginPart = statement(
  'sweep:begin',
  `insert into marque.sweeps as s (part, began_at) values ($1, $2) on conflict (part) do update set began_at = excluded.began_at
   where s.began_at < $3 returning part`,
);

/** True for the first who asks since `before`. */
async function isDue(db: Db, part: string, before: Date, now: Date): Promise<boolean> {
  return (await db.query(beginPart, [part, now, before])).length > 0;
}

// ---- assets

/** Assets deleted per transaction, to keep it short. */
const purgeBatch = 100;

const overdue = statement(
  'sweep:overdue',
  `select a.id, coalesce(a.stack_id, a.id::text) as stack from payload.assets a
   where a.workspace_id = $1 and a.deleted_at < $2 order by a.deleted_at, a.id limit ${purgeBatch}`,
);
const lockStacks = statement(
  'sweep:lock-stacks',
  `select pg_advisory_xact_lock(hashtextextended('stack ' || s.stack, 0))
   from (select stack from unnest($1::text[]) as stack order by stack) s`,
);
// Checked again under the lock, because someone may have restored them in between.
const stillOverdue = statement(
  'sweep:still-overdue',
  'select a.id, a.sha256, a.filename from payload.assets a where a.id = any($1::uuid[]) and a.deleted_at < $2 order by a.id for update',
);
const dropMemberships = statement(
  'sweep:memberships',
  'delete from marque.collection_assets where asset_id = any($1::uuid[])',
);
const dropAssets = statement('sweep:assets', 'delete from payload.assets where id = any($1::uuid[])');

async function purgeAssets(run: Run, workspaceId: string, before: Date): Promise<void> {
  const { service, swept } = run;
  while (!isEnded(run)) {
    const found = await service.db.query<{ id: string; stack: string }>(overdue, [workspaceId, before]);
    if (found.length === 0) return;
    const purged = await inSqlTransaction(service.db.pool, async (db) => {
      await db.query(lockStacks, [[...new Set(found.map(({ stack }) => stack))]]);
      const rows = await db.query<{ id: string; sha256: string; filename: string }>(stillOverdue, [
        found.map(({ id }) => id),
        before,
      ]);
      const ids = rows.map(({ id }) => id);
      await db.query(dropMemberships, [ids]);
      await removeGrantsOn(db, 'asset', ids);
      await db.query(dropAssets, [ids]);
      for (const { id, filename } of rows) {
        await recordOn(db, 'system', {
          type: 'asset.purged',
          workspaceId,
          subject: { kind: 'asset', id },
          detail: { filename },
        });
      }
      return rows;
    });
    swept.assets += purged.length;
    for (const sha256 of new Set(purged.map((row) => row.sha256))) {
      if (await removeIfUnheld(service, sha256, daysBefore(run.now, looseDays))) swept.blobs += 1;
    }
  }
}

// ---- rows

/** By whose days an event is kept: the workspace's it happened in, else the organization's, else the server's. */
async function dropEvents(run: Run, of: EventPlace, before: Date): Promise<void> {
  run.swept.events += await dropOldEvents(run.service.db, of, before, () => isEnded(run));
}

const dropOldTickets = statement(
  'sweep:tickets',
  `delete from marque.upload_tickets t where t.created_at < $1 and t.expires_at < $2 returning t.staged_key`,
);

async function dropTickets(run: Run): Promise<void> {
  const { service, swept, now } = run;
  const rows = await service.db.query<{ staged_key: string | null }>(dropOldTickets, [
    daysBefore(now, stagedDays),
    now,
  ]);
  swept.tickets += rows.length;
  for (const { staged_key: key } of rows) if (key !== null) await service.storage.discard(key);
}

/** Usage shows thirty days. */
const trafficDays = 62;
const dropOldTraffic = statement('sweep:traffic', 'delete from marque.delivery_days where day < $1::date');
const dropOldAssetTraffic = statement(
  'sweep:asset-traffic',
  'delete from marque.asset_delivery_days where day < $1::date',
);

const dropLoose = statement(
  'sweep:loose',
  `delete from marque.loose_renditions l where not exists (select 1 from payload.assets a where a.sha256 = l.sha256)`,
);
const dropPreviews = statement(
  'sweep:previews',
  `delete from marque.previews p where not exists (select 1 from payload.assets a where a.sha256 = p.sha256)`,
);

// ---- storage

/** Bytes kept so short a time ago may have a record on its way, in whichever workspace: they are left for the sweep after this one. */
const filingMinutes = 10;
const unneededBatch = 500;

const unneededFiles = statement(
  'sweep:unneeded',
  `select kind, key from marque.unneeded_files where (kind, key) > ($1, $2) order by kind, key limit ${unneededBatch}`,
);
const forgetUnneeded = statement(
  'sweep:forget-unneeded',
  'delete from marque.unneeded_files where kind = $1 and key = any($2::text[])',
);
const dropLooseOf = statement(
  'sweep:loose-of',
  `delete from marque.loose_renditions l where l.sha256 = any($1::text[])
     and not exists (select 1 from payload.assets a where a.sha256 = l.sha256)`,
);

/** Files whose records went with their workspace. */
async function dropUnneeded(run: Run): Promise<void> {
  const { service, swept, now } = run;
  const olderThan = new Date(now.getTime() - filingMinutes * 60_000);
  let last = { kind: '', key: '' };
  while (!isEnded(run)) {
    const batch = await service.db.query<{ kind: 'blob' | 'staged'; key: string }>(unneededFiles, [
      last.kind,
      last.key,
    ]);
    const end = batch.at(-1);
    if (!end) return;
    last = end;
    const staged = batch.filter(({ kind }) => kind === 'staged').map(({ key }) => key);
    for (const key of staged) await service.storage.discard(key);
    swept.staged += staged.length;
    const blobs = batch.filter(({ kind }) => kind === 'blob').map(({ key }) => key);
    const unheld = new Set(await unheldOf(service.db, blobs));
    const done = blobs.filter((sha256) => !unheld.has(sha256));
    for (const sha256 of unheld) {
      if (isEnded(run)) break;
      if (!(await removeIfUnheld(service, sha256, olderThan))) continue;
      swept.blobs += 1;
      done.push(sha256);
    }
    await service.db.query(dropLooseOf, [done]);
    await service.db.query(forgetUnneeded, ['staged', staged]);
    await service.db.query(forgetUnneeded, ['blob', done]);
  }
}

const stagedHeld = statement(
  'sweep:staged-held',
  `select staged_key from marque.upload_tickets where staged_key = any($1::text[])
   union all select staged_key from marque.deployments where staged_key = any($1::text[])`,
);

async function dropStaged(run: Run): Promise<void> {
  const { storage, db } = run.service;
  for await (const entries of inBatches(storage.list('staged/', daysBefore(run.now, stagedDays)))) {
    if (isEnded(run)) return;
    const keys = entries.map(({ key }) => key);
    const rows = await db.query<{ staged_key: string }>(stagedHeld, [keys]);
    const inUse = new Set(rows.map((row) => row.staged_key));
    for (const key of keys.filter((one) => !inUse.has(one))) {
      await storage.discard(key);
      run.swept.staged += 1;
    }
  }
}

async function dropBlobs(run: Run): Promise<void> {
  const { service, swept } = run;
  const olderThan = daysBefore(run.now, looseDays);
  for await (const entries of inBatches(service.storage.list('blobs/', olderThan))) {
    if (isEnded(run)) return;
    const hashes = entries.map(({ key }) => key.slice(key.lastIndexOf('/') + 1));
    for (const sha256 of await unheldOf(service.db, hashes)) {
      if (await removeIfUnheld(service, sha256, olderThan)) swept.blobs += 1;
    }
  }
}

/**
 * A rendition belongs to bytes and not to a workspace: of those that hold the bytes, the longest time counts.
 *
 * @param daysOf by workspace.
 * @param ownerlessDays for renditions of bytes that nothing holds any more.
 */
async function dropRenditions(
  run: Run,
  daysOf: ReadonlyMap<string, number>,
  ownerlessDays: number,
): Promise<void> {
  const { storage, db } = run.service;
  const shortest = Math.min(ownerlessDays, ...daysOf.values());
  for await (const entries of inBatches(storage.list('renditions/', daysBefore(run.now, shortest)))) {
    const hashOf = (key: string): string => key.split('/')[3] ?? '';
    const holders = await holdersOf(db, [...new Set(entries.map(({ key }) => hashOf(key)))]);
    for (const { key, modifiedAt } of entries) {
      if (isEnded(run)) return;
      const days = (holders.get(hashOf(key)) ?? []).map((id) => daysOf.get(id) ?? ownerlessDays);
      const kept = days.length > 0 ? Math.max(...days) : ownerlessDays;
      if (modifiedAt >= daysBefore(run.now, kept)) continue;
      await storage.remove(key);
      run.swept.renditions += 1;
    }
  }
}

const batchSize = 500;

async function* inBatches(entries: AsyncIterable<StoredEntry>): AsyncGenerator<StoredEntry[]> {
  let batch: StoredEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
