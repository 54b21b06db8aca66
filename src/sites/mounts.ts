// Taking down what is live at a path of a site. The deployment is kept, and can be restored.
import type { PayloadRequest } from 'payload';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { record } from '../core/events/record.ts';
import { deploymentNow, lockSite } from './queries.ts';
import type { Deployment } from './schemas.ts';

const takeLive = statement(
  'deployments:take-down',
  `update marque.deployments set state = 'replaced' where site_id = $1 and path = $2 and state = 'live' returning id`,
);

/** @throws ApiError not_found if nothing is live at the path. */
export async function takeDown(
  req: PayloadRequest,
  db: Db,
  siteId: string,
  path: string,
): Promise<Deployment> {
  const site = await lockSite(db, siteId);
  const [taken] = await db.query<{ id: string }>(takeLive, [siteId, path]);
  if (!taken) throw new ApiError('not_found', `Nothing is live at ${path} on this site.`);
  await record(req, {
    type: 'site.taken_down',
    workspaceId: site.workspace_id,
    subject: { kind: 'site', id: siteId },
    detail: { deployment: taken.id, path },
  });
  return deploymentNow(db, taken.id);
}
