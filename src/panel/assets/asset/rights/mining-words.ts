// What is said about data mining where it's chosen.
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { PlainKey } from '../../../../words/keys.ts';

export const miningChoices = {
  allowed: 'bulk:miningAllowed',
  'search-only': 'bulk:miningSearchOnly',
  disallowed: 'bulk:miningDisallowed',
} as const satisfies Record<NonNullable<AssetUsage['mining']>, PlainKey>;
