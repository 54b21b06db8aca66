// Android resources: colors, dimensions and numbers for values/.
import type { TokenFormat, TokenSource } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';
import { namesOf } from '../names.ts';

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
/** Text of a string resource: XML, with the quotes and backslashes that aapt interprets. */
const resource = (text: string): string =>
  onOneLine(text)
    .replace(/[{}]/g, '')
    .replace(/\\/g, '\\\\')
    .replace(/'/g, "\\'")
    .replace(/"/g, '\\"')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^[@?]/, '\\$&');

/** Android puts the opacity first. */
const colorOf = (hex: string): string => `#${hex.slice(7)}${hex.slice(1, 7)}`;

/**
 * Gradients: a resource of values/ can't be a drawable, so each is the arrays of its colors and of their positions from 0 to 1, and its
 * angle as in CSS.
 */
function gradientsOf({ tokens }: TokenSource): string[] {
  const names = namesOf(tokens, 'snake');
  const taken = new Set(names.values());
  const free = (name: string): string => (taken.has(name) ? free(`${name}_2`) : name);
  return tokens.flatMap(({ key, value: gradient }) => {
    if (gradient.type !== 'gradient') return [];
    const name = names.get(key) ?? key;
    const array = (of: string, items: readonly string[]): string[] => [
      `  <array name="${of}">`,
      ...items.map((item) => `    <item>${item}</item>`),
      '  </array>',
    ];
    return [
      ...array(
        name,
        gradient.stops.map(({ color }) =>
          typeof color === 'string' ? colorOf(color) : `@color/${names.get(color.alias) ?? ''}`,
        ),
      ),
      ...array(
        free(`${name}_positions`),
        gradient.stops.map(({ at }) => String(round(at))),
      ),
      `  <item format="float" type="dimen" name="${free(`${name}_angle`)}">${gradient.angle ?? 180}</item>`,
    ];
  });
}

const value: Language['value'] = (tokenValue, token) => {
  switch (tokenValue.type) {
    case 'color':
      return colorOf(tokenValue.hex);
    case 'dimension': {
      // A CSS pixel is a dp, and an sp for font sizes.
      const unit = token.rule?.type === 'font' ? 'sp' : 'dp';
      if (tokenValue.unit === 'px') return `${round(tokenValue.value)}${unit}`;
      if (tokenValue.unit === 'rem') return `${round(tokenValue.value * 16)}${unit}`;
      return tokenValue.unit === 'pt' ? `${round((tokenValue.value * 4) / 3)}${unit}` : null;
    }
    case 'duration':
      return String(Math.round(tokenValue.unit === 's' ? tokenValue.value * 1000 : tokenValue.value));
    case 'fontWeight':
      return String(tokenValue.value);
    case 'number':
      return String(tokenValue.value);
    case 'fontFamily':
      return resource(tokenValue.families[0] ?? '');
    default:
      return null;
  }
};

export const android: TokenFormat = {
  name: 'android',
  title: 'Android resources',
  mime: 'application/xml',
  ending: '.xml',
  write: async (source) => {
    const text = await writeWith(source, {
      names: 'snake',
      value,
      type: (_, { type }) => type,
      format: 'android/resources',
      options: {
        resourceMap: {
          color: 'color',
          dimension: 'dimen',
          duration: 'integer',
          fontWeight: 'integer',
          number: 'item',
          fontFamily: 'string',
        },
      },
      destination: 'tokens.xml',
    });
    // Fractional numbers have no tag of their own.
    const written = text.replace(/<item name=/g, '<item format="float" type="dimen" name=');
    const gradients = gradientsOf(source).map((line) => `${line}\n`);
    return written.replace('</resources>', () => `${gradients.join('')}</resources>`);
  },
};
