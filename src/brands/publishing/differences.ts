// The full differences between two states of a brand, for editors. For readers, see `changesBetween` in
// state.ts.
import { ruleName, canonical, type BrandState, type PageState, type RuleState } from './state.ts';

export interface RuleDifference {
  key: string;
  context: string | null;
  before: RuleState | null;
  after: RuleState | null;
}

export interface PageDifference {
  slug: string;
  title: string;
  change: 'added' | 'changed' | 'removed';
  /** Page fields that differ, except sections. */
  fields: string[];
  sections: { added: string[]; changed: string[]; removed: string[] };
}

export interface Differences {
  name: { before: string; after: string } | null;
  /** Theme roles and measures that differ. */
  theme: string[];
  rules: RuleDifference[];
  pages: PageDifference[];
  /** True if rules, or pages among their siblings, only changed order. */
  order: boolean;
}

const differ = (one: unknown, other: unknown): boolean => canonical(one) !== canonical(other);

/** Names of the properties in which two records differ. */
function fieldsThatDiffer(before: object, after: object): string[] {
  const one = before as Record<string, unknown>;
  const other = after as Record<string, unknown>;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) =>
    differ(one[name] ?? null, other[name] ?? null),
  );
}

function pageDifference(before: PageState | undefined, after: PageState | undefined): PageDifference[] {
  const page = after ?? before;
  if (!page) return [];
  const old = new Map((before?.sections ?? []).map((section) => [section.id, section]));
  const now = new Map((after?.sections ?? []).map((section) => [section.id, section]));
  const difference: PageDifference = {
    slug: page.slug,
    title: page.title,
    change: before ? (after ? 'changed' : 'removed') : 'added',
    fields: before && after ? fieldsThatDiffer(before, after).filter((name) => name !== 'sections') : [],
    sections: {
      added: [...now.keys()].filter((id) => !old.has(id)),
      changed: [...now].flatMap(([id, section]) => (old.has(id) && differ(old.get(id), section) ? [id] : [])),
      removed: [...old.keys()].filter((id) => !now.has(id)),
    },
  };
  return before && after && !differ(before, after) ? [] : [difference];
}

/** The differences; without a previous state, everything counts as added. */
export function differencesBetween(before: BrandState | null, after: BrandState): Differences {
  const oldRules = new Map((before?.rules ?? []).map((rule) => [ruleName(rule), rule]));
  const newRules = new Map(after.rules.map((rule) => [ruleName(rule), rule]));
  const oldPages = new Map((before?.pages ?? []).map((page) => [page.slug, page]));
  const newPages = new Map(after.pages.map((page) => [page.slug, page]));
  const stayed = <T>(names: readonly T[], others: ReadonlyMap<T, unknown>): T[] =>
    names.filter((name) => others.has(name));
  return {
    name: before && before.name !== after.name ? { before: before.name, after: after.name } : null,
    theme: before ? fieldsThatDiffer(before.theme, after.theme) : [],
    rules: [...newRules.keys(), ...stayedOut(oldRules, newRules)].flatMap((name): RuleDifference[] => {
      const one = oldRules.get(name) ?? null;
      const other = newRules.get(name) ?? null;
      const rule = other ?? one;
      return rule && differ(one, other)
        ? [{ key: rule.key, context: rule.context, before: one, after: other }]
        : [];
    }),
    pages: [...newPages.keys(), ...stayedOut(oldPages, newPages)].flatMap((slug) =>
      pageDifference(oldPages.get(slug), newPages.get(slug)),
    ),
    order:
      differ(stayed([...oldRules.keys()], newRules), stayed([...newRules.keys()], oldRules)) ||
      differ(stayed([...oldPages.keys()], newPages), stayed([...newPages.keys()], oldPages)),
  };
}

const stayedOut = <T>(old: ReadonlyMap<T, unknown>, now: ReadonlyMap<T, unknown>): T[] =>
  [...old.keys()].filter((name) => !now.has(name));
