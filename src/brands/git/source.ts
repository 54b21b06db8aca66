// The connected repository of a brand, and its sync status.
import type { Caller } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import type { Query } from '../../core/operation.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { deriveKey, seal, unseal } from '../../core/storage/signing.ts';
import { demandFolder, isOnDisk } from './git-on-disk.ts';
import type { Conflict } from './merge.ts';
import type { Place } from './repository.ts';
import type { Direction, SourceAnswer, SyncAnswer } from './source-schemas.ts';

const sealKey = (service: Service): Buffer => deriveKey(service.secret, 'brand-source');

const sourceSql = (
  brand: string,
): string => `select b.slug, s.remote, s.branch, s.path, s.commit, s.synced_at as "syncedAt",
    coalesce(s.files, 0) as files, a.hash is distinct from (select v.hash from marque.brand_versions v where v.brand_id = b.id order by v.number desc limit 1) as pending
  from payload.brands b left join marque.brand_sources s on s.brand_id = b.id left join marque.brand_agreements a on a.brand_id = b.id where b.id = ${brand}`;

/** The source of the brand `t`. */
export const sourceQuery: Query<SourceRow> = { name: 'brand-source', text: sourceSql('t.id') };
const oneSource = statement('brand-source:one', sourceSql('$1'));

export interface SourceRow {
  slug: string;
  remote: string | null;
  branch: string | null;
  path: string | null;
  commit: string | null;
  syncedAt: Date | string | null;
  files: number;
  pending: boolean;
}

const time = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Interface 2.6. */
export function toSource(service: Service, row: SourceRow): SourceAnswer {
  const connect = panelUrl(service, `/brands/${row.slug}/source`);
  if (row.remote === null) return { source: null, connect };
  return {
    source: {
      remote: row.remote,
      branch: row.branch ?? '',
      path: row.path ?? '',
      commit: row.commit,
      syncedAt: time(row.syncedAt),
      pending: row.pending,
      files: row.files,
    },
    connect,
  };
}

export async function sourceOf(db: Db, service: Service, brandId: string): Promise<SourceAnswer> {
  const [row] = await db.query<SourceRow>(oneSource, [brandId]);
  if (!row) throw new Error('This brand was just deleted.');
  return toSource(service, row);
}

interface Connected extends Place {
  token: string | null;
  commit: string | null;
}

const connected = statement(
  'brand-source:connected',
  'select remote, branch, path, token, commit from marque.brand_sources where brand_id = $1 for update',
);

/** Locks the connection of a brand to its repository until the transaction ends. */
export async function lockSource(db: Db, brandId: string): Promise<void> {
  await db.query(connected, [brandId]);
}

const connect = statement(
  'brand-source:connect',
  `insert into marque.brand_sources (brand_id, remote, branch, path, token) values ($1, $2, $3, $4, $5)
   on conflict (brand_id) do update set remote = excluded.remote, branch = excluded.branch, path = excluded.path, token = excluded.token,
     commit = case when $6 then null else brand_sources.commit end, synced_at = case when $6 then null else brand_sources.synced_at end,
     files = case when $6 then 0 else brand_sources.files end`,
);
const forget = statement('brand-source:forget', 'delete from marque.brand_agreements where brand_id = $1');
const disconnect = statement(
  'brand-source:disconnect',
  'delete from marque.brand_sources where brand_id = $1 returning remote',
);
const recordSync = statement(
  'brand-source:settle',
  `update marque.brand_sources set commit = $2, files = $3, synced_at = date_trunc('milliseconds', clock_timestamp()) where brand_id = $1`,
);

/**
 * Connects a repository. A different one starts without sync history, so that nothing of the brand counts as
 * removed there.
 *
 * @param token undefined: keeps the stored one as long as the origin is the same; null: none.
 * @returns true if the repository, branch or folder changed.
 */
export async function connectSource(
  service: Service,
  db: Db,
  brandId: string,
  place: Place,
  token: string | null | undefined,
): Promise<boolean> {
  if (isOnDisk(place.remote)) {
    demandFolder(place.remote, service.env.fetchAllow);
    if (token)
      throw invalid([{ path: 'token', message: "A repository on disk doesn't use a token. Leave it out." }]);
  }
  const [before] = await db.query<Connected>(connected, [brandId]);
  const kept =
    before && !isOnDisk(place.remote) && new URL(before.remote).origin === new URL(place.remote).origin
      ? before.token
      : null;
  const sealed = token === undefined ? kept : token === null ? null : seal(sealKey(service), token);
  const moved =
    !before || before.remote !== place.remote || before.branch !== place.branch || before.path !== place.path;
  await db.query(connect, [brandId, place.remote, place.branch, place.path, sealed, moved]);
  if (moved) await db.query(forget, [brandId]);
  return moved;
}

/** @returns the previous repository, null if there was none. */
export async function disconnectSource(db: Db, brandId: string): Promise<string | null> {
  const [row] = await db.query<{ remote: string }>(disconnect, [brandId]);
  return row?.remote ?? null;
}

export interface OpenSource extends Place {
  token: string | null;
  commit: string | null;
}

/** The connected repository with its token; null if there is none. */
export async function openSource(service: Service, db: Db, brandId: string): Promise<OpenSource | null> {
  const [row] = await db.query<Connected>(connected, [brandId]);
  if (!row) return null;
  const token = row.token === null ? null : unseal(sealKey(service), row.token);
  if (row.token !== null && token === null)
    throw new ApiError('invalid', 'The token was encrypted with another SECRET. Enter it again.', {
      issues: [{ path: 'token', message: 'The token was encrypted with another SECRET. Enter it again.' }],
    });
  return { ...row, token };
}

/** Records the commit that both sides agree on. */
export async function recordAgreement(db: Db, brandId: string, commit: string, files: number): Promise<void> {
  await db.query(recordSync, [brandId, commit, files]);
}

// ---- syncs

/** The time limit of a sync, the same as of its job. */
const maxSyncMinutes = 30;
const under = statement(
  'brand-sync:under-way',
  `select id from marque.brand_syncs where brand_id = $1 and state in ('waiting', 'running') and created_at > now() - interval '${maxSyncMinutes} minutes' limit 1`,
);
const add = statement(
  'brand-sync:add',
  'insert into marque.brand_syncs (brand_id, direction, caller) values ($1, $2, $3) returning id',
);
/** An abandoned sync: each process that started it stopped before it was done. */
const isLeft = `(state in ('waiting', 'running') and created_at <= now() - interval '${maxSyncMinutes} minutes')`;
const left = 'The server stopped each time this sync ran. Start it again.';
const columns = `id, direction, case when ${isLeft} then 'failed' else state end as state, case when ${isLeft} then '${left}' else error end as error, coalesce(result, '{}') as result, created_at as "createdAt", finished_at as "finishedAt"`;
const last = statement(
  'brand-sync:last',
  `select ${columns} from marque.brand_syncs where brand_id = $1 order by created_at desc, id limit 1`,
);
const begin = statement(
  'brand-sync:begin',
  `update marque.brand_syncs set state = 'running' where id = $1 and state in ('waiting', 'running') returning brand_id, direction, caller`,
);
const finish = statement(
  'brand-sync:finish',
  `update marque.brand_syncs set state = $2, error = $3, result = $4, finished_at = date_trunc('milliseconds', clock_timestamp()) where id = $1`,
);

/** The caller who started a sync. Their permissions are checked again when it runs. */
export interface SyncCaller {
  caller: Caller;
  workspaceId: string;
}

export interface SyncResult {
  commit: string | null;
  version: number | null;
  conflicts: Conflict[];
  /** Number of files written to the repository. */
  pushed: number;
}

interface SyncRow {
  id: string;
  direction: Direction;
  state: SyncAnswer['state'];
  error: string | null;
  result: Partial<SyncResult> & { problems?: Issue[] };
  createdAt: Date | string;
  finishedAt: Date | string | null;
}

const toSync = (row: SyncRow): SyncAnswer => ({
  id: row.id,
  direction: row.direction,
  state: row.state,
  error: row.error,
  problems: row.result.problems ?? [],
  commit: row.result.commit ?? null,
  version: row.result.version ?? null,
  conflicts: row.result.conflicts ?? [],
  pushed: row.result.pushed ?? 0,
  createdAt: time(row.createdAt) ?? '',
  finishedAt: time(row.finishedAt),
});

export const syncJob = 'brand-sync';

/** @throws ApiError conflict if nothing is connected, or a sync is running. */
export async function askForSync(
  service: Service,
  db: Db,
  brandId: string,
  direction: Direction,
  by: SyncCaller,
): Promise<SyncAnswer> {
  const [source] = await db.query<Connected>(connected, [brandId]);
  if (!source)
    throw new ApiError('conflict', 'No repository is connected. Connect one with `set_brand_source`.');
  if ((await db.query(under, [brandId])).length > 0)
    throw new ApiError('conflict', 'A sync is already running. Check its state with `get_brand_sync`.');
  const [row] = await db.query<{ id: string }>(add, [brandId, direction, JSON.stringify(by)]);
  const subject = { type: 'brand', id: brandId };
  await service.jobs.send(syncJob, { sync: row?.id ?? '', workspaceId: by.workspaceId, subject }, db);
  const sync = await lastSync(db, brandId);
  if (!sync) throw new Error('The new sync could not be read back.');
  return sync;
}

export async function lastSync(db: Db, brandId: string): Promise<SyncAnswer | null> {
  const [row] = await db.query<SyncRow>(last, [brandId]);
  return row ? toSync(row) : null;
}

export interface BegunSync {
  brand_id: string;
  direction: Direction;
  caller: SyncCaller;
}

export async function beginSync(db: Db, id: string): Promise<BegunSync | null> {
  const [row] = await db.query<BegunSync>(begin, [id]);
  return row ?? null;
}

export async function finishSync(
  db: Db,
  id: string,
  came: { error: string; problems: Issue[] } | { result: SyncResult },
): Promise<void> {
  const failed = 'error' in came;
  await db.query(finish, [
    id,
    failed ? 'failed' : 'done',
    failed ? came.error : null,
    JSON.stringify(failed ? { problems: came.problems } : came.result),
  ]);
}
