// Whether an asset may be used in a given way. Pure. What blocks any use comes from the rule that delivery follows too; what blocks
// this use comes from the rights.
import { hindrancesOf, type Availability, type Hindrance } from '../assets/rules.ts';
import type { Rights } from '../assets/schemas.ts';
import type { Reason, Use } from './schemas.ts';
import { coverageOf } from './territories.ts';
import type { RuleOfKey } from './variants.ts';

export interface UsableAsset extends Availability {
  /** True if another asset replaces it. */
  superseded: boolean;
  rights: Rights | null;
  creator?: string | null;
  copyright?: string | null;
  /** Usage terms set by its editors, beside the rights. */
  credit?: string | null;
  terms?: string | null;
}

/** True if anything is recorded. */
export function hasRights(rights: Rights | null): boolean {
  if (!rights) return false;
  const { territories = [], channels = [], ...rest } = rights;
  return territories.length > 0 || channels.length > 0 || Object.values(rest).some((value) => value);
}

/** The credit line: the one set by an editor, otherwise from the file's metadata. */
function creditOf({ credit, creator, copyright }: UsableAsset): string | null {
  if (credit) return credit;
  if (creator && copyright && !copyright.toLowerCase().includes(creator.toLowerCase()))
    return `${creator}, ${copyright}`;
  return copyright || creator || null;
}

/** What a use has to honour. Never blocks. */
function duties(asset: UsableAsset): Reason[] {
  const { rights, terms } = asset;
  const credit = creditOf(asset);
  const reasons = [
    ['license', rights?.license && `It is licensed as "${rights.license}". Comply with that licence.`],
    ['credit', credit && `Credit it: ${credit}.`.replace(/([.!?])\.$/, '$1')],
    ['terms', terms && `Terms of use: ${terms}.`.replace(/([.!?])\.$/, '$1')],
  ] as const;
  return reasons.flatMap(([code, message]) => (message ? [{ code, message, blocking: false }] : []));
}

/** The channel that doesn't need a model release. */
const withoutRelease = 'editorial';

const wordsOf = {
  deleted: () => 'It is deleted.',
  archived: () => 'It is archived and no longer available.',
  not_approved: ({ status }) => `It is ${status} and not approved for use.`,
  expired: ({ expires }, day) => `Its last day of use was ${expires}; this use is on ${day}.`,
  embargoed: ({ embargo }, day) => `It may not be used before ${embargo}; this use is on ${day}.`,
} as const satisfies Record<Hindrance, (asset: Availability, day: string) => string>;

/**
 * All reasons against a use, blocking ones first. A restriction that the use doesn't specify is a reason that doesn't block.
 *
 * @param today `YYYY-MM-DD`, UTC: the default day of use.
 * @param noRights whether to block assets without recorded rights.
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
    reasons.push({ code: 'superseded', message: 'It was replaced. Use the newer one.', blocking: true });
  const { territories = [], channels = [], modelRelease = null } = asset.rights ?? {};
  reasons.push(...inTerritory(territories, use.territory));
  if (channels.length > 0 && !channels.some((one) => isSame(one, use.channel)))
    reasons.push(limitedTo('channel', 'channels', channels, use.channel));
  if (modelRelease === 'missing' && !isSame(use.channel, withoutRelease)) {
    reasons.push({
      code: 'model_release',
      message: `People in it haven't signed a release. It may only be used in the channel "${withoutRelease}".`,
      blocking: use.channel !== null,
    });
  }
  if (!hasRights(asset.rights))
    reasons.push({
      code: 'no_rights',
      message: 'No rights are recorded for it, so its permitted uses are unknown.',
      blocking: noRights === 'block',
    });
  reasons.push(...duties(asset));
  return blockingFirst(reasons);
}

export function blockingFirst(reasons: readonly Reason[]): Reason[] {
  return [...reasons.filter(({ blocking }) => blocking), ...reasons.filter(({ blocking }) => !blocking)];
}

/** If the rights list territories, the use must be within them. */
function inTerritory(allowed: readonly string[], asked: string | null): Reason[] {
  if (asked === null) {
    const open = allowed.length === 0 || coverageOf(allowed, 'worldwide').covered;
    return open ? [] : [limitedTo('territory', 'territories', allowed, null)];
  }
  const coverage = coverageOf(allowed, asked);
  if (coverage.covered) return [];
  const reason = limitedTo('territory', 'territories', allowed, asked);
  if (coverage.missing === null) return [reason];
  return [{ ...reason, message: `${reason.message} Missing in ${asked}: ${coverage.missing}.` }];
}

/** A reason for a use outside the list in the rights, or one that doesn't say where it is. */
function limitedTo(
  code: 'territory' | 'channel',
  plural: string,
  allowed: readonly string[],
  asked: string | null,
): Reason {
  const only = `It may only be used in the ${allowed.length === 1 ? code : plural} ${allowed.join(', ')}`;
  return asked === null
    ? { code, message: `${only}; this use doesn't name one.`, blocking: false }
    : { code, message: `${only}, not in ${asked}.`, blocking: true };
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && fold(one) === fold(other);
}

function fold(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase();
}

/** A context in the form brands use: `Dark background` becomes `dark-background`. */
const contextOf = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]+/gu, '-');

/**
 * Checks an asset against the brand's rules for a context. If a key that uses it has a variant for the context with other files, use
 * those. An asset that any rule of the brand uses for this exact context is fine.
 *
 * @param rules all rules of each key that uses the asset.
 * @param assetId in lower case.
 * @returns the reason, and what to use instead; null if there is nothing against it.
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
        message: `${first.brand.name} has its own ${first.label} for ${contexts.join(', ')}; this use doesn't name a context.`,
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
      message: `${variant.brand.name} has its own ${variant.label} for ${asked}. Use that one.`,
      blocking: true,
    },
    instead: variants.flatMap(({ assets }) => assets.map((id) => ({ id, why }))),
  };
}
