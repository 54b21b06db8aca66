// Which colors are dominant in a picture, and which count as near to each other.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { fingerprintOf } from '../../../src/assets/similar/sample.ts';
import { apartSquared, hexColor, hexOf, labOf, rgbOf } from '../../../src/lib/picture-colors/color.ts';
import { dominantColors, mostColors } from '../../../src/lib/picture-colors/dominant-colors.ts';
import {
  mostSteps,
  nearSquared,
  packColors,
  stepsOf,
  unpackColors,
} from '../../../src/lib/picture-colors/stored-colors.ts';

const svg = (content: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${content}</svg>`))
    .png()
    .toBuffer();
const colorsIn = async (picture: Buffer): Promise<{ hex: string; share: number }[]> =>
  (await fingerprintOf(picture)).colors.map(({ rgb, share }) => ({ hex: hexOf(rgb), share: share / 255 }));
const hexesIn = async (picture: Buffer): Promise<string[]> => (await colorsIn(picture)).map(({ hex }) => hex);
const isNear = (one: string, other: string): boolean =>
  apartSquared(stepsOf(labOf(rgbOf(one))), stepsOf(labOf(rgbOf(other)))) < nearSquared;

describe('dominant colors', () => {
  it('are those of the areas, with their shares, the largest first', async () => {
    const [white, blue, red, ...others] = await colorsIn(
      await svg(
        '<path d="M0 0h400v200H0z" fill="#fff"/><path d="M0 0h100v200H0z" fill="#0057b8"/><path d="M350 0h40v200h-40z" fill="#e4003a"/>',
      ),
    );
    expect([white?.hex, blue?.hex, red?.hex]).toEqual(['#ffffff', '#0057b8', '#e4003a']);
    expect(white?.share).toBeCloseTo(0.65, 1);
    expect(blue?.share).toBeCloseTo(0.25, 1);
    expect(red?.share).toBeCloseTo(0.1, 1);
    expect(others.every(({ share }) => share < 0.02)).toBe(true);
  });

  it('have the small accent of a logo, and the color of its letters as it is', async () => {
    const found = await hexesIn(
      await svg(
        '<path d="M0 0h400v200H0z" fill="#fff"/><text x="20" y="120" font-size="90" font-weight="bold" fill="#e4003a">Marque</text><circle cx="365" cy="35" r="25" fill="#0057b8"/>',
      ),
    );
    expect(found[0]).toBe('#ffffff');
    for (const color of ['#e4003a', '#0057b8'])
      expect(found.filter((one) => apartSquared(labOf(rgbOf(one)), labOf(rgbOf(color))) < 36)).toHaveLength(
        1,
      );
  });

  it('of a single color are that one', async () => {
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#13a77f' } });
    expect(await colorsIn(await picture.png().toBuffer())).toEqual([{ hex: '#13a77f', share: 1 }]);
  });

  it('are made of what isn’t transparent', async () => {
    expect(await hexesIn(await svg('<path d="M10 10h80v80H10z" fill="#c60"/>'))).toEqual(['#cc6600']);
    expect(await hexesIn(await svg(''))).toEqual([]);
  });

  it('of grey pictures are grey, with alpha or without', async () => {
    const grey = sharp(await readFile('fixtures/rocket.jpg')).grayscale();
    for (const picture of [
      await grey.clone().toColorspace('b-w').png().toBuffer(),
      await grey.clone().ensureAlpha().png().toBuffer(),
    ]) {
      const found = await fingerprintOf(picture);
      expect(found.colors.length).toBeGreaterThan(1);
      for (const { rgb } of found.colors) expect(new Set(rgb).size).toBe(1);
    }
    expect(dominantColors(Uint8Array.from([90, 255, 90, 255, 200, 0]), 2)).toEqual([
      { rgb: [90, 90, 90], share: 255 },
    ]);
  });

  it('are there for a picture of one pixel', async () => {
    const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#123456' } });
    const fingerprint = await fingerprintOf(await dot.png().toBuffer());
    expect(fingerprint.hash).toBeNull();
    expect(fingerprint.colors.map(({ rgb }) => hexOf(rgb))).toEqual(['#123456']);
  });

  it.each(['chelsea.png', 'coffee.png', 'hubble_deep_field.jpg', 'rocket.jpg'])(
    'of %s are at most five different ones, the same each time and in other sizes',
    async (name) => {
      const photograph = await readFile(`fixtures/${name}`);
      const found = await colorsIn(photograph);
      expect(found.length).toBeGreaterThan(1);
      expect(found.length).toBeLessThanOrEqual(mostColors);
      expect(await colorsIn(photograph)).toEqual(found);
      const shares = found.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(1.02);
      const small = await hexesIn(await sharp(photograph).resize(200).jpeg({ quality: 60 }).toBuffer());
      expect(small.some((one) => isNear(one, found[0]?.hex ?? ''))).toBe(true);
    },
  );
});

describe('colors', () => {
  it.each([
    ['#ff0000', '#cc0000'],
    ['#ff0000', '#ff4500'],
    ['#0066cc', '#0057b8'],
    ['#000000', '#1a1a1a'],
    ['#ffffff', '#eeeeee'],
    ['#888888', '#8090a0'],
  ])('%s is near to %s', (one, other) => {
    expect(isNear(one, other)).toBe(true);
  });

  it.each([
    ['#ff0000', '#ff8800'],
    ['#ff0000', '#ff00ff'],
    ['#0000ff', '#0088ff'],
    ['#000000', '#333333'],
    ['#ffffff', '#cccccc'],
    ['#ffff00', '#ffbb00'],
  ])('%s is another than %s', (one, other) => {
    expect(isNear(one, other)).toBe(false);
  });

  it('are written as hex, in three digits or six', () => {
    for (const good of ['#f0a', 'F0A', 'ff00aa', '#FF00AA']) {
      expect(hexColor.test(good)).toBe(true);
      expect(hexOf(rgbOf(good))).toBe('#ff00aa');
    }
    for (const bad of ['', '#', 'red', '#ff', '#ff00', '#ff00a', '#ff00aaf', '##ff00aa', 'ff00ag', ' f0a'])
      expect(hexColor.test(bad)).toBe(false);
  });

  it('fit into the steps that are stored, in the whole of sRGB', () => {
    const steps = [0, 51, 102, 153, 204, 255];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const { l, a, b } = labOf([red, green, blue]);
          expect(l >= 0 && l <= 200 && Math.abs(a) < 128 && Math.abs(b) < 128).toBe(true);
          for (const step of Object.values(stepsOf({ l, a, b })))
            expect(step >= 0 && step <= mostSteps).toBe(true);
        }
    const colors = [
      { rgb: [1, 2, 255] as const, share: 200 },
      { rgb: [250, 0, 9] as const, share: 55 },
    ];
    expect(unpackColors(packColors(colors))).toEqual(colors);
    expect(packColors([])).toBeNull();
    expect(unpackColors(null)).toEqual([]);
  });
});
