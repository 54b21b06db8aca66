// Deletes the portals of whole workspaces, with their access requests.
import { statement, type Db } from '../core/db/pool.ts';

const portalsOfWorkspaces = statement(
  'remove:portals',
  'delete from payload.portals where workspace_id = any($1::uuid[])',
);

export async function removePortalsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(portalsOfWorkspaces, [workspaceIds]);
}
