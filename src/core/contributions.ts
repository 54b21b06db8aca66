// What modules let others add to them: field types, page templates, facets of the search. The module that takes something declares its
// key and how it is taken; whoever adds lists it in their module's record. So the core names none of them.
import type { ModuleResource } from './resource.ts';

/** What can be added, by key of the record. A module declares its own with `declare module`. */
export interface Contributions {
  resources: ModuleResource;
}
export type ContributionKey = keyof Contributions;

/** What a module adds, by key. */
export type Contributed = { readonly [Key in ContributionKey]?: readonly Contributions[Key][] };

type Takers = { [Key in ContributionKey]?: (one: Contributions[Key]) => void };
const takers: Takers = {};

/**
 * Says how one kind of contribution is taken: at once when the config is read, because Next has its own copy of every module and reads
 * the config in each. What was added under the same name before is replaced.
 */
export function takeContributions<Key extends ContributionKey>(key: Key, take: Takers[Key]): void {
  takers[key] = take;
}

function give<Key extends ContributionKey>(key: Key, added: Contributed[Key]): void {
  const take = takers[key];
  for (const one of added ?? []) take?.(one);
}

/** The keys that something takes. */
export const contributionKeys = (): ContributionKey[] => Object.keys(takers) as ContributionKey[];

const owners = new WeakMap<object, string>();

/** The name of the module that a contribution comes from; '' for Marque's own. */
export const ownerOf = (one: object): string => owners.get(one) ?? '';

/** Hands over everything that a module adds. */
export function contribute(module: Contributed & { readonly name: string }): void {
  for (const key of contributionKeys()) {
    for (const one of module[key] ?? []) owners.set(one, module.name);
    give(key, module[key]);
  }
}
