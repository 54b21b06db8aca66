// A brand's whole state as one value: what writes change, versions freeze, copies copy and files contain.
// Pure. Row ids and times aren't part of it, so brands with the same content have the same state.
import { createHash } from 'node:crypto';
import type { RuleValue } from '../rules/rule-types.ts';
import type { densities, ThemePart, themeWidths } from '../theme/theme-parts.ts';
import { audiences, type Audience, type layouts } from '../pages/schemas.ts';
import type { RuleType } from '../rules/schemas.ts';

export interface RuleState {
  key: string;
  label: string;
  /** Null: applies wherever no rule of the same key is for the context. */
  context: string | null;
  type: RuleType;
  value: RuleValue;
  spec: Record<string, unknown>;
  usage: string | null;
  assets: { id: string; rendition: string | null }[];
}

export interface SectionItem {
  title?: string;
  body?: string;
  href?: string;
  /** Id of an asset, and the transform to show it in. */
  asset?: string;
  rendition?: string;
  kind?: string;
}

export interface SectionState {
  /** Unique in its page. */
  id: string;
  template: string;
  title: string | null;
  body: string | null;
  width: string;
  columns: number | null;
  tone: string;
  hidden: boolean;
  /** Keys of rules, in the order they are shown. */
  keys: string[];
  props: Record<string, unknown>;
  eyebrow?: string;
  lede?: string;
  items?: SectionItem[];
  audience?: Audience;
  /** The context that it's always shown in, whatever the page's is. */
  context?: string;
}

export interface PageState {
  slug: string;
  title: string;
  /** Slug of the parent page. */
  parent: string | null;
  hidden: boolean;
  eyebrow: string | null;
  lede: string | null;
  /** Id of an asset. */
  cover: string | null;
  icon: string | null;
  audience: Audience;
  tabs: boolean;
  /** Its previous or additional slugs. */
  aliases: string[];
  layout: (typeof layouts)[number];
  sections: SectionState[];
}

export { themeParts, type ThemePart } from '../theme/theme-parts.ts';

/** The key of the rule for each role; null: none, so the default is used. */
export interface Theme extends Record<ThemePart, string | null> {
  /** Corner radius in pixels. */
  radius: number;
  width: (typeof themeWidths)[number];
  density: (typeof densities)[number];
}

export const plainTheme: Theme = Object.freeze({
  accent: null,
  surface: null,
  ink: null,
  head: null,
  body: null,
  logo: null,
  radius: 8,
  width: 'normal',
  density: 'normal',
});

export interface BrandState {
  name: string;
  theme: Theme;
  /** In the brand's order: all rules of a key together, the one without a context first, then by context. */
  rules: RuleState[];
  /** In reading order: each page, then its subpages. */
  pages: PageState[];
}

export function emptyState(name: string): BrandState {
  return { name, theme: { ...plainTheme }, rules: [], pages: [] };
}

/** A rule's name: unique per key and context. A key has no space. */
export function ruleName(rule: { key: string; context?: string | null }): string {
  return rule.context ? `${rule.key} ${rule.context}` : rule.key;
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** In list order, groups by their first item. */
export function grouped<T, K>(list: readonly T[], by: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const name = by(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}

export type RulesByKey = ReadonlyMap<string, readonly RuleState[]>;

export const rulesByKey = (rules: readonly RuleState[]): RulesByKey => grouped(rules, ({ key }) => key);

/** Sorts rules and pages into the state's canonical order, keeping which key or sibling comes first. */
export function inOrder(state: BrandState): BrandState {
  const rules = rulesByKey(state.rules);
  const under = grouped(state.pages, ({ parent }) => parent);
  const walk = (parent: string | null): PageState[] =>
    (under.get(parent) ?? []).flatMap((page) => [page, ...walk(page.slug)]);
  return {
    ...state,
    rules: [...rules.values()].flatMap((ofKey) =>
      ofKey.toSorted((one, other) => byCodePoint(one.context ?? '', other.context ?? '')),
    ),
    pages: walk(null),
  };
}

/** A canonical text of a value: properties sorted by name, empty ones left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => byCodePoint(one, other)))
      : inner,
  );
}

/** Whether two values have the same content; nothing is the same as null. */
export const sameContent = (one: unknown, other: unknown): boolean =>
  canonical(one ?? null) === canonical(other ?? null);

/** SHA-256, in hex, of a sorted state or a part of one: equal for equal content. */
export function hashOf(state: object): string {
  return createHash('sha256').update(canonical(state)).digest('hex');
}

/** The length of the hash prefix that callers see as the version (src/brands/expected.ts). */
export const versionLength = 16;

/** SQL: the current version of the brand `b`. */
export const brandVersionSql = `coalesce((select left(v.hash, ${versionLength}) from marque.brand_versions v where v.brand_id = b.id order by v.number desc limit 1), '')`;

const says = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Every context that the rules use, by name. */
export function contextsOf(rules: readonly Pick<RuleState, 'context'>[]): string[] {
  return [...new Set(rules.flatMap(({ context }) => context ?? []))].sort(byCodePoint);
}

/** Keys of the rules that a page shows, in its order. */
export function keysOf(page: Pick<PageState, 'sections'>): string[] {
  return [...new Set(page.sections.flatMap(({ hidden, keys }) => (hidden ? [] : keys)))];
}

/** The position of each page among its siblings, from 0, by slug. */
export function positionsOf(pages: readonly PageState[]): Map<string, number> {
  const siblings = grouped(pages, ({ parent }) => parent);
  return new Map(
    [...siblings.values()].flatMap((row) => row.map(({ slug }, index) => [slug, index] as const)),
  );
}

/**
 * The state as readers see it: without hidden pages and sections, pages under hidden ones, and anything for a
 * narrower audience. Fields only editors need (aliases) are left out.
 */
export function readersView(state: BrandState, audience: Audience = 'members'): BrandState {
  const reach = audiences.indexOf(audience);
  const open = (one: Audience | undefined): boolean => audiences.indexOf(one ?? 'everyone') <= reach;
  const shown = new Set<string | null>([null]);
  const pages: PageState[] = [];
  // In reading order, a parent comes before its subpages.
  for (const page of state.pages) {
    if (page.hidden || !open(page.audience) || !shown.has(page.parent)) continue;
    shown.add(page.slug);
    pages.push({
      ...page,
      aliases: [],
      sections: page.sections.filter((section) => !section.hidden && open(section.audience)),
    });
  }
  return { ...state, pages };
}

export interface NamedPage {
  slug: string;
  title: string;
}

/** The differences between two states: interface 2.8, `changes`. */
export interface Changes {
  rules: { added: string[]; changed: string[]; removed: string[] };
  pages: { added: NamedPage[]; changed: NamedPage[]; removed: NamedPage[] };
}

function compare<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): { added: T[]; changed: T[]; removed: T[] } {
  return {
    added: [...after].flatMap(([name, one]) => (before.has(name) ? [] : [one])),
    changed: [...after].flatMap(([name, one]) =>
      before.has(name) && !says(before.get(name), one) ? [one] : [],
    ),
    removed: [...before].flatMap(([name, one]) => (after.has(name) ? [] : [one])),
  };
}

/**
 * The differences. A key counts as changed if one of its rules did, or one for a context was added or
 * removed; a page if its content or parent did, not its position. Pages are identified by slug. Pass readers'
 * views to get the differences for readers.
 */
export function changesBetween(before: BrandState | null, after: BrandState): Changes {
  const rules = (state: BrandState | null): RulesByKey => rulesByKey(inOrder(state ?? emptyState('')).rules);
  const pages = (state: BrandState | null): Map<string, PageState> =>
    new Map((state?.pages ?? []).map((page) => [page.slug, page]));
  const keys = (ofKeys: (readonly RuleState[])[]): string[] => ofKeys.flatMap(([rule]) => rule?.key ?? []);
  const named = (list: PageState[]): NamedPage[] => list.map(({ slug, title }) => ({ slug, title }));
  const rule = compare(rules(before), rules(after));
  const page = compare(pages(before), pages(after));
  return {
    rules: { added: keys(rule.added), changed: keys(rule.changed), removed: keys(rule.removed) },
    pages: { added: named(page.added), changed: named(page.changed), removed: named(page.removed) },
  };
}
