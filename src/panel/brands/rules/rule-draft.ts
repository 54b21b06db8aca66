// A rule as it's typed, and the value that the API expects.
import type { Rule, RuleType } from '../../../brands/rules/schemas.ts';

export interface Draft {
  key: string;
  label: string;
  context: string;
  type: RuleType;
  /** As typed. A font's family, size and weight are in `font`. */
  value: string;
  font: { family: string; size: string; weight: string };
  spec: Record<string, unknown>;
  usage: string;
  assets: Rule['assets'];
}

/** The part of a rule that the form edits. */
export type Filled = Pick<Rule, 'key' | 'label' | 'context' | 'type' | 'value' | 'spec' | 'usage' | 'assets'>;

type Font = { family: string; size?: number | string; weight?: number };

const isFont = (value: Rule['value']): value is Font & Rule['value'] =>
  typeof value === 'object' && !Array.isArray(value);

const asTyped = (value: number | string | undefined): string => (value === undefined ? '' : String(value));

function fontOf(value: Rule['value']): Draft['font'] {
  if (!isFont(value)) return { family: '', size: '', weight: '' };
  return { family: value.family, size: asTyped(value.size), weight: asTyped(value.weight) };
}

function textOf(value: Rule['value']): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? '' : String(value);
}

export function draftOf(rule: Filled | null, context: string | null): Draft {
  if (!rule)
    return {
      key: '',
      label: '',
      context: context ?? '',
      type: 'color',
      value: '',
      font: fontOf(''),
      spec: {},
      usage: '',
      assets: [],
    };
  const { key, label, type, value, spec, usage, assets } = rule;
  return {
    key,
    label,
    context: rule.context ?? '',
    type,
    value: textOf(value),
    font: fontOf(value),
    spec: spec ?? {},
    usage: usage ?? '',
    assets: assets ?? [],
  };
}

/** What keys of a type begin with. */
const firstParts: Record<RuleType, string> = {
  color: 'color',
  text: 'voice',
  number: 'measure',
  list: 'list',
  font: 'type',
};

const camelCase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9 _-]/g, '')
    .split(/[ _-]+/)
    .filter((word) => word !== '')
    .map(
      (word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');

/** The key as typed; while there is none, one made of the name, such as `color.brandBlue`. Empty without a name. */
export function keyOfDraft({ key, label, type, assets, context }: Draft, rules: readonly Rule[]): string {
  if (key.trim() !== '') return key.trim();
  const name = camelCase(label);
  if (name === '') return '';
  const made = `${type === 'text' && assets.length > 0 ? 'logo' : firstParts[type]}.${name}`;
  const isTaken = (one: string): boolean =>
    rules.some((rule) => rule.key === one && (rule.context ?? '') === context.trim());
  let free = made;
  for (let at = 2; isTaken(free); at += 1) free = `${made}${at}`;
  return free;
}

/** A number if it is one, else the text as typed: the server explains what's wrong. */
export const numeric = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text.trim();

/** The value as the API expects it. Invalid input is sent as typed, so the server explains what's wrong. */
export function valueOf(draft: Draft, before: Pick<Rule, 'value'> | null): Rule['value'] {
  const { type, value, font } = draft;
  if (type === 'number') return numeric(value);
  if (type === 'list') {
    const numbers = Array.isArray(before?.value) && before.value.some((one) => typeof one === 'number');
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => (numbers ? numeric(line) : line));
  }
  if (type === 'font')
    return {
      family: font.family,
      ...(font.size.trim() ? { size: numeric(font.size) } : {}),
      ...(font.weight.trim() ? { weight: numeric(font.weight) } : {}),
    };
  return value;
}
