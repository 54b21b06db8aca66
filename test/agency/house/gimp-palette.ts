// A token format: the colors of a brand as a palette that GIMP, Inkscape and Krita open.
import type { TokenFormat } from 'marque/extend';

/** A palette has no transparency: the last two digits of `#rrggbbaa` go. */
function channels(hex: string): string {
  return [1, 3, 5].map((at) => String(parseInt(hex.slice(at, at + 2), 16)).padStart(3)).join(' ');
}

export const gimpPalette: TokenFormat = {
  name: 'gpl',
  title: 'GIMP palette',
  mime: 'text/plain',
  ending: '.gpl',
  write: ({ brand, tokens }) => {
    const colors = tokens.flatMap(({ key, value }) =>
      value.type === 'color' ? [`${channels(value.hex)} ${key}`] : [],
    );
    return ['GIMP Palette', `Name: ${brand.name}`, ...colors, ''].join('\n');
  },
};
