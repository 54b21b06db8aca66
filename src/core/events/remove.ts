// Deletes the events of workspaces and organizations, since they contain names and values.
import { statement, type Db } from '../db/pool.ts';

const ofWorkspaces = statement(
  'remove:events-of-workspaces',
  `delete from marque.events where workspace_id = any($1::uuid[]) or (workspace_id is null and subject_id = any($1::uuid[]))`,
);
const ofOrganization = statement(
  'remove:events-of-organization',
  'delete from marque.events where organization_id = $1',
);

export async function removeEventsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(ofWorkspaces, [workspaceIds]);
}

export async function removeEventsOfOrganization(db: Db, organizationId: string): Promise<void> {
  await db.query(ofOrganization, [organizationId]);
}
