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
/** Where the tokens are in the tree, by key. */
type Paths = ReadonlyMap<string, readonly string[]>;
const reference = (key: string, paths: Paths): string => `{${(paths.get(key) ?? [key]).join('.')}}`;

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
function typedValue(value: TokenValue, paths: Paths): { $type: string; $value: unknown } | null {
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
          color: typeof color === 'string' ? colorOf(color) : reference(color.alias, paths),
          position: round(at),
        })),
      };
    case 'alias':
      return { $type: value.as, $value: reference(value.of, paths) };
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

/**
 * Where tokens are: one that is also a group is its `$root`. Tools that leave the sign out of names would call a `root` beside it the
 * same, so that one has another name.
 */
function pathsOf(keys: readonly string[]): Paths {
  const groups = groupsOf(keys);
  const taken = new Set(keys);
  const free = (key: string): string => (taken.has(key) ? free(`${key}2`) : key);
  return new Map(
    keys.map((key): readonly [string, readonly string[]] => {
      if (groups.has(key)) return [key, [...key.split('.'), '$root']];
      const [, above] = /^(.+)\.root$/.exec(key) ?? [];
      const isBeside = above !== undefined && groups.has(above);
      return [key, (isBeside ? free(`${above}.rootToken`) : key).split('.')];
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

function put(root: Json, path: readonly string[], token: Json): void {
  let group = root;
  const last = path.at(-1) ?? '';
  for (const part of path.slice(0, -1)) {
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
  const paths = pathsOf([...new Set([...members.keys(), ...typographies.keys()])]);
  const pathOf = (key: string): readonly string[] => paths.get(key) ?? [key];
  root.$description = plain(context === null ? brand.name : `${brand.name}, ${context}`);
  root.$extensions = { marque: { brand: brand.slug, ...(context === null ? {} : { context }) } };
  const seen = new Set<string>();
  for (const token of tokens) {
    const { key, rule } = token;
    const typography = rule ? typographies.get(rule.key) : undefined;
    if (rule && typography && !seen.has(rule.key)) {
      seen.add(rule.key);
      put(root, pathOf(rule.key), {
        ...typography,
        ...described(token),
        ...extensionsOf({ ...token, key: rule.key, value: { type: 'text', text: '' } }),
      });
    }
    const own = typedValue(token.value, paths);
    if (own) put(root, pathOf(key), { ...own, ...described(token), ...extensionsOf(token) });
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
