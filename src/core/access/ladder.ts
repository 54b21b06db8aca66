// The scopes read < propose < write < admin, and the abilities a grant can leave out. Pure: no database, no Payload.

export const scopes = ['read', 'propose', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** Abilities included in write unless a grant's `limits` leave them out; admins have them all. */
export const abilities = ['delete', 'share', 'approve', 'setup'] as const;
export type Ability = (typeof abilities)[number];

/** What a grant can be on: the organization, a workspace, or a kind that a module declares. */
export type Resource = 'organization' | 'workspace' | (string & Record<never, never>);

/** 0 is none, 1 read … 4 admin: the same numbers as `marque.scope_rank` in SQL. */
export type Rank = 0 | 1 | 2 | 3 | 4;

export const everyAbility = 2 ** abilities.length - 1;

export function rankOf(scope: Scope | null): Rank {
  return scope === null ? 0 : ((scopes.indexOf(scope) + 1) as Rank);
}

export function scopeOfRank(rank: number): Scope | null {
  return scopes[rank - 1] ?? null;
}

/** Bit of an ability in a mask: the same as `marque.ability_mask` in SQL. */
export function bitOf(ability: Ability): number {
  return 1 << abilities.indexOf(ability);
}

/** The mask of a grant: none below write, all but its limits with write, all with admin. */
export function abilityMask(scope: Scope, limits: readonly Ability[]): number {
  if (scope === 'admin') return everyAbility;
  if (scope !== 'write') return 0;
  return limits.reduce((mask, ability) => mask & ~bitOf(ability), everyAbility);
}

export function abilitiesOfMask(mask: number): Ability[] {
  return abilities.filter((ability) => (mask & bitOf(ability)) !== 0);
}

/** From the write scope on, what is in the trash is visible. */
export const deletedRank = rankOf('write');
