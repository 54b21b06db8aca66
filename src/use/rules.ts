// Whether an asset may be used so. Pure: what stands in the way of any use comes from the rule that delivery obeys too, what
// stands in the way of this use from the rights.
import { hindrancesOf, type Availability, type Hindrance } from '../assets/rules.ts';
import type { Rights } from '../assets/schemas.ts';
import type { Reason, Use } from './schemas.ts';

export interface UsableAsset extends Availability {
  /** True when another asset replaces it. */
  superseded: boolean;
  rights: Rights | null;
}

/** Where people may appear without having signed a release: reporting. */
const withoutRelease = 'editorial';

const wordsOf = {
  deleted: () => 'It is deleted.',
  archived: () => 'It is archived: it is no longer offered for use.',
  not_approved: ({ status }) => `It is ${status}: nobody has approved it for use.`,
  expired: ({ expires }, day) => `Its last day of use was ${expires}; this use is on ${day}.`,
  embargoed: ({ embargo }, day) => `It may not be used before ${embargo}; this use is on ${day}.`,
} as const satisfies Record<Hindrance, (asset: Availability, day: string) => string>;

/**
 * Every reason against a use, those that block first. A restriction that the use says nothing about is a reason that does not block.
 *
 * @param today `YYYY-MM-DD`, UTC: the day of a use that names none.
 */
export function checkUse(asset: UsableAsset, use: Use, today: string): Reason[] {
  const day = use.date ?? today;
  const reasons: Reason[] = hindrancesOf(asset, day).map((code) => ({
    code,
    message: wordsOf[code](asset, day),
    blocking: true,
  }));
  if (asset.superseded)
    reasons.push({ code: 'superseded', message: 'It was replaced: use the newer one.', blocking: true });
  const { territories = [], channels = [], modelRelease = null } = asset.rights ?? {};
  reasons.push(...limitedTo('territory', 'territories', territories, use.territory));
  reasons.push(...limitedTo('channel', 'channels', channels, use.channel));
  if (modelRelease === 'missing' && !isSame(use.channel, withoutRelease)) {
    reasons.push({
      code: 'model_release',
      message: `People in it have not signed a release: only the channel "${withoutRelease}" may use it.`,
      blocking: use.channel !== null,
    });
  }
  return [...reasons.filter(({ blocking }) => blocking), ...reasons.filter(({ blocking }) => !blocking)];
}

/** A list in the rights that names where something may be used; an empty one leaves it open. */
function limitedTo(
  code: 'territory' | 'channel',
  plural: string,
  allowed: readonly string[],
  asked: string | null,
): Reason[] {
  if (allowed.length === 0 || allowed.some((one) => isSame(one, asked))) return [];
  const only = `It may only be used in the ${allowed.length === 1 ? code : plural} ${allowed.join(', ')}`;
  return asked === null
    ? [{ code, message: `${only}; the use names none.`, blocking: false }]
    : [{ code, message: `${only}, not in ${asked}.`, blocking: true }];
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && fold(one) === fold(other);
}

function fold(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase();
}
