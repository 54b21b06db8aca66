// Derives the panel's accent colors from an organization's color, so that text on it and text in it are readable in light and
// dark themes (WCAG 2.2, contrast at least 4.5). Pure.

type Rgb = readonly [number, number, number];

// A little above 4.5, to survive rounding.
const readable = 4.55;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The panel's backgrounds for text in the accent color. */
const grounds = { light: [238, 240, 255], dark: [38, 38, 42] } as const satisfies Record<string, Rgb>;

const parse = (hex: string): Rgb => [
  parseInt(hex.slice(1, 3), 16),
  parseInt(hex.slice(3, 5), 16),
  parseInt(hex.slice(5, 7), 16),
];
const write = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  return contrastOf(parse(one), parse(other));
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Mixes the color towards another just enough to be readable on a background. */
function until(color: Rgb, towards: Rgb, ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(color, towards, share);
    if (contrastOf(moved, ground) >= readable) return moved;
  }
  return towards;
}

export interface AccentColors {
  '--mq-accent': string;
  '--mq-accent-strong': string;
  '--mq-accent-ink': string;
  '--mq-accent-text': string;
  '--mq-accent-wash': string;
}

/** @param hex `#rrggbb`. */
export function accentColors(hex: string, theme: 'light' | 'dark'): AccentColors {
  const accent = parse(hex);
  const isLight = theme === 'light';
  const ink = contrastOf(accent, white) >= readable ? white : black;
  const strong = mix(accent, ink === white ? black : white, 0.15);
  const wash = mix(isLight ? white : ([29, 29, 32] as const), accent, isLight ? 0.09 : 0.2);
  const text = until(until(accent, isLight ? black : white, grounds[theme]), isLight ? black : white, wash);
  return {
    '--mq-accent': write(accent),
    '--mq-accent-strong': write(strong),
    '--mq-accent-ink': write(ink),
    '--mq-accent-text': write(text),
    '--mq-accent-wash': write(wash),
  };
}
