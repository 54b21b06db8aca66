// The look of a page for people outside, in light and dark mode: the colors of a brand or organization where
// they are readable, and readable replacements where they aren't.
import {
  contrast,
  hexOf,
  leastForMarks,
  leastForText,
  over,
  readableOn,
  rgbaOf,
} from '../brands/rules/contrast.ts';
import type { AppliedTheme, FontOfTheme } from '../brands/theme/theme.ts';

/** Opaque colors, each readable on its background. */
export interface Colors extends Pick<
  AppliedTheme,
  'surface' | 'ink' | 'accent' | 'link' | 'mark' | 'onAccent'
> {
  /** Secondary text. */
  soft: string;
  /** Slightly raised areas. */
  raised: string;
}

export interface Look {
  light: Colors;
  dark: Colors;
  head: FontOfTheme | null;
  body: FontOfTheme | null;
  /** Corner radius in pixels. */
  radius: number;
  width: AppliedTheme['width'];
  density: AppliedTheme['density'];
}

const plainAccent = '#2f55d4';
const plainLight = { surface: '#ffffff', ink: '#17181c' } as const;
const plainDark = { surface: '#131418', ink: '#f1f2f4' } as const;

/** Mixes one color into another, 0 to 1. */
function mixed(color: string, other: string, share: number): string {
  const behind = rgbaOf(other).rgb;
  return hexOf(rgbaOf(color).rgb.map((channel, at) => channel * (1 - share) + (behind[at] ?? 0) * share));
}

/**
 * Shifts a color towards black or white until it is readable on another, keeping its hue as far as possible.
 */
function towardsReadable(color: string, back: string, least: number): string {
  const goal = readableOn(back);
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixed(color, goal, share);
    if (contrast(tried, back) >= least) return tried;
  }
  return goal;
}

/** Mixes ink into the surface as far as it stays readable. */
function softened(ink: string, surface: string): string {
  const share = [0.3, 0.2, 0.1].find((one) => contrast(mixed(ink, surface, one), surface) >= leastForText);
  return share === undefined ? ink : mixed(ink, surface, share);
}

/** Colors around an accent on a surface. Each is also readable on raised areas. */
export function colorsFor(accent: string, { surface, ink }: { surface: string; ink: string }): Colors {
  const shown = over(accent, surface);
  const raised = mixed(surface, ink, 0.04);
  const inked = contrast(ink, raised) >= leastForText ? ink : readableOn(raised);
  return {
    surface,
    ink: inked,
    accent: shown,
    link: towardsReadable(shown, raised, leastForText),
    mark: towardsReadable(shown, raised, leastForMarks),
    onAccent: contrast(surface, shown) >= leastForText ? surface : readableOn(shown),
    soft: softened(inked, raised),
    raised,
  };
}

const isDark = (color: string): boolean => readableOn(color) === '#ffffff';

/**
 * The same in dark mode: a dark brand stays as it is; otherwise the surface is near black with a hint of the
 * ink's hue, and the accent is lightened where it would not be readable.
 */
export function atNight(light: Colors): Colors {
  if (isDark(light.surface)) return light;
  const surface = mixed(plainDark.surface, light.ink, isDark(light.ink) ? 0.12 : 0);
  // An accent too dark for the surface is lightened, along with the text on it.
  const accent = towardsReadable(light.accent, surface, leastForMarks);
  return colorsFor(accent, { surface, ink: plainDark.ink });
}

/** A portal's overrides of its brand's colors. */
export interface OwnColors {
  accent: string | null;
  background: string | null;
}

const ofTheme = (theme: AppliedTheme, { accent, background }: OwnColors): Colors => ({
  ...colorsFor(accent ?? theme.accent, { surface: background ?? theme.surface, ink: theme.ink }),
  ...(accent === null && { onAccent: theme.onAccent }),
});

/** @param night the theme as the brand defines it for dark backgrounds, if it does. */
export function lookOf(theme: AppliedTheme, own: OwnColors, night: AppliedTheme | null = null): Look {
  const { head, body, radius, width, density } = theme;
  const light = ofTheme(theme, own);
  const dark = night && isDark(night.surface) ? ofTheme(night, { ...own, background: null }) : atNight(light);
  return { light, dark, head, body, radius, width, density };
}

/** The look without a brand: the organization's accent on a plain surface. */
export function plainLook(accent: string | null): Look {
  const light = colorsFor(accent ?? plainAccent, plainLight);
  return {
    light,
    dark: atNight(light),
    head: null,
    body: null,
    radius: 8,
    width: 'normal',
    density: 'normal',
  };
}

const systemFonts = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;

/**
 * A family name is untrusted text in CSS: quoted, so that it stays one name and can't close the style
 * element.
 */
export const familyName = (family: string): string =>
  `"${family.replace(/["\\\p{Cc}]/gu, '').replaceAll('<', '\\3c ')}"`;

function familyOf(font: FontOfTheme | null): string {
  if (!font) return systemFonts;
  const named = [font.family, ...font.fallback].map((family) =>
    /^[a-z-]+$/.test(family) ? family : familyName(family),
  );
  return `${named.join(', ')}, ${systemFonts}`;
}

const widths = { narrow: '62rem', normal: '76rem', wide: '96rem' } as const;
const gaps = { compact: '0.8', normal: '1', spacious: '1.3' } as const;

/** As custom properties of the style sheet: `--l-…` for light, `--d-…` for dark mode. */
export function propertiesOf({
  light,
  dark,
  head,
  body,
  radius,
  width,
  density,
}: Look): Record<string, string> {
  const names = (Object.keys(light) as (keyof Colors)[]).flatMap((name) => [
    [`--l-${name}`, light[name]],
    [`--d-${name}`, dark[name]],
  ]);
  return {
    ...(Object.fromEntries(names) as Record<string, string>),
    '--head': familyOf(head),
    '--head-weight': String(head?.weight ?? 650),
    '--body': familyOf(body),
    '--radius': `${radius}px`,
    '--width': widths[width],
    '--gap': gaps[density],
  };
}
