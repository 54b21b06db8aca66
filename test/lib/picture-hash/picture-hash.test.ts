// Which pictures count as near-duplicates: variants of a photograph do, other photographs, flat pictures and icons of other shapes don't.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { fingerprintOf } from '../../../src/assets/similar/sample.ts';
import type { PictureHash } from '../../../src/lib/picture-hash/hash.ts';
import { groupsOf, nearBits, sameBits, type HashColumns } from '../../../src/lib/picture-hash/likeness.ts';

const names = ['chelsea.png', 'coffee.png', 'hubble_deep_field.jpg', 'rocket.jpg'];
const photographs = new Map<string, Buffer>();
for (const name of names) photographs.set(name, await readFile(`fixtures/${name}`));

const hashOf = async (picture: Buffer): Promise<PictureHash | null> => (await fingerprintOf(picture)).hash;

const differing = (a: string, b: string): number => [...a].filter((bit, at) => bit !== b[at]).length;

/** Bits in which two pictures differ; null if they aren't near-duplicates. */
function between(a: PictureHash | null, b: PictureHash | null): number | null {
  if (!a || !b) return null;
  const [dhash, phash] = [differing(a.dhash, b.dhash), differing(a.phash, b.phash)];
  return dhash <= nearBits.dhash && phash <= nearBits.phash && dhash + phash <= nearBits.together
    ? dhash + phash
    : null;
}

const distance = async (a: Buffer, b: Buffer): Promise<number | null> =>
  between(await hashOf(a), await hashOf(b));

const same: Record<string, (photograph: Sharp) => Sharp> = {
  'much compressed': (photograph) => photograph.jpeg({ quality: 20 }),
  'half as wide': (photograph) => photograph.resize({ width: 220 }),
  'a thumbnail': (photograph) => photograph.resize({ width: 96 }),
  'as WebP': (photograph) => photograph.webp({ quality: 60 }),
  'as AVIF': (photograph) => photograph.avif({ quality: 45 }),
  grey: (photograph) => photograph.grayscale().jpeg(),
  brighter: (photograph) => photograph.modulate({ brightness: 1.2 }).jpeg(),
  'with more contrast': (photograph) => photograph.linear(1.3, -30).jpeg(),
  'with 16 bits': (photograph) => photograph.toColorspace('rgb16').png(),
  'with an alpha channel': (photograph) => photograph.ensureAlpha().png(),
};

describe.each(names)('%s', (name) => {
  const photograph = photographs.get(name) ?? Buffer.alloc(0);

  it.each(Object.entries(same))('is the same %s', async (_, change) => {
    const bits = await distance(photograph, await change(sharp(photograph)).toBuffer());
    expect(bits).not.toBeNull();
    expect(bits).toBeLessThanOrEqual(sameBits);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is the same stored with EXIF orientation %i', async (orientation) => {
    // Stored the other way round, so that it looks as before when it's turned. sharp mirrors before it rotates.
    const turn: Record<number, (picture: Sharp) => Sharp> = {
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      5: (picture) => picture.flop().rotate(270),
      6: (picture) => picture.rotate(270),
      7: (picture) => picture.flop().rotate(90),
      8: (picture) => picture.rotate(90),
    };
    const stored = await (turn[orientation]?.(sharp(photograph)) ?? sharp(photograph)).png().toBuffer();
    const tagged = await sharp(stored).withMetadata({ orientation }).png().toBuffer();
    expect((await sharp(tagged).metadata()).orientation ?? 1).toBe(orientation);
    const upright = await sharp(tagged).autoOrient().png().toBuffer();
    expect(await distance(tagged, upright)).toBeLessThanOrEqual(sameBits);
    expect(await distance(tagged, photograph)).toBeLessThanOrEqual(sameBits);
  });

  it('is near in CMYK, which has fewer colors', async () => {
    const printed = await sharp(photograph).toColorspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect(await distance(photograph, printed)).not.toBeNull();
  });

  it('is near with a strip cut off', async () => {
    const { width, height } = await sharp(photograph).metadata();
    const cropped = await sharp(photograph)
      .extract({ left: 0, top: 0, width: Math.round(width * 0.98), height: Math.round(height * 0.98) })
      .toBuffer();
    expect(await distance(photograph, cropped)).not.toBeNull();
  });

  it('is another picture mirrored, or turned', async () => {
    expect(await distance(photograph, await sharp(photograph).flop().toBuffer())).toBeNull();
    expect(await distance(photograph, await sharp(photograph).rotate(90).toBuffer())).toBeNull();
  });

  it('is none of the others, nor are its parts', async () => {
    const others: Buffer[] = names
      .filter((one) => one !== name)
      .map((one) => photographs.get(one) ?? photograph);
    const { width, height } = await sharp(photograph).metadata();
    const [partWidth, partHeight] = [Math.floor(width / 4), Math.floor(height / 4)];
    const parts = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        sharp(photograph)
          .extract({
            left: (at % 4) * partWidth,
            top: Math.floor(at / 4) * partHeight,
            width: partWidth,
            height: partHeight,
          })
          .png()
          .toBuffer(),
      ),
    );
    const hashes = await Promise.all([photograph, ...others, ...parts].map(hashOf));
    const matches = hashes.flatMap((one, at) =>
      hashes.slice(at + 1).filter((other) => between(one, other) !== null),
    );
    expect(matches).toEqual([]);
  });
});

describe('a picture that shows too little', () => {
  const created = (background: string, channels: 3 | 4 = 3): Sharp =>
    sharp({ create: { width: 200, height: 120, channels, background } });

  it.each([
    ['one color', created('#c04020')],
    ['white', created('#fff')],
    ['nothing but transparency', created('#00000000', 4)],
  ])('has no hash: %s', async (_, picture) => {
    expect(await hashOf(await picture.png().toBuffer())).toBeNull();
    expect(await hashOf(await picture.clone().flatten().jpeg().toBuffer())).toBeNull();
  });

  it('has no hash: a gradient, whichever way', async () => {
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><linearGradient id="g" x2="${x}" y2="${y}"><stop/><stop offset="1" stop-color="#fff"/></linearGradient><path d="M0 0h200v200H0z" fill="url(#g)"/></svg>`;
      expect(await hashOf(await sharp(Buffer.from(svg)).png().toBuffer())).toBeNull();
    }
  });

  it('has no hash: a tiny icon', async () => {
    const icon = await sharp(photographs.get('coffee.png')).resize(16, 16).png().toBuffer();
    expect(await hashOf(icon)).toBeNull();
  });
});

describe('icons', () => {
  const shapes: Record<string, string> = {
    circle: '<circle cx="50" cy="50" r="40"/>',
    ring: '<circle cx="50" cy="50" r="36" fill="none" stroke="#000" stroke-width="8"/>',
    square: '<path d="M10 10h80v80H10z"/>',
    star: '<path d="M50 5 61 39H97L68 60 79 95 50 73 21 95 32 60 3 39H39Z"/>',
    plus: '<path d="M42 10h16v32h32v16H58v32H42V58H10V42h32z"/>',
    minus: '<path d="M10 42h80v16H10z"/>',
    right: '<path d="M10 42h50V20l35 30-35 30V58H10z"/>',
    left: '<path d="M90 42H40V20L5 50l35 30V58h50z"/>',
    check: '<path d="M10 50l10-10 20 20 40-45 10 10-50 60z"/>',
    cross: '<path d="M20 10 50 40 80 10 90 20 60 50 90 80 80 90 50 60 20 90 10 80 40 50 10 20z"/>',
    heart: '<path d="M50 90 10 45C-5 20 30 0 50 28 70 0 105 20 90 45z"/>',
    triangle: '<path d="M50 10 95 90H5z"/>',
  };
  const icon = (shape: string, size: number): Promise<Buffer> =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">${shape}</svg>`,
      ),
    )
      .png()
      .toBuffer();

  it('of other shapes are others', async () => {
    const hashes = await Promise.all(
      Object.entries(shapes).map(async ([name, shape]) => ({
        name,
        hash: await hashOf(await icon(shape, 256)),
      })),
    );
    const matches = hashes.flatMap((one, at) =>
      hashes
        .slice(at + 1)
        .filter((other) => between(one.hash, other.hash) !== null)
        .map((other) => `${one.name} ${other.name}`),
    );
    expect(matches).toEqual([]);
  });

  it.each(['star', 'heart', 'check', 'cross'])('of the same shape are the same: %s', async (name) => {
    const shape = shapes[name] ?? '';
    expect(await distance(await icon(shape, 256), await icon(shape, 64))).toBeLessThanOrEqual(sameBits);
  });
});

describe('groups', () => {
  /** Hashes that differ in half of their bits, and variants of them. */
  function columns(hashes: readonly { dhash: string; phash: string }[]): HashColumns {
    const words = (of: 'dhash' | 'phash'): Uint32Array =>
      Uint32Array.from(
        hashes.flatMap((hash) => [0, 32].map((at) => parseInt(hash[of].slice(at, at + 32), 2))),
      );
    return { length: hashes.length, dhashes: words('dhash'), phashes: words('phash') };
  }
  let seed = 1;
  const random = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const bits = (): string => Array.from({ length: 64 }, () => random(2)).join('');
  function flipped(hash: string, count: number): string {
    const places = new Set<number>();
    while (places.size < count) places.add(random(64));
    return [...hash].map((bit, at) => (places.has(at) ? (bit === '0' ? '1' : '0') : bit)).join('');
  }

  it('are all pairs within the bounds, and no others', async () => {
    const hashes = Array.from({ length: 300 }, () => ({ dhash: bits(), phash: bits() }));
    const expected: number[][] = [];
    for (let at = 0; at < 100; at += 1) {
      const { dhash, phash } = hashes[at] ?? { dhash: '', phash: '' };
      const inPhash = random(nearBits.phash + 1);
      const inDhash = random(Math.min(nearBits.dhash, nearBits.together - inPhash) + 1);
      expected.push([
        at,
        hashes.push({ dhash: flipped(dhash, inDhash), phash: flipped(phash, inPhash) }) - 1,
      ]);
    }
    for (let at = 100; at < 200; at += 1) {
      const { dhash, phash } = hashes[at] ?? { dhash: '', phash: '' };
      hashes.push({ dhash, phash: flipped(phash, nearBits.phash + 1) });
    }
    expect(await groupsOf(columns(hashes))).toEqual(expected);
  });

  it('of thousands of equal pictures are one', async () => {
    const one = { dhash: bits(), phash: bits() };
    const [group, ...others] = await groupsOf(columns(Array.from({ length: 20_000 }, () => one)));
    expect([group?.length, others]).toEqual([20_000, []]);
  });

  it('are none of none', async () => {
    expect(await groupsOf(columns([]))).toEqual([]);
  });

  it('stop when nobody waits for them', async () => {
    const hashes = Array.from({ length: 3000 }, () => ({ dhash: bits(), phash: bits() }));
    const aborted = AbortSignal.abort(new Error('gone'));
    // Only looked at after a million comparisons.
    const many = Array.from({ length: 20 }, () => hashes).flat();
    await expect(
      groupsOf(
        columns(many.map(({ dhash, phash }, at) => ({ dhash: flipped(dhash, at % 3), phash }))),
        aborted,
      ),
    ).rejects.toThrow('gone');
  });
});
