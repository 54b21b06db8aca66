// Renditions of real pictures by the real encoder, and the queue they wait in.
import { describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import sharp from 'sharp';
import { createRenderer, renderFile } from '../../../src/assets/delivery/render.ts';
import { parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import { resolveTransform, type Source } from '../../../src/assets/delivery/transform.ts';
import { pixel, rendered, rocket, rocketSource, staged } from './rendering.ts';

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

  test("of an SVG doesn't show files next to it on disk", async () => {
    const secret = await staged('secret.png', await sharp(rocket).resize(50, 50).png().toBuffer());
    for (const href of ['secret.png', './secret.png', `file://${secret}`]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><image width="50" height="50" href="${href}"/></svg>`;
      const path = await staged('curious.svg', svg);
      const picture = await rendered(path, 'w_20', { mime: 'image/svg+xml', width: 50, height: 50 });
      expect((await pixel(picture, 10, 10))[3]).toBe(0);
    }
  });

  test('of an SVG is sharp at every size, and cut as any other picture', async () => {
    const source = { mime: 'image/svg+xml', width: 20, height: 10 };
    const path = await staged(
      'icon.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#fff"/><rect width="10" height="10"/></svg>',
    );
    for (const [transform, width, height] of [
      ['w_1000', 1000, 500],
      ['h_300', 600, 300],
      ['w_400,h_400', 400, 400],
      ['w_400,h_400,fit_contain,bg_ffffff', 400, 400],
      ['w_8000,f_webp', 4096, 2048],
    ] as const) {
      const { data, info } = await sharp(await rendered(path, transform, source))
        .toColorspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([transform, info.width, info.height]).toEqual([transform, width, height]);
      // Across its middle: black, and then white, with no more than a pixel between them.
      const row = data
        .subarray(Math.floor(height / 2) * width * info.channels)
        .filter((_, at) => at % info.channels === 0);
      const between = [...row.subarray(0, width)].filter((level) => level > 20 && level < 235);
      expect([transform, between.length <= 2]).toEqual([transform, true]);
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
