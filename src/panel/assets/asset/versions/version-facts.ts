// What versions of an asset are called, and how two of them differ.
import type { Asset } from '../../../../assets/schemas.ts';
import { filesize, kindOf, moment } from '../../../ui/format.ts';
import { rightsInWords } from '../rights-in-words.ts';

export const nameOf = ({ version }: Pick<Asset, 'version'>): string => `Version ${version ?? 1}`;

/** The version that is in use. */
export const currentOf = (versions: readonly Asset[]): Asset | null =>
  versions.find(({ current }) => current) ?? null;

const none = '–';

const factsOf = (asset: Asset): Record<string, string> => ({
  File: asset.filename,
  Kind: kindOf(asset.mime),
  Size: filesize(asset.size),
  Pixels: asset.width && asset.height ? `${asset.width} × ${asset.height}` : none,
  Title: asset.metadata.title ?? none,
  Description: asset.metadata.description ?? none,
  Creator: asset.metadata.creator ?? none,
  Tags: asset.tags.join(', ') || none,
  'Usage rights': rightsInWords(asset.rights),
  Added: moment(asset.createdAt),
});

export interface Difference {
  label: string;
  before: string;
  after: string;
}

/** @returns what differs, and the names of what doesn't. */
export function compareFacts(before: Asset, after: Asset): { differing: Difference[]; same: string[] } {
  const [was, is] = [factsOf(before), factsOf(after)];
  const labels = Object.keys(was);
  return {
    differing: labels
      .filter((label) => was[label] !== is[label])
      .map((label) => ({ label, before: was[label] ?? none, after: is[label] ?? none })),
    same: labels.filter((label) => was[label] === is[label] && was[label] !== none),
  };
}
