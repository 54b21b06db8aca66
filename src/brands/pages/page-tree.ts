// The tree of a brand's pages: slugs, aliases and depth. Pure.
import { isSlug } from '../../core/access/ids.ts';
import type { Issue } from '../../core/errors.ts';
import type { PageState } from '../publishing/state.ts';

/** Maximum depth of pages: a page, a subpage, and one below that. */
export const maxLevels = 3;

/** Slugs that portals use, or keep for later, beside a brand's pages. */
export const reservedSlugs: readonly string[] = ['files', 'print', 'search', 'updates'];

/** Reserved slugs and aliases of a page, unless the brand had them before they were reserved. @param here the brand as it is */
export function reservedIssues(
  { slug, aliases }: Pick<PageState, 'slug' | 'aliases'>,
  here: readonly PageState[],
): Issue[] {
  const had = new Set(here.flatMap((page) => [page.slug, ...page.aliases]));
  return [slug, ...aliases].flatMap((name, index) =>
    reservedSlugs.includes(name) && !had.has(name)
      ? [
          {
            path: index === 0 ? 'slug' : `aliases[${index - 1}]`,
            message: `"${name}" is reserved for portals. Choose another slug.`,
          },
        ]
      : [],
  );
}

/** Slugs from a page's parent up to the top. */
function above(pages: ReadonlyMap<string, PageState>, page: PageState): string[] {
  const slugs: string[] = [];
  for (let parent = page.parent; parent !== null && !slugs.includes(parent);) {
    slugs.push(parent);
    parent = pages.get(parent)?.parent ?? null;
  }
  return slugs;
}

/** How many pages each is under, by slug. */
export function depthsOf(pages: readonly PageState[]): Map<string, number> {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  return new Map(pages.map((page) => [page.slug, above(bySlug, page).length]));
}

/**
 * Problems of the page tree, with paths in the page concerned (`parent`, `slug`, `aliases[0]`).
 * @returns by slug, only pages with problems.
 */
export function treeIssues(pages: readonly PageState[]): Map<string, Issue[]> {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const found = new Map<string, Issue[]>();
  const say = (page: PageState, path: string, message: string) =>
    found.set(page.slug, [...(found.get(page.slug) ?? []), { path, message }]);
  const owner = new Map<string, string>();
  const depth = new Map<string, number>();
  for (const page of pages) {
    if (!isSlug(page.slug))
      say(page, 'slug', 'A slug must be up to 100 lowercase letters and digits, joined by dashes.');
    if (bySlug.get(page.slug) !== page) say(page, 'slug', 'Another page has this slug.');
    for (const [index, alias] of page.aliases.entries()) {
      const path = `aliases[${index}]`;
      if (!isSlug(alias)) say(page, path, 'An alias must be lowercase letters and digits, joined by dashes.');
      else if (bySlug.has(alias))
        say(page, path, `"${alias}" is the slug of ${alias === page.slug ? 'this page' : 'another page'}.`);
      else if (owner.has(alias))
        say(page, path, `"${alias}" is already an alias of "${owner.get(alias) ?? ''}".`);
      else owner.set(alias, page.slug);
    }
    if (page.parent === null) continue;
    const line = above(bySlug, page);
    if (!bySlug.has(page.parent)) say(page, 'parent', `There is no page "${page.parent}" in this brand.`);
    else if (page.parent === page.slug || line.includes(page.slug))
      say(page, 'parent', "A page can't be its own parent.");
    else depth.set(page.slug, line.length);
  }
  for (const [slug, levels] of depth) {
    const page = bySlug.get(slug);
    if (page && levels >= maxLevels)
      say(
        page,
        'parent',
        `Pages can be nested ${maxLevels} levels deep; "${slug}" would be on level ${levels + 1}.`,
      );
  }
  return found;
}

/**
 * The problems that a change to one page causes in the tree: its own under their paths, those of other pages
 * under the field that causes them.
 */
export function issuesOfTree(pages: readonly PageState[], page: PageState): Issue[] {
  return [...treeIssues(pages)].flatMap(([slug, issues]) =>
    slug === page.slug
      ? issues
      : issues.map(({ path, message }) => ({
          path: path === 'parent' ? 'parent' : 'slug',
          message: `${slug}: ${message}`,
        })),
  );
}
