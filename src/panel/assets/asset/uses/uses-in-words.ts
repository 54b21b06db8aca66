// Where an asset is used, as a few words: "1 published brand, 2 portals and 3 collections". Pure.
import type { VersionUses } from '../../../../access-report/schemas.ts';
import type { Words } from '../../../words/words.tsx';

/** Where archiving it makes a difference: collections keep what is archived. */
export const usesOfArchived = (uses: VersionUses): VersionUses => ({
  ...uses,
  collections: { data: [], total: 0 },
});

/** @returns null if it isn't used anywhere that the person can see. */
export function usesInWords(uses: VersionUses, { t, list }: Words): string | null {
  const { rules, pages, portals, collections, links, branding, watermarks, outside } = uses;
  const parts = [...rules.data, ...pages.data];
  const published = new Set(parts.filter((part) => part.published).map(({ brand }) => brand));
  const drafts = new Set(parts.map(({ brand }) => brand).filter((brand) => !published.has(brand)));
  const counts: [number, string][] = [
    [published.size, t('uses:publishedBrands', { count: published.size })],
    [drafts.size, t('uses:unpublishedBrands', { count: drafts.size })],
    [portals.total, t('uses:portals', { count: portals.total })],
    [branding.length, t('uses:theBranding')],
    [watermarks.length, t('uses:watermarks', { count: watermarks.length })],
    [collections.total, t('collections:counted', { count: collections.total })],
    [links.total, t('uses:links', { count: links.total })],
    [outside.total, t('uses:placesOutside', { count: outside.total })],
  ];
  const words = counts.filter(([count]) => count > 0).map(([, text]) => text);
  return words.length === 0 ? null : list(words);
}
