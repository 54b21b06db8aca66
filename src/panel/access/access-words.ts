// Labels for scopes, abilities and resources.
import type { Ability, OwnResource, Resource, Scope } from '../../core/access/ladder.ts';

export const scopeLabels = {
  read: 'Read',
  propose: 'Propose',
  write: 'Write',
  admin: 'Admin',
} as const satisfies Record<Scope, string>;

/** From the lowest to the highest. */
export const scopes = Object.keys(scopeLabels) as Scope[];

/** What a scope allows, after "can". */
export const scopeWords = {
  read: 'view, search and download',
  propose: 'view and download, and suggest changes for review',
  write: 'add, edit, approve and publish',
  admin: 'do everything, including managing people and settings',
} as const satisfies Record<Scope, string>;

export const abilityLabels = {
  delete: 'Delete',
  share: 'Share',
  approve: 'Approve',
  setup: 'Set up fields',
} as const satisfies Record<Ability, string>;

export const abilities = Object.keys(abilityLabels) as Ability[];

/** From the widest to the narrowest. */
export const resourceLabels = {
  organization: 'Organization',
  workspace: 'Workspace',
  brand: 'Brand',
  collection: 'Collection',
  asset: 'Asset',
} as const satisfies Record<OwnResource, string>;

export const resources = Object.keys(resourceLabels) as OwnResource[];

/** What people call a kind of resource: another module's by its own name, "Press kit" for `press_kit`. */
export function resourceLabel(resource: Resource): string {
  const own = resources.find((one) => one === resource);
  if (own) return resourceLabels[own];
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('_', ' ')}`;
}

/** "not delete or share"; null if nothing is switched off. */
export function limitsInWords(scope: Scope, limits: readonly Ability[]): string | null {
  if (scope !== 'write' || limits.length === 0) return null;
  const words = limits.map((one) => abilityLabels[one].toLowerCase());
  const last = words.pop() ?? '';
  return `not ${words.length > 0 ? `${words.join(', ')} or ` : ''}${last}`;
}
