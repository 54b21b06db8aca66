// Deletes the brands of whole workspaces.
import { statement, type Db } from '../core/db/pool.ts';

const brandsOfWorkspaces = statement(
  'remove:brands',
  'delete from payload.brands where workspace_id = any($1::uuid[])',
);

export async function removeBrandsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  await db.query(brandsOfWorkspaces, [workspaceIds]);
}
