// Collections in collections: which moves are allowed. What reaches down with them is kept by triggers: marque/0055-nested-collections.ts.
import { rankOf } from '../../core/access/ladder.ts';
import type { Access } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError, invalid } from '../../core/errors.ts';

/** Collections in each other, the outermost included. */
export const mostLevels = 5;

// Two moves at once could put two collections into each other. The triggers that follow a move take the same lock.
const serialize = statement(
  'collections:serialize-moves',
  `select pg_advisory_xact_lock(hashtextextended('marque.collections ' || $1::text, 0))`,
);

/** Locks the places and the privacy of a workspace's collections until the transaction ends; before any collection's row. */
export async function lockNesting(db: Db, workspaceId: string): Promise<void> {
  await db.query(serialize, [workspaceId]);
}

// The path from the new parent up, and how many levels the moved one has below itself.
const place = statement(
  'collections:place',
  `with recursive up(id, parent_id, level) as (
     select id, parent_id, 1 from payload.collections where id = $1
     union all select k.id, k.parent_id, up.level + 1 from up join payload.collections k on k.id = up.parent_id where up.level < 100),
   down(id, level) as (
     select $2::uuid, 1 union all select k.id, down.level + 1 from down join payload.collections k on k.parent_id = down.id where down.level < 100)
   select (select count(*)::int from up) as above, (select max(level)::int from down) as below, exists (select 1 from up where id = $2) as inside`,
);

interface Place {
  above: number;
  below: number;
  /** The new parent is the collection itself, or in it. */
  inside: boolean;
}

interface Move {
  workspaceId: string;
  /** Null: it is being created. */
  id: string | null;
  parent: string;
  /** The caller's access to the parent. */
  access: Access;
}

const refused = (message: string): ApiError => invalid([{ path: 'parent', message }]);

/** Why a collection can't be put into another one; null if it can. @param id null: it is being created */
export async function placeProblem(db: Db, id: string | null, parent: string): Promise<string | null> {
  const [found] = await db.query<Place>(place, [parent, id]);
  if (!found) return null;
  if (found.inside) return 'A collection can’t be put into itself, or into one that is in it.';
  if (found.above + found.below > mostLevels) return `Collections can be at most ${mostLevels} levels deep.`;
  return null;
}

/** Of a collection that isn't there for the caller. */
export const noSuchParent = 'Collection not found in this workspace.';

/** @throws ApiError invalid, or forbidden without write on the parent. */
export async function demandPlace(db: Db, { workspaceId, id, parent, access }: Move): Promise<void> {
  if (access.scope === null || access.workspaceId !== workspaceId) throw refused(noSuchParent);
  if (rankOf(access.scope) < rankOf('write'))
    throw new ApiError('forbidden', 'Putting a collection into another one needs write on both.', {
      needs: 'write',
    });
  await lockNesting(db, workspaceId);
  const problem = await placeProblem(db, id, parent);
  if (problem !== null) throw refused(problem);
}

const child = statement(
  'collections:child',
  'select 1 from payload.collections where parent_id = $1 limit 1',
);

/** @throws ApiError conflict while there are collections in it, also such as the caller can't see. */
export async function demandNoChildren(db: Db, id: string): Promise<void> {
  if ((await db.query(child, [id])).length > 0)
    throw new ApiError('conflict', 'There are collections in this one. Move or delete them first.');
}
