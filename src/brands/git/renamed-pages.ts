// Pages that an import renames without saying so: Git has no renames, so a page whose file is gone and one whose file is new are the same
// page if they are equal but for slug and title. Pure.
import { canonical, grouped, type BrandState, type PageState } from '../publishing/state.ts';

/** What two pages must have in common, with the parent by its old slug. */
const contentOf = ({ slug: _slug, title: _title, ...page }: PageState, parent: string | null): string =>
  canonical({ ...page, parent });

/** Whether a page has anything but its title: blank ones are all equal. */
const hasContent = ({ sections, lede, cover }: PageState): boolean =>
  sections.length > 0 || lede !== null || cover !== null;

/** Pairs of pages that are equal to each other and to no other page, by content. */
function pairsOf(gone: ReadonlyMap<string, PageState[]>, added: ReadonlyMap<string, PageState[]>) {
  return [...gone].flatMap(([content, [before, ...others]]) => {
    const [after, ...rest] = added.get(content) ?? [];
    return before && after && others.length + rest.length === 0 ? [{ before, after }] : [];
  });
}

/** New slugs by old ones. */
function renamesBetween(gone: readonly PageState[], added: readonly PageState[]): Map<string, string> {
  const renames = new Map<string, string>();
  // Subpages are found once their parents are, at most three levels deep.
  for (let found = -1; found < renames.size;) {
    found = renames.size;
    const before = new Map([...renames].map(([was, now]) => [now, was]));
    const openGone = gone.filter(({ slug }) => !renames.has(slug));
    const openAdded = added.filter(({ slug }) => !before.has(slug));
    const pairs = pairsOf(
      grouped(openGone, (page) => contentOf(page, page.parent)),
      grouped(openAdded, (page) =>
        contentOf(page, page.parent === null ? null : (before.get(page.parent) ?? page.parent)),
      ),
    );
    for (const pair of pairs) renames.set(pair.before.slug, pair.after.slug);
  }
  return renames;
}

/**
 * The files' state with old slugs as aliases of the pages that they became, as if the files listed them.
 *
 * @param before what the files are compared with: the last agreement, or the brand for an import that replaces it
 * @param here the brand: only a page that it still has can be renamed
 */
export function withRenames(file: BrandState, before: BrandState, here: BrandState): BrandState {
  const slugs = ({ pages }: BrandState): Set<string> => new Set(pages.map(({ slug }) => slug));
  const [inFile, inBefore, inHere] = [slugs(file), slugs(before), slugs(here)];
  const claimed = new Set(file.pages.flatMap(({ aliases }) => aliases));
  const gone = before.pages.filter(
    (page) => !inFile.has(page.slug) && inHere.has(page.slug) && !claimed.has(page.slug) && hasContent(page),
  );
  const added = file.pages.filter(
    ({ slug, aliases }) =>
      !inBefore.has(slug) && !inHere.has(slug) && !aliases.some((alias) => inBefore.has(alias)),
  );
  const renames = renamesBetween(gone, added);
  if (renames.size === 0) return file;
  const wasOf = new Map([...renames].map(([was, now]) => [now, was]));
  return {
    ...file,
    pages: file.pages.map((page) => {
      const was = wasOf.get(page.slug);
      return was === undefined ? page : { ...page, aliases: [...page.aliases, was] };
    }),
  };
}
