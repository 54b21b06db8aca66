// Validating rules. Pure; used by operations, hooks and imports, so that all agree. Reports every problem at
// once, with its path.
import type { z } from 'zod';
import { isSlug } from '../../core/access/ids.ts';
import { transformIssue } from '../../assets/delivery/parse-transform.ts';
import { unknownProperty, type Issue } from '../../core/errors.ts';
import { typesOfRules, type ColorSpec } from './rule-types.ts';
import type { RuleType } from './schemas.ts';
import { ruleName, themeParts, type BrandState, type RuleState } from '../publishing/state.ts';

/** A rule as input, not yet validated. Omitted fields stay. */
export interface RuleDraft {
  key: string;
  context?: string | null | undefined;
  label?: string | undefined;
  type?: RuleType | undefined;
  value?: unknown;
  spec?: Record<string, unknown> | null | undefined;
  usage?: string | null | undefined;
  assets?: { id: string; rendition?: string | null | undefined }[] | undefined;
}

export const maxKeyLength = 120;
/** Dotted camelCase. */
const keyForm = /^[a-z][A-Za-z0-9]*(?:\.[a-z0-9][A-Za-z0-9]*)*$/;

export function isKey(text: string): boolean {
  return text.length <= maxKeyLength && keyForm.test(text);
}

/** `logo.minClearSpace` is "Min clear space". */
export function labelOf(key: string): string {
  const words = (key.split('.').at(-1) ?? key)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([a-z])(\d)/gi, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** zod's issues below one of our paths. */
export function issuesUnder(path: string, error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const at = issue.path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      path,
    );
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: `${at}.${key}`, message: unknownProperty }));
    // Of a union where nothing matches, the first option is the most helpful.
    if (issue.code === 'invalid_union') {
      const [first] = issue.errors[0] ?? [];
      return [
        {
          path: at,
          message: issue.message === 'Invalid input' ? (first?.message ?? issue.message) : issue.message,
        },
      ];
    }
    return [{ path: at, message: issue.message }];
  });
}

const valueWords: Record<RuleType, string> = {
  color: 'Must be #rrggbb or #rrggbbaa.',
  text: 'Must be a string of 1 to 20000 characters.',
  number: 'Must be a number.',
  list: 'Must be an array of 1 to 100 texts or numbers.',
  font: 'Must be {family, size?, weight?}.',
};

/** Problems of what a rule is called and what it is: its key, context and type. */
function identityIssues(draft: RuleDraft, before: RuleState | null): Issue[] {
  const issues: Issue[] = [];
  const context = draft.context ?? null;
  if (!isKey(draft.key))
    issues.push({
      path: 'key',
      message: `A key must be dotted camelCase of up to ${maxKeyLength} characters, such as color.primary or logo.minClearSpace.`,
    });
  if (context !== null && !isSlug(context))
    issues.push({
      path: 'context',
      message: 'A context must be lowercase words joined by dashes, such as dark-background.',
    });
  if (before && draft.type !== undefined && draft.type !== before.type)
    issues.push({
      path: 'type',
      message: `A rule's type can't change, and this one is a ${before.type}. Delete it and create another.`,
    });
  return issues;
}

function valueIssues(type: RuleType, error: z.ZodError, missing: boolean): Issue[] {
  const found = issuesUnder('value', error);
  return missing || found.some(({ path }) => path === 'value')
    ? [{ path: 'value', message: `${missing ? 'A value is required. ' : ''}${valueWords[type]}` }]
    : found;
}

/** Copy that is longer than its own limit. */
function copyIssues(text: string, { copy, max }: { copy?: boolean | string; max?: number }): Issue[] {
  const length = [...text].length;
  return copy && max !== undefined && length > max
    ? [{ path: 'value', message: `This copy has ${length} characters; spec.max allows ${max}.` }]
    : [];
}

function renditionIssues(assets: NonNullable<RuleDraft['assets']>): Issue[] {
  return assets.flatMap(({ rendition }, index): Issue[] => {
    const why = rendition ? transformIssue(rendition) : null;
    return why ? [{ path: `assets[${index}].rendition`, message: why }] : [];
  });
}

/** What a rule has whatever its type: as sent, else as it was, else the default. */
function restOf(draft: RuleDraft, before: RuleState | null): Pick<RuleState, 'label' | 'usage' | 'assets'> {
  const usage = draft.usage === undefined ? (before?.usage ?? null) : draft.usage;
  return {
    label: draft.label?.trim() || before?.label || labelOf(draft.key),
    usage: usage?.trim() || null,
    assets: draft.assets
      ? draft.assets.map(({ id, rendition }) => ({ id: id.toLowerCase(), rendition: rendition || null }))
      : (before?.assets ?? []),
  };
}

/**
 * Normalizes one rule over the existing one with its key and context. References are checked by
 * `brokenReferences`.
 *
 * @returns the rule to store, or every problem, with paths below the rule (`spec.pair`).
 */
export function normalizeDraft(
  draft: RuleDraft,
  before: RuleState | null,
): { rule: RuleState; issues: [] } | { rule: null; issues: Issue[] } {
  const context = draft.context ?? null;
  const issues = identityIssues(draft, before);
  const type = before?.type ?? draft.type;
  if (!type) {
    issues.push({ path: 'type', message: 'A rule needs a type: color, text, number, list or font.' });
    return { rule: null, issues };
  }
  const shape = typesOfRules[type];
  const value = shape.value.safeParse(draft.value === undefined ? before?.value : draft.value);
  if (!value.success) issues.push(...valueIssues(type, value.error, draft.value === undefined));
  const spec = shape.spec.safeParse(draft.spec === undefined ? (before?.spec ?? {}) : (draft.spec ?? {}));
  if (!spec.success) issues.push(...issuesUnder('spec', spec.error));
  if (type === 'text' && value.success && spec.success)
    issues.push(...copyIssues(value.data as string, spec.data as { copy?: boolean | string; max?: number }));
  issues.push(...renditionIssues(draft.assets ?? []));
  if (issues.length > 0 || !value.success || !spec.success) return { rule: null, issues };
  const { label, usage, assets } = restOf(draft, before);
  return {
    issues: [],
    rule: {
      key: draft.key,
      label,
      context,
      type,
      value: value.data,
      spec: Object.fromEntries(Object.entries(spec.data).filter(([, one]) => one !== undefined)),
      usage,
      assets,
    },
  };
}

/** Keys that a rule refers to, with their paths. */
export function referencesOf(rule: RuleState): { path: string; key: string }[] {
  if (rule.type !== 'color') return [];
  const { pair, gradient } = rule.spec as ColorSpec;
  return [
    ...(pair === undefined ? [] : [{ path: 'spec.pair', key: pair }]),
    ...(gradient?.stops ?? []).flatMap(({ color }, index) =>
      color.startsWith('#') ? [] : [{ path: `spec.gradient.stops[${index}].color`, key: color }],
    ),
  ];
}

/** A rule's references to colors that the brand doesn't have. */
export function brokenReferences(rule: RuleState, state: Pick<BrandState, 'rules'>): Issue[] {
  return referencesOf(rule).flatMap(({ path, key }): Issue[] => {
    if (key === rule.key) return [{ path, message: "A color can't be paired with itself." }];
    if (state.rules.some((other) => other.key === key && other.type === 'color')) return [];
    return [{ path, message: `There is no color "${key}" in this brand.` }];
  });
}

/** A rule's assets that aren't in `there`. */
export function missingAssets(rule: Pick<RuleState, 'assets'>, there: ReadonlySet<string>): Issue[] {
  return rule.assets.flatMap(({ id }, index): Issue[] =>
    there.has(id)
      ? []
      : [
          {
            path: `assets[${index}].id`,
            message: "Asset not found in this workspace, or you don't have access.",
          },
        ],
  );
}

/** Issues with their paths below another. */
export function below(path: string, issues: readonly Issue[]): Issue[] {
  const dot = (inner: string): string => (path === '' || inner === '' || inner.startsWith('[') ? '' : '.');
  return issues.map((issue) => ({ path: `${path}${dot(issue.path)}${issue.path}`, message: issue.message }));
}

export interface RuleEdit {
  set: readonly RuleDraft[];
  remove: readonly { key: string; context?: string | null | undefined }[];
}

/**
 * Sets and removes rules, all or nothing. A new key goes last.
 *
 * @returns the new state, the rules that were set, and every problem at its path in the input
 * (`set[0].spec.pair`).
 */
export function editRules(
  state: BrandState,
  edit: RuleEdit,
): { state: BrandState; set: RuleState[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const rules = new Map(state.rules.map((rule) => [ruleName(rule), rule]));
  const seen = new Set<string>();
  const once = (path: string, name: string): void => {
    if (seen.has(name)) issues.push({ path, message: 'This key and context are listed twice.' });
    seen.add(name);
  };
  for (const [index, gone] of edit.remove.entries()) {
    const name = ruleName(gone);
    const there = rules.delete(name);
    if (!there && !seen.has(name)) issues.push({ path: `remove[${index}].key`, message: notThere(gone) });
    once(`remove[${index}].key`, name);
  }
  const set: { index: number; rule: RuleState }[] = [];
  for (const [index, draft] of edit.set.entries()) {
    const name = ruleName(draft);
    once(`set[${index}].key`, name);
    const normalized = normalizeDraft(draft, rules.get(name) ?? null);
    issues.push(...below(`set[${index}]`, normalized.issues));
    if (!normalized.rule) continue;
    rules.set(name, normalized.rule);
    set.push({ index, rule: normalized.rule });
  }
  const after = { ...state, rules: [...rules.values()] };
  issues.push(...set.flatMap(({ index, rule }) => below(`set[${index}]`, issuesBeside(rule, after))));
  return { state: after, set: set.map(({ rule }) => rule), issues };
}

function notThere({ key, context }: { key: string; context?: string | null | undefined }): string {
  return context
    ? `There is no rule "${key}" for the context "${context}".`
    : `There is no rule "${key}" without a context.`;
}

/** All rules of a key have one type: readers must get the same kind of value in every context. */
export function otherType(rule: RuleState, state: Pick<BrandState, 'rules'>): Issue[] {
  const other = state.rules.find(({ key, type }) => key === rule.key && type !== rule.type);
  return other
    ? [
        {
          path: 'type',
          message: `"${rule.key}" is a ${other.type} ${other.context ? `for the context "${other.context}"` : 'elsewhere'}; a key has one type.`,
        },
      ]
    : [];
}

/** Problems of a rule beside the brand's other rules. */
export const issuesBeside = (rule: RuleState, state: Pick<BrandState, 'rules'>): Issue[] => [
  ...brokenReferences(rule, state),
  ...otherType(rule, state),
];

/**
 * Reorders keys. Omitted keys follow in their current order.
 *
 * @returns the new state, and an issue for each key that is unknown or listed twice.
 */
export function orderRules(
  state: BrandState,
  keys: readonly string[],
): { state: BrandState; issues: Issue[] } {
  const there = new Set(state.rules.map(({ key }) => key));
  const issues = keys.flatMap((key, index): Issue[] => {
    if (!there.has(key))
      return [{ path: `keys[${index}]`, message: `There is no rule "${key}" in this brand.` }];
    return keys.indexOf(key) < index
      ? [{ path: `keys[${index}]`, message: 'This key is listed twice.' }]
      : [];
  });
  const place = new Map(keys.map((key, index) => [key, index]));
  const rules = state.rules.toSorted(
    (one, other) => (place.get(one.key) ?? keys.length) - (place.get(other.key) ?? keys.length),
  );
  return { state: { ...state, rules }, issues };
}

/** The pages after a rule's context changed: sections follow once no rule has the old one. */
function followContext(
  pages: BrandState['pages'],
  { context: from }: RuleState,
  { context: to }: RuleState,
  rules: BrandState['rules'],
): BrandState['pages'] {
  if (from === null || to === null || rules.some(({ context }) => context === from)) return pages;
  return pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) =>
      section.context === from ? { ...section, context: to } : section,
    ),
  }));
}

/** Gives a rule another key or context: references follow once no rule has the old one. */
export function renameRule(before: BrandState, from: RuleState, to: RuleState): BrandState {
  const rules = before.rules.map((rule) => (rule === from ? to : rule));
  const state = { ...before, pages: followContext(before.pages, from, to, rules) };
  if (from.key === to.key || rules.some(({ key }) => key === from.key)) return { ...state, rules };
  const follow = (key: string): string => (key === from.key ? to.key : key);
  return {
    name: state.name,
    theme: {
      ...state.theme,
      ...Object.fromEntries(
        themeParts.flatMap((part) => (state.theme[part] === from.key ? [[part, to.key]] : [])),
      ),
    },
    rules: rules.map((rule) => followReferences(rule, follow)),
    pages: state.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({ ...section, keys: section.keys.map(follow) })),
    })),
  };
}

function followReferences(rule: RuleState, follow: (key: string) => string): RuleState {
  if (referencesOf(rule).length === 0) return rule;
  const spec = rule.spec as ColorSpec;
  return {
    ...rule,
    spec: {
      ...spec,
      ...(spec.pair === undefined ? {} : { pair: follow(spec.pair) }),
      ...(spec.gradient
        ? {
            gradient: {
              ...spec.gradient,
              stops: spec.gradient.stops.map((stop) => ({ ...stop, color: follow(stop.color) })),
            },
          }
        : {}),
    },
  };
}
