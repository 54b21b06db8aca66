// What a publish changed for its readers, by name: each rule and page, with what it was before and is now. Pure. Names less than
// `changesBetween` counts: of the rules, only those that this audience sees on a page or in the theme.
import type { Audience } from '../pages/schemas.ts';
import { templateOf } from '../pages/templates/index.ts';
import { bySection, rulesIn } from '../rules/contexts.ts';
import { stopsText, type Gradient } from '../rules/gradients.ts';
import { specWord } from '../rules/spec-words.ts';
import { valueText } from '../pages/templates/parts.tsx';
import { differencesBetween } from './differences.ts';
import {
  canonical,
  grouped,
  keysOf,
  readersView,
  sameContent,
  themeParts,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
} from './state.ts';

/** One property before and after; null: there was none, or is none any more. */
export type ChangedPart =
  | { kind: 'words' | 'value' | 'color'; name: string; before: string | null; after: string | null }
  /** Ids of assets. */
  | { kind: 'files'; name: string; before: string[]; after: string[] };

export type How = 'added' | 'changed' | 'removed' | 'renamed';

export interface NamedChange {
  how: How;
  /** What it's called now, or was at last. */
  title: string;
  parts: ChangedPart[];
}

export interface NamedRuleChange extends NamedChange {
  key: string;
  context: string | null;
}

export interface NamedPageChange extends NamedChange {
  slug: string;
  sections: NamedChange[];
}

export interface NamedChanges {
  /** The brand's name. */
  name: { before: string; after: string } | null;
  /** True if the theme changed: how all pages look. */
  look: boolean;
  rules: NamedRuleChange[];
  pages: NamedPageChange[];
}

/** Characters of a text that is shown. */
const longestText = 2000;
const short = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText).trimEnd()}…` : text;

/** The brand as an audience sees it, without rules that no page of theirs shows. */
function seenBy(state: BrandState, audience: Audience): BrandState {
  const view = readersView(state, audience);
  const keys = new Set<unknown>([
    ...view.pages.flatMap(keysOf),
    ...themeParts.map((part) => view.theme[part]),
  ]);
  return { ...view, rules: view.rules.filter(({ key }) => keys.has(key)) };
}

const specName = (name: string): string => {
  const word = specWord(name);
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
};

/** A value of a spec on one line. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${plainText(inner)}`)
      .join(' ');
  return String(value);
}

const ruleText = (rule: RuleState): string => short(valueText(rule));

type Text = string | null | undefined;

/** A property that differs, if it does. */
function differing(kind: 'words' | 'value', name: string, before: Text, after: Text): ChangedPart[] {
  const [one, other] = [before || null, after || null];
  return one === other ? [] : [{ kind, name, before: one && short(one), after: other && short(other) }];
}

const words = (name: string, before: Text, after: Text): ChangedPart[] =>
  differing('words', name, before, after);
/** The same of what is shown as a whole. */
const whole = (name: string, before: Text, after: Text): ChangedPart[] =>
  differing('value', name, before, after);

function files(name: string, before: readonly string[], after: readonly string[]): ChangedPart[] {
  return sameContent(before, after) ? [] : [{ kind: 'files', name, before: [...before], after: [...after] }];
}

function valuePart(before: RuleState | null, after: RuleState | null): ChangedPart[] {
  const rule = after ?? before;
  if (!rule || (before && after && sameContent(before.value, after.value))) return [];
  const kind = rule.type === 'color' ? 'color' : rule.type === 'text' ? 'words' : 'value';
  return [{ kind, name: 'Value', before: before && ruleText(before), after: after && ruleText(after) }];
}

/** A state's rules by key, as they apply in the context of a rule. */
type RulesBeside = (rule: RuleState) => ReadonlyMap<string, RuleState>;

function rulesBeside(state: BrandState | null): RulesBeside {
  const read = bySection(
    null,
    (context) => new Map(rulesIn(state?.rules ?? [], context).map((rule) => [rule.key, rule])),
  );
  return ({ context }) => read(context === null ? {} : { context });
}

function specText(rule: RuleState, name: string, beside: RulesBeside): string | null {
  const value = rule.spec[name];
  if (value === undefined) return null;
  return rule.type === 'color' && name === 'gradient'
    ? stopsText(value as Gradient, beside(rule))
    : plainText(value);
}

/** @param beside the rules before and after */
function ruleParts(
  before: RuleState | null,
  after: RuleState | null,
  beside: readonly [RulesBeside, RulesBeside],
): ChangedPart[] {
  if (!before || !after) return valuePart(before, after);
  const specs = [...new Set([...Object.keys(before.spec), ...Object.keys(after.spec)])].filter(
    (name) => !sameContent(before.spec[name], after.spec[name]),
  );
  return [
    ...words('Name', before.label, after.label),
    ...whole('Key', before.key, after.key),
    ...valuePart(before, after),
    ...words('Usage', before.usage, after.usage),
    ...specs.flatMap((name) =>
      whole(specName(name), specText(before, name, beside[0]), specText(after, name, beside[1])),
    ),
    ...files(
      'Files',
      before.assets.map(({ id }) => id),
      after.assets.map(({ id }) => id),
    ),
  ];
}

function howOf(before: unknown, after: unknown, renamed: boolean): How {
  if (!before) return 'added';
  if (!after) return 'removed';
  return renamed ? 'renamed' : 'changed';
}

/**
 * Pairs of what is new and what is gone that are one and the same under another name: equal in content, each used once. The content of
 * each is made once: a publish can rename thousands.
 *
 * @param contentOf null: compared with nothing
 */
function renames<T>(gone: readonly T[], made: readonly T[], contentOf: (one: T) => string | null): Map<T, T> {
  // The first one of a group is the last in its list, where it's cheap to take.
  const left = grouped(gone.toReversed(), contentOf);
  return new Map(
    made.flatMap((other): [T, T][] => {
      const content = contentOf(other);
      const one = content === null ? undefined : left.get(content)?.pop();
      return one === undefined ? [] : [[other, one]];
    }),
  );
}

const contentOfRule = (rule: RuleState): string => canonical({ ...rule, key: '', label: '' });

function changedRules(before: BrandState | null, after: BrandState): NamedRuleChange[] {
  const { rules } = differencesBetween(before, after);
  const gone = rules.flatMap((one) => (one.before && !one.after ? [one.before] : []));
  const made = rules.flatMap((one) => (one.after && !one.before ? [one.after] : []));
  const earlier = renames(gone, made, contentOfRule);
  const moved = new Set(earlier.values());
  const beside = [rulesBeside(before), rulesBeside(after)] as const;
  return rules.flatMap((one): NamedRuleChange[] => {
    if (one.before && moved.has(one.before)) return [];
    const was = one.before ?? (one.after && earlier.get(one.after)) ?? null;
    const rule = one.after ?? one.before;
    if (!rule) return [];
    const renamed = was !== null && (was.key !== rule.key || was.label !== rule.label);
    return [
      {
        how: howOf(was, one.after, renamed),
        title: rule.label || rule.key,
        key: rule.key,
        context: rule.context,
        parts: ruleParts(was, one.after, beside),
      },
    ];
  });
}

const sectionTitle = ({ title, template }: SectionState): string =>
  title ?? templateOf(template)?.title ?? template;

const itemsText = ({ items = [] }: SectionState): string =>
  items
    .map(({ title, body, href }) => [title, body, href].filter(Boolean).join(': '))
    .filter(Boolean)
    .join('\n');
const itemFiles = ({ items = [] }: SectionState): string[] => items.flatMap(({ asset }) => asset ?? []);

/** @param labels of rules, by key */
function sectionParts(
  before: SectionState,
  after: SectionState,
  labels: ReadonlyMap<string, string>,
): ChangedPart[] {
  const rulesOf = ({ keys }: SectionState): string => keys.map((key) => labels.get(key) ?? key).join(', ');
  return [
    ...words('Title', before.title, after.title),
    ...words('Eyebrow', before.eyebrow, after.eyebrow),
    ...words('Introduction', before.lede, after.lede),
    ...words('Text', before.body, after.body),
    ...whole('Context', before.context, after.context),
    ...words('Shows', rulesOf(before), rulesOf(after)),
    ...words('Entries', itemsText(before), itemsText(after)),
    ...files('Files', itemFiles(before), itemFiles(after)),
  ];
}

function changedSections(
  before: PageState,
  after: PageState,
  labels: ReadonlyMap<string, string>,
): NamedChange[] {
  const old = new Map(before.sections.map((section) => [section.id, section]));
  const now = new Set(after.sections.map(({ id }) => id));
  return [
    ...after.sections.flatMap((section): NamedChange[] => {
      const was = old.get(section.id);
      const title = sectionTitle(section);
      if (!was) return [{ how: 'added', title, parts: words('Text', null, section.body) }];
      return sameContent(was, section)
        ? []
        : [{ how: 'changed', title, parts: sectionParts(was, section, labels) }];
    }),
    ...before.sections
      .filter(({ id }) => !now.has(id))
      .map((section): NamedChange => ({ how: 'removed', title: sectionTitle(section), parts: [] })),
  ];
}

function pageParts(before: PageState, after: PageState, titles: ReadonlyMap<string, string>): ChangedPart[] {
  const parentOf = ({ parent }: PageState): string | null => parent && (titles.get(parent) ?? parent);
  const coverOf = ({ cover }: PageState): string[] => (cover === null ? [] : [cover]);
  return [
    ...words('Title', before.title, after.title),
    ...words('Eyebrow', before.eyebrow, after.eyebrow),
    ...words('Introduction', before.lede, after.lede),
    ...words('Under', parentOf(before), parentOf(after)),
    ...files('Picture', coverOf(before), coverOf(after)),
  ];
}

interface Readers {
  before: BrandState | null;
  after: BrandState;
}

/**
 * The pages that new ones were before: by an alias, or else by equal content.
 *
 * @param whole with the aliases
 */
function earlierPages(
  gone: readonly PageState[],
  made: readonly PageState[],
  whole: BrandState,
): Map<PageState, PageState> {
  const bySlug = new Map(gone.map((page) => [page.slug, page]));
  const aliases = new Map(whole.pages.map((page) => [page.slug, page.aliases]));
  const earlier = new Map<PageState, PageState>();
  for (const page of made) {
    const was = aliases.get(page.slug)?.find((alias) => bySlug.has(alias));
    const one = was === undefined ? undefined : bySlug.get(was);
    if (was === undefined || one === undefined) continue;
    earlier.set(page, one);
    bySlug.delete(was);
  }
  const alike = renames(
    [...bySlug.values()],
    made.filter((page) => !earlier.has(page)),
    (page) => (page.sections.length > 0 ? canonical({ ...page, slug: '', title: '' }) : null),
  );
  return new Map([...earlier, ...alike]);
}

/** @param whole with the aliases, by which a page keeps its identity under another slug */
function changedPages({ before, after }: Readers, whole: BrandState): NamedPageChange[] {
  const old = new Map((before?.pages ?? []).map((page) => [page.slug, page]));
  const now = new Map(after.pages.map((page) => [page.slug, page]));
  const gone = [...old.values()].filter(({ slug }) => !now.has(slug));
  const made = [...now.values()].filter(({ slug }) => !old.has(slug));
  const earlier = earlierPages(gone, made, whole);
  const moved = new Set(earlier.values());
  const titles = new Map([...old.values(), ...now.values()].map(({ slug, title }) => [slug, title]));
  const labels = new Map(
    [...(before?.rules ?? []), ...after.rules].map(({ key, label }) => [key, label || key]),
  );
  const present = after.pages.flatMap((page): NamedPageChange[] => {
    const was = old.get(page.slug) ?? earlier.get(page) ?? null;
    const { slug, title } = page;
    if (!was)
      return [{ how: 'added', slug, title, parts: words('Introduction', null, page.lede), sections: [] }];
    if (sameContent(was, page)) return [];
    const renamed = was.slug !== slug || was.title !== title;
    return [
      {
        how: howOf(was, page, renamed),
        slug,
        title,
        parts: pageParts(was, page, titles),
        sections: changedSections(was, page, labels),
      },
    ];
  });
  const removed = gone
    .filter((page) => !moved.has(page))
    .map(({ slug, title }): NamedPageChange => ({ how: 'removed', slug, title, parts: [], sections: [] }));
  return [...present, ...removed];
}

/** The changes between two publishes, as an audience reads them. @param before null: the first */
export function namedChanges(before: BrandState | null, after: BrandState, audience: Audience): NamedChanges {
  const readers = { before: before && seenBy(before, audience), after: seenBy(after, audience) };
  return {
    name: before && before.name !== after.name ? { before: before.name, after: after.name } : null,
    look: before !== null && !sameContent(before.theme, after.theme),
    rules: changedRules(readers.before, readers.after),
    pages: changedPages(readers, after),
  };
}

/** Ids of all files that changes name. */
export function filesInChanges({ rules, pages }: NamedChanges): string[] {
  return [...rules, ...pages, ...pages.flatMap(({ sections }) => sections)].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'files' ? [...part.before, ...part.after] : [])),
  );
}
