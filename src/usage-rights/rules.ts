// Whether an asset may be used so. Pure: what stands in the way of any use comes from the rule that delivery obeys too, what
// stands in the way of this use from the rights.
import { hindrancesOf, type Availability, type Hindrance } from '../assets/rules.ts';
import type { Rights } from '../assets/schemas.ts';
import type { Reason, Use } from './schemas.ts';
import { coverageOf } from './territories.ts';
import type { RuleOfKey } from './variants.ts';

export interface UsableAsset extends Availability {
  /** True when another asset replaces it. */
  superseded: boolean;
  rights: Rights | null;
  creator?: string | null;
  copyright?: string | null;
  /** What whoever manages it says of its use, beside the rights. */
  credit?: string | null;
  terms?: string | null;
}

/** True where anything at all is recorded. */
export function hasRights(rights: Rights | null): boolean {
  if (!rights) return false;
  const { territories = [], channels = [], ...rest } = rights;
  return territories.length > 0 || channels.length > 0 || Object.values(rest).some((value) => value);
}

/** Whom to name: as somebody wrote it down, else what the file says. */
function creditOf({ credit, creator, copyright }: UsableAsset): string | null {
  if (credit) return credit;
  if (creator && copyright && !copyright.toLowerCase().includes(creator.toLowerCase()))
    return `${creator}, ${copyright}`;
  return copyright || creator || null;
}

/** What a use has to honour: it blocks nothing. */
function duties(asset: UsableAsset): Reason[] {
  const { rights, terms } = asset;
  const credit = creditOf(asset);
  const told = [
    ['license', rights?.license && `It is licensed as "${rights.license}": keep to that licence.`],
    ['credit', credit && `Credit it: ${credit}.`.replace(/([.!?])\.$/, '$1')],
    ['terms', terms && `Terms of use: ${terms}.`.replace(/([.!?])\.$/, '$1')],
  ] as const;
  return told.flatMap(([code, message]) => (message ? [{ code, message, blocking: false }] : []));
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
 * @param noRights whether an asset for which no rights are recorded is blocked.
 */
export function checkUse(
  asset: UsableAsset,
  use: Use,
  today: string,
  noRights: 'warn' | 'block' = 'warn',
): Reason[] {
  const day = use.date ?? today;
  const reasons: Reason[] = hindrancesOf(asset, day).map((code) => ({
    code,
    message: wordsOf[code](asset, day),
    blocking: true,
  }));
  if (asset.superseded)
    reasons.push({ code: 'superseded', message: 'It was replaced: use the newer one.', blocking: true });
  const { territories = [], channels = [], modelRelease = null } = asset.rights ?? {};
  reasons.push(...inTerritory(territories, use.territory));
  if (channels.length > 0 && !channels.some((one) => isSame(one, use.channel)))
    reasons.push(limitedTo('channel', 'channels', channels, use.channel));
  if (modelRelease === 'missing' && !isSame(use.channel, withoutRelease)) {
    reasons.push({
      code: 'model_release',
      message: `People in it have not signed a release: only the channel "${withoutRelease}" may use it.`,
      blocking: use.channel !== null,
    });
  }
  if (!hasRights(asset.rights))
    reasons.push({
      code: 'no_rights',
      message: 'No rights are recorded for it: nobody has said what it may be used for.',
      blocking: noRights === 'block',
    });
  reasons.push(...duties(asset));
  return blockingFirst(reasons);
}

export function blockingFirst(reasons: readonly Reason[]): Reason[] {
  return [...reasons.filter(({ blocking }) => blocking), ...reasons.filter(({ blocking }) => !blocking)];
}

/** Where the rights name territories, those that a use lies in must be among them. */
function inTerritory(allowed: readonly string[], asked: string | null): Reason[] {
  if (asked === null) {
    const open = allowed.length === 0 || coverageOf(allowed, 'worldwide').covered;
    return open ? [] : [limitedTo('territory', 'territories', allowed, null)];
  }
  const coverage = coverageOf(allowed, asked);
  if (coverage.covered) return [];
  const reason = limitedTo('territory', 'territories', allowed, asked);
  if (coverage.missing === null) return [reason];
  return [{ ...reason, message: `${reason.message} Of ${asked} it lacks ${coverage.missing}.` }];
}

/** A list in the rights says where something may be used, and this use is elsewhere, or doesn't say. */
function limitedTo(
  code: 'territory' | 'channel',
  plural: string,
  allowed: readonly string[],
  asked: string | null,
): Reason {
  const only = `It may only be used in the ${allowed.length === 1 ? code : plural} ${allowed.join(', ')}`;
  return asked === null
    ? { code, message: `${only}; the use names none.`, blocking: false }
    : { code, message: `${only}, not in ${asked}.`, blocking: true };
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && fold(one) === fold(other);
}

function fold(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase();
}

/** A context as brands name them: `Dark background` is `dark-background`. */
const contextOf = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]+/gu, '-');

/**
 * What the brand says of an asset in a context. Where a key that names it has a variant of its own for the context, with other files,
 * those are to be used; an asset that any of the brand's rules names for this very context is right there.
 *
 * @param rules every rule of each key that names the asset.
 * @param assetId in lower case.
 * @returns the reason, and what to use instead.
 */
export function checkContext(
  rules: readonly RuleOfKey[],
  use: Pick<Use, 'brand' | 'context'>,
  assetId: string,
): { reason: Reason; instead: { id: string; why: string }[] } | null {
  const ofBrand = rules.filter(({ brand }) =>
    use.brand === null
      ? brand.default
      : [brand.slug, brand.id, brand.name].some((name) => isSame(name, use.brand)),
  );
  const others = ofBrand.filter(({ assets }) => assets.length > 0 && !assets.includes(assetId));
  if (use.context === null) {
    const [first] = others;
    if (!first) return null;
    const contexts = [...new Set(others.map(({ context }) => context ?? 'everything else'))];
    return {
      reason: {
        code: 'context',
        message: `${first.brand.name} has its own ${first.label} for ${contexts.join(', ')}; the use names no context.`,
        blocking: false,
      },
      instead: [],
    };
  }
  const asked = contextOf(use.context);
  const isRight = ofBrand.some(({ key, context, assets }) => {
    if (!assets.includes(assetId)) return false;
    if (context !== null) return context === asked;
    return !ofBrand.some((other) => other.key === key && other.context === asked);
  });
  const variants = others.filter(({ context }) => context === asked);
  const [variant] = variants;
  if (isRight || !variant) return null;
  const why = `It is ${variant.brand.name}'s ${variant.label} for ${asked}.`;
  return {
    reason: {
      code: 'context',
      message: `${variant.brand.name} has its own ${variant.label} for ${asked}: use that one.`,
      blocking: true,
    },
    instead: variants.flatMap(({ assets }) => assets.map((id) => ({ id, why }))),
  };
}
