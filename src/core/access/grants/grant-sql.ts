// Grants as SQL, for statements of the modules: what a person has, through grants of their own or of their groups. No other file names
// these tables.
import { bitOf, rankOf, type Ability } from '../ladder.ts';
import { grantableKinds, type Containers, type Inheritance } from '../grantable.ts';
import { appliesFromAbove } from './containers-above.ts';

const reach = 'marque.effective_grants';

/** True if a person has a grant on one of these resources, with at least `rank`. */
export const hasGrant = (person: string, resources: readonly string[], rank = 1): string =>
  `exists (select 1 from ${reach} g where g.user_id = ${person} and g.resource_id in (${resources.join(', ')})${rank > 1 ? ` and g.rank >= ${rank}` : ''})`;

/** True if a person has a grant on a resource, or on a container above it, that applies to it. */
export const hasGrantThrough = (containers: Containers, person: string, resource: string): string =>
  `exists (select 1 from ${reach} g where g.user_id = ${person} and (g.resource_id = ${resource} or ${appliesFromAbove(containers, resource)}))`;

/** The containers of a workspace that a person's grants apply to: `id, rank`. */
export const containersGranted = (
  { kind, ofGrant, id }: Containers,
  person: string,
  workspace: string,
): string =>
  `(select ${id} as id, g.rank from ${reach} g ${ofGrant} where g.user_id = ${person} and g.workspace_id = ${workspace} and g.kind = '${kind}')`;

/** What is in the containers of a workspace that a person's grants apply to: `id`. */
export const membersGranted = (
  { containers, members }: Inheritance,
  person: string,
  workspace: string,
): string =>
  `(select ${members.id} as id from ${reach} g ${containers.ofGrant} ${members.join}
     where g.user_id = ${person} and g.workspace_id = ${workspace} and g.kind = '${containers.kind}')`;

/** A person's grants in a workspace: `resource_id, kind, rank`. */
export const grantsInWorkspace = (person: string, workspace: string): string =>
  `(select g.resource_id, g.kind, g.rank from ${reach} g where g.user_id = ${person} and g.workspace_id = ${workspace})`;

/** The organizations in which a person has a grant: `id`, and their `rank` on the organization itself. */
export const organizationsWithGrants = (person: string): string =>
  `(select g.organization_id as id, max(g.rank) filter (where g.resource_id = g.organization_id) as rank
     from ${reach} g where g.user_id = ${person} group by g.organization_id)`;

/** The grants that the app gave a person, as a JSON array. */
export const grantsByApp = (person: string): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'resource', g.resource, 'resourceId', g.resource_id, 'scope', g.scope,
       'limits', coalesce(g.limits, '[]'), 'organizationId', g.organization_id, 'workspaceId', g.workspace_id))
     from marque.app_grants a join payload.grants g on g.id = a.grant_id where a.person_id = ${person}), '[]')`;

/** Who has a grant in an organization: `user_id, grant_id, workspace_id`. */
export const holdersInOrganization = (organization: string): string =>
  `(select g.user_id, g.grant_id, g.workspace_id from ${reach} g where g.organization_id = ${organization})`;

/** The widest first: if two grants give the same scope, the wider one is reported. */
function widest(): string {
  const names = ['organization', 'workspace', ...grantableKinds().map(({ name }) => name)];
  return `array_position(array[${names.map((name) => `'${name}'`).join(', ')}], g.kind)`;
}

/**
 * Each person's highest grant that applies to the resource `t`: `user_id, rank, kind, resource_id, grant_id, group_id`.
 * `path` has the resources above it (`resource_id`), and whether the way there is `closed`: something private ignores grants from above
 * it, except admins'.
 */
export const highestGrants = (): string => `(
    select distinct on (g.user_id) g.user_id, g.rank, g.kind, g.resource_id, g.grant_id, r.group_id
    from path join ${reach} g on g.resource_id = path.resource_id join payload.grants r on r.id = g.grant_id
    where not path.closed or g.rank = 4
    order by g.user_id, g.rank desc, ${widest()}, r.group_id is not null, r.created_at, r.id)`;

/** Who has the write scope with an ability on a resource, by the same `path`: `user_id`. Their grants add up. */
export const ableOnPath = (ability: Ability): string => `(
    select g.user_id from path join ${reach} g on g.resource_id = path.resource_id where not path.closed or g.rank = 4
    group by g.user_id having max(g.rank) >= ${rankOf('write')} and bit_or(g.abilities) & ${bitOf(ability)} <> 0)`;
