// What an invitation adds to what somebody has there already. Pure.
import type { GrantBefore } from '../../core/access/grants.ts';
import { abilities, rankOf } from '../../core/access/ladder.ts';

/** The grant that gives what either gives: taking an invitation never takes anything away. */
export function addedTo(before: GrantBefore | null, offer: GrantBefore): GrantBefore {
  if (!before) return offer;
  const [low, high] = rankOf(before.scope) < rankOf(offer.scope) ? [before, offer] : [offer, before];
  // Limits are said of what write would give: those of a lower scope switch nothing off.
  if (low.scope !== high.scope) return high;
  return {
    scope: high.scope,
    limits: abilities.filter((one) => low.limits.includes(one) && high.limits.includes(one)),
  };
}
