// Colors as they are compared: in OKLab (Björn Ottosson, https://bottosson.github.io/posts/oklab), in whole numbers, so that PostgreSQL and
// this process always agree.

/** Lightness 0–200, and how red or green (a) and yellow or blue (b) it is, −127 to 127. */
export interface Lab {
  l: number;
  a: number;
  b: number;
}

/** Red, green and blue, 0–255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Steps of lightness between black and white. */
const lightSteps = 200;
/** a and b count twice, as in ΔEOK2: hues differ for the eye more than OKLab says. */
const hueSteps = 2 * lightSteps;

/** sRGB without its transfer curve, by byte. */
const linear = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** OKLab makes near-black colors too different. This is its author's correction, the lightness of Okhsl. */
function toe(lightness: number): number {
  const [k1, k2] = [0.206, 0.03];
  const scaled = ((1 + k1) / (1 + k2)) * lightness;
  return (scaled - k1 + Math.sqrt((scaled - k1) ** 2 + 4 * k2 * scaled)) / 2;
}

/** @param rgb whole numbers. */
export function labOf([red, green, blue]: Rgb): Lab {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return {
    l: Math.round(lightSteps * toe(lightness)),
    a: Math.round(hueSteps * (1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short)),
    b: Math.round(hueSteps * (0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short)),
  };
}

export const apartSquared = (one: Lab, other: Lab): number =>
  (one.l - other.l) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2;

/** Three or six hex digits, with or without `#`. */
export const hexColor = /^#?(?:[\da-f]{3}|[\da-f]{6})$/i;

/** @param hex fits `hexColor`. */
export function rgbOf(hex: string): Rgb {
  const digits = hex.replace('#', '');
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(six, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** As `#rrggbb`. */
export const hexOf = ([red, green, blue]: Rgb): string =>
  `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
