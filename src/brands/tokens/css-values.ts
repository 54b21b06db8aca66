// Values in CSS syntax, for every format based on it.
import { onOneLine, type Language } from './dictionary.ts';

/**
 * A family name is quoted, so that it stays one name; braces would be references. `<` is escaped (CSS Syntax
 * 3, 4.3.7), so that a file pasted into a style element can't close it.
 */
const family = (name: string): string =>
  /^[a-z]+(?:-[a-z]+)*$/.test(name)
    ? name
    : `"${onOneLine(name)
        .replace(/["\\{}]/g, '')
        .replace(/</g, '\\3c ')}"`;

export const cssValue: Language['value'] = (value, _, reference) => {
  switch (value.type) {
    case 'color':
      return value.hex;
    case 'dimension':
    case 'duration':
      return `${value.value}${value.unit}`;
    case 'number':
    case 'fontWeight':
      return String(value.value);
    case 'fontFamily':
      return value.families.map(family).join(', ');
    case 'gradient': {
      const stops = value.stops.map(
        ({ color, at }) =>
          `${typeof color === 'string' ? color : reference(color.alias)} ${Math.round(at * 1e4) / 100}%`,
      );
      return `linear-gradient(${[...(value.angle === null ? [] : [`${value.angle}deg`]), ...stops].join(', ')})`;
    }
    case 'text':
    case 'list':
      return null;
  }
};
