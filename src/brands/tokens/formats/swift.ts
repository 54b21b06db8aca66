// Swift for SwiftUI: an enum without cases, which nobody can make an instance of.
import { rgbaOf } from '../../rules/contrast.ts';
import type { TokenFormat } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';

const quoted = (text: string): string => `"${onOneLine(text).replace(/["\\{}]/g, '')}"`;
const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);

const value: Language['value'] = (said) => {
  switch (said.type) {
    case 'color': {
      const { rgb, alpha } = rgbaOf(said.hex);
      const [red = 0, green = 0, blue = 0] = rgb.map((channel) => channel / 255);
      return `Color(.sRGB, red: ${number(red)}, green: ${number(green)}, blue: ${number(blue)}, opacity: ${number(alpha)})`;
    }
    case 'dimension':
      // A point here is a pixel of CSS; a share of something has no length of its own.
      if (said.unit === 'px' || said.unit === 'pt') return `CGFloat(${number(said.value)})`;
      return said.unit === 'rem' ? `CGFloat(${number(said.value * 16)})` : null;
    case 'duration':
      return `Double(${number(said.unit === 'ms' ? said.value / 1000 : said.value)})`;
    case 'number':
      return `Double(${number(said.value)})`;
    case 'fontWeight':
      return `Int(${said.value})`;
    case 'fontFamily':
      return quoted(said.families[0] ?? '');
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
