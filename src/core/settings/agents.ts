// Scopes that agents can have, according to a workspace's settings.
import { rankOf, scopes, type Scope } from '../access/ladder.ts';
import type { Db } from '../db/pool.ts';
import type { Service } from '../service.ts';
import { agents } from './definitions.ts';
import { resolvedSetting } from './read.ts';

/**
 * The default scope of a key, and the highest one allowed. The default of `maxScope` applies to agents that a person connects: a key created
 * by hand is only limited by an explicit setting.
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

/** Scopes that someone with this scope can give their own key, lowest first, and the default. */
export function keyScopesOf(
  { defaultScope, maxScope }: { defaultScope: Scope; maxScope: Scope },
  ownScope: Scope,
): { scopes: readonly Scope[]; usual: Scope } {
  const most = lowest(ownScope, maxScope);
  return { scopes: scopes.slice(0, rankOf(most)), usual: lowest(defaultScope, most) };
}
