// W3C design tokens: Format Module 2025.10 and Color Module 2025.10.
import { rgbaOf } from '../../rules/contrast.ts';
import { jsonForScripts } from '../dictionary.ts';
import type { Token, TokenFormat, TokenSource, TokenValue } from '../contract.ts';

type Json = Record<string, unknown>;

/**
 * Readers treat any text with braces as a reference, in descriptions and extensions too, and rules may
 * contain anything.
 */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('{', '(').replaceAll('}', ')') : inner,
  ) as T;
}

const round = (number: number): number => Math.round(number * 1e6) / 1e6;
const reference = (key: string, groups: ReadonlySet<string>): string =>
  `{${groups.has(key) ? `${key}.$root` : key}}`;

function colorOf(hex: string): Json {
  const { rgb, alpha } = rgbaOf(hex);
  return {
    colorSpace: 'srgb',
    components: rgb.map((channel) => round(channel / 255)),
    ...(alpha === 1 ? {} : { alpha: round(alpha) }),
    hex: hex.slice(0, 7),
  };
}

/** Dimensions are px or rem (section 8.2); a point is 4/3 of a pixel. Null for any other unit. */
function dimensionOf(value: number, unit: string): Json | null {
  if (unit === 'px' || unit === 'rem') return { value, unit };
  return unit === 'pt' ? { value: round((value * 4) / 3), unit: 'px' } : null;
}

/** Type and value; null if the format has no such type. */
function typedValue(
  value: TokenValue,
  groups: ReadonlySet<string>,
): { $type: string; $value: unknown } | null {
  switch (value.type) {
    case 'color':
      return { $type: 'color', $value: colorOf(value.hex) };
    case 'dimension': {
      const dimension = dimensionOf(value.value, value.unit);
      return dimension ? { $type: 'dimension', $value: dimension } : { $type: 'number', $value: value.value };
    }
    case 'duration':
      return { $type: 'duration', $value: { value: value.value, unit: value.unit } };
    case 'number':
      return { $type: 'number', $value: value.value };
    case 'fontFamily':
      return { $type: 'fontFamily', $value: plain(value.families) };
    case 'fontWeight':
      return { $type: 'fontWeight', $value: value.value };
    case 'gradient':
      return {
        $type: 'gradient',
        $value: value.stops.map(({ color, at }) => ({
          color: typeof color === 'string' ? colorOf(color) : reference(color.alias, groups),
          position: round(at),
        })),
      };
    case 'alias':
      return { $type: value.as, $value: reference(value.of, groups) };
    case 'text':
    case 'list':
      return null;
  }
}

/** Fields of a rule that the format doesn't have: under the program's name, as section 5.2.3 requires. */
function extensionsOf({ key, rule, value }: Token): Json {
  const marque: Json = {
    ...(rule?.key === key ? { label: rule.label } : {}),
    ...(rule?.key === key && Object.keys(rule.spec).length > 0 ? { spec: rule.spec } : {}),
    ...(value.type === 'dimension' && !dimensionOf(value.value, value.unit) ? { unit: value.unit } : {}),
    ...(value.type === 'gradient' && value.angle !== null ? { angle: value.angle } : {}),
  };
  return Object.keys(marque).length > 0 ? { $extensions: { marque: plain(marque) } } : {};
}

/** Groups that also hold a token: keys with other keys below them. */
function groupsOf(keys: readonly string[]): Set<string> {
  const all = new Set(keys);
  return new Set(
    keys.flatMap((key) => {
      const parts = key.split('.');
      return parts.slice(1).flatMap((_, index) => {
        const above = parts.slice(0, index + 1).join('.');
        return all.has(above) ? [above] : [];
      });
    }),
  );
}

/** A font's parts combined, if it has everything the type requires (section 9.7). */
function typographyOf(key: string, members: ReadonlyMap<string, TokenValue>): Json | null {
  const size = members.get(`${key}.size`);
  const spacing = members.get(`${key}.letterSpacing`);
  if (size?.type !== 'dimension' || spacing?.type !== 'dimension') return null;
  const fontSize = dimensionOf(size.value, size.unit);
  const letterSpacing =
    spacing.unit === 'em' && fontSize
      ? { value: round(spacing.value * (fontSize.value as number)), unit: fontSize.unit }
      : dimensionOf(spacing.value, spacing.unit);
  if (!fontSize || !letterSpacing || !members.has(`${key}.weight`) || !members.has(`${key}.lineHeight`))
    return null;
  return {
    $type: 'typography',
    $value: {
      fontFamily: `{${key}.family}`,
      fontSize: `{${key}.size}`,
      fontWeight: `{${key}.weight}`,
      letterSpacing,
      lineHeight: `{${key}.lineHeight}`,
    },
  };
}

function put(root: Json, key: string, token: Json, isGroup: boolean): void {
  let group = root;
  const parts = key.split('.');
  if (isGroup) parts.push('$root');
  const last = parts.pop() ?? '';
  for (const part of parts) {
    // Keys come from callers: `constructor` must not reach an object's built-in property.
    if (!Object.hasOwn(group, part)) group[part] = {};
    group = group[part] as Json;
  }
  group[last] = token;
}

/** The token tree of a brand. */
export function treeOf({ brand, context, tokens }: TokenSource): Json {
  const root: Json = {};
  const members = new Map(tokens.map(({ key, value }) => [key, value]));
  const typographies = new Map(
    tokens.flatMap(({ rule }) => {
      const typography = rule?.type === 'font' ? typographyOf(rule.key, members) : null;
      return rule && typography ? [[rule.key, typography] as const] : [];
    }),
  );
  const groups = groupsOf([...members.keys(), ...typographies.keys()]);
  root.$description = plain(context === null ? brand.name : `${brand.name}, ${context}`);
  root.$extensions = { marque: { brand: brand.slug, ...(context === null ? {} : { context }) } };
  const seen = new Set<string>();
  for (const token of tokens) {
    const { key, rule } = token;
    const typography = rule ? typographies.get(rule.key) : undefined;
    if (rule && typography && !seen.has(rule.key)) {
      seen.add(rule.key);
      put(
        root,
        rule.key,
        {
          ...typography,
          ...described(token),
          ...extensionsOf({ ...token, key: rule.key, value: { type: 'text', text: '' } }),
        },
        true,
      );
    }
    const own = typedValue(token.value, groups);
    if (own) put(root, key, { ...own, ...described(token), ...extensionsOf(token) }, groups.has(key));
  }
  return root;
}

const described = ({ description }: Token): Json => (description ? { $description: plain(description) } : {});

export const json: TokenFormat = {
  name: 'json',
  title: 'W3C design tokens 2025.10',
  mime: 'application/json',
  ending: '.tokens.json',
  write: (source) => `${jsonForScripts(JSON.stringify(treeOf(source), null, 2))}\n`,
};
