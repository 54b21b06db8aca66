// What agents may be given, as the settings of a workspace have it.
import { rankOf, scopes, type Scope } from '../access/ladder.ts';
import type { Db } from '../db/pool.ts';
import type { Service } from '../service.ts';
import { agents } from './definitions.ts';
import { resolvedSetting } from './read.ts';

/**
 * The scope of a key that names none, and the most that one may have. The default of `maxScope` is for agents that a person
 * connects: whoever makes a key by hand chose its scope, and is bound only by what somebody has set.
 */
export async function keyScopesIn(
  service: Service,
  db: Db,
  workspaceId: string,
): Promise<{ defaultScope: Scope; maxScope: Scope }> {
  const { value, sources } = await resolvedSetting(service, db, agents, {
    organizationId: null,
    workspaceId,
  });
  return {
    defaultScope: value.defaultScope,
    maxScope: sources.maxScope === 'default' ? 'admin' : value.maxScope,
  };
}

export const lowest = (one: Scope, other: Scope): Scope => (rankOf(one) <= rankOf(other) ? one : other);

/** What somebody with this scope may give a key of their own making, lowest first, and what it gets where none is named. */
export function keyScopesOf(
  { defaultScope, maxScope }: { defaultScope: Scope; maxScope: Scope },
  held: Scope,
): { scopes: readonly Scope[]; usual: Scope } {
  const most = lowest(held, maxScope);
  return { scopes: scopes.slice(0, rankOf(most)), usual: lowest(defaultScope, most) };
}
