// Lab as sRGB, against the values that CIE's formulas and the tables of color programs give.
import { describe, expect, it } from '@jest/globals';
import { labToSrgb } from '../../../src/lib/decoders/pictures/lab.mjs';

/** @param lab lightness from 0 to 100, both others from -128 to 127 */
const converted = ([lightness, a, b]: readonly [number, number, number]): number[] => [
  ...labToSrgb(Buffer.from([Math.round(lightness * 2.55), a + 128, b + 128])),
];

describe('a color in Lab', () => {
  // Relative to D50.
  it.each([
    ['black', [0, 0, 0], [0, 0, 0]],
    ['white', [100, 0, 0], [255, 255, 255]],
    ['middle grey', [53.6, 0, 0], [128, 128, 128]],
    ['red', [54.3, 81, 70], [255, 0, 0]],
    ['green', [87.8, -79, 81], [0, 255, 0]],
    ['blue', [29.6, 68, -112], [0, 0, 255]],
  ] as const)('is %s', (_, lab, srgb) => {
    // Whole numbers of Lab are up to this far from a color of sRGB.
    for (const [at, value] of converted(lab).entries())
      expect(Math.abs(value - (srgb[at] ?? 0))).toBeLessThanOrEqual(12);
  });

  it('beyond what sRGB has is its nearest edge', () => {
    expect(converted([50, 127, -128]).every((value) => value >= 0 && value <= 255)).toBe(true);
    expect(converted([50, -128, 0])[0]).toBe(0);
  });

  it('leaves a rest of less than a pixel as it is', () => {
    expect([...labToSrgb(Buffer.from([255, 128, 128, 7]))]).toEqual([255, 255, 255, 7]);
  });
});
