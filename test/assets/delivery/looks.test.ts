// What an address says of a rendition's look and quality: by the encoder, and through HTTP.
import { afterAll, describe, expect, it, test } from '@jest/globals';
import sharp from 'sharp';
import type { Source } from '../../../src/assets/delivery/transform.ts';
import { comparedPart, similarity } from '../../../src/lib/decoders/encode.mjs';
import { randomFrom } from '../../setup/seeded-random.ts';
import { startService } from '../../setup/service.ts';
import { fileBytes, makeAsset, makePicture } from '../library.ts';
import { pixel, rendered, rocket, rocketSource, staged } from './rendering.ts';

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
    sharp(picture).toColorspace('b-w').raw().toBuffer();

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

  /** A pattern as fine as can be, stronger to the right, of which a smaller copy shows a plain grey. */
  async function patterned(name: string, width: number, height: number): Promise<string> {
    const pixels = Buffer.alloc(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        pixels[y * width + x] = 128 + ((x + y) % 2 === 0 ? 1 : -1) * Math.round(10 + (30 * x) / width);
    return staged(
      name,
      await sharp(pixels, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    );
  }

  test('is measured on what is sent: detail that a smaller copy would lose counts', async () => {
    const source: Source = { mime: 'image/png', width: 1600, height: 1200 };
    const path = await patterned('pattern.png', 1600, 1200);
    expect(await alike(path, 'q_auto,f_jpeg', source)).toBeGreaterThanOrEqual(0.97);
    expect(await alike(path, 'q_30,f_jpeg', source)).toBeLessThan(0.9);
  });

  test('is measured on squares of a large rendition, as they are', async () => {
    const source: Source = { mime: 'image/png', width: 2400, height: 1800 };
    const path = await patterned('large-pattern.png', 2400, 1800);
    // They are a sample of it.
    expect(await alike(path, 'q_auto,f_jpeg', source)).toBeGreaterThanOrEqual(0.96);
  });

  test.each([
    [1000, 1000, 1000, 1000],
    [2000, 1500, 1344, 1344],
    [4000, 600, 3584, 448],
    [100, 30_000, 100, 4032],
    [448, 5000, 448, 4032],
  ])('compares of %i × %i pixels %i × %i', (width, height, wide, high) => {
    // Each pixel says how far down it is.
    const data = Buffer.from(
      Array.from({ length: width * height }, (_, at) => Math.floor((at / width / height) * 256)),
    );
    const { data: part, info } = comparedPart({ data, info: { width, height, channels: 1 } });
    expect([info.width, info.height, part.length]).toEqual([wide, high, wide * high]);
    // From the top to the bottom, in this order.
    expect([...part].every((level, at) => at < wide || level >= (part[at - wide] ?? 0))).toBe(true);
    if (height > 448 * 2) expect([part[0], part.at(-1)]).toEqual([0, 255]);
  });

  test('compares parts of a large picture, however long it is', async () => {
    const [width, height] = [700, 30_000];
    const strip = await staged(
      'strip.png',
      await sharp({ create: { width, height, channels: 3, background: '#663399' } })
        .png()
        .toBuffer(),
    );
    const source: Source = { mime: 'image/png', width, height };
    const auto = await rendered(strip, 'w_640,q_auto,f_jpeg', source);
    expect(auto.equals(await rendered(strip, 'w_640,q_30,f_jpeg', source))).toBe(true);
  });

  test('says nothing of a lossless format', async () => {
    expect((await rendered(rocket, 'w_100,q_auto,f_png')).equals(await rendered(rocket, 'w_100,f_png'))).toBe(
      true,
    );
  });
});

/** Decoders believe larger sizes of a canvas only if a frame reaches that far. */
const mostBelievedSide = 2048;

/** An animation on a canvas of that size, of which each frame draws one pixel (GIF89a). */
function sparseGif({ width, height, frames }: { width: number; height: number; frames: number }): Buffer {
  const bytesOf = (value: number): number[] => [value & 255, value >> 8];
  const isFar = Math.max(width, height) > mostBelievedSide;
  const frame = (at: number) => [
    0x21,
    0xf9,
    4,
    0,
    10,
    0,
    0,
    0,
    0x2c,
    ...bytesOf(isFar ? width - 1 : at % 60),
    ...bytesOf(isFar ? height - 1 : 0),
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    0x44,
    1,
    0,
  ];
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...bytesOf(width), ...bytesOf(height), 0x80, 0, 0, 200, 30, 30, 255, 255, 255]),
    ...Array.from({ length: frames }, (_, at) => Buffer.from(frame(at))),
    Buffer.from([0x3b]),
  ]);
}

describe('through HTTP', () => {
  const started = startService().then(async (marque) => ({
    marque,
    as: await marque.makeKey(await marque.makePlace(), 'write'),
  }));
  afterAll(async () => (await started).marque.close());

  it('an animation moves as WebP and with f_auto, unless it has too many pixels for that', async () => {
    const { marque, as } = await started;
    const at = async (bytes: Buffer, transform: string, accept = '*/*') => {
      const { body } = await fileBytes(marque, as, bytes);
      const response = await fetch(`${marque.url}/a/${String(body.data.id)}/${transform}`, {
        headers: { accept },
      });
      const { format, pages = 1 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      return [response.status, format, pages, response.headers.get('x-animation')];
    };
    const small = sparseGif({ width: 80, height: 60, frames: 5 });
    expect(await at(small, 'w_64,f_webp')).toEqual([200, 'webp', 5, null]);
    expect(await at(small, 'w_64,f_auto', 'image/avif,image/webp')).toEqual([200, 'webp', 5, null]);
    expect(await at(small, 'w_64')).toEqual([200, 'png', 1, null]);
    // A megabyte that unpacks to 600 megapixels.
    const huge = sparseGif({ width: 100, height: 100, frames: 60_000 });
    expect(await at(huge, 'w_64,f_webp')).toEqual([200, 'webp', 1, 'still; reason=too-large']);
    expect(await at(huge, 'w_64,f_png')).toEqual([200, 'png', 1, null]);
  });

  it('a GIF of a few bytes with an enormous canvas is kept without a picture, and decoded nowhere', async () => {
    const { marque, as } = await started;
    const { status, body } = await fileBytes(
      marque,
      as,
      sparseGif({ width: 16_000, height: 16_000, frames: 2 }),
    );
    expect([status, body.data.width, body.data.height]).toEqual([201, 16_000, 16_000]);
    const reason = 'has 16000 × 16000 pixels; previews are limited to 64 megapixels.';
    const preview = await marque.call('GET', `/api/v1/assets/${String(body.data.id)}/preview`, { as });
    expect(preview.body.data).toMatchObject({ state: 'unavailable', reason: `It ${reason}` });
    for (const transform of ['w_64', 'w_64,f_webp']) {
      const refused = await marque.call('GET', `/a/${String(body.data.id)}/${transform}`);
      expect([refused.status, refused.body.error.message]).toEqual([
        415,
        expect.stringContaining('64 megapixels'),
      ]);
    }
    expect((await marque.call('GET', `/a/${String(body.data.id)}`)).status).toBe(200);
    // Just below the limit, it has one.
    const small = await fileBytes(marque, as, sparseGif({ width: 8000, height: 8000, frames: 1 }));
    expect((await marque.call('GET', `/a/${String(small.body.data.id)}/w_64,f_png`)).status).toBe(200);
  });

  it('an AVIF has a limit of its own, because its encoder holds all of it', async () => {
    const { marque, as } = await started;
    const large = sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#336699' } });
    const { body } = await fileBytes(marque, as, await large.png({ compressionLevel: 1 }).toBuffer());
    const refused = await marque.call('GET', `/a/${String(body.data.id)}/f_avif`);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('16000000 pixels'),
    ]);
  });

  it('the public gets so many looks of a file, whatever the background, and its key any of them', async () => {
    const { marque, as } = await started;
    const { id } = await makeAsset(marque, as, {}, await makePicture({ width: 200, height: 150 }));
    const at = (transform: string) =>
      fetch(`${marque.url}/a/${String(id)}/${transform}`, { redirect: 'manual' });
    expect((await at('w_96,gray,f_webp')).status).toBe(200);
    const statuses: number[] = [];
    for (let color = 0; color < 20; color += 1)
      statuses.push((await at(`w_96,f_webp,bg_0000${(color + 16).toString(16)}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    expect(new Set(statuses.slice(15))).toEqual(new Set([302]));
    expect((await at('w_96,f_webp,bg_blue')).status).toBe(400);

    const path = `/api/v1/assets/${String(id)}/rendition-url`;
    const { body } = await marque.call('GET', `${path}?w=96&f=webp&bg=00FF7F&gray=true&trim=false`, { as });
    expect(body.data.transform).toBe('w_96,f_webp,bg_00ff7f,gray');
    const wrong = await marque.call('GET', `${path}?bg=blue&gray=yes`, { as });
    expect([wrong.status, wrong.body.error.detail.issues.map((one: { path: string }) => one.path)]).toEqual([
      400,
      ['bg', 'gray'],
    ]);
  });
});
