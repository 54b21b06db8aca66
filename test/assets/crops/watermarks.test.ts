// Presets that lay a watermark on their pictures: where it is, when it changes, and that no picture goes out without it.
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { encode, sizeOf } from '../../../src/lib/decoders/encode.mjs';
import fc from '../../setup/random.ts';
import { makeAsset } from '../library.ts';
import { at, get, make, marque, place, reader, stranger, writer, type Row } from '../delivery/delivering.ts';
import { pixel } from '../delivery/rendering.ts';

afterAll(() => marque.close());

const setting = (context = 'workspace') => `/api/v1/settings/renditions?context=${context}`;
const settle = (presets: unknown, context = 'workspace', as = writer) =>
  marque.call('PATCH', setting(context), { as, body: { presets } });

let made = 0;
/** A picture of one color, in unique bytes. */
const plain = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: `Plain ${(made += 1)}` } })
    .png()
    .toBuffer();

const photo = async (bytes?: Buffer, meta: Record<string, unknown> = {}): Promise<Row> =>
  make({ status: 'active', public: true }, meta, bytes ?? (await plain('#ffffff', 200, 100)));
/** Internal, as watermarks usually are. */
const logo = async (bytes?: Buffer, meta: Record<string, unknown> = {}): Promise<Row> =>
  make({ status: 'active', public: false }, meta, bytes ?? (await plain('#000000', 50, 50)));

const answer = async (asset: Row, transform: string) => {
  const response = await fetch(`${marque.url}${at(asset, transform)}`, { redirect: 'manual' });
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const grayOf = async (picture: Buffer, left: number, top: number): Promise<number> =>
  (await pixel(picture, left, top))[0] ?? -1;
const change = (asset: Row, body: object) =>
  marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as: writer, body });

/** Setting a preset with that watermark, as PNG so that colors stay. */
const marked = async (watermark: Record<string, unknown>, rest: Record<string, unknown> = {}) => {
  const reply = await settle([{ name: 'comp', format: 'png', ...rest, watermark }]);
  expect([reply.status, reply.body]).toMatchObject([200, {}]);
};

describe('a watermark', () => {
  it('is laid where, as large and as faint as its preset says, and by no other address', async () => {
    const [asset, mark] = [await photo(), await logo()];
    await marked({ asset: mark.id });
    const { status, bytes } = await answer(asset, 'preset_comp');
    expect([status, await sharp(bytes).metadata()]).toMatchObject([200, { width: 200, height: 100 }]);
    // A fifth of the height, at the bottom right, half as dark, 2 pixels from the edges.
    const inside = [178, 78, 197, 97] as const;
    expect(await grayOf(bytes, inside[0] + 1, inside[1] + 1)).toBeCloseTo(127, -1);
    expect(await grayOf(bytes, inside[2] - 1, inside[3] - 1)).toBeCloseTo(127, -1);
    for (const [left, top] of [
      [176, 88],
      [188, 75],
      [199, 88],
      [188, 99],
      [100, 50],
      [1, 1],
    ] as const)
      expect([left, top, await grayOf(bytes, left, top)]).toEqual([left, top, 255]);
    expect(await grayOf((await answer(asset, 'w_200,f_png')).bytes, 188, 88)).toBe(255);
    for (const wrong of ['watermark_1', 'preset_comp,watermark_0', `mark_${mark.id}`])
      expect([wrong, (await answer(asset, wrong)).status]).toEqual([wrong, 400]);
    // Who looks at the record sees what the preset means, too.
    const record = await get(`/api/v1/assets/${asset.id}/content/preset_comp`, reader);
    expect(await grayOf(record.bytes, 188, 88)).toBeCloseTo(127, -1);

    await marked({ asset: mark.id, position: 'top', size: 100, opacity: 100 }, { width: 100 });
    const top = await answer(asset, 'preset_comp');
    // As high as there is room, between the margins, in the middle.
    expect(await sharp(top.bytes).metadata()).toMatchObject({ width: 100, height: 50 });
    const across = await Promise.all([25, 28, 50, 72, 75].map((left) => grayOf(top.bytes, left, 20)));
    expect(across).toEqual([255, 0, 0, 0, 255]);
    // A narrower one in its shape has it as well.
    expect(await grayOf((await answer(asset, 'preset_comp,w_64')).bytes, 32, 12)).toBe(0);
  });

  it('is listed with its preset, and portals and descriptions offer it by name', async () => {
    const [asset, mark] = [await photo(), await logo()];
    await marked({ asset: mark.id, position: 'center' });
    const { body } = await get('/api/v1/transforms', reader);
    expect(body.data.presets).toEqual([
      {
        name: 'comp',
        format: 'png',
        watermark: { asset: mark.id, position: 'center' },
        transform: 'preset_comp',
      },
    ]);
    const description = await get(`/api/v1/assets/${asset.id}/description`, reader);
    expect(description.body.alternatives).toContainEqual({
      name: 'comp',
      url: `${marque.url}/a/${asset.id}/preset_comp`,
    });
  });

  it('makes other renditions as soon as its preset or its file changes', async () => {
    const [asset, mark] = [await photo(), await logo()];
    await marked({ asset: mark.id, opacity: 100 });
    const first = await answer(asset, 'preset_comp');
    expect(await grayOf(first.bytes, 188, 88)).toBe(0);
    expect((await get(at(asset, 'preset_comp'), null, { 'if-none-match': first.etag ?? '' })).status).toBe(
      304,
    );
    await marked({ asset: mark.id, opacity: 40 });
    const fainter = await answer(asset, 'preset_comp');
    expect([await grayOf(fainter.bytes, 188, 88), fainter.etag === first.etag]).toEqual([153, false]);
    await marked({ asset: mark.id, opacity: 100 });
    expect((await answer(asset, 'preset_comp')).etag).toBe(first.etag);
    // A new version of the file is the watermark at once.
    await logo(await plain('#646464', 50, 50), { versionOf: mark.id });
    const next = await answer(asset, 'preset_comp');
    expect([await grayOf(next.bytes, 188, 88), next.etag === first.etag]).toEqual([100, false]);
  });

  it('is on every frame of an animation, at the same place', async () => {
    const frames = await Promise.all(
      ['#c80000', '#00c800', '#0000c8'].map((background) => plain(background, 100, 60)),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 200, 300] })
      .toBuffer();
    const asset = await photo(gif, { filename: 'moving.gif', mime: 'image/gif' });
    await marked(
      { asset: (await logo(await plain('#ffffff', 10, 10))).id, position: 'bottom-left', opacity: 100 },
      { width: 67, format: 'webp', quality: 100 },
    );
    const { bytes } = await answer(asset, 'preset_comp');
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      width: 67,
      pageHeight: 40,
      delay: [100, 200, 300],
    });
    for (const page of [0, 1, 2]) {
      const frame = await sharp(bytes, { page }).png().toBuffer();
      const seen = await Promise.all([pixel(frame, 4, 35), pixel(frame, 4, 26), pixel(frame, 15, 35)]);
      expect([page, seen.map(([r = 0, g = 0, b = 0]) => r + g + b > 700)]).toEqual([
        page,
        [true, false, false],
      ]);
    }
  });

  it('is laid on drawings, and drawn sharp beyond its own size', async () => {
    const svg = (width: number, inside: string): Buffer =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 10 10"><!--${(made += 1)}-->${inside}</svg>`,
      );
    const drawing = await photo(svg(300, '<rect width="10" height="10" fill="#fff"/>'), {
      filename: 'drawing.svg',
      mime: 'image/svg+xml',
    });
    // Black on its left half; 10 pixels wide, so that scaling up what was drawn small would blur the edge.
    const half = await logo(svg(10, '<rect width="5" height="10"/>'), {
      filename: 'half.svg',
      mime: 'image/svg+xml',
    });
    await marked({ asset: half.id, position: 'center', size: 80, opacity: 100 });
    const { status, bytes } = await answer(drawing, 'preset_comp');
    expect([status, await sharp(bytes).metadata()]).toMatchObject([200, { width: 300, height: 300 }]);
    const across = await Promise.all([32, 100, 147, 153, 250].map((left) => grayOf(bytes, left, 150)));
    expect(across).toEqual([0, 0, 0, 255, 255]);
    await marked({ asset: half.id, position: 'center', size: 80, opacity: 100 }, { format: 'jpeg' });
    expect((await sharp((await answer(drawing, 'preset_comp')).bytes).metadata()).format).toBe('jpeg');
  });

  it('doesn’t hold up pictures that wait for it, many at a time', async () => {
    const assets = await Promise.all(Array.from({ length: 8 }, () => photo()));
    await marked({ asset: (await logo()).id, opacity: 100 });
    const answers = await Promise.all(assets.map((asset) => answer(asset, 'preset_comp')));
    for (const { status, bytes } of answers) expect([status, await grayOf(bytes, 188, 88)]).toEqual([200, 0]);
  });
});

describe('without a watermark that can be used', () => {
  const refusal = async (asset: Row) => {
    const reply = await get(at(asset, 'preset_comp'));
    return [
      reply.status,
      reply.body.error?.code,
      reply.body.error?.message,
      reply.headers.get('cache-control'),
    ];
  };
  const because = (why: string) => [
    503,
    'unavailable',
    `The preset "comp" has a watermark that can't be used: ${why}. An admin can choose another one in the setting renditions.`,
    'no-store',
  ];

  it('no picture goes out, also none that was made before', async () => {
    const [asset, mark] = [await photo(), await logo()];
    await marked({ asset: mark.id });
    expect((await answer(asset, 'preset_comp')).status).toBe(200);
    expect((await change(mark, { status: 'archived' })).status).toBe(200);
    expect(await refusal(asset)).toEqual(because('the file is archived'));
    expect((await get(`/api/v1/assets/${asset.id}/content/preset_comp`, reader)).status).toBe(503);
    // Other renditions and the original are as before.
    expect((await answer(asset, 'w_100')).status).toBe(200);
    expect((await change(mark, { status: 'active' })).status).toBe(200);
    expect((await answer(asset, 'preset_comp')).status).toBe(200);
    await marque.service.db.query(
      `update assets set rights = '{"territories": [], "channels": [], "expires": "2020-01-01"}' where id = $1`,
      [mark.id],
    );
    expect(await refusal(asset)).toEqual(because('the file has expired'));
    await marque.service.db.query('update assets set deleted_at = now() where id = $1', [mark.id]);
    expect(await refusal(asset)).toEqual(because('the file is deleted'));
  });

  it('a version that is no picture doesn’t become one', async () => {
    const [asset, mark] = [await photo(), await logo()];
    await marked({ asset: mark.id });
    await logo(Buffer.from('Not a picture'), { versionOf: mark.id, filename: 'a.txt', mime: 'text/plain' });
    expect(await refusal(asset)).toEqual(because("the file isn't a picture"));
  });

  it('a preset can’t be set, and nothing is stored', async () => {
    const fresh = await logo();
    await marked({ asset: fresh.id });
    const before = (await get(setting(), writer)).body;
    const elsewhere = (await makeAsset(marque, stranger)) as Row;
    const archived = await logo();
    await change(archived, { status: 'archived' });
    const text = await logo(Buffer.from(`Text ${(made += 1)}`), { filename: 'a.txt', mime: 'text/plain' });
    for (const [asset, why] of [
      [elsewhere.id, "The file isn't in this workspace."],
      [archived.id, 'The file is archived.'],
      [text.id, "The file isn't a picture."],
    ] as const) {
      const reply = await settle([{ name: 'plain' }, { name: 'comp', watermark: { asset } }]);
      expect([reply.status, reply.body.error.detail.issues]).toEqual([
        422,
        [{ path: 'presets[1].watermark.asset', message: why }],
      ]);
    }
    expect((await get(setting(), writer)).body).toEqual(before);
  });

  it('the organization has no presets with one: its workspaces have other files', async () => {
    const chief = await marque.makePerson();
    await marque.grant(chief.id, 'organization', place.organizationId, 'admin', { place });
    const reply = await marque.call('PATCH', setting('organization'), {
      as: { cookie: chief.cookie },
      body: { presets: [{ name: 'comp', watermark: { asset: (await logo()).id } }] },
    });
    expect([reply.status, reply.body.error.detail.issues]).toMatchObject([
      422,
      [{ path: 'presets[0].watermark' }],
    ]);
  });

  it.each([
    [true, 'presets[0].watermark'],
    [{}, 'presets[0].watermark.asset'],
    [{ asset: 'logo' }, 'presets[0].watermark.asset'],
    [{ asset: '00000000-0000-4000-8000-000000000000', position: 'middle' }, 'presets[0].watermark.position'],
    [{ asset: '00000000-0000-4000-8000-000000000000', size: 0 }, 'presets[0].watermark.size'],
    [{ asset: '00000000-0000-4000-8000-000000000000', opacity: 101 }, 'presets[0].watermark.opacity'],
    [{ asset: '00000000-0000-4000-8000-000000000000', margin: 2 }, 'presets[0].watermark'],
  ])('%j is a 400 that names %s', async (watermark, path) => {
    const reply = await settle([{ name: 'comp', watermark }]);
    expect([reply.status, reply.body.error.detail.issues[0].path]).toEqual([400, path]);
  });
});

it('a rendition’s size is known before it’s made, to the pixel', async () => {
  const side = fc.integer({ min: 1, max: 120 });
  const share = fc.double({ min: 0.05, max: 0.9, noNaN: true });
  const crop = fc.record({ x: share, y: share, width: share, height: share });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ width: side, height: side }),
      fc.record({ w: side, h: side }, { requiredKeys: [] }),
      fc.constantFrom('cover', 'contain', 'inside', 'outside', 'fill'),
      fc.option(crop, { nil: undefined }),
      fc.option(fc.record({ x: share, y: share }), { nil: undefined }),
      async (whole, sides, fit, area, focus) => {
        const both = sides.w !== undefined && sides.h !== undefined;
        const rendition = {
          ...sides,
          fit: both ? fit : ('inside' as const),
          q: 80,
          f: 'png' as const,
          ...(area && { crop: area }),
          ...(focus && both && fit === 'cover' && { focus }),
        };
        const source = await sharp({ create: { ...whole, channels: 3, background: 'red' } })
          .png()
          .toBuffer();
        const { width, height } = await sharp(await encode(sharp(source), rendition)).metadata();
        expect([whole, rendition, { width, height }]).toEqual([whole, rendition, sizeOf(rendition, whole)]);
      },
    ),
    { numRuns: 150 },
  );
});
