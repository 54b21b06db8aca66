// What is chosen among in usage rights and terms, in words.
import type { Rights } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { PlainKey } from '../../../../words/keys.ts';

export const releaseKeys = {
  released: 'review:releaseReleased',
  missing: 'review:releaseMissing',
  'not-needed': 'review:releaseNotNeeded',
} as const satisfies Record<NonNullable<Rights['modelRelease']>, PlainKey>;

export const miningChoices = {
  allowed: 'bulk:miningAllowed',
  'search-only': 'bulk:miningSearchOnly',
  disallowed: 'bulk:miningDisallowed',
} as const satisfies Record<NonNullable<AssetUsage['mining']>, PlainKey>;
