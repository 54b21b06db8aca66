// Swift for SwiftUI: an enum without cases, so that it can't be instantiated.
import { rgbaOf } from '../../rules/contrast.ts';
import type { TokenFormat } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';

const quoted = (text: string): string => `"${onOneLine(text).replace(/["\\{}]/g, '')}"`;
const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);

function colorOf(hex: string): string {
  const { rgb, alpha } = rgbaOf(hex);
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => channel / 255);
  return `Color(.sRGB, red: ${number(red)}, green: ${number(green)}, blue: ${number(blue)}, opacity: ${number(alpha)})`;
}

/** The ends of a gradient's line in the unit square: an angle of CSS is from the bottom to the top at 0, and clockwise. */
function endsOf(angle: number): { from: string; to: string } {
  const turn = (angle * Math.PI) / 180;
  const [across, up] = [Math.sin(turn), Math.cos(turn)];
  const reach = (Math.abs(across) + Math.abs(up)) / 2;
  const point = (side: number): string =>
    `UnitPoint(x: ${number(0.5 + side * across * reach)}, y: ${number(0.5 - side * up * reach)})`;
  return { from: point(-1), to: point(1) };
}

const value: Language['value'] = (tokenValue, _, reference) => {
  switch (tokenValue.type) {
    case 'color':
      return colorOf(tokenValue.hex);
    case 'gradient': {
      const stops = tokenValue.stops.map(
        ({ color, at }) =>
          `Gradient.Stop(color: ${typeof color === 'string' ? colorOf(color) : reference(color.alias)}, location: ${number(at)})`,
      );
      const { from, to } = endsOf(tokenValue.angle ?? 180);
      return `LinearGradient(stops: [${stops.join(', ')}], startPoint: ${from}, endPoint: ${to})`;
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
        formatting: { commentStyle: 'short' },
      },
      destination: 'BrandTokens.swift',
    }),
};
