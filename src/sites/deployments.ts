// Deployments: received, checked by a job, then set live in one transaction or failed with a reason; also
// restored and cleaned up. A process that is killed midway leaves one in `checking`, which the next process
// takes over.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../core/access/caller.ts';
import { nameOf } from '../core/access/caller.ts';
import { spendTicket } from '../assets/ingest/tickets.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { record, recordOn } from '../core/events/record.ts';
import { isApiError, ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { sitesSetting } from './settings.ts';
import { settingIn, settingInEach } from '../core/settings/read.ts';
import { blobKey, stagedKey } from '../core/storage/contract.ts';
import type { PayloadRequest } from 'payload';
import { readArchive, type Archive, type ArchiveFile } from '../lib/safe-zip/archive.ts';
import { BadArchive } from '../lib/safe-zip/bad-archive.ts';
import { compressJob } from './brotli.ts';
import { notingChecked } from './checking.ts';
import { alone, inTurn } from './deployment-claims.ts';
import { demandUsable } from './manifest.ts';
import { deploymentNow, lockDeployment, lockSite } from './queries.ts';
import type { ArrivedZip } from './receive.ts';
import type { Deployment, DeploymentQuery, SiteKind } from './schemas.ts';
import { ruleFiles, rulesOf, type SiteRules } from './site-rules.ts';

export const deployJob = 'deploy';

/** The zip's facts about each file beside its content. */
const namesBytes = 1024;

/** Maximum size in bytes of a zip in a workspace. */
export async function maxZipBytes(service: Service, workspaceId: string): Promise<number> {
  const { maxBytes, maxFiles } = await settingIn(service, service.db, sitesSetting, {
    organizationId: null,
    workspaceId,
  });
  return Math.min(service.env.maxUploadBytes, maxBytes + maxFiles * namesBytes);
}

const insertDeployment = statement(
  'deployments:insert',
  `insert into marque.deployments (site_id, path, kind, commit, ref, created_by, sha256, staged_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
);

/** Of a deployment, and for whom it's run: if it's given up, their admins are told. */
const jobOf = (id: string, workspaceId: string, siteId: string) => ({
  id,
  workspaceId,
  subject: { type: 'site', id: siteId },
});

/** Saves a deployment whose zip has arrived and queues its check. The upload it came from is used up. */
export async function beginDeployment(
  service: Service,
  caller: Caller,
  siteId: string,
  { key, sha256, ticketId }: ArrivedZip,
  { path, kind, commit, ref }: Omit<DeploymentQuery, 'wait'>,
  keepAnswer?: (db: Db, id: string) => Promise<void>,
): Promise<string> {
  return inSqlTransaction(service.db.pool, async (db) => {
    const site = await lockSite(db, siteId);
    const as: SiteKind = kind ?? site.kind;
    // If the upload's bytes are already stored as a blob, nothing is staged: the check reads the blob.
    const staged = ticketId === null ? key : ((await spendTicket(db, ticketId, sha256)) ?? stagedKey());
    const values = [siteId, path, as, commit ?? null, ref ?? null, nameOf(caller), sha256, staged];
    const [row] = await db.query<{ id: string }>(insertDeployment, values);
    const id = row?.id ?? '';
    await recordOn(db, caller, {
      type: 'site.deployed',
      workspaceId: site.workspace_id,
      subject: { kind: 'site', id: siteId },
      detail: { deployment: id, path, commit: commit ?? null, ref: ref ?? null },
    });
    await service.jobs.send(deployJob, jobOf(id, site.workspace_id, siteId), db);
    await keepAnswer?.(db, id);
    return id;
  });
}

const checking = statement(
  'deployments:checking',
  `select d.id, d.site_id, d.path, d.number, d.sha256, d.staged_key, s.workspace_id, s.access
   from marque.deployments d join payload.sites s on s.id = d.site_id where d.id = $1 and d.state = 'checking'`,
);

interface CheckingRow {
  id: string;
  site_id: string;
  path: string;
  number: number;
  sha256: string;
  staged_key: string;
  workspace_id: string;
}

/** Checks a deployment and sets it live or failed. Does nothing if it is no longer being checked. */
export async function deploy(
  service: Service,
  id: string,
  { wait = true, signal }: { wait?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  await inTurn(() =>
    alone(service, id, { wait, ...(signal ? { signal } : {}) }, async () => {
      const [row] = await service.db.query<CheckingRow>(checking, [id]);
      if (row) await checkAndSwitch(service, row, signal);
    }),
  );
}

async function checkAndSwitch(service: Service, row: CheckingRow, signal?: AbortSignal): Promise<void> {
  const { storage, db } = service;
  const limits = await settingIn(service, db, sitesSetting, {
    organizationId: null,
    workspaceId: row.workspace_id,
  });
  const canceled = new AbortController();
  const onChecked = notingChecked(service, row.id, () => canceled.abort());
  const ends = signal ? AbortSignal.any([signal, canceled.signal]) : canceled.signal;
  let archive: Archive;
  let rules: SiteRules | null;
  try {
    // A killed process may have stored the bytes already.
    const isStaged = (await storage.stat(row.staged_key)) !== null;
    archive = await storage.withFile(isStaged ? row.staged_key : blobKey(row.sha256), (path) =>
      readArchive(path, limits, { aside: ruleFiles, signal: ends, onChecked }),
    );
    rules = rulesOf(archive.aside, archive.manifest, archive.files);
    await demandUsable(db, row.workspace_id, archive.manifest);
  } catch (error) {
    if (canceled.signal.aborted) return;
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await fail(service, row, reason);
    return;
  }
  await storage.keep({ key: row.staged_key, sha256: row.sha256 });
  await inSqlTransaction(db.pool, async (transaction) => {
    await goLive(transaction, row, archive, rules);
    await service.jobs.send(compressJob, jobOf(row.id, row.workspace_id, row.site_id), transaction);
  });
}

/** Null for errors that may go away on a retry. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadArchive) return error.message;
  if (isApiError(error) && (error.code === 'not_found' || error.code === 'gone'))
    return 'The uploaded zip no longer exists. Deploy it again.';
  return null;
}

const failed = statement(
  'deployments:failed',
  `update marque.deployments set state = 'failed', error = $2, sha256 = null, staged_key = null
   where id = $1 and state = 'checking' returning id`,
);
const unneeded = statement(
  'deployments:unneeded',
  `insert into marque.unneeded_files (kind, key) values ('blob', $1) on conflict do nothing`,
);

async function fail(service: Service, row: CheckingRow, reason: string): Promise<void> {
  await inSqlTransaction(service.db.pool, async (db) => {
    if ((await db.query(failed, [row.id, reason])).length === 0) return;
    // The blob exists only if a process was killed after storing it; the sweep takes care of it.
    await db.query(unneeded, [row.sha256]);
    await recordOn(db, 'system', {
      type: 'site.deploy_failed',
      workspaceId: row.workspace_id,
      subject: { kind: 'site', id: row.site_id },
      detail: { deployment: row.id, path: row.path, reason },
    });
  });
  await service.storage.discard(row.staged_key);
}

const insertFiles = statement(
  'deployments:files',
  `insert into marque.deployment_files (deployment_id, path, data_at, packed, size, crc, deflated)
   select $1::uuid, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[])`,
);
const filesAtOnce = 5000;

async function writeIndex(db: Db, id: string, files: readonly ArchiveFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const part = files.slice(at, at + filesAtOnce);
    await db.query(insertFiles, [
      id,
      part.map(({ path }) => path),
      part.map(({ dataAt }) => dataAt),
      part.map(({ packed }) => packed),
      part.map(({ size }) => size),
      part.map(({ crc }) => crc),
      part.map(({ deflated }) => deflated),
    ]);
  }
}

const stillChecking = statement(
  'deployments:still-checking',
  `select id from marque.deployments where id = $1 and state = 'checking' for update`,
);
const newerLive = statement(
  'deployments:newer-live',
  `select id from marque.deployments where site_id = $1 and path = $2 and state = 'live' and number > $3`,
);
const replaceLive = statement(
  'deployments:replace-live',
  `update marque.deployments set state = 'replaced' where site_id = $1 and path = $2 and state = 'live' returning id`,
);
const finish = statement(
  'deployments:settle',
  `update marque.deployments set state = $2, files = $3, bytes = $4, manifest = $5, rules = $6, staged_key = null
   where id = $1`,
);

/** The switch: readers get the old deployment until this commits, and the new one afterwards. */
async function goLive(
  db: Db,
  row: CheckingRow,
  { files, bytes, manifest }: Archive,
  rules: SiteRules | null,
): Promise<void> {
  await lockSite(db, row.site_id);
  if ((await db.query(stillChecking, [row.id])).length === 0) {
    // Canceled, or done by another process. The zip may have been stored after the sweep looked for it.
    await db.query(unneeded, [row.sha256]);
    return;
  }
  await writeIndex(db, row.id, files);
  // A later deployment may have been faster: it stays live, and this one counts as replaced.
  const overtaken = (await db.query(newerLive, [row.site_id, row.path, row.number])).length > 0;
  const replaced = overtaken ? [] : await db.query<{ id: string }>(replaceLive, [row.site_id, row.path]);
  await db.query(finish, [
    row.id,
    overtaken ? 'replaced' : 'live',
    files.length,
    bytes,
    manifest === null ? null : JSON.stringify(manifest),
    rules === null ? null : JSON.stringify(rules),
  ]);
  await recordOn(db, 'system', {
    type: overtaken ? 'site.overtaken' : 'site.live',
    workspaceId: row.workspace_id,
    subject: { kind: 'site', id: row.site_id },
    detail: { deployment: row.id, path: row.path, files: files.length, replaced: replaced[0]?.id ?? null },
  });
}

const makeLive = statement(
  'deployments:make-live',
  `update marque.deployments set state = 'live' where id = $1`,
);

/**
 * Sets a replaced deployment live again. One that is live stays so.
 *
 * @throws ApiError not_found; conflict for one that was never live.
 */
export async function restoreDeployment(
  req: PayloadRequest,
  db: Db,
  siteId: string,
  id: string,
): Promise<Deployment> {
  const site = await lockSite(db, siteId);
  const row = await lockDeployment(db, siteId, id);
  if (row.state === 'failed')
    throw new ApiError('conflict', "This deployment failed and can't be restored. Deploy again.");
  if (row.state === 'checking')
    throw new ApiError('conflict', 'This deployment is still being checked. It goes live by itself.');
  if (row.state === 'replaced') {
    const replaced = await db.query<{ id: string }>(replaceLive, [siteId, row.path]);
    await db.query(makeLive, [id]);
    await record(req, {
      type: 'site.restored',
      workspaceId: site.workspace_id,
      subject: { kind: 'site', id: siteId },
      detail: { deployment: id, path: row.path, replaced: replaced[0]?.id ?? null },
    });
  }
  return deploymentNow(db, id);
}

/**
 * `claimed_ms`: how long the current claim still lasts. If it is done by the time its own job runs, it is
 * left as it is.
 */
const leftOver = statement(
  'deployments:left-over',
  `select id, created_at < now() - interval '1 day' as old,
     greatest(0, coalesce(extract(epoch from worker_until - now()) * 1000, 0))::integer as claimed_ms
   from marque.deployments where state = 'checking' order by number`,
);

interface LeftOver {
  id: string;
  old: boolean;
  claimed_ms: number;
}

/** Takes over deployments of killed processes. One that can't be read for a day fails. */
export async function resumeDeployments(service: Service, signal?: AbortSignal): Promise<void> {
  const found = await service.db.query<LeftOver>(leftOver);
  const claimedMs = Math.max(0, ...found.map((one) => one.claimed_ms));
  await resume(service, found, signal);
  if (claimedMs === 0) return;
  // By then the claim of a dead process has run out, and a live one has renewed its own.
  await pause(claimedMs + 100, undefined, signal ? { signal } : {}).catch(() => undefined);
  await resume(service, await service.db.query<LeftOver>(leftOver), signal);
}

async function resume(service: Service, found: readonly LeftOver[], signal?: AbortSignal): Promise<void> {
  for (const { id, old } of found) {
    if (signal?.aborted) return;
    try {
      await deploy(service, id, { wait: false, ...(signal ? { signal } : {}) });
    } catch (error) {
      service.log.warn({ err: error, deployment: id }, 'deployment check could not be queued');
      const [row] = old ? await service.db.query<CheckingRow>(checking, [id]) : [];
      if (row) await fail(service, row, 'The zip could not be read for a day. Deploy it again.');
    }
  }
}

const workspacesWithSites = statement(
  'deployments:workspaces',
  'select distinct workspace_id as id from payload.sites order by 1',
);
const dropOld = statement(
  'deployments:drop-old',
  `delete from marque.deployments d using (
     select d.id, k.kept, row_number() over (partition by d.site_id, d.path, d.state order by d.number desc) as place
     from unnest($1::uuid[], $2::integer[]) as k(workspace_id, kept) join payload.sites s on s.workspace_id = k.workspace_id
       join marque.deployments d on d.site_id = s.id where d.state in ('replaced', 'failed')) o
   where o.id = d.id and o.place > o.kept returning d.id`,
);
const dropCodes = statement('deployments:codes', 'delete from marque.site_codes where expires_at < now()');

/**
 * Deletes old deployments beyond the number that the setting `sites` keeps for each path of each site.
 *
 * @returns how many were deleted.
 */
export async function sweepSites(service: Service): Promise<number> {
  const { db } = service;
  const ids = (await db.query<{ id: string }>(workspacesWithSites)).map(({ id }) => id);
  const settings = await settingInEach(service, db, sitesSetting, ids);
  const kept = [...settings.values()].map(({ keepDeployments }) => keepDeployments);
  const dropped = await db.query(dropOld, [[...settings.keys()], kept]);
  await db.query(dropCodes);
  return dropped.length;
}
