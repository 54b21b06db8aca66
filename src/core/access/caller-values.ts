// Statements about many things as one caller sees them, outside a ride: the same `c`, `t` and `p` that `readable` names.
import { personOf, type Caller } from './caller.ts';
import { rankOf } from './ladder.ts';

/**
 * Beginning of a statement: `c` the caller ($1 the person, $2 the key's rank), `t` the workspace ($3), `p` the person's role on it.
 * One row each; the statement's own values begin with $4.
 */
export const seenBy = `with c as (select $1::uuid as user_id, $2::smallint as key_rank),
  t as (select w.id, w.organization_id from workspaces w where w.id = $3::uuid),
  p as (select max(g.rank) as rank from c cross join t
    left join marque.grant_reach g on g.user_id = c.user_id and g.resource_id in (t.id, t.organization_id))`;

/** For the FROM of such a statement. */
export const asSeen = 'c cross join t cross join p';

/** Values $1 to $3. A key's own workspace is asked for by `reach` before. */
export function seenByValues(caller: Caller, workspaceId: string): unknown[] {
  return [personOf(caller), caller.kind === 'key' ? rankOf(caller.scope) : null, workspaceId];
}
