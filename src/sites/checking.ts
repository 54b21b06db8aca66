// How far the check of a deployment is, and ending it. What is checked is noted in its row: the call that waits for it, and whoever asks,
// may be in another process.
import type { PayloadRequest } from 'payload';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { record } from '../core/events/record.ts';
import type { Progress, Report } from '../core/progress.ts';
import type { Service } from '../core/service.ts';
import {
  deploymentColumns,
  deploymentNow,
  lockDeployment,
  lockSite,
  toDeployment,
  type DeploymentRow,
} from './queries.ts';
import type { Deployment } from './schemas.ts';

const note = statement(
  'deployments:note-checked',
  `update marque.deployments set checked = $2 where id = $1 and state = 'checking' returning 1 as noted`,
);

/** How often the row is written. Smaller zips are checked in less. */
const noteMs = 1000;

/**
 * Notes how far a check is. It fails silently: the check is what counts.
 * @param onEnded called when the deployment isn't being checked any more: it was canceled.
 */
export function notingChecked({ db }: Service, id: string, onEnded: () => void): (part: number) => void {
  let next = performance.now() + noteMs;
  return (part) => {
    if (performance.now() < next) return;
    next = performance.now() + noteMs;
    db.query(note, [id, part]).then(
      (rows) => {
        if (rows.length === 0) onEnded();
      },
      () => undefined,
    );
  };
}

const one = statement(
  'deployments:one-checked',
  `select ${deploymentColumns}, d.checked from marque.deployments d where d.id = $1 and d.site_id = $2`,
);

/** A deployment, and how much of its zip is checked: null once it isn't being checked any more. */
export interface CheckedDeployment {
  data: Deployment;
  checked: number | null;
}

/** @throws ApiError not_found */
export async function deploymentWithCheck(
  db: Db,
  { site, deployment }: { site: string; deployment: string },
): Promise<CheckedDeployment> {
  const [row] = await db.query<DeploymentRow & { checked: number }>(one, [deployment, site]);
  if (!row) throw new ApiError('not_found', 'Deployment not found on this site.');
  return { data: toDeployment(row), checked: row.state === 'checking' ? row.checked : null };
}

/** @param from how much of the whole was done before the check began */
function progressFrom({ checked }: CheckedDeployment, from: number): Progress | null {
  if (checked === null) return null;
  return {
    part: from + (1 - from) * checked,
    message: `Checking the zip: ${Math.floor(checked * 100)}% done.`,
  };
}

/** How far the deployment is that get_deployment answered; null if it's live or has failed. */
export const progressOfDeployment = (answered: unknown): Progress | null =>
  progressFrom(answered as CheckedDeployment, 0);

const lookMs = 500;

/** Reports how far a deployment is, while `work` waits for it. @param from how much of the call was done before */
export async function reporting(
  { db }: Service,
  at: { site: string; deployment: string },
  report: Report | undefined,
  from: number,
  work: () => Promise<void>,
): Promise<void> {
  if (!report) return work();
  const begun = { id: at.site, deployment: at.deployment };
  report({ part: from, message: 'Checking the zip.', begun });
  const look = async (): Promise<void> => {
    const progress = progressFrom(await deploymentWithCheck(db, at), from);
    if (progress) report(progress);
  };
  const timer = setInterval(() => {
    look().catch(() => undefined);
  }, lookMs).unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

const canceled = statement(
  'deployments:canceled',
  `update marque.deployments set state = 'failed', error = $2, sha256 = null, staged_key = null where id = $1`,
);
/** The zip: the next sweep looks at it, wherever it is by then. */
const unneeded = statement(
  'deployments:canceled-zip',
  `insert into marque.unneeded_files (kind, key) values ('blob', $1), ('staged', $2) on conflict do nothing`,
);

const reason = 'It was canceled before it went live.';

/**
 * Cancels a deployment that is still being checked: it has failed, and what is live stays live.
 *
 * @throws ApiError not_found; conflict for one that isn't being checked any more.
 */
export async function cancelDeployment(
  req: PayloadRequest,
  db: Db,
  siteId: string,
  id: string,
): Promise<Deployment> {
  const site = await lockSite(db, siteId);
  const row = await lockDeployment(db, siteId, id);
  if (row.state !== 'checking')
    throw new ApiError(
      'conflict',
      'This deployment is no longer being checked, so there is nothing to cancel.',
    );
  await db.query(canceled, [id, reason]);
  await db.query(unneeded, [row.sha256, row.staged_key]);
  await record(req, {
    type: 'site.deploy_failed',
    workspaceId: site.workspace_id,
    subject: { kind: 'site', id: siteId },
    detail: { deployment: id, path: row.path, reason },
  });
  return deploymentNow(db, id);
}
