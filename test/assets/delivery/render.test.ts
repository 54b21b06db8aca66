// Renditions of real pictures by the real encoder, and the queue they wait in.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import sharp from 'sharp';
import { similarity } from '../../../src/lib/decoders/encode.mjs';
import { randomFrom } from '../../setup/seeded-random.ts';
import { createRenderer, renderFile } from '../../../src/assets/delivery/render.ts';
import { parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import { resolveTransform, type Source } from '../../../src/assets/delivery/transform.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures');
const rocket = join(fixtures, 'rocket.jpg');
const coffee = join(fixtures, 'coffee.png');
const rocketSource: Source = { mime: 'image/jpeg', width: 640, height: 427 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marque-render-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function staged(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function rendered(path: string, transform: string, source: Source = rocketSource): Promise<Buffer> {
  return renderFile(path, resolveTransform(parseTransform(transform), source, null).rendition);
}

/** The colour of one pixel, with its alpha. */
async function pixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

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

  test('contains no names, places or colour profile', async () => {
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

  test('shows wide-gamut colours as intended: converted to sRGB, not relabelled', async () => {
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

  test('of a GIF is a still', async () => {
    const pictures = [
      await sharp(rocket).resize(60, 40).toBuffer(),
      await sharp(coffee).resize(60, 40).toBuffer(),
    ];
    const frames = await sharp(pictures, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const path = await staged('moving.gif', frames);
    const picture = await sharp(
      await rendered(path, 'w_30', { mime: 'image/gif', width: 60, height: 40 }),
    ).metadata();
    expect(picture).toMatchObject({ format: 'png', width: 30 });
    expect(picture.pages ?? 1).toBe(1);
  });

  test("of an SVG doesn't show files next to it on disk", async () => {
    await staged('secret.png', await sharp(rocket).resize(50, 50).png().toBuffer());
    for (const href of ['secret.png', './secret.png', `file://${folder}/secret.png`]) {
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

describe('what changes the look', () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const red = { r: 200, g: 30, b: 30, alpha: 1 };
  /** A red square in the middle of nothing. */
  const framed = async (): Promise<string> => {
    const square = await sharp({ create: { width: 40, height: 40, channels: 4, background: red } })
      .png()
      .toBuffer();
    return staged(
      'framed.png',
      await sharp({ create: { width: 100, height: 80, channels: 4, background: clear } })
        .composite([{ input: square, left: 30, top: 20 }])
        .png()
        .toBuffer(),
    );
  };
  const source: Source = { mime: 'image/png', width: 100, height: 80 };

  test.each(['png', 'webp', 'avif', 'jpeg'])('a background is behind transparent pixels of %s', async (f) => {
    const made = await rendered(await framed(), `f_${f},bg_00ff00,q_100`, source);
    const [r = 0, g = 0, b = 0, alpha] = await pixel(made, 2, 2);
    expect([r < 12, g > 243, b < 12, alpha]).toEqual([true, true, true, 255]);
    expect((await pixel(made, 50, 40))[0]).toBeGreaterThan(180);
  });

  test('a background is beside a picture that is contained', async () => {
    const made = await rendered(rocket, 'w_200,h_200,fit_contain,bg_0000ff,f_png');
    expect(await pixel(made, 1, 1)).toEqual([0, 0, 255, 255]);
  });

  test('gray has no colors', async () => {
    const [r, g, b] = await pixel(await rendered(await framed(), 'gray,f_png', source), 50, 40);
    expect([g, b]).toEqual([r, r]);
    expect(r).toBeLessThan(180);
  });

  test('trim cuts a border of one color off, and never enlarges what is left', async () => {
    const made = await sharp(await rendered(await framed(), 'trim,w_90,f_png', source)).metadata();
    expect([made.width, made.height]).toEqual([40, 40]);
    const smaller = await sharp(await rendered(await framed(), 'trim,w_20,f_webp', source)).metadata();
    expect([smaller.width, smaller.height]).toEqual([20, 20]);
  });

  test('trim leaves a picture of one color as it is', async () => {
    const plain = await staged(
      'plain.png',
      await sharp({ create: { width: 30, height: 20, channels: 3, background: red } })
        .png()
        .toBuffer(),
    );
    const made = await sharp(
      await rendered(plain, 'trim,f_png', { ...source, width: 30, height: 20 }),
    ).metadata();
    expect([made.width, made.height]).toEqual([30, 20]);
  });
});

describe('the quality auto', () => {
  const gray = async (picture: Buffer): Promise<Buffer> =>
    sharp(picture).toColourspace('b-w').raw().toBuffer();

  /** How alike a rendition is to what is encoded without loss, and the one with a step less quality. */
  async function alike(path: string, transform: string, source: Source): Promise<number> {
    const [lossless, made] = await Promise.all([
      rendered(path, transform.replace(/q_\w+,f_\w+/, 'f_png'), source),
      rendered(path, transform, source),
    ]);
    const { width = 0, height = 0 } = await sharp(made).metadata();
    return similarity(await gray(lossless), await gray(made), width, height);
  }

  test.each(['jpeg', 'webp', 'avif'])(
    'is the lowest at which a photograph as %s looks the same',
    async (f) => {
      expect(await alike(rocket, `w_400,q_auto,f_${f}`, rocketSource)).toBeGreaterThanOrEqual(0.97);
      const qualities = Array.from({ length: 13 }, (_, step) => 30 + 5 * step);
      const auto = (await rendered(rocket, `w_400,q_auto,f_${f}`)).length;
      const sizes = await Promise.all(
        qualities.map(async (q) => (await rendered(rocket, `w_400,q_${q},f_${f}`)).length),
      );
      const chosen = qualities[sizes.indexOf(auto)] ?? 0;
      expect(chosen).toBeGreaterThanOrEqual(30);
      if (chosen > 30)
        expect(await alike(rocket, `w_400,q_${chosen - 5},f_${f}`, rocketSource)).toBeLessThan(0.97);
    },
  );

  test('is low for what has no detail, and high for noise', async () => {
    const [width, height] = [300, 200];
    const plain = await staged(
      'plain-auto.png',
      await sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
        .png()
        .toBuffer(),
    );
    const random = randomFrom(11);
    const noisy = await staged(
      'noisy.png',
      await sharp(Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256))), {
        raw: { width, height, channels: 3 },
      })
        .png()
        .toBuffer(),
    );
    const source: Source = { mime: 'image/png', width, height };
    const same = async (path: string, q: number): Promise<boolean> =>
      (await rendered(path, 'q_auto,f_webp', source)).equals(await rendered(path, `q_${q},f_webp`, source));
    expect([await same(plain, 30), await same(noisy, 90)]).toEqual([true, true]);
  });

  test('says nothing of a lossless format', async () => {
    expect((await rendered(rocket, 'w_100,q_auto,f_png')).equals(await rendered(rocket, 'w_100,f_png'))).toBe(
      true,
    );
  });
});
