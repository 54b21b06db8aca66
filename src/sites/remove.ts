// Deletes the sites of whole workspaces. Their deployments go with them; the zips are listed for the next
// sweep.
import { statement, type Db } from '../core/db/pool.ts';

const sitesOfWorkspaces = statement(
  'remove:sites',
  'delete from payload.sites where workspace_id = any($1::uuid[])',
);

export async function removeSitesOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(sitesOfWorkspaces, [workspaceIds]);
}
