// What links to a page of a brand: sections, the usage of rules, and the pages below it.
import { findPage, under } from './pages.ts';
import { slugsIn } from './prose.ts';
import type { BrandState, PageState, SectionState } from '../publishing/state.ts';
import type { PageLinks } from './schemas.ts';

/** Its texts in Markdown. */
export function textsOf({ body, items }: SectionState): string[] {
  return [body, ...(items ?? []).map((item) => item.body)].filter((text) => typeof text === 'string');
}

/** The pages that a section's items link to. */
function slugsOfItems({ items }: SectionState): string[] {
  return (items ?? []).flatMap(({ href }) => {
    if (!href) return [];
    const target = href.replace(/^page:/, '');
    return /^[a-z]+:/i.test(target) ? [] : [target.replace(/#.*$/, '')];
  });
}

/** The slugs that a section links to, in its texts and items. */
export const slugsLinkedIn = (section: SectionState): string[] => [
  ...textsOf(section).flatMap(slugsIn),
  ...slugsOfItems(section),
];

/** The page whose subpages a section lists; null if it doesn't name one. */
const listedUnder = ({ template, props }: SectionState): string | null =>
  template === 'pages' && typeof props.under === 'string' && props.under !== '' ? props.under : null;

/** Everything in a brand's draft that links to a page, by its slug or an old one. */
export function linksTo(state: BrandState, page: PageState): PageLinks {
  const isIt = (slug: string | null): boolean => slug !== null && findPage(state, slug) === page;
  const links = (section: SectionState): boolean =>
    isIt(listedUnder(section)) || slugsLinkedIn(section).some(isIt);
  return {
    pages: state.pages.flatMap((one) => {
      const sections = one === page ? [] : one.sections.filter(links).map(({ id }) => id);
      return sections.length > 0 ? [{ slug: one.slug, title: one.title, sections }] : [];
    }),
    rules: state.rules.flatMap(({ key, context, label, usage }) =>
      usage && slugsIn(usage).some(isIt) ? [{ key, context, label }] : [],
    ),
    subpages: under(state, page.slug).flatMap((slug) => {
      const below = findPage(state, slug);
      return below ? [{ slug, title: below.title }] : [];
    }),
  };
}
