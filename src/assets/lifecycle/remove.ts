// Deletes the assets of whole workspaces. Their blobs are left to the next sweep, which checks whether other workspaces use them.
import { statement, type Db } from '../../core/db/pool.ts';

// Locks in the same order as the sweep, so that the two can't deadlock.
const lockAssets = statement(
  'remove:lock-assets',
  'select count(*) as assets from (select id from payload.assets where workspace_id = any($1::uuid[]) order by id for update) a',
);
const listFiles = statement(
  'remove:list-files',
  `insert into marque.unneeded_files (kind, key)
   select 'blob', a.sha256 from payload.assets a where a.workspace_id = any($1::uuid[])
   union select 'blob', t.sha256 from marque.upload_tickets t where t.workspace_id = any($1::uuid[]) and t.sha256 is not null and t.staged_key is null
   union select 'staged', t.staged_key from marque.upload_tickets t where t.workspace_id = any($1::uuid[]) and t.staged_key is not null
   union select 'staged', p.key from marque.upload_parts p join marque.upload_tickets t on t.id = p.ticket_id where t.workspace_id = any($1::uuid[])
   on conflict do nothing`,
);
const rows = [
  statement(
    'remove:memberships',
    `delete from marque.collection_assets m using payload.collections k where k.id = m.collection_id and k.workspace_id = any($1::uuid[])`,
  ),
  statement(
    'remove:memberships-of-assets',
    `delete from marque.collection_assets m using payload.assets a where a.id = m.asset_id and a.workspace_id = any($1::uuid[])`,
  ),
  statement(
    'remove:search-words',
    `delete from marque.asset_search s using payload.assets a where a.id = s.asset_id and a.workspace_id = any($1::uuid[])`,
  ),
  statement(
    'remove:text-pages',
    `delete from marque.asset_text_pages p using payload.assets a where a.id = p.asset_id and a.workspace_id = any($1::uuid[])`,
  ),
  statement(
    'remove:texts',
    `delete from marque.asset_texts x using payload.assets a where a.id = x.asset_id and a.workspace_id = any($1::uuid[])`,
  ),
  statement(
    'remove:picture-hashes',
    'delete from marque.picture_hashes where workspace_id = any($1::uuid[])',
  ),
  statement('remove:changes', 'delete from marque.asset_changes where workspace_id = any($1::uuid[])'),
  statement('remove:searches', 'delete from marque.searches where workspace_id = any($1::uuid[])'),
  statement('remove:tickets', 'delete from marque.upload_tickets where workspace_id = any($1::uuid[])'),
  statement('remove:assets', 'delete from payload.assets where workspace_id = any($1::uuid[])'),
  statement('remove:collections', 'delete from payload.collections where workspace_id = any($1::uuid[])'),
];
const tellIndexes = statement('remove:tell-indexes', `select pg_notify('marque_assets', '')`);

/** @returns how many assets there were. */
export async function removeAssetsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<number> {
  const [counted] = await db.query<{ assets: number }>(lockAssets, [workspaceIds]);
  await db.query(listFiles, [workspaceIds]);
  for (const row of rows) await db.query(row, [workspaceIds]);
  await db.query(tellIndexes);
  return counted?.assets ?? 0;
}
