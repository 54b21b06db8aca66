// Deletes the events of workspaces and organizations, since they contain names and values, and what goes with them.
import { statement, type Db } from '../db/pool.ts';

const ofWorkspaces = statement(
  'remove:events-of-workspaces',
  `delete from marque.events where workspace_id = any($1::uuid[]) or (workspace_id is null and subject_id = any($1::uuid[]))`,
);
const ofOrganization = statement(
  'remove:events-of-organization',
  'delete from marque.events where organization_id = $1',
);
const reachOfWorkspaces = statement(
  'remove:reach-of-workspaces',
  `delete from marque.reach_changes where workspace_id = any($1::uuid[]) or (workspace_id is null and subject_id = any($1::uuid[]))`,
);
const reachOfOrganization = statement(
  'remove:reach-of-organization',
  'delete from marque.reach_changes where organization_id = $1',
);
const horizonsOfWorkspaces = statement(
  'remove:horizons-of-workspaces',
  'delete from marque.change_horizons where workspace_id = any($1::uuid[])',
);
const horizonsOfOrganization = statement(
  'remove:horizons-of-organization',
  'delete from marque.change_horizons where organization_id = $1',
);

export async function removeEventsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(ofWorkspaces, [workspaceIds]);
  await db.query(reachOfWorkspaces, [workspaceIds]);
  await db.query(horizonsOfWorkspaces, [workspaceIds]);
}

export async function removeEventsOfOrganization(db: Db, organizationId: string): Promise<void> {
  await db.query(ofOrganization, [organizationId]);
  await db.query(reachOfOrganization, [organizationId]);
  await db.query(horizonsOfOrganization, [organizationId]);
}
