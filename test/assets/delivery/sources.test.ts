// Renditions of sources that aren't plain: animations, other color spaces, pictures stored on their side, and very large ones.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { renderFile } from '../../../src/assets/delivery/render.ts';
import type { Source } from '../../../src/assets/delivery/transform.ts';
import { pixel, rendered, staged } from './rendering.ts';

/** Red, green and blue, each with a white corner at the top right. */
async function animation(kind: 'gif' | 'webp'): Promise<Buffer> {
  const corner = { create: { width: 10, height: 10, channels: 3, background: 'white' } } as const;
  const frames = ['#c80000', '#00c800', '#0000c8'].map((background) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .composite([{ input: corner, left: 50, top: 0 }])
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(kind, { delay: [100, 200, 300], loop: 2 })
    .toBuffer();
}

const plainRed = {
  create: { width: 16, height: 16, channels: 3, background: { r: 200, g: 30, b: 30 } },
} as const;
/** Within what CMYK can print. */
const plainClay = {
  create: { width: 16, height: 16, channels: 3, background: { r: 150, g: 80, b: 70 } },
} as const;
const halfClear = {
  create: { width: 16, height: 16, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
} as const;

describe('a rendition', () => {
  test.each(['gif', 'webp'] as const)(
    'of an animated %s moves as WebP, and is a still otherwise',
    async (kind) => {
      const path = await staged(`moving.${kind}`, await animation(kind));
      const source: Source = { mime: `image/${kind}`, width: 60, height: 40, frames: 3 };
      for (const [transform, width, height] of [
        ['w_30,f_webp', 30, 20],
        ['w_20,h_20,f_webp,q_auto', 20, 20],
        ['w_60,h_60,fit_contain,bg_ffffff,f_webp', 60, 60],
        ['gray,f_webp', 60, 40],
      ] as const) {
        const picture = await rendered(path, transform, source);
        expect([transform, await sharp(picture).metadata()]).toEqual([
          transform,
          expect.objectContaining({
            format: 'webp',
            pages: 3,
            width,
            height,
            delay: [100, 200, 300],
            loop: 2,
          }),
        ]);
        const frames = await Promise.all(
          [0, 1, 2].map((page) => sharp(picture, { page }).removeAlpha().raw().toBuffer()),
        );
        expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBe(3);
      }
      for (const transform of ['w_30,f_png', 'w_30,f_jpeg', 'w_30,f_avif', 'trim,f_webp'])
        expect((await sharp(await rendered(path, transform, source)).metadata()).pages ?? 1).toBe(1);
    },
  );

  test('of an animation cuts each frame at the same place', async () => {
    const path = await staged('cut-frames.gif', await animation('gif'));
    const all = { q: 80, f: 'webp', fit: 'cover', animated: true } as const;
    for (const rendition of [
      { ...all, w: 20, h: 40, focus: { x: 1, y: 0.5 } },
      { ...all, crop: { x: 5 / 6, y: 0, width: 1 / 6, height: 1 } },
    ]) {
      const picture = await renderFile(path, rendition);
      expect((await sharp(picture).metadata()).pages).toBe(3);
      for (const page of [0, 1, 2]) {
        const frame = await sharp(picture, { page }).png().toBuffer();
        // The white corner of each frame is on its right.
        const { width = 0 } = await sharp(frame).metadata();
        expect(Math.min(...(await pixel(frame, width - 3, 3)).slice(0, 3))).toBeGreaterThan(200);
      }
    }
  });

  test('of an animation that lies on its side is an upright still', async () => {
    const turned = await sharp(await animation('webp'), { pages: -1 })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    const path = await staged('turned.webp', turned);
    const picture = await sharp(
      await renderFile(path, { w: 20, fit: 'inside', q: 80, f: 'webp', animated: true }),
    ).metadata();
    expect([picture.pages ?? 1, picture.width, picture.height]).toEqual([1, 20, 30]);
  });

  test.each([
    [
      '16 bits and half transparent',
      'png',
      async () => sharp(halfClear).toColorspace('rgb16').png().toBuffer(),
      [228, 142, 142],
    ],
    [
      'gray with transparency',
      'png',
      async () => sharp(halfClear).toColorspace('b-w').png().toBuffer(),
      null,
    ],
    [
      'in CMYK',
      'jpeg',
      async () => sharp(plainClay).withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
      [150, 80, 70],
    ],
    [
      'in P3',
      'jpeg',
      async () => sharp(plainRed).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
      [200, 30, 30],
    ],
    [
      'of 16 bits in a TIFF',
      'tiff',
      async () => sharp(plainRed).toColorspace('rgb16').tiff().toBuffer(),
      [200, 30, 30],
    ],
  ] as const)(
    'of a picture %s has its colors in every format, flattened on white in JPEG',
    async (name, kind, make, color) => {
      const path = await staged(`${name.replaceAll(' ', '-')}.${kind}`, await make());
      const source: Source = { mime: `image/${kind}`, width: 16, height: 16 };
      for (const f of ['jpeg', 'png', 'webp', 'avif']) {
        const picture = await rendered(path, `w_8,q_100,f_${f}`, source);
        const { space, hasProfile, depth } = await sharp(picture).metadata();
        expect([f, space === 'b-w' ? 'srgb' : space, hasProfile, depth]).toEqual([f, 'srgb', false, 'uchar']);
        const flat = await pixel(await sharp(picture).flatten({ background: '#fff' }).png().toBuffer(), 4, 4);
        const [r = 0, g = 0, b = 0, alpha] = flat;
        expect(alpha).toBe(255);
        // Gray has one value.
        const off = color ? [r - color[0], g - color[1], b - color[2]] : [r - g, g - b];
        // Inks can't show every color: there and back costs more than P3 does.
        const most = name === 'in CMYK' ? 25 : 6;
        expect([f, off.filter((each) => Math.abs(each) > most)]).toEqual([f, []]);
        if (f === 'jpeg') expect((await sharp(picture).metadata()).hasAlpha).toBe(false);
      }
    },
  );

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'is upright with the orientation %i, also after it was cut',
    async (orientation) => {
      const upright = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0000c8' } })
        .composite([
          {
            input: { create: { width: 20, height: 20, channels: 3, background: '#c80000' } },
            left: 0,
            top: 0,
          },
        ])
        .png()
        .toBuffer();
      // As a camera stores it that was held so: turned back from upright.
      const stored = sharp(upright);
      if ([2, 4, 5, 7].includes(orientation)) stored.flop();
      const turn = { 3: 180, 4: 180, 5: 270, 6: 270, 7: 90, 8: 90 }[orientation] ?? 0;
      const turned = await sharp(await stored.toBuffer())
        .rotate(turn)
        .withMetadata({ orientation })
        .png()
        .toBuffer();
      const path = await staged(`turned-${orientation}.png`, turned);
      const picture = await rendered(path, 'w_30,f_png', { mime: 'image/png', width: 60, height: 40 });
      expect(await sharp(picture).metadata()).toMatchObject({ width: 30, height: 20 });
      expect(await pixel(picture, 3, 3)).toEqual([200, 0, 0, 255]);
      const crop = { x: 0, y: 0, width: 1 / 3, height: 1 / 2 };
      expect(await pixel(await renderFile(path, { crop, fit: 'inside', q: 80, f: 'png' }), 10, 10)).toEqual([
        200, 0, 0, 255,
      ]);
    },
  );
});

describe('a picture of 100 megapixels', () => {
  test('takes less than 600 MiB, as a JPEG and a PNG, small and whole', async () => {
    const huge = sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#336699' } });
    const files = await Promise.all([
      huge
        .clone()
        .jpeg()
        .toBuffer()
        .then((bytes) => staged('huge.jpg', bytes)),
      huge
        .clone()
        .png({ compressionLevel: 1 })
        .toBuffer()
        .then((bytes) => staged('huge.png', bytes)),
    ]);
    // In a process of its own, whose peak is its own.
    const script = join(import.meta.dirname, 'peak-memory.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...files]);
    const { sizes, peakMiB } = JSON.parse(stdout) as { sizes: number[][]; peakMiB: number };
    expect(sizes).toEqual([
      [1280, 1280],
      [10_000, 10_000],
      [1280, 1280],
      [10_000, 10_000],
    ]);
    expect(peakMiB).toBeLessThan(600);
  });
});
