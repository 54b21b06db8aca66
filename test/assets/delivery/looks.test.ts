// What an address says of a rendition's look and quality: by the encoder, and through HTTP.
import { afterAll, describe, expect, it, test } from '@jest/globals';
import sharp from 'sharp';
import type { Source } from '../../../src/assets/delivery/transform.ts';
import { similarity } from '../../../src/lib/decoders/encode.mjs';
import { randomFrom } from '../../setup/seeded-random.ts';
import { startService } from '../../setup/service.ts';
import { makeAsset, makePicture } from '../library.ts';
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

  test('compares a small copy, however long the picture', async () => {
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

describe('through HTTP', () => {
  let closed: (() => Promise<void>) | undefined;
  afterAll(() => closed?.());

  it('the public gets so many looks of a file, whatever the background, and its key any of them', async () => {
    const marque = await startService();
    closed = () => marque.close();
    const as = await marque.makeKey(await marque.makePlace(), 'write');
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
