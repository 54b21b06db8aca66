// Statements about many resources as one caller sees them, outside `authorize`: defines the `c`, `t` and `p` that `readable` uses.
import { personOf, type Caller } from './caller.ts';
import { rankOf } from './ladder.ts';

/**
 * Start of a statement: `c` the caller ($1 the person, $2 the key's rank), `t` the workspace ($3), `p` the person's role on it.
 * One row each; the statement's own values begin with $4.
 */
export const seenBy = `with c as (select $1::uuid as user_id, $2::smallint as key_rank),
  t as (select w.id, w.organization_id from payload.workspaces w where w.id = $3::uuid),
  p as (select max(g.rank) as rank from c cross join t
    left join marque.effective_grants g on g.user_id = c.user_id and g.resource_id in (t.id, t.organization_id))`;

/** For the FROM of such a statement. */
export const asSeen = 'c cross join t cross join p';

/** Values $1 to $3. `authorize` has already checked a key's workspace. */
export function seenByValues(caller: Caller, workspaceId: string): unknown[] {
  return [personOf(caller), caller.kind === 'key' ? rankOf(caller.scope) : null, workspaceId];
}
