// Derives tokens from rules, and their names. Pure.
import { tint } from '../rules/contrast.ts';
import { positionOf, type Gradient } from '../rules/gradients.ts';
import type { ColorSpec, Font } from '../rules/rule-types.ts';
import { themeParts, type BrandState, type RuleState } from '../publishing/state.ts';
import { rulesIn } from '../rules/contexts.ts';
import type { Token, TokenValue } from './contract.ts';

const lengths = ['px', 'rem', 'em', 'pt', '%', 'vw', 'vh', 'mm', 'cm', 'in', 'ch', 'fr'];

function ofNumber(value: number, unit: string | undefined): TokenValue {
  if (unit === 'ms' || unit === 's') return { type: 'duration', value, unit };
  return unit !== undefined && lengths.includes(unit)
    ? { type: 'dimension', value, unit }
    : { type: 'number', value };
}

/** `16`, `"16px"`, `"1.25rem"`. */
function sizeOf(size: number | string): TokenValue {
  const [, number = '0', unit = 'px'] = /^([\d.]+)(px|rem|em|pt|%)?$/.exec(String(size)) ?? [];
  return { type: 'dimension', value: Number(number), unit };
}

interface FontSpec {
  lineHeight?: number;
  tracking?: number | string;
  fallback?: string[];
}

/** Letter spacing: a number is relative to the font size. Words that aren't lengths have no token. */
function trackingOf(tracking: number | string | undefined): TokenValue | null {
  if (tracking === undefined) return null;
  if (typeof tracking === 'number') return { type: 'dimension', value: tracking, unit: 'em' };
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)(px|rem|em)$/.exec(tracking) ?? [];
  return number === undefined || unit === undefined
    ? null
    : { type: 'dimension', value: Number(number), unit };
}

/** A rule's additional tokens: beside it for a color, below it for a font. */
function partsOf(rule: RuleState): { key: string; value: TokenValue }[] {
  const { key } = rule;
  if (rule.type === 'color') {
    const spec = rule.spec as ColorSpec;
    return [
      { key, value: { type: 'color', hex: rule.value as string } },
      ...(spec.pair === undefined
        ? []
        : [{ key: `${key}Pair`, value: { type: 'alias', of: spec.pair, as: 'color' } as const }]),
      ...(spec.tints ?? []).map((one, index) => ({
        key: `${key}Tint${typeof one === 'number' ? String(one).replace('.', '') : index + 1}`,
        value: {
          type: 'color',
          hex: typeof one === 'number' ? tint(rule.value as string, one) : one,
        } as const,
      })),
      ...(spec.gradient ? [{ key: `${key}Gradient`, value: gradientOf(spec.gradient) }] : []),
    ];
  }
  if (rule.type === 'font') {
    const { family, size, weight } = rule.value as Font;
    const { fallback = [], lineHeight, tracking } = rule.spec as FontSpec;
    const spacing = trackingOf(tracking);
    return [
      { key: `${key}.family`, value: { type: 'fontFamily', families: [family, ...fallback] } },
      ...(size === undefined ? [] : [{ key: `${key}.size`, value: sizeOf(size) }]),
      ...(weight === undefined
        ? []
        : [{ key: `${key}.weight`, value: { type: 'fontWeight', value: weight } as const }]),
      ...(lineHeight === undefined
        ? []
        : [{ key: `${key}.lineHeight`, value: { type: 'number', value: lineHeight } as const }]),
      ...(spacing === null ? [] : [{ key: `${key}.letterSpacing`, value: spacing }]),
    ];
  }
  if (rule.type === 'number') {
    const { unit } = rule.spec as { unit?: string };
    return [{ key, value: ofNumber(rule.value as number, unit) }];
  }
  return rule.type === 'list'
    ? [{ key, value: { type: 'list', entries: rule.value as (string | number)[] } }]
    : [{ key, value: { type: 'text', text: rule.value as string } }];
}

function gradientOf(gradient: Gradient): TokenValue {
  return {
    type: 'gradient',
    angle: gradient.angle ?? null,
    stops: gradient.stops.map(({ color }, index) => ({
      color: color.startsWith('#') ? color : { alias: color },
      at: positionOf(gradient, index),
    })),
  };
}

/** The theme's roles as aliases of rules, and its corner radius. */
function ofTheme(state: BrandState, rules: readonly RuleState[]): { key: string; value: TokenValue }[] {
  const parts = themeParts.flatMap((part): { key: string; value: TokenValue }[] => {
    const rule = rules.find(({ key }) => key === state.theme[part]);
    if (rule?.type === 'color')
      return [{ key: `theme.${part}`, value: { type: 'alias', of: rule.key, as: 'color' } }];
    if (rule?.type === 'font')
      return [{ key: `theme.${part}`, value: { type: 'alias', of: `${rule.key}.family`, as: 'fontFamily' } }];
    return [];
  });
  return [
    ...parts,
    { key: 'theme.radius', value: { type: 'dimension', value: state.theme.radius, unit: 'px' } },
  ];
}

/**
 * The tokens of a brand in a context, in its order. An additional token (`color.primaryTint20`) gives way to
 * a rule of that key; a pair or gradient whose color only applies in other contexts is left out.
 */
export function tokensOf(state: BrandState, context: string | null): Token[] {
  const rules = rulesIn(state.rules, context);
  const given = rules.flatMap((rule) => partsOf(rule).map((part) => ({ ...part, rule })));
  const own = new Set(rules.map(({ key }) => key));
  const tokens = new Map<string, Token>();
  const add = (key: string, value: TokenValue, rule: RuleState | null): void => {
    if (tokens.has(key) || (own.has(key) && rule?.key !== key)) return;
    tokens.set(key, { key, value, description: rule && (rule.usage ?? rule.label), rule });
  };
  for (const { key, value, rule } of given) add(key, value, rule);
  for (const { key, value } of ofTheme(state, rules)) add(key, value, null);
  const isThere = (key: string): boolean => tokens.get(key)?.value.type === 'color';
  return [...tokens.values()].filter(({ value }) => {
    if (value.type === 'alias' && value.as === 'color') return isThere(value.of);
    if (value.type === 'gradient')
      return value.stops.every(({ color }) => typeof color === 'string' || isThere(color.alias));
    return true;
  });
}
