// How a page for people outside looks, in light and in dark: the colours of a brand or of an organization where they can be read, and
// readable ones in their place where they can't.
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

/** Opaque colours, each readable on what it stands on. */
export interface Colors {
  surface: string;
  ink: string;
  accent: string;
  /** Words on the surface in the accent's colour. */
  link: string;
  /** Lines and marks on the surface. */
  mark: string;
  /** Words on the accent. */
  onAccent: string;
  /** Words that stand back. */
  soft: string;
  /** What lies a little above the surface. */
  raised: string;
}

export interface Look {
  light: Colors;
  dark: Colors;
  head: FontOfTheme | null;
  body: FontOfTheme | null;
  /** Corners, in pixels. */
  radius: number;
  width: AppliedTheme['width'];
  density: AppliedTheme['density'];
}

const plainAccent = '#2f55d4';
const plainLight = { surface: '#ffffff', ink: '#17181c' } as const;
const plainDark = { surface: '#131418', ink: '#f1f2f4' } as const;

/** So much of one colour in another, 0 to 1. */
function mixed(color: string, other: string, share: number): string {
  const behind = rgbaOf(other).rgb;
  return hexOf(rgbaOf(color).rgb.map((channel, at) => channel * (1 - share) + (behind[at] ?? 0) * share));
}

/** A colour taken towards black or white until it is read on another: its hue stays as long as it can. */
function towardsReadable(color: string, back: string, least: number): string {
  const goal = readableOn(back);
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixed(color, goal, share);
    if (contrast(tried, back) >= least) return tried;
  }
  return goal;
}

/** Ink let into the surface as far as it is still read there. */
function softened(ink: string, surface: string): string {
  const share = [0.3, 0.2, 0.1].find((one) => contrast(mixed(ink, surface, one), surface) >= leastForText);
  return share === undefined ? ink : mixed(ink, surface, share);
}

/** Colours around an accent, on a surface. Each is read on what is raised above the surface too. */
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
 * The same at night: a brand that is dark by itself stays as it is; of any other the surface is near black, with a little of its ink's
 * hue, and the accent is lightened where it would not be read.
 */
export function atNight(light: Colors): Colors {
  if (isDark(light.surface)) return light;
  const surface = mixed(plainDark.surface, light.ink, isDark(light.ink) ? 0.12 : 0);
  // An accent that would drown in the dark is lifted out of it, with what stands on it.
  const accent = towardsReadable(light.accent, surface, leastForMarks);
  return colorsFor(accent, { surface, ink: plainDark.ink });
}

/** What a portal sets over its brand's colours. */
export interface OwnColors {
  accent: string | null;
  background: string | null;
}

const ofTheme = (theme: AppliedTheme, { accent, background }: OwnColors): Colors => ({
  ...colorsFor(accent ?? theme.accent, { surface: background ?? theme.surface, ink: theme.ink }),
  ...(accent === null && { onAccent: theme.onAccent }),
});

/**
 * @param night the theme as the brand itself has it on dark ground, where it says so.
 */
export function lookOf(theme: AppliedTheme, own: OwnColors, night: AppliedTheme | null = null): Look {
  const { head, body, radius, width, density } = theme;
  const light = ofTheme(theme, own);
  const dark = night && isDark(night.surface) ? ofTheme(night, { ...own, background: null }) : atNight(light);
  return { light, dark, head, body, radius, width, density };
}

/** The look of what belongs to no brand: an organization's accent on plain ground. */
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

/** A family's name is text in a style: quoted, so that it stays one name whatever it holds, and ends no style element. */
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

/** As the properties that the style sheet reads: `--l-…` by day, `--d-…` by night. */
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
