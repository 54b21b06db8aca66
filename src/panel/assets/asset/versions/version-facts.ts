// What versions of an asset are called, and how two of them differ.
import type { Asset } from '../../../../assets/schemas.ts';
import { kindOf } from '../../../ui/format.ts';
import { rightsInWords } from '../rights/rights-in-words.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { Words } from '../../../words/words.tsx';
import { pixelsOf } from '../../pixels.ts';

/** Of an asset that has no other versions, it's the first. */
export const numberOf = ({ version }: Pick<Asset, 'version'>): number => version ?? 1;

/** The version that is in use. */
export const currentOf = (versions: readonly Asset[]): Asset | null =>
  versions.find(({ current }) => current) ?? null;

const none = '–';

/** The facts as they're called within a sentence, with their values. */
function factsOf(asset: Asset, words: Words): [PlainKey, string][] {
  const { metadata } = asset;
  return [
    ['versions:factFile', asset.filename],
    ['versions:factKind', kindOf(asset.mime)],
    ['versions:factSize', words.filesize(asset.size)],
    ['versions:factPixels', pixelsOf(asset) ?? none],
    ['versions:factTitle', metadata.title ?? none],
    ['versions:factDescription', metadata.description ?? none],
    ['versions:factCreator', metadata.creator ?? none],
    ['versions:factTags', asset.tags.join(', ') || none],
    ['versions:factRights', rightsInWords(asset.rights, words)],
    ['versions:factAdded', words.moment(asset.createdAt)],
  ];
}

export interface Difference {
  /** Within a sentence. */
  label: string;
  before: string;
  after: string;
}

/** @returns what differs, and the names of what doesn't. */
export function compareFacts(
  before: Asset,
  after: Asset,
  words: Words,
): { differing: Difference[]; same: string[] } {
  const now = factsOf(after, words);
  const facts = factsOf(before, words).map(([key, was], at) => ({
    label: words.t(key),
    before: was,
    after: now[at]?.[1] ?? none,
  }));
  return {
    differing: facts.filter((fact) => fact.before !== fact.after),
    same: facts
      .filter((fact) => fact.before === fact.after && fact.before !== none)
      .map(({ label }) => label),
  };
}
