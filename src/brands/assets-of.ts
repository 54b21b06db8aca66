// Which of some assets are there for a caller: what a rule or page names must be.
import type { Caller } from '../access/caller.ts';
import { readable } from '../access/reach.ts';
import { asSeen, seenBy, seenByValues } from '../access/seen-by.ts';
import { statement, type Db } from '../db/pool.ts';

const there = statement(
  'brands:assets',
  `${seenBy} select a.id from ${asSeen} join assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and ${readable('asset', 'a')}`,
);

/** Those of `ids` that the caller may read in this workspace. */
export async function readableAssets(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(there, [
    ...seenByValues(caller, workspaceId),
    [...new Set(ids)],
  ]);
  return new Set(rows.map(({ id }) => id));
}
