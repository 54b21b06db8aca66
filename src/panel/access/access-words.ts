// Labels for scopes, abilities and resources.
import type { Ability, Resource, Scope } from '../../core/access/ladder.ts';
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

/** What a scope allows, and the same to the person who gets it. */
export const scopeSentences = {
  read: { allows: 'access:canRead', youCan: 'identity:youRead' },
  propose: { allows: 'access:canPropose', youCan: 'identity:youPropose' },
  write: { allows: 'access:canWrite', youCan: 'identity:youWrite' },
  admin: { allows: 'access:canAdmin', youCan: 'identity:youAdmin' },
} as const satisfies Record<Scope, { allows: PlainKey; youCan: PlainKey }>;

/** An ability on its own, and in a sentence. */
export const abilityWords = {
  delete: { label: 'access:abilityDelete', inSentence: 'access:lowerDelete' },
  share: { label: 'access:abilityShare', inSentence: 'access:lowerShare' },
  approve: { label: 'access:abilityApprove', inSentence: 'access:lowerApprove' },
  setup: { label: 'access:abilitySetup', inSentence: 'access:lowerSetup' },
} as const satisfies Record<Ability, { label: PlainKey; inSentence: PlainKey }>;

export const abilities = Object.keys(abilityWords) as Ability[];

/** Marque's own, from the widest to the narrowest. */
export const resourceKeys = {
  organization: 'access:organization',
  workspace: 'access:workspace',
  brand: 'access:brand',
  collection: 'access:collection',
  asset: 'access:asset',
} as const satisfies Record<string, PlainKey>;

export const resources = Object.keys(resourceKeys) as (keyof typeof resourceKeys)[];

/** What people call a kind of resource: another module's by its own name, "Press kit" for `press_kit`. */
export function resourceLabel(resource: Resource, t: Translate): string {
  const own = resources.find((one) => one === resource);
  if (own) return t(resourceKeys[own]);
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('_', ' ')}`;
}

/** "not delete or share"; null if nothing is switched off. */
export function limitsInWords(scope: Scope, limits: readonly Ability[], { t, list }: Words): string | null {
  if (scope !== 'write' || limits.length === 0) return null;
  const abilities = limits.map((one) => t(abilityWords[one].inSentence));
  return t('access:limited', { abilities: list(abilities, 'disjunction') });
}
