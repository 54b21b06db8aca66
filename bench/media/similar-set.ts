// Pictures to measure near-duplicates with: originals, copies of them that were changed, and others. All are made here, the same each time.
// A few are parts of the project's photographs; most are synthesized: noise as detailed as in photographs, with shapes before it.
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { randomFrom } from '../../test/setup/seeded-random.ts';

const photographs = ['chelsea.png', 'coffee.png', 'hubble_deep_field.jpg', 'rocket.jpg'];
/** Parts of each photograph among the originals, and as many among the others. There's no room for more that differ. */
const partsOfEach = 25;
/** Share of their common area above which two parts of a photograph would be near-duplicates themselves. */
const mostShared = 0.55;

type Random = () => number;

const [width, height] = [300, 200];
const between = (random: Random, least: number, most: number): number => least + random() * (most - least);
const hex = (random: Random): string =>
  `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;

/** Noise is made at half the size: the finest of it would be lost in the comparison anyway. */
const [noiseWidth, noiseHeight] = [width / 2, height / 2];

/** Colors that change ever faster from place to place and ever less: what is twice as fine has half the contrast, as in photographs. */
function noise(random: Random): Uint8Array {
  const light = new Float64Array(noiseWidth * noiseHeight * 3).fill(between(random, 60, 190));
  for (let octave = 0; octave < 6; octave += 1) {
    const [across, down] = [3 * 2 ** octave, 2 * 2 ** octave];
    const strength = between(random, 60, 140) / 1.8 ** octave;
    const grid = Float64Array.from(
      { length: (across + 1) * (down + 1) * 3 },
      () => (random() - 0.5) * strength,
    );
    for (let y = 0; y < noiseHeight; y += 1) {
      const row = Math.floor((y * down) / noiseHeight);
      const below = (y * down) / noiseHeight - row;
      for (let x = 0; x < noiseWidth; x += 1) {
        const column = Math.floor((x * across) / noiseWidth);
        const right = (x * across) / noiseWidth - column;
        const corner = (row * (across + 1) + column) * 3;
        const next = corner + (across + 1) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const upper =
            (grid[corner + channel] ?? 0) * (1 - right) + (grid[corner + 3 + channel] ?? 0) * right;
          const lower = (grid[next + channel] ?? 0) * (1 - right) + (grid[next + 3 + channel] ?? 0) * right;
          const at = (y * noiseWidth + x) * 3 + channel;
          light[at] = (light[at] ?? 0) + upper * (1 - below) + lower * below;
        }
      }
    }
  }
  return Uint8Array.from(light, (value) => Math.max(0, Math.min(255, value)));
}

function shapes(random: Random): string {
  return Array.from({ length: Math.floor(between(random, 1, 7)) }, () => {
    const [x, y] = [random() * width, random() * height];
    const [across, down] = [between(random, 15, 130), between(random, 15, 110)];
    const turn = `transform="rotate(${Math.round(random() * 180)} ${x} ${y})"`;
    const fill = `fill="${hex(random)}" fill-opacity="${between(random, 0.6, 1).toFixed(2)}"`;
    return random() < 0.5
      ? `<ellipse cx="${x}" cy="${y}" rx="${across / 2}" ry="${down / 2}" ${turn} ${fill}/>`
      : `<rect x="${x - across / 2}" y="${y - down / 2}" width="${across}" height="${down}" ${turn} ${fill}/>`;
  }).join('');
}

const svg = (content: string, [w, h] = [width, height]): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${content}</svg>`);

const synthesized = (random: Random): Promise<Buffer> =>
  sharp(noise(random), { raw: { width: noiseWidth, height: noiseHeight, channels: 3 } })
    .resize(width, height)
    .composite([{ input: svg(shapes(random)) }])
    .jpeg({ quality: 92 })
    .toBuffer();

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

function sharedBy(one: Part, other: Part): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.min(one.width * one.height, other.width * other.height);
}

/** Parts of a photograph that differ: as many as were asked for, or as there's room for. */
async function partsOf(name: string, count: number, random: Random): Promise<Buffer[]> {
  const photograph = await readFile(`fixtures/${name}`);
  const whole = await sharp(photograph).metadata();
  const parts: Part[] = [];
  for (let attempt = 0; parts.length < count && attempt < 4000; attempt += 1) {
    const share = between(random, 0.2, 0.6);
    const [across, down] = [Math.floor(whole.width * share), Math.floor(whole.height * share)];
    const part = {
      left: Math.floor(random() * (whole.width - across)),
      top: Math.floor(random() * (whole.height - down)),
      width: across,
      height: down,
    };
    if (parts.every((other) => sharedBy(part, other) < mostShared)) parts.push(part);
  }
  return Promise.all(
    parts.map((part) => sharp(photograph).extract(part).resize(width).jpeg({ quality: 92 }).toBuffer()),
  );
}

/** How copies are made. Each is a little different, by the numbers drawn. */
export const changes = {
  resized: (picture: Sharp, random: Random) =>
    picture.resize(Math.round(width * between(random, 0.3, 2))).jpeg({ quality: 90 }),
  recompressed: (picture: Sharp, random: Random) =>
    random() < 0.7
      ? picture.jpeg({ quality: Math.round(between(random, 15, 70)) })
      : picture.webp({ quality: Math.round(between(random, 20, 80)) }),
  'cropped by 5%': (picture: Sharp, random: Random, size: { width: number; height: number }) => {
    const part = { width: Math.round(size.width * 0.95), height: Math.round(size.height * 0.95) };
    return picture.extract({
      left: Math.floor(random() * (size.width - part.width)),
      top: Math.floor(random() * (size.height - part.height)),
      ...part,
    });
  },
  recolored: (picture: Sharp, random: Random) =>
    picture.modulate({
      hue: Math.round(between(random, -40, 40)),
      saturation: between(random, 0.4, 1.5),
      brightness: between(random, 0.8, 1.2),
    }),
  watermarked: (picture: Sharp, random: Random, size: { width: number; height: number }) =>
    picture.composite([
      {
        input: svg(
          `<text x="${size.width / 2}" y="${size.height * between(random, 0.4, 0.9)}" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${size.width / 8}" fill="#fff" fill-opacity="0.5">PREVIEW</text>`,
          [size.width, size.height],
        ),
      },
    ]),
} as const;
export type Change = keyof typeof changes;

export async function changed(original: Buffer, change: Change, seed: number): Promise<Buffer> {
  const picture = sharp(original);
  return changes[change](picture, randomFrom(seed), await picture.metadata()).toBuffer();
}

/** @yields the originals first, then the others. */
export async function* picturesOf(counts: { originals: number; others: number }): AsyncGenerator<Buffer> {
  const random = randomFrom(18);
  const each = Math.min(partsOfEach, Math.floor(counts.originals / 2 / photographs.length));
  const parts: Buffer[][] = [];
  for (const name of photographs) parts.push(await partsOf(name, 2 * each, random));
  for (const [count, from] of [
    [counts.originals, 0],
    [counts.others, each],
  ] as const) {
    const own = parts.flatMap((list) => list.slice(from, from + each)).slice(0, count);
    yield* own;
    for (let at = own.length; at < count; at += 1) yield synthesized(random);
  }
}
