// How different two colors look: ΔE2000 (CIE 142-2001).
import type { Rgb } from '../../src/lib/picture-colors/color.ts';

type Lab = readonly [lightness: number, a: number, b: number];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degreesOf = (y: number, x: number): number => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
const power7 = (value: number): number => Math.sqrt(value ** 7 / (value ** 7 + 25 ** 7));

/** CIELAB of an sRGB color, for the white of D65. */
export function cielabOf(rgb: Rgb): Lab {
  const [r = 0, g = 0, b = 0] = rgb.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [x = 0, y = 0, z = 0] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((value) => (value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The mean of two hues, and how far they are apart, in degrees. Without chroma there's no hue. */
function hues(one: number, other: number, isGrey: boolean): { mean: number; apart: number } {
  if (isGrey) return { mean: one + other, apart: 0 };
  const plain = other - one;
  if (Math.abs(plain) <= 180) return { mean: (one + other) / 2, apart: plain };
  return { mean: ((one + other + 360) / 2) % 360, apart: plain > 0 ? plain - 360 : plain + 360 };
}

export function deltaE2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const stretch = 1 + (1 - power7((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)) / 2;
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = hues(degreesOf(b1, a1 * stretch), degreesOf(b2, a2 * stretch), c1 * c2 === 0);
  const chroma = (c1 + c2) / 2;
  const light = (l1 + l2) / 2;
  const hueStep = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(hue.apart / 2));
  const t =
    1 -
    0.17 * Math.cos(radians(hue.mean - 30)) +
    0.24 * Math.cos(radians(2 * hue.mean)) +
    0.32 * Math.cos(radians(3 * hue.mean + 6)) -
    0.2 * Math.cos(radians(4 * hue.mean - 63));
  const lightness = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const colorful = (c2 - c1) / (1 + 0.045 * chroma);
  const ofHue = hueStep / (1 + 0.015 * chroma * t);
  const turn = Math.sin(radians(60 * Math.exp(-(((hue.mean - 275) / 25) ** 2)))) * -2 * power7(chroma);
  return Math.sqrt(lightness ** 2 + colorful ** 2 + ofHue ** 2 + turn * colorful * ofHue);
}
