// Renditions of real pictures by the real encoder, and the queue they wait in.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import sharp from 'sharp';
import { createRenderer, renderFile } from '../../../src/assets/delivery/render.ts';
import { parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import { resolveTransform, type Source } from '../../../src/assets/delivery/transform.ts';
import { pixel, rendered, rocket, rocketSource, staged } from './rendering.ts';

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
  test.each([
    ['w_320', 'jpeg', 320, 214],
    ['h_100,f_png', 'png', 150, 100],
    ['w_100,h_100,f_webp', 'webp', 100, 100],
    ['w_300,h_300,fit_inside', 'jpeg', 300, 200],
    ['w_100,h_100,fit_outside', 'jpeg', 150, 100],
    ['w_100,h_100,fit_contain', 'jpeg', 100, 100],
    ['w_100,h_50,fit_fill', 'jpeg', 100, 50],
    ['f_webp', 'webp', 640, 427],
  ])('of %s is a %s of %i by %i', async (transform, format, width, height) => {
    const picture = await sharp(await rendered(rocket, transform)).metadata();
    expect(picture).toMatchObject({ format, width, height });
  });

  test('can be an AVIF', async () => {
    const picture = await sharp(await rendered(rocket, 'w_64,f_avif')).metadata();
    expect(picture).toMatchObject({ mediaType: 'image/avif', width: 64 });
  });

  test('is never larger than the original, whatever is requested', async () => {
    const small = await staged('small.png', await sharp(rocket).resize(12, 8).png().toBuffer());
    const source: Source = { mime: 'image/png', width: 12, height: 8 };
    const side = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        fc.constantFrom('cover', 'inside', 'outside', 'fill'),
        async (w, h, fit) => {
          const picture = await sharp(await rendered(small, `w_${w},h_${h},fit_${fit}`, source)).metadata();
          expect(picture.width).toBeLessThanOrEqual(12);
          expect(picture.height).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('has the requested quality', async () => {
    const [low, high] = [await rendered(rocket, 'w_320,q_10'), await rendered(rocket, 'w_320,q_95')];
    expect(low.length * 2).toBeLessThan(high.length);
  });

  test('is upright if the camera was held sideways', async () => {
    const sideways = await staged(
      'sideways.jpg',
      await sharp(rocket).withMetadata({ orientation: 6 }).toBuffer(),
    );
    const picture = await sharp(
      await rendered(sideways, 'w_100', { ...rocketSource, width: 427, height: 640 }),
    ).metadata();
    expect(picture).toMatchObject({ width: 100, height: 150 });
    expect(picture.orientation).toBeUndefined();
  });

  test('contains no names, places or color profile', async () => {
    const tagged = await staged(
      'told.jpg',
      await sharp(rocket)
        .withExif({ IFD0: { Artist: 'Ann' }, IFD3: { GPSLatitude: '51/1 0/1 0/1', GPSLatitudeRef: 'N' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .toBuffer(),
    );
    for (const format of ['jpeg', 'png', 'webp', 'avif']) {
      const picture = await sharp(await rendered(tagged, `w_64,f_${format}`)).metadata();
      expect([picture.exif, picture.xmp, picture.iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('shows wide-gamut colors as intended: converted to sRGB, not relabeled', async () => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 200, g: 30, b: 30 } } });
    const wide = await staged('wide.png', await red.withIccProfile('p3').png().toBuffer());
    const picture = await rendered(wide, 'w_4,f_png', { mime: 'image/png', width: 8, height: 8 });
    expect((await sharp(picture).metadata()).space).toBe('srgb');
    const [r, g, b] = await pixel(picture, 1, 1);
    expect(
      [Math.abs((r ?? 0) - 200), Math.abs((g ?? 0) - 30), Math.abs((b ?? 0) - 30)].every((off) => off <= 3),
    ).toBe(true);
  });

  test('keeps transparency if its format supports it, else has a white background', async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const;
    const path = await staged('clear.png', await sharp(clear).png().toBuffer());
    const source: Source = { mime: 'image/png', width: 40, height: 40 };
    expect((await pixel(await rendered(path, 'w_20', source), 5, 5))[3]).toBe(0);
    expect((await pixel(await rendered(path, 'w_20,f_webp', source), 5, 5))[3]).toBe(0);
    expect(await pixel(await rendered(path, 'w_20,f_jpeg', source), 5, 5)).toEqual([255, 255, 255, 255]);
  });

  test('is padded with transparency if possible, else with white', async () => {
    expect((await pixel(await rendered(rocket, 'w_90,h_90,fit_contain,f_png'), 45, 2))[3]).toBe(0);
    const padded = await pixel(await rendered(rocket, 'w_90,h_90,fit_contain'), 45, 2);
    // JPEG is lossy: nearly white counts as white.
    expect(Math.min(...padded)).toBeGreaterThan(250);
  });

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
      async () => sharp(halfClear).toColourspace('rgb16').png().toBuffer(),
      [228, 142, 142],
    ],
    [
      'gray with transparency',
      'png',
      async () => sharp(halfClear).toColourspace('b-w').png().toBuffer(),
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
      async () => sharp(plainRed).toColourspace('rgb16').tiff().toBuffer(),
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

  test("of an SVG doesn't show files next to it on disk", async () => {
    const secret = await staged('secret.png', await sharp(rocket).resize(50, 50).png().toBuffer());
    for (const href of ['secret.png', './secret.png', `file://${secret}`]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><image width="50" height="50" href="${href}"/></svg>`;
      const path = await staged('curious.svg', svg);
      const picture = await rendered(path, 'w_20', { mime: 'image/svg+xml', width: 50, height: 50 });
      expect((await pixel(picture, 10, 10))[3]).toBe(0);
    }
  });

  test('of an SVG shows what it embeds', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#0a0"/></svg>';
    const path = await staged('plain.svg', `\ufeff<?xml version="1.0"?>\n${svg}`);
    const picture = await rendered(path, 'w_20', { mime: 'image/svg+xml', width: 50, height: 50 });
    expect(await pixel(picture, 10, 10)).toEqual([0, 170, 0, 255]);
  });
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

describe("a picture that can't be rendered", () => {
  test('is reported if it was damaged after it was stored', async () => {
    const bytes = await sharp(rocket).jpeg().toBuffer();
    const path = await staged('cut.jpg', bytes.subarray(0, bytes.length / 2));
    await expect(rendered(path, 'w_20')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is reported if it has more pixels than allowed', async () => {
    const { rendition } = resolveTransform(parseTransform('w_20'), rocketSource, null);
    await expect(renderFile(rocket, rendition, { maxPixels: 1000 })).rejects.toMatchObject({
      code: 'invalid',
      message: 'The file has more pixels than can be rendered.',
    });
  });

  test('is reported if it is a compressed SVG, which would be opened by its path', async () => {
    const path = await staged('packed.svg', Buffer.from('1f8b0800', 'hex'));
    await expect(rendered(path, 'w_20')).rejects.toMatchObject({ code: 'invalid' });
  });

  test("isn't started for a caller who has disconnected", async () => {
    const { rendition } = resolveTransform(parseTransform('w_20'), rocketSource, null);
    await expect(renderFile(rocket, rendition, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

describe('the queue', () => {
  /** Work that ends when told to. */
  function held<T>(outcome: T) {
    let finish = () => {};
    let isBegun = false;
    const promise = new Promise<T>((resolve) => {
      finish = () => resolve(outcome);
    });
    return {
      make: () => {
        isBegun = true;
        return promise;
      },
      finish: () => finish(),
      begun: () => isBegun,
    };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('runs equal work once, however many ask for it at the same time', async () => {
    const { renderOnce } = createRenderer({ concurrency: 2, queueLimit: 2 });
    let times = 0;
    const picture = held('bytes');
    const make = () => {
      times += 1;
      return picture.make();
    };
    const all = Promise.all(Array.from({ length: 20 }, () => renderOnce('same', make)));
    picture.finish();
    expect(await all).toEqual(Array.from({ length: 20 }, () => 'bytes'));
    expect(times).toBe(1);
  });

  test('runs it again for later requests', async () => {
    const { renderOnce } = createRenderer({ concurrency: 1, queueLimit: 0 });
    expect(await renderOnce('same', async () => 1)).toBe(1);
    expect(await renderOnce('same', async () => 2)).toBe(2);
  });

  test('runs no more at once than allowed, and the rest in request order', async () => {
    const { renderOnce } = createRenderer({ concurrency: 2, queueLimit: 5 });
    const pictures = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held(name) }));
    const outcomes = pictures.map(({ name, make }) => renderOnce(name, make));
    await settled();
    expect(pictures.map(({ begun }) => begun())).toEqual([true, true, false, false]);
    pictures[1]?.finish();
    await settled();
    expect(pictures.map(({ begun }) => begun())).toEqual([true, true, true, false]);
    pictures.forEach(({ finish }) => finish());
    expect(await Promise.all(outcomes)).toEqual(['a', 'b', 'c', 'd']);
  });

  test("rejects what doesn't fit with a time to retry, and accepts more once there is space", async () => {
    const { renderOnce } = createRenderer({ concurrency: 1, queueLimit: 1 });
    const [first, second] = [held(1), held(2)];
    const outcomes = [renderOnce('first', first.make), renderOnce('second', second.make)];
    await expect(renderOnce('third', async () => 3)).rejects.toMatchObject({
      code: 'rate_limited',
      detail: { retryAfterSeconds: 2 },
    });
    const again = renderOnce('second', async () => 0);
    first.finish();
    second.finish();
    expect(await Promise.all([...outcomes, again])).toEqual([1, 2, 2]);
    expect(await renderOnce('third', async () => 3)).toBe(3);
  });

  test('continues after a failure, which everyone who shared the work gets', async () => {
    const { renderOnce } = createRenderer({ concurrency: 1, queueLimit: 1 });
    const fail = async () => {
      throw new Error('broken');
    };
    const outcomes = await Promise.allSettled([renderOnce('same', fail), renderOnce('same', fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await renderOnce('same', async () => 'well')).toBe('well');
  });
});
