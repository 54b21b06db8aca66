// Rules in a context: which apply there, what a context's version inherits, and what a section shows. A requested context that no rule
// uses would silently return defaults, which look like an answer for it, so it is refused with a list of the known ones.
import { nearest } from '../../lib/nearest.ts';
import { invalid, type Issue } from '../../core/errors.ts';
import {
  canonical,
  contextsOf,
  ruleName,
  type PageState,
  type RuleState,
  type SectionState,
} from '../publishing/state.ts';
import { labelOf } from './rules.ts';
import type { RuleType } from './schemas.ts';

/** What is wrong with a context: no rule uses it, so nothing would differ in it. */
export function contextIssues(
  context: string | undefined,
  rules: readonly { context: string | null }[],
): Issue[] {
  const known = contextsOf(rules);
  if (context === undefined || known.includes(context)) return [];
  const near = nearest(context, known);
  const instead =
    known.length === 0
      ? 'Its rules use none.'
      : `${near === null ? '' : `Did you mean "${near}"? `}Use one of: ${known.join(', ')}.`;
  return [{ path: 'context', message: `No rule of this brand uses the context "${context}". ${instead}` }];
}

/**
 * The requested context; null if none is.
 *
 * @throws ApiError invalid for one that no rule uses.
 */
export function contextAmong(
  rules: readonly { context: string | null }[],
  asked: string | null | undefined,
): string | null {
  if (asked === null || asked === undefined || asked === '') return null;
  const issues = contextIssues(asked, rules);
  if (issues.length > 0) throw invalid(issues);
  return asked;
}

/** The requested context, or null for one that no rule uses: visitors then see the default. */
export const contextOrNone = (
  rules: readonly { context: string | null }[],
  asked: string | null | undefined,
): string | null => rules.find(({ context }) => context !== null && context === asked)?.context ?? null;

/** What a rule is made of, as it is stored and as the API shows it. */
interface AnyRule {
  key: string;
  context: string | null;
  label: string;
  type: RuleType;
  value: unknown;
  spec: Record<string, unknown>;
  usage: string | null;
  assets: readonly unknown[];
}

/** Facts about a value itself, which don't hold for another one. */
const factsOfValue: Partial<Record<RuleType, readonly string[]>> = {
  color: ['cmyk', 'pantone', 'ral', 'gradient'],
  font: ['source', 'license', 'fallback'],
};

/** What those facts are about: of a font, its family. */
const subjectOf = ({ type, value }: AnyRule): unknown =>
  type === 'font' ? (value as { family: string }).family : value;

/** What of a spec holds for another value, too: of a color's tints, only the percentages. */
function specForAny({ type, spec }: AnyRule): Record<string, unknown> {
  const ofValue = factsOfValue[type] ?? [];
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]): [string, unknown][] => {
      if (ofValue.includes(name)) return [];
      if (name !== 'tints' || !Array.isArray(value)) return [[name, value]];
      const percentages = value.filter((tint) => typeof tint === 'number');
      return percentages.length > 0 ? [[name, percentages]] : [];
    }),
  );
}

/** A rule for a context, with everything that it leaves open from the rule without one. */
function inheriting<T extends AnyRule>(own: T, plain: T): T {
  const isSameValue = canonical(subjectOf(own)) === canonical(subjectOf(plain));
  return {
    ...own,
    label: own.label === labelOf(own.key) ? plain.label : own.label,
    spec: { ...(isSameValue ? plain.spec : specForAny(plain)), ...own.spec },
    usage: own.usage ?? plain.usage,
    assets: own.assets.length > 0 ? own.assets : plain.assets,
  };
}

/**
 * The rules that apply in a context, one per key: the context's own, which inherits what it doesn't override, or else the one without
 * a context.
 */
export function rulesIn<T extends AnyRule>(rules: readonly T[], context: string | null): T[] {
  const plain = new Map(rules.flatMap((rule) => (rule.context === null ? [[rule.key, rule] as const] : [])));
  if (context === null) return [...plain.values()];
  const own = new Set(rules.filter((rule) => rule.context === context).map(({ key }) => key));
  return rules
    .filter((rule) => (own.has(rule.key) ? rule.context === context : rule.context === null))
    .map((rule) => {
      const base = rule.context === null ? undefined : plain.get(rule.key);
      return base ? inheriting(rule, base) : rule;
    });
}

/** The rule of a key as it applies in a context: one of those in `rulesIn`. */
export function ruleIn<T extends AnyRule>(
  rules: readonly T[],
  key: string,
  context: string | null,
): T | undefined {
  const [own, plain] = [context, null].map((one) =>
    rules.find((rule) => rule.key === key && rule.context === one),
  );
  return own && plain && own !== plain ? inheriting(own, plain) : (own ?? plain);
}

/** The rules that a section shows, by key: as they apply in its own context, or else in the page's. */
export type RulesOfSection<R> = (section: Pick<SectionState, 'context'>) => ReadonlyMap<string, R>;

/** @param read the rules of one context, by key; called once for each context that is needed. */
export function bySection<R>(
  pageContext: string | null,
  read: (context: string | null) => ReadonlyMap<string, R>,
): RulesOfSection<R> {
  const known = new Map<string | null, ReadonlyMap<string, R>>();
  return (section) => {
    const context = section.context ?? pageContext;
    const rules = known.get(context) ?? read(context);
    known.set(context, rules);
    return rules;
  };
}

type Shown = Pick<PageState, 'sections'>;

const visibleSections = ({ sections }: Shown): SectionState[] => sections.filter(({ hidden }) => !hidden);

/** The rules that a page shows, each once, in its order: those of one key can be several, for sections in different contexts. */
export function rulesShownOn<R extends Pick<RuleState, 'key' | 'context'>>(
  page: Shown,
  rulesOf: RulesOfSection<R>,
): R[] {
  const shown = new Map<string, R>();
  for (const section of visibleSections(page))
    for (const key of section.keys) {
      const rule = rulesOf(section).get(key);
      if (rule && !shown.has(ruleName(rule))) shown.set(ruleName(rule), rule);
    }
  return [...shown.values()];
}

/** The keys on a page that no rule has where they are shown. */
export const missingOn = (page: Shown, rulesOf: RulesOfSection<unknown>): string[] => [
  ...new Set(
    visibleSections(page).flatMap((section) => section.keys.filter((key) => !rulesOf(section).has(key))),
  ),
];
