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

export function draftOf(rule: Filled | null, context: string | null): Draft {
  const value = rule?.value ?? '';
  const font =
    typeof value === 'object' && !Array.isArray(value)
      ? (value as { family: string; size?: number | string; weight?: number })
      : null;
  return {
    key: rule?.key ?? '',
    label: rule?.label ?? '',
    context: rule ? (rule.context ?? '') : (context ?? ''),
    type: rule?.type ?? 'color',
    value: Array.isArray(value) ? value.join('\n') : typeof value === 'object' ? '' : String(value),
    font: {
      family: font?.family ?? '',
      size: font?.size === undefined ? '' : String(font.size),
      weight: font?.weight === undefined ? '' : String(font.weight),
    },
    spec: rule?.spec ?? {},
    usage: rule?.usage ?? '',
    assets: rule?.assets ?? [],
  };
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
