// Whether an asset may be used in a given way. Pure. What blocks any use comes from the rule that delivery follows too; what blocks
// this use comes from the rights.
import { hindrancesOf, type Availability, type Hindrance } from '../assets/rules.ts';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import type { Mining } from '../assets/mining.ts';
import type { Rights } from '../assets/schemas.ts';
import type { Reason, ReasonCode, Use } from './schemas.ts';
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
  ai?: AiAnswer;
  /** Whether machines may learn from it; null: nobody has said. */
  mining?: Mining | null;
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

/** The channel of those who train models. */
export const training = 'ai-training';

/** The channel that doesn't need a model release. */
export const withoutRelease = 'editorial';

const wordsOf = {
  deleted: () => 'It is deleted.',
  archived: () => 'It is archived and no longer available.',
  not_approved: ({ status }) => `It is ${status} and not approved for use.`,
  expired: ({ expires }, day) => `Its last day of use was ${expires}; this use is on ${day}.`,
  embargoed: ({ embargo }, day) => `It may not be used before ${embargo}; this use is on ${day}.`,
} as const satisfies Record<Hindrance, (asset: Availability, day: string) => string>;

type Ground = (asset: UsableAsset, use: Use, noRights: 'warn' | 'block') => Omit<Reason, 'code'> | null;

const ending = (sentence: string): string => sentence.replace(/([.!?])\.$/, '$1');
const duty = (message: string | null | undefined | false): Omit<Reason, 'code'> | null =>
  message ? { message, blocking: false } : null;

/** When each reason of the asset itself applies, and its text, in the order in which they are told. The last four are duties. */
const grounds = {
  superseded: ({ superseded }) =>
    superseded ? { message: 'This asset has been replaced. Use the newer one.', blocking: true } : null,
  territory: ({ rights }, { territory }) => inTerritory(rights?.territories ?? [], territory),
  channel: ({ rights }, { channel }) => {
    const channels = rights?.channels ?? [];
    return channels.length > 0 && !channels.some((one) => isSame(one, channel))
      ? limitedTo('channel', 'channels', channels, channel)
      : null;
  },
  model_release: ({ rights }, { channel }) =>
    rights?.modelRelease === 'missing' && !isSame(channel, withoutRelease)
      ? {
          message: `People in it haven't signed a release. It may only be used in the channel "${withoutRelease}".`,
          blocking: channel !== null,
        }
      : null,
  mining: ({ mining }, { channel }) => {
    if (!isSame(channel, training) || mining === 'allowed') return null;
    return mining
      ? {
          message:
            mining === 'disallowed'
              ? "Text and data mining isn't allowed, and neither is training models on it."
              : 'It may be indexed for search, but not used to train models.',
          blocking: true,
        }
      : { message: 'No decision about training models on it is recorded. Ask its owner.', blocking: false };
  },
  no_rights: ({ rights }, _, noRights) =>
    hasRights(rights)
      ? null
      : {
          message: 'No rights are recorded for it, so its permitted uses are unknown.',
          blocking: noRights === 'block',
        },
  license: ({ rights }) =>
    duty(rights?.license && `It is licensed as "${rights.license}". Comply with that license.`),
  credit: (asset) => {
    const credit = creditOf(asset);
    return duty(credit && ending(`Credit it: ${credit}.`));
  },
  terms: ({ terms }) => duty(terms && ending(`Terms of use: ${terms}.`)),
  ai_generated: ({ ai }) =>
    duty(ai === 'yes' && 'It was made with generative AI. Disclose this where the law requires it.'),
} as const satisfies Record<Exclude<ReasonCode, Hindrance | 'context'>, Ground>;

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
  return blockingFirst([
    ...hindrancesOf(asset, day).map((code) => ({
      code,
      message: wordsOf[code](asset, day),
      blocking: true,
    })),
    ...(Object.entries(grounds) as [keyof typeof grounds, Ground][]).flatMap(([code, applies]) => {
      const reason = applies(asset, use, noRights);
      return reason ? [{ code, ...reason }] : [];
    }),
  ]);
}

export function blockingFirst(reasons: readonly Reason[]): Reason[] {
  return [...reasons.filter(({ blocking }) => blocking), ...reasons.filter(({ blocking }) => !blocking)];
}

/** If the rights list territories, the use must be within them. */
function inTerritory(allowed: readonly string[], asked: string | null): Omit<Reason, 'code'> | null {
  if (asked === null) {
    const open = allowed.length === 0 || coverageOf(allowed, 'worldwide').covered;
    return open ? null : limitedTo('territory', 'territories', allowed, null);
  }
  const coverage = coverageOf(allowed, asked);
  if (coverage.covered) return null;
  const reason = limitedTo('territory', 'territories', allowed, asked);
  if (coverage.missing === null) return reason;
  return { ...reason, message: `${reason.message} Missing in ${asked}: ${coverage.missing}.` };
}

/** A reason for a use outside the list in the rights, or one that doesn't say where it is. */
function limitedTo(
  one: string,
  several: string,
  allowed: readonly string[],
  asked: string | null,
): Omit<Reason, 'code'> {
  const only = `It may only be used in the ${allowed.length === 1 ? one : several} ${allowed.join(', ')}`;
  return asked === null
    ? { message: `${only}; this use doesn't name one.`, blocking: false }
    : { message: `${only}, not in ${asked}.`, blocking: true };
}

/** Whether two names are the same, whatever their case and width. */
export function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && fold(one) === fold(other);
}

function fold(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase();
}

/** A context in the form brands use: `Dark background` becomes `dark-background`. */
export const contextOf = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]+/gu, '-');

/** Whether a use is of a brand: of the default one if it names none. */
export const isOfBrand = (
  { default: isDefault, slug, id, name }: RuleOfKey['brand'],
  named: string | null,
): boolean => (named === null ? isDefault : [slug, id, name].some((one) => isSame(one, named)));

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
  const ofBrand = rules.filter(({ brand }) => isOfBrand(brand, use.brand));
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
