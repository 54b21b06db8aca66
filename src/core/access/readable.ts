// What a caller can read and do, as SQL for lists: the same rules as authorize.ts.
import { anyRecord, type Containers, type GrantableKind } from './grantable.ts';
import { grantsOn } from './grants/grants-on.ts';
import { bitOf, deletedRank, type Ability, type Rank } from './ladder.ts';

/**
 * SQL that is true if the caller can read the row `alias` of a kind, in a query on the workspace `t`: by their role on the workspace or
 * by narrower grants. The same rules as `authorize`, for lists.
 */
export function readable(kind: GrantableKind, alias: string): string {
  const read = accessibleAt(kind, alias, 1);
  return kind.deletedAt === undefined
    ? read
    : `(${read} and (${alias}.${kind.deletedAt} is null or ${accessibleAt(kind, alias, deletedRank)}))`;
}

/**
 * The same for a row `alias` in the target's workspace, in a query on a target `t` of the same kind: other versions of a stack, or its
 * replacement.
 */
export function readableBeside({ privacy, deletedAt, inherits }: GrantableKind, alias: string): string {
  const isPrivate = `coalesce(${alias}.${privacy}, false)`;
  const grants = grantsOn(
    { id: `${alias}.id`, workspace: `${alias}.workspace_id`, privacy: isPrivate },
    inherits?.containers,
  );
  const rank = `case
      when c.caller_id is null or c.key_workspace <> ${alias}.workspace_id then 0
      when c.user_id is null then case when ${isPrivate} and c.key_rank < 4 then 0 else c.key_rank end
      else least(coalesce(c.key_rank, 4), (select coalesce(max(g.rank), 0) from marque.effective_grants g
        where ${grants})) end`;
  const least =
    deletedAt === undefined ? '1' : `case when ${alias}.${deletedAt} is null then 1 else ${deletedRank} end`;
  return `coalesce(${rank} >= ${least}, false)`;
}

/**
 * SQL that is true if the caller has the write scope with an ability on a resource, in a statement about many resources of the
 * workspace `t`.
 *
 * @param resource its ID and whether it's private, as SQL, and the containers whose grants apply to it.
 */
export function ableTo(
  ability: Ability,
  { id, isPrivate, containers }: { id: string; isPrivate: string; containers?: Containers | undefined },
): string {
  const privacy = `coalesce(${isPrivate}, false)`;
  return `coalesce(case when c.user_id is null then c.key_rank >= 3 and (not ${privacy} or c.key_rank = 4)
      else coalesce(c.key_rank, 4) >= 3 and exists (select 1 from marque.effective_grants g
        where ${grantsOn({ id, workspace: 't.id', privacy }, containers)} and g.abilities & ${bitOf(ability)} <> 0) end, false)`;
}

/** The same as `readable` for a scope above read: true if the caller has at least `rank` on it. */
export function accessibleAt({ name, privacy, inherits }: GrantableKind, alias: string, rank: Rank): string {
  const enough = rank === 1 ? '' : `and g.rank >= ${rank}`;
  const named = name === anyRecord ? `${alias}.kind` : `'${name}'`;
  const granted = (kinds: string): string =>
    `where g.user_id = c.user_id and g.workspace_id = t.id and g.kind = ${kinds} ${enough}`;
  const own = `${alias}.id in (select g.resource_id from marque.effective_grants g ${granted(named)})`;
  // A service key has no owner: its own scope is its role on the workspace.
  const role = `coalesce(case when c.user_id is null then c.key_rank else p.rank end, 0)`;
  const capped = rank === 1 ? '' : `coalesce(c.key_rank, 4) >= ${rank} and `;
  return `(${capped}((${role} >= ${rank} and ${alias}.${privacy} is not true) or ${role} = 4 or (c.user_id is not null and (${narrow()}))))`;

  function narrow(): string {
    if (!inherits) return own;
    const { containers, isIn } = inherits;
    const reached = `(select ${containers.id} from marque.effective_grants g ${containers.ofGrant} ${granted(`'${containers.kind}'`)})`;
    // A container is in itself.
    return containers.kind === name ? isIn(alias, reached) : `${own} or ${isIn(alias, reached)}`;
  }
}
