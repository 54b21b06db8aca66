// Search on a portal: the pages, sections, rules and assets that this visitor may see.
import { plainOf } from '../brands/pages/prose.ts';
import { valueText } from '../brands/pages/templates/parts.tsx';
import { contextsOf, type PageState, type RuleState, type SectionState } from '../brands/publishing/state.ts';
import { rulesIn } from '../brands/rules/contexts.ts';
import type { Font } from '../brands/rules/rule-types.ts';
import type { Service } from '../core/service.ts';
import { portalAssets, type AssetQuery } from './assets.ts';
import type { EnteredPortal } from './visibility.ts';
import { mediaNamed } from './media.ts';
import { publishedRule } from './page.ts';
import { readersBrand, type PortalBrand, type ReadersBrand } from './published.ts';
import { addressOf, pagePath, wordsOf } from './rules.ts';
import type { PortalAsset, PortalFinds } from './schemas.ts';

/** Per kind. */
const most = 20;
const textLength = 200;

interface Sought {
  /** The words of its name, which rank higher, and all of its words. */
  strong: string[];
  words: string[];
}
type Findable = Sought &
  (
    | { kind: 'page'; page: PageState }
    | { kind: 'section'; page: PageState; section: SectionState }
    | { kind: 'rule'; page: PageState; rule: RuleState }
  );

const known = new WeakMap<ReadersBrand, Findable[]>();

const sought = (named: (string | null | undefined)[], texts: (string | null | undefined)[]): Sought => {
  const strong = wordsOf(named.join(' '));
  return { strong, words: [...new Set([...strong, ...wordsOf(texts.join(' '))])] };
};

/** Markdown as text. */
const plainText = (text: string | null | undefined): string | null => (text ? plainOf(text) : null);

/** A size as people write it: `16px` is also found by `16 px`. */
const measured = (text: string): string[] => [text, text.replace(/([\d.])([a-z%])/gi, '$1 $2')];

/** What a rule's properties say, by their names: `pantone 286 C`, `cmyk 100 66 0 2`, `line height 1.4`. */
function specTexts({ type, value, spec }: RuleState): string[] {
  const texts = Object.entries(spec).map(([name, one]) => `${spaced(name)} ${JSON.stringify(one)}`);
  if (type === 'number') {
    const { unit = '' } = spec as { unit?: string };
    texts.push(...measured(`${value as number}${unit}`));
  }
  if (type === 'font') {
    const { size } = value as Font;
    if (size !== undefined) texts.push(...measured(typeof size === 'number' ? `${size}px` : size));
  }
  return texts;
}

/** `minClearSpace` as words. */
const spaced = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');

/** Everything searchable in a brand, in reading order: computed once per publish and audience. */
function findablesOf(view: ReadersBrand): Findable[] {
  const before = known.get(view);
  if (before) return before;
  const { pages, rules } = view.state;
  const inContexts = new Map(contextsOf(rules).map((context) => [context, rulesIn(rules, context)]));
  const pageOfKey = new Map<string, PageState>();
  for (const page of pages)
    for (const { keys } of page.sections)
      for (const key of keys) if (!pageOfKey.has(key)) pageOfKey.set(key, page);
  const made: Findable[] = [
    ...pages.flatMap((page): Findable[] => [
      { kind: 'page', page, ...sought([page.title, page.slug], [page.eyebrow, page.lede]) },
      ...page.sections.map((section): Findable => {
        const items = (section.items ?? []).flatMap(({ title, body }) => [title, plainText(body)]);
        const { eyebrow, lede, body, context } = section;
        const texts = [eyebrow, lede, plainText(body), context, ...items];
        return { kind: 'section', page, section, ...sought([section.title], texts) };
      }),
    ]),
    ...rules.flatMap((stored): Findable[] => {
      // With what it inherits where it's for a context.
      const applying = stored.context === null ? [stored] : inContexts.get(stored.context);
      const rule = applying?.find(({ key }) => key === stored.key) ?? stored;
      const page = pageOfKey.get(rule.key);
      if (!page) return [];
      const value = valueText(rule);
      // As it is written, and as words.
      const names = [rule.label, rule.key, spaced(rule.key)];
      const text = rule.type === 'text' ? plainText(value) : value;
      const texts = [rule.context, text, plainText(rule.usage), ...specTexts(rule)];
      return [{ kind: 'rule', page, rule, ...sought(names, texts) }];
    }),
  ];
  known.set(view, made);
  return made;
}

/** How well something matches: 0 if a word is missing, 2 if all are in its name, 1 otherwise. */
function matchOf({ strong, words }: Sought, asked: readonly string[]): 0 | 1 | 2 {
  const isIn = (list: readonly string[]): boolean =>
    asked.every((word) => list.some((one) => one.startsWith(word)));
  return isIn(strong) ? 2 : isIn(words) ? 1 : 0;
}

/** The beginning of a section's text. */
const beginningOf = ({ lede, body, items = [] }: SectionState): string =>
  [lede, plainText(body), ...items.flatMap((item) => [item.title, plainText(item.body)])]
    .filter((text) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, textLength);

export const findOnPortal = (service: Service, portal: EnteredPortal, q: string): Promise<PortalFinds> =>
  findWith(service, portal, q, portalAssets);

/** @param readAssets how assets are read: pages show more of them. */
export async function findWith<A extends PortalAsset>(
  service: Service,
  portal: EnteredPortal,
  q: string,
  readAssets: (service: Service, portal: EnteredPortal, query: AssetQuery) => Promise<{ assets: A[] }>,
): Promise<Omit<PortalFinds, 'assets'> & { assets: A[] }> {
  const { db, env } = service;
  const asked = wordsOf(q);
  if (asked.length === 0) return { pages: [], sections: [], rules: [], assets: [] };
  const views = await Promise.all(
    portal.brands.map(async (brand) => ({ brand, view: await readersBrand(db, brand, portal.audience) })),
  );
  const matches = views
    .flatMap(({ brand, view }) =>
      (view ? findablesOf(view) : []).map((one) => ({ brand, one, match: matchOf(one, asked) })),
    )
    .filter(({ match }) => match > 0)
    // Sorting is stable: reading order within a rank.
    .sort((one, other) => other.match - one.match);
  const of = <K extends Findable['kind']>(kind: K): { brand: PortalBrand; one: Findable & { kind: K } }[] =>
    matches
      .flatMap(({ brand, one }) => (one.kind === kind ? [{ brand, one: one as Findable & { kind: K } }] : []))
      .slice(0, most);
  const at = (brand: PortalBrand, page: PageState, section = '') => {
    const path = pagePath(brand.slug, page.slug);
    return { path, url: `${addressOf(env, portal.slug)}/${path}${section && `#${section}`}` };
  };
  const rules = of('rule');
  const [media, { assets }] = await Promise.all([
    mediaNamed(
      db,
      portal.workspaceId,
      rules.flatMap(({ one }) => one.rule.assets.map(({ id }) => id)),
      portal.language,
    ),
    readAssets(service, portal, { q, limit: most, offset: 0 }),
  ]);
  return {
    pages: of('page').map(({ brand, one: { page } }) => ({
      brand: brand.slug,
      slug: page.slug,
      title: page.title,
      lede: page.lede,
      ...at(brand, page),
    })),
    sections: of('section').map(({ brand, one: { page, section } }) => ({
      brand: brand.slug,
      page: page.slug,
      id: section.id,
      title: section.title,
      text: beginningOf(section),
      ...at(brand, page, section.id),
    })),
    rules: rules.map(({ brand, one: { page, rule } }) => ({
      ...publishedRule(brand.slug, rule, media),
      ...at(brand, page),
    })),
    assets,
  };
}
