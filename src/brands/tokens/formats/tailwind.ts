// A Tailwind CSS 4 theme: custom properties in the namespaces of its utilities.
import type { Token, TokenFormat, TokenSource } from '../contract.ts';
import { cssValue } from '../css-values.ts';
import { writeWith } from '../dictionary.ts';
import { wordsOf } from '../names.ts';

/**
 * The key's prefix that the namespace already implies: `color.primary` is `--color-primary`, not
 * `--color-color-primary`.
 */
const impliedPrefix = /^(?:colou?rs?|type|fonts?|typography|spacing|grid\.spacing|radius|shadows?)\./i;

function namespaceOf({ key, value }: Token): string | null {
  if (key === 'theme.radius') return 'radius';
  switch (value.type) {
    case 'color':
      return 'color';
    case 'alias':
      return value.as === 'color' ? 'color' : 'font';
    case 'fontFamily':
      return 'font';
    case 'fontWeight':
      return 'fontWeight';
    case 'gradient':
      return 'backgroundImage';
    case 'duration':
      return 'transitionDuration';
    case 'dimension':
      if (/\.size$/.test(key)) return 'text';
      if (/\.letterSpacing$/.test(key)) return 'tracking';
      return /radius/i.test(key) ? 'radius' : 'spacing';
    case 'number':
      return /\.lineHeight$/.test(key) ? 'leading' : null;
    default:
      return null;
  }
}

/** Names that Tailwind reads as another namespace: `--font-weight-bold` is no family. */
const otherNamespaces: Readonly<Record<string, RegExp>> = {
  font: /^(?:weight|size)(?:-|$)/,
  text: /^(?:color|decoration-color|decoration-thickness|indent|shadow|underline-offset)(?:-|$)/,
};

/** A name in a namespace that isn't one of another. */
function inNamespace(namespace: string, rest: string): string {
  const isOther = otherNamespaces[namespace]?.test(wordsOf(rest).join('-')) ?? false;
  return `${namespace}.${isOther ? 'brand.' : ''}${rest}`;
}

const parts = /\.(?:family|size|weight|lineHeight|letterSpacing)$/;

function renamed(source: TokenSource): TokenSource {
  const fonts = new Set(source.tokens.flatMap(({ rule }) => (rule?.type === 'font' ? [rule.key] : [])));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const token of source.tokens) {
    const namespace = namespaceOf(token);
    if (namespace === null) continue;
    const isPart = token.rule !== null && fonts.has(token.rule.key);
    const rest = (isPart ? token.key.replace(parts, '') : token.key).replace(impliedPrefix, '');
    const name = rest.toLowerCase() === 'theme.radius' ? 'radius.theme' : inNamespace(namespace, rest);
    // Uses the whole key if two would collide.
    const free = taken.has(name) ? inNamespace(namespace, token.key) : name;
    taken.add(free);
    names.set(token.key, free);
  }
  const nameOf = (key: string): string => names.get(key) ?? key;
  return {
    ...source,
    tokens: source.tokens.flatMap((token): Token[] => {
      if (!names.has(token.key)) return [];
      const { value } = token;
      return [
        {
          ...token,
          key: nameOf(token.key),
          value:
            value.type === 'alias'
              ? { ...value, of: nameOf(value.of) }
              : value.type === 'gradient'
                ? {
                    ...value,
                    stops: value.stops.map((stop) => ({
                      ...stop,
                      color:
                        typeof stop.color === 'string' ? stop.color : { alias: nameOf(stop.color.alias) },
                    })),
                  }
                : value,
        },
      ];
    }),
  };
}

export const tailwind: TokenFormat = {
  name: 'tailwind',
  title: 'Tailwind CSS 4 theme',
  mime: 'text/css',
  ending: '.tailwind.css',
  takesSelector: true,
  write: (source) =>
    writeWith(renamed(source), {
      names: 'kebab',
      value: cssValue,
      format: 'css/variables',
      // Outside of the theme they override its values.
      options: { selector: [...(source.place ?? ['@theme'])], formatting: { commentPosition: 'above' } },
      destination: 'tokens.css',
    }),
};
