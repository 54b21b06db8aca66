// Where an asset is used, as a few words: "1 published brand, 2 portals and 3 collections". Pure.
import type { AssetUses } from '../../../access-report/schemas.ts';
import { counted } from '../../ui/format.ts';

/** @returns null if it isn't used anywhere that the person can see. */
export function usesInWords({
  rules,
  pages,
  portals,
  collections,
  links,
  branding,
}: AssetUses): string | null {
  const parts = [...rules.data, ...pages.data];
  const published = new Set(parts.filter((part) => part.published).map(({ brand }) => brand));
  const drafts = new Set(parts.map(({ brand }) => brand).filter((brand) => !published.has(brand)));
  const counts: [number, string][] = [
    [published.size, counted(published.size, 'published brand')],
    [drafts.size, counted(drafts.size, 'unpublished brand')],
    [portals.total, counted(portals.total, 'portal')],
    [branding.length, 'the organization’s branding'],
    [collections.total, counted(collections.total, 'collection')],
    [links.total, counted(links.total, 'share link')],
  ];
  const words = counts.filter(([count]) => count > 0).map(([, text]) => text);
  if (words.length === 0) return null;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}
