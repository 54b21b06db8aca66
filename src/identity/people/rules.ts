// What accepting an invitation adds to existing access. Pure.
import type { GrantBefore } from '../../core/access/grants/grants.ts';
import { abilities, rankOf } from '../../core/access/ladder.ts';

/** The grant that combines both: accepting an invitation never takes anything away. */
export function addedTo(before: GrantBefore | null, offer: GrantBefore): GrantBefore {
  if (!before) return offer;
  const [low, high] = rankOf(before.scope) < rankOf(offer.scope) ? [before, offer] : [offer, before];
  // Limits restrict the write scope; lower scopes have nothing to switch off.
  if (low.scope !== high.scope) return high;
  return {
    scope: high.scope,
    limits: abilities.filter((one) => low.limits.includes(one) && high.limits.includes(one)),
  };
}
