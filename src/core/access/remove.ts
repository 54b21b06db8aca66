// Removes grants, keys and invitations in bulk, when workspaces or a whole organization are deleted.
import { statement, type Db } from '../db/pool.ts';

const grantsOfWorkspaces = statement(
  'remove:grants-of-workspaces',
  `delete from payload.grants where workspace_id = any($1::uuid[]) or resource_id = any($1::text[])`,
);
const requestsOfKeys = statement(
  'remove:requests-of-keys',
  `delete from marque.requests where caller in (select 'key:' || k.id from payload.keys k where k.workspace_id = any($1::uuid[]))`,
);
const keysOfWorkspaces = statement(
  'remove:keys-of-workspaces',
  'delete from payload.keys where workspace_id = any($1::uuid[])',
);
const grantsOfOrganization = statement(
  'remove:grants-of-organization',
  'delete from payload.grants where organization_id = $1',
);

export async function removeAccessOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(grantsOfWorkspaces, [workspaceIds]);
  await db.query(requestsOfKeys, [workspaceIds]);
  await db.query(keysOfWorkspaces, [workspaceIds]);
}

/** What remains after its workspaces are deleted. */
export async function removeAccessOfOrganization(db: Db, organizationId: string): Promise<void> {
  await db.query(grantsOfOrganization, [organizationId]);
}
