// Labels for scopes, abilities and resources.
import type { Ability, OwnResource, Resource, Scope } from '../../core/access/ladder.ts';
import type { PlainKey } from '../../words/keys.ts';
import type { Translate, Words } from '../words/words.tsx';

export const scopeKeys = {
  read: 'access:scopeRead',
  propose: 'access:scopePropose',
  write: 'access:scopeWrite',
  admin: 'access:scopeAdmin',
} as const satisfies Record<Scope, PlainKey>;

/** From the lowest to the highest. */
export const scopes = Object.keys(scopeKeys) as Scope[];

/** What a scope allows. */
export const scopeSentenceKeys = {
  read: 'access:canRead',
  propose: 'access:canPropose',
  write: 'access:canWrite',
  admin: 'access:canAdmin',
} as const satisfies Record<Scope, PlainKey>;

export const abilityKeys = {
  delete: 'access:abilityDelete',
  share: 'access:abilityShare',
  approve: 'access:abilityApprove',
  setup: 'access:abilitySetup',
} as const satisfies Record<Ability, PlainKey>;

export const abilities = Object.keys(abilityKeys) as Ability[];

/** From the widest to the narrowest. */
export const resourceKeys = {
  organization: 'access:organization',
  workspace: 'access:workspace',
  brand: 'access:brand',
  collection: 'access:collection',
  asset: 'access:asset',
} as const satisfies Record<OwnResource, PlainKey>;

export const resources = Object.keys(resourceKeys) as OwnResource[];

/** What people call a kind of resource: another module's by its own name, "Press kit" for `press_kit`. */
export function resourceLabel(resource: Resource, t: Translate): string {
  const own = resources.find((one) => one === resource);
  if (own) return t(resourceKeys[own]);
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('_', ' ')}`;
}

/** As they're named in a sentence. */
const abilityWords = {
  delete: 'access:lowerDelete',
  share: 'access:lowerShare',
  approve: 'access:lowerApprove',
  setup: 'access:lowerSetup',
} as const satisfies Record<Ability, PlainKey>;

/** "not delete or share"; null if nothing is switched off. */
export function limitsInWords(scope: Scope, limits: readonly Ability[], { t, list }: Words): string | null {
  if (scope !== 'write' || limits.length === 0) return null;
  const abilities = limits.map((one) => t(abilityWords[one]));
  return t('access:limited', { abilities: list(abilities, 'disjunction') });
}
