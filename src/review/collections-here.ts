// Which of the collections that a setting names are in its organization or workspace.
import { statement, type Db } from '../core/db/pool.ts';
import type { OwnPlace } from '../core/settings/schemas.ts';

const collectionsThere = statement(
  'review-setting:collections',
  `select k.id from payload.collections k join payload.workspaces w on w.id = k.workspace_id
   where w.organization_id = $1 and ($2::uuid is null or w.id = $2) and k.id = any($3::uuid[])`,
);

/** Those of these IDs that exist there. */
export async function collectionsHere(
  db: Db,
  { organizationId, workspaceId }: OwnPlace,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(collectionsThere, [organizationId, workspaceId, ids]);
  return new Set(rows.map(({ id }) => id));
}
