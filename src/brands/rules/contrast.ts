// Contrast of two colors by WCAG 2.2 (success criteria 1.4.3 and 1.4.11).

/** Minimum contrast of text, and of marks that carry meaning. */
export const leastForText = 4.5;
export const leastForMarks = 3;

interface Rgba {
  /** 0 to 255. */
  rgb: [number, number, number];
  /** 0 to 1. */
  alpha: number;
}

/** @param hex `#rrggbb` or `#rrggbbaa`. */
export function rgbaOf(hex: string): Rgba {
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return { rgb: [at(1), at(3), at(5)], alpha: hex.length > 7 ? at(7) / 255 : 1 };
}

export function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A translucent color blended with its background. */
export function over(front: string, back: string): string {
  const { rgb, alpha } = rgbaOf(front);
  const behind = rgbaOf(back).rgb;
  return hexOf(rgb.map((channel, index) => channel * alpha + (behind[index] ?? 0) * (1 - alpha)));
}

/** A color mixed with white, like a tint in print. @param percent of the color: at 100, all of it */
export function tint(hex: string, percent: number): string {
  const { rgb } = rgbaOf(over(hex, '#ffffff'));
  return hexOf(rgb.map((channel) => 255 - ((255 - channel) * percent) / 100));
}

/** A channel from 0 to 255 as light from 0 to 1. The threshold is sRGB's own (0.04045); WCAG's 0.03928 differs in no 8-bit color. */
function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = rgbaOf(hex).rgb.map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast from 1 to 21 of a color on a background; translucent colors are blended first. */
export function contrast(front: string, back: string): number {
  const behind = over(back, '#ffffff');
  const [light, dark] = [luminance(over(front, behind)), luminance(behind)].sort((one, other) => other - one);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The lowest contrast of a color on several backgrounds: on a gradient, that on its worst stop. */
export const worstContrast = (front: string, backs: readonly string[]): number =>
  Math.min(...backs.map((back) => contrast(front, back)));

/** Black or white, whichever is more readable on all of several backgrounds. */
export const readableOnAll = (backs: readonly string[]): string =>
  worstContrast('#000000', backs) >= worstContrast('#ffffff', backs) ? '#000000' : '#ffffff';

/** Black or white, whichever is more readable on a color. One of them always has a contrast of at least 4.58. */
export function readableOn(back: string): string {
  return contrast('#000000', back) >= contrast('#ffffff', back) ? '#000000' : '#ffffff';
}

/** For display: two decimals, rounded down, so that 4.499 isn't shown as 4.5. */
export function shownRatio(ratio: number): number {
  return Math.floor(ratio * 100) / 100;
}

/** A color on white in Oklab (CSS Color 4, section 9.2), where equal distances look about equally far. */
function oklab(hex: string): [number, number, number] {
  const [r, g, b] = rgbaOf(over(hex, '#ffffff')).rgb.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How different two colors look, from 0. */
export function difference(one: string, other: string): number {
  const [from, to] = [oklab(one), oklab(other)];
  return Math.hypot(...from.map((part, index) => part - (to[index] ?? 0)));
}
