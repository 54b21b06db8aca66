// A brand's whole state as one value: what every write changes, every version freezes, a copy takes along and files say. Pure. Ids
// of rows and times are no part of it, so two brands that say the same are the same state.
import { createHash } from 'node:crypto';
import type { RuleValue } from '../rules/rule-types.ts';
import type { densities, ThemePart, themeWidths } from '../theme/theme-parts.ts';
import { audiences, type Audience, type layouts, type RuleType } from '../schemas.ts';

export interface RuleState {
  key: string;
  label: string;
  /** Null: holds wherever no rule of the same key is for the context. */
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
}

export interface PageState {
  slug: string;
  title: string;
  /** Slug of the page it lies under. */
  parent: string | null;
  hidden: boolean;
  eyebrow: string | null;
  lede: string | null;
  /** Id of an asset. */
  cover: string | null;
  icon: string | null;
  audience: Audience;
  tabs: boolean;
  /** Slugs it had before, or that also lead to it. */
  aliases: string[];
  layout: (typeof layouts)[number];
  sections: SectionState[];
}

export { themeParts, type ThemePart } from '../theme/theme-parts.ts';

/** Which rule, by key, plays which part; null: none, so the part's default is used. */
export interface Theme extends Record<ThemePart, string | null> {
  /** Corners, in pixels. */
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
  /** In the brand's order: all rules of a key beside each other, the one without a context first, then by context. */
  rules: RuleState[];
  /** In reading order: each page, then the pages under it. */
  pages: PageState[];
}

export function emptyState(name: string): BrandState {
  return { name, theme: { ...plainTheme }, rules: [], pages: [] };
}

/** What a rule is called by: one for each key and context. A key has no space. */
export function ruleName(rule: { key: string; context?: string | null }): string {
  return rule.context ? `${rule.key} ${rule.context}` : rule.key;
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** In the order of the list, groups by their first. */
export function grouped<T, K>(list: readonly T[], by: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const group = groups.get(by(one));
    if (group) group.push(one);
    else groups.set(by(one), [one]);
  }
  return groups;
}

export type RulesByKey = ReadonlyMap<string, readonly RuleState[]>;

export const rulesByKey = (rules: readonly RuleState[]): RulesByKey => grouped(rules, ({ key }) => key);

/** Puts rules and pages into the order that a state has them in. Which key, or which sibling, comes first is as it was. */
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

/** One text for one value: properties by name, those without a value left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => byCodePoint(one, other)))
      : inner,
  );
}

/** SHA-256, in hex, of a state in order, or of a part of one: the same for all that say the same. */
export function hashOf(state: object): string {
  return createHash('sha256').update(canonical(state)).digest('hex');
}

/** How much of a hash names a version to callers (src/brands/expected.ts). */
export const versionLength = 16;

/** The version of the brand `b` as it stands, in SQL. */
export const brandVersionSql = `coalesce((select left(v.hash, ${versionLength}) from marque.brand_versions v where v.brand_id = b.id order by v.number desc limit 1), '')`;

const says = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The rules that hold in a context: the context's own, else the one without. */
export function rulesIn<T extends Pick<RuleState, 'key' | 'context'>>(
  rules: readonly T[],
  context: string | null,
): T[] {
  const own = new Set(
    context === null ? [] : rules.filter((rule) => rule.context === context).map(({ key }) => key),
  );
  return rules.filter((rule) => (own.has(rule.key) ? rule.context === context : rule.context === null));
}

/** Every context that a rule is for, by name. */
export function contextsOf(rules: readonly Pick<RuleState, 'context'>[]): string[] {
  return [...new Set(rules.flatMap(({ context }) => context ?? []))].sort(byCodePoint);
}

/** Keys of the rules that a page shows, in its order. */
export function keysOf(page: Pick<PageState, 'sections'>): string[] {
  return [...new Set(page.sections.flatMap(({ hidden, keys }) => (hidden ? [] : keys)))];
}

/** Where each page stands among its siblings, from 0, by slug. */
export function positionsOf(pages: readonly PageState[]): Map<string, number> {
  const siblings = grouped(pages, ({ parent }) => parent);
  return new Map(
    [...siblings.values()].flatMap((row) => row.map(({ slug }, index) => [slug, index] as const)),
  );
}

/**
 * What a reader meets: no hidden page, none under one, none above their audience; no hidden section. What only editors know of a
 * page (its old addresses) is left out.
 */
export function readersView(state: BrandState, audience: Audience = 'members'): BrandState {
  const reach = audiences.indexOf(audience);
  const open = (one: Audience | undefined): boolean => audiences.indexOf(one ?? 'everyone') <= reach;
  const shown = new Set<string | null>([null]);
  const pages: PageState[] = [];
  // In reading order a page comes after the one it lies under.
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

/** What differs between two states: interface 2.8, `changes`. */
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
 * What differs. A key changed when one of its rules did, or one for a context came or went; a page when what it says or its parent
 * did, not its place among its siblings. A page is known by its slug. Give readers' views to learn what differs for readers.
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
