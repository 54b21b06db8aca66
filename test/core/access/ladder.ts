// What the specification's ladder says about a random world, computed without any code of src/core/access.
import {
  ladder,
  switches,
  type Rung,
  type Switch,
  type PlacedResource,
  type WorldGrant,
  type WorldKey,
  type World,
} from './world.ts';

/** The specification's ladder: 0 nothing, 1 read … 4 admin. */
export interface Verdict {
  rank: number;
  abilities: Set<Switch>;
}

const rungOf = (scope: Rung): number => ladder.indexOf(scope) + 1;
const nothing = (): Verdict => ({ rank: 0, abilities: new Set() });

const named = (world: World, ids: readonly (string | null)[]): PlacedResource[] =>
  world.resources.filter(({ id }) => ids.includes(id));

/** "An asset all of whose collections are private is private too"; "privacy reaches down". */
function isPrivate(world: World, resource: PlacedResource): boolean {
  if (resource.private) return true;
  if (resource.kind === 'collection')
    return named(world, [resource.parent]).some((parent) => isPrivate(world, parent));
  const around = named(world, resource.collections);
  return around.length > 0 && around.every((collection) => isPrivate(world, collection));
}

/** "Grants reach down" from a collection, as far as a private one on the way, which only an admin's passes. */
function reachesFromCollection(world: World, grant: WorldGrant, collection: PlacedResource): boolean {
  if (grant.on === collection.id) return true;
  if (collection.private && grant.scope !== 'admin') return false;
  return named(world, [collection.parent]).some((parent) => reachesFromCollection(world, grant, parent));
}

/** "Grants add up and reach down"; "a private one turns away roles that come from above it, admins excepted". */
function appliesTo(world: World, grant: WorldGrant, resource: PlacedResource): boolean {
  if (grant.on === resource.id) return true;
  const from = resource.kind === 'collection' ? [resource.id] : resource.collections;
  if (named(world, from).some((collection) => reachesFromCollection(world, grant, collection))) return true;
  const fromAbove = grant.on === resource.workspace || grant.on === resource.organization;
  return fromAbove && (!isPrivate(world, resource) || grant.scope === 'admin');
}

/** "A holder (a person or a group)": a group's grants are its members'. */
function holds(world: World, person: string | null, grant: WorldGrant): boolean {
  if (person === null) return false;
  const group = world.groups.find(({ id }) => id === grant.holder);
  return grant.holder === person || (group?.members.includes(person) ?? false);
}

/** "The highest on the path counts"; "an ability is held when any grant with write that reaches the thing leaves it on; an admin has all". */
function grantsOn(world: World, person: string, resource: PlacedResource): Verdict {
  const verdict = nothing();
  for (const grant of world.grants) {
    if (!holds(world, person, grant) || !appliesTo(world, grant, resource)) continue;
    verdict.rank = Math.max(verdict.rank, rungOf(grant.scope));
    for (const ability of switches) {
      if (grant.scope === 'admin' || (grant.scope === 'write' && !grant.limits.includes(ability)))
        verdict.abilities.add(ability);
    }
  }
  return verdict;
}

/** "Records in every state but deleted (deleted ones: write)." */
function unlessDeleted(resource: PlacedResource, verdict: Verdict): Verdict {
  return resource.deleted && verdict.rank < rungOf('write') ? nothing() : verdict;
}

function organizationAdmin(world: World, person: string | null, organization: string): boolean {
  return world.grants.some(
    (grant) => holds(world, person, grant) && grant.on === organization && grant.scope === 'admin',
  );
}

export function personMay(world: World, person: string, resource: PlacedResource): Verdict {
  return unlessDeleted(resource, grantsOn(world, person, resource));
}

/** "A key works in one workspace with one scope"; an owned one "can never do more than that person now can". */
export function keyMay(world: World, key: WorldKey, resource: PlacedResource): Verdict {
  if (resource.kind === 'organization') {
    const behind = key.owner ?? key.maker;
    const holds =
      key.scope === 'admin' &&
      resource.id === key.organization &&
      organizationAdmin(world, behind, resource.id);
    return holds ? { rank: 4, abilities: new Set(switches) } : nothing();
  }
  if (resource.workspace !== key.workspace) return nothing();
  if (key.owner === null) {
    if (isPrivate(world, resource) && key.scope !== 'admin') return nothing();
    const abilities = new Set(rungOf(key.scope) >= rungOf('write') ? switches : []);
    return unlessDeleted(resource, { rank: rungOf(key.scope), abilities });
  }
  const person = grantsOn(world, key.owner, resource);
  const rank = Math.min(person.rank, rungOf(key.scope));
  return unlessDeleted(resource, {
    rank,
    abilities: rank >= rungOf('write') ? person.abilities : new Set(),
  });
}

/** The highest scope that a person has on a workspace or on anything in it, deleted or not. */
export function personMayInside(world: World, person: string, workspace: string): number {
  const inside = world.resources.filter((resource) => resource.workspace === workspace);
  return Math.max(0, ...inside.map((resource) => grantsOn(world, person, resource).rank));
}
