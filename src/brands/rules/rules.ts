// What a rule must be. Pure; operations, hooks and imports call it, so that every door agrees. Every problem at once, with its path.
import type { z } from 'zod';
import { isSlug } from '../../core/access/ids.ts';
import { parseTransform } from '../../assets/delivery/transform.ts';
import { isApiError, type Issue } from '../../core/errors.ts';
import { typesOfRules, type ColorSpec } from './rule-types.ts';
import type { RuleType } from '../schemas.ts';
import { ruleName, themeParts, type BrandState, type RuleState } from '../publishing/state.ts';

/** A rule as somebody sends it, before it is known to be one. What is left out stays as it is. */
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

/** zod's issues under a path of ours. */
export function issuesUnder(path: string, error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const at = issue.path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      path,
    );
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: `${at}.${key}`, message: 'There is no such property here.' }));
    // Of a union that fits nowhere, the first way says most.
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
  color: 'A colour is written #rrggbb or #rrggbbaa.',
  text: 'A text is a string of 1 to 20000 characters.',
  number: 'A number.',
  list: 'A list is an array of 1 to 100 texts or numbers.',
  font: 'A font is {family, size?, weight?}.',
};

function transformIssue(rendition: string): string | null {
  try {
    parseTransform(rendition);
    return null;
  } catch (error) {
    if (isApiError(error)) return error.message;
    throw error;
  }
}

/**
 * Settles one rule over the one there is with its key and context. What it refers to is asked by `brokenReferences`.
 *
 * @returns the rule as it is kept, or every problem, with paths below the rule (`spec.pair`).
 */
export function normalizeDraft(
  draft: RuleDraft,
  before: RuleState | null,
): { rule: RuleState; issues: [] } | { rule: null; issues: Issue[] } {
  const issues: Issue[] = [];
  const context = draft.context ?? null;
  if (!isKey(draft.key))
    issues.push({
      path: 'key',
      message: `A key is dotted camelCase of up to ${maxKeyLength} characters, such as color.primary or logo.minClearSpace.`,
    });
  if (context !== null && !isSlug(context))
    issues.push({
      path: 'context',
      message: 'A context is lowercase words joined by dashes: dark-background.',
    });
  if (before && draft.type !== undefined && draft.type !== before.type)
    issues.push({
      path: 'type',
      message: `The type of a rule never changes, and this one is a ${before.type}. Remove it and make another.`,
    });
  const type = before?.type ?? draft.type;
  if (!type) {
    issues.push({ path: 'type', message: 'Say what type of rule it is: color, text, number, list or font.' });
    return { rule: null, issues };
  }
  const shape = typesOfRules[type];
  const value = shape.value.safeParse(draft.value === undefined ? before?.value : draft.value);
  if (!value.success) {
    const found = issuesUnder('value', value.error);
    const missing = draft.value === undefined;
    issues.push(
      ...(missing || found.some(({ path }) => path === 'value')
        ? [{ path: 'value', message: `${missing ? 'It needs a value. ' : ''}${valueWords[type]}` }]
        : found),
    );
  }
  const spec = shape.spec.safeParse(draft.spec === undefined ? (before?.spec ?? {}) : (draft.spec ?? {}));
  if (!spec.success) issues.push(...issuesUnder('spec', spec.error));
  if (type === 'text' && value.success && spec.success) {
    const { copy, max } = spec.data as { copy?: boolean | string; max?: number };
    const length = [...(value.data as string)].length;
    if (copy && max !== undefined && length > max)
      issues.push({
        path: 'value',
        message: `This copy has ${length} characters, and spec.max allows ${max}.`,
      });
  }
  for (const [index, { rendition }] of (draft.assets ?? []).entries()) {
    const why = rendition ? transformIssue(rendition) : null;
    if (why) issues.push({ path: `assets[${index}].rendition`, message: why });
  }
  if (issues.length > 0 || !value.success || !spec.success) return { rule: null, issues };
  const usage = draft.usage === undefined ? (before?.usage ?? null) : draft.usage;
  return {
    issues: [],
    rule: {
      key: draft.key,
      label: draft.label?.trim() || before?.label || labelOf(draft.key),
      context,
      type,
      value: value.data,
      spec: Object.fromEntries(Object.entries(spec.data).filter(([, one]) => one !== undefined)),
      usage: usage?.trim() || null,
      assets: draft.assets
        ? draft.assets.map(({ id, rendition }) => ({ id: id.toLowerCase(), rendition: rendition || null }))
        : (before?.assets ?? []),
    },
  };
}

/** Keys that a rule refers to, with where. */
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

/** References of a rule that lead to no colour of the brand. */
export function brokenReferences(rule: RuleState, state: Pick<BrandState, 'rules'>): Issue[] {
  return referencesOf(rule).flatMap(({ path, key }): Issue[] => {
    if (key === rule.key) return [{ path, message: 'A colour can not go with itself.' }];
    if (state.rules.some((other) => other.key === key && other.type === 'color')) return [];
    return [{ path, message: `There is no colour "${key}" in this brand.` }];
  });
}

/** Assets that a rule names and that `there` does not hold. */
export function missingAssets(rule: Pick<RuleState, 'assets'>, there: ReadonlySet<string>): Issue[] {
  return rule.assets.flatMap(({ id }, index): Issue[] =>
    there.has(id)
      ? []
      : [
          {
            path: `assets[${index}].id`,
            message: 'There is no such asset in this workspace, or none for you.',
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
 * Sets and removes rules, all or none. A new key goes behind those there are.
 *
 * @returns the state after, the rules that were set, and every problem at its path in the input (`set[0].spec.pair`).
 */
export function editRules(
  state: BrandState,
  edit: RuleEdit,
): { state: BrandState; set: RuleState[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const rules = new Map(state.rules.map((rule) => [ruleName(rule), rule]));
  const seen = new Set<string>();
  const once = (path: string, name: string): void => {
    if (seen.has(name)) issues.push({ path, message: 'This key and context stand here twice.' });
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
    const settled = normalizeDraft(draft, rules.get(name) ?? null);
    issues.push(...below(`set[${index}]`, settled.issues));
    if (!settled.rule) continue;
    rules.set(name, settled.rule);
    set.push({ index, rule: settled.rule });
  }
  const after = { ...state, rules: [...rules.values()] };
  issues.push(
    ...set.flatMap(({ index, rule }) =>
      below(`set[${index}]`, [...brokenReferences(rule, after), ...otherType(rule, after)]),
    ),
  );
  return { state: after, set: set.map(({ rule }) => rule), issues };
}

function notThere({ key, context }: { key: string; context?: string | null | undefined }): string {
  return context
    ? `There is no rule "${key}" for the context "${context}".`
    : `There is no rule "${key}" without a context.`;
}

/** All rules of a key are of one type: asked for a context, a reader must get the same kind of thing. */
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

/**
 * Puts keys into an order. Keys that are left out stay behind those named, in the order they have.
 *
 * @returns the state after, and an issue for each key that is not there or stands here twice.
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
      ? [{ path: `keys[${index}]`, message: 'This key stands here twice.' }]
      : [];
  });
  const place = new Map(keys.map((key, index) => [key, index]));
  const rules = state.rules.toSorted(
    (one, other) => (place.get(one.key) ?? keys.length) - (place.get(other.key) ?? keys.length),
  );
  return { state: { ...state, rules }, issues };
}

/** Gives a rule another key or context: what refers to the key follows once no rule has the old one. */
export function renameRule(state: BrandState, from: RuleState, to: RuleState): BrandState {
  const rules = state.rules.map((rule) => (rule === from ? to : rule));
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
