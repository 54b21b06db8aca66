// Swift for SwiftUI: an enum without cases, so that it can't be instantiated.
import { rgbaOf } from '../../rules/contrast.ts';
import type { TokenFormat } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';

const quoted = (text: string): string => `"${onOneLine(text).replace(/["\\{}]/g, '')}"`;
const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);

const value: Language['value'] = (tokenValue) => {
  switch (tokenValue.type) {
    case 'color': {
      const { rgb, alpha } = rgbaOf(tokenValue.hex);
      const [red = 0, green = 0, blue = 0] = rgb.map((channel) => channel / 255);
      return `Color(.sRGB, red: ${number(red)}, green: ${number(green)}, blue: ${number(blue)}, opacity: ${number(alpha)})`;
    }
    case 'dimension':
      // A point here is a CSS pixel; a fraction of something has no length of its own.
      if (tokenValue.unit === 'px' || tokenValue.unit === 'pt') return `CGFloat(${number(tokenValue.value)})`;
      return tokenValue.unit === 'rem' ? `CGFloat(${number(tokenValue.value * 16)})` : null;
    case 'duration':
      return `Double(${number(tokenValue.unit === 'ms' ? tokenValue.value / 1000 : tokenValue.value)})`;
    case 'number':
      return `Double(${number(tokenValue.value)})`;
    case 'fontWeight':
      return `Int(${tokenValue.value})`;
    case 'fontFamily':
      return quoted(tokenValue.families[0] ?? '');
    default:
      return null;
  }
};

export const swift: TokenFormat = {
  name: 'swift',
  title: 'Swift (SwiftUI)',
  mime: 'text/x-swift',
  ending: '.swift',
  write: (source) =>
    writeWith(source, {
      names: 'camel',
      value,
      format: 'ios-swift/enum.swift',
      options: {
        className: 'BrandTokens',
        import: ['SwiftUI'],
        accessControl: 'public',
        outputReferences: false,
      },
      destination: 'BrandTokens.swift',
    }),
};
