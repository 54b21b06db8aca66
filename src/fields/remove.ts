// Deletes the field definitions of whole workspaces.
import { statement, type Db } from '../core/db/pool.ts';

const fieldsOfWorkspaces = statement(
  'remove:fields',
  'delete from payload.fields where workspace_id = any($1::uuid[])',
);

export async function removeFieldsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(fieldsOfWorkspaces, [workspaceIds]);
}
