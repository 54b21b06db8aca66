// Presets: renditions by name, from the settings, and the crops drawn for them.
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { pictureAttributes } from '../../../src/lib/srcset.ts';
import { connect } from '../../agents/client.ts';
import { at, get, make, marque, place, reader, stranger, writer, type Row } from '../delivery/delivering.ts';
import { blue, green, middleOf, red, stripes } from './striped.ts';

afterAll(() => marque.close());

const setting = '/api/v1/settings/renditions?context=workspace';
const settle = (presets: unknown) => marque.call('PATCH', setting, { as: writer, body: { presets } });
const draw = (asset: Row, body: unknown) =>
  marque.call('PUT', `/api/v1/assets/${asset.id}/crops`, { as: writer, body });
const picture = async (asset: Row, transform: string) => {
  const response = await fetch(`${marque.url}${at(asset, transform)}`, { redirect: 'manual' });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    ...(bytes.length > 0 ? await middleOf(bytes) : { color: [], size: [] }),
  };
};
const striped = async (): Promise<Row> => make({ status: 'active', public: true }, {}, await stripes());

const hero = { name: 'hero', width: 80, height: 40, format: 'webp', quality: 70 };

describe('a preset', () => {
  it('is a rendition by its name, cached for a minute, that changes with the setting', async () => {
    const asset = await striped();
    expect((await settle([hero])).status).toBe(200);
    const first = await picture(asset, 'preset_hero');
    expect([first.status, first.size, first.headers.get('content-type')]).toEqual([
      200,
      [80, 40],
      'image/webp',
    ]);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const tag = String(first.headers.get('etag'));
    expect((await get(at(asset, 'preset_hero'), null, { 'if-none-match': tag })).status).toBe(304);
    await settle([{ ...hero, width: 60, background: '#FF0000' }]);
    const next = await get(at(asset, 'preset_hero'), null, { 'if-none-match': tag });
    expect([next.status, (await picture(asset, 'preset_hero')).size]).toEqual([200, [60, 40]]);
    // Whoever reads the record gets it as well.
    const content = await get(`/api/v1/assets/${asset.id}/content/preset_hero`, reader);
    expect([content.status, content.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is cropped around the focal point, or cut out as it was drawn', async () => {
    await settle([hero, { name: 'square', width: 50, height: 50 }]);
    const asset = await striped();
    expect((await picture(asset, 'preset_square')).color).toEqual(green);
    await draw(asset, { focalPoint: { x: 0, y: 0.5 } });
    expect((await picture(asset, 'preset_square')).color).toEqual(red);
    const reply = await draw(asset, {
      focalPoint: { x: 0, y: 0.5 },
      presets: { square: { x: 2 / 3, y: 0, width: 1 / 3, height: 1 } },
    });
    expect(reply.body.data.presets).toEqual({ square: { x: 0.6667, y: 0, width: 0.3333, height: 1 } });
    expect(await picture(asset, 'preset_square')).toMatchObject({ status: 200, color: blue, size: [50, 50] });
    // Others aren't cut.
    expect((await picture(asset, 'w_50,h_50')).color).toEqual(red);
  });

  it('is cut out of the upright picture, however it’s stored', async () => {
    await settle([{ name: 'right', width: 50, height: 50, format: 'webp' }]);
    const turned = await sharp(await stripes())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const asset = await make({ status: 'active', public: true }, {}, turned);
    await draw(asset, { presets: { right: { x: 0.7, y: 0.1, width: 0.25, height: 0.75 } } });
    expect(await picture(asset, 'preset_right')).toMatchObject({ color: blue, size: [50, 50] });
  });

  it('never enlarges what was cut out, and keeps a crop whose preset is gone', async () => {
    await settle([{ name: 'wide', width: 200, height: 100 }]);
    const asset = await striped();
    await draw(asset, { presets: { wide: { x: 0, y: 0, width: 0.2, height: 0.3 } } });
    expect((await picture(asset, 'preset_wide')).size).toEqual([60, 30]);
    await settle([hero]);
    const again = await draw(asset, { presets: { wide: { x: 0, y: 0, width: 0.5, height: 1 } } });
    expect([again.status, Object.keys(again.body.data.presets)]).toEqual([200, ['wide']]);
  });

  it('that doesn’t exist is a 400 that names those there are', async () => {
    await settle([hero]);
    const asset = await striped();
    for (const path of [
      at(asset, 'preset_hero2'),
      `/api/v1/assets/${asset.id}/rendition-url?preset=hero2`,
      `/api/v1/assets/${asset.id}/content/preset_hero2`,
    ]) {
      const reply = await get(path, reader);
      expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining('"hero"')]);
    }
    const other = await get(at(asset, 'preset_zzz'));
    expect(other.body.error.message).toContain('Use one of: hero.');
    for (const wrong of [
      'preset_',
      'preset_Hero',
      'preset_hero,h_20',
      'preset_hero,w_0',
      'preset_hero,preset_hero',
    ])
      expect([wrong, (await get(at(asset, wrong))).status]).toEqual([wrong, 400]);
    // To whom it isn't served, nothing is said.
    expect((await get(at(await make({ public: false }), 'preset_hero2'))).status).toBe(404);
  });

  it('is among the alternatives of a description, and has an address', async () => {
    await settle([hero, { name: 'pdf-only', width: 20, format: 'avif' }]);
    await marque.call('PATCH', '/api/v1/settings/delivery?context=workspace', {
      as: writer,
      body: { formats: ['webp'] },
    });
    const asset = await striped();
    const { body } = await get(`/api/v1/assets/${asset.id}/description`, reader);
    expect(body.alternatives.map(({ name }: { name: string }) => name)).toEqual(['hero']);
    expect(body.alternatives[0].url).toBe(`${marque.url}/a/${asset.id}/preset_hero`);
    await marque.call('PATCH', '/api/v1/settings/delivery?context=workspace', {
      as: writer,
      body: { formats: null },
    });
    const address = await get(`/api/v1/assets/${asset.id}/rendition-url?preset=hero`, reader);
    expect(address.body.data).toMatchObject({ transform: 'preset_hero', public: true });
    const signed = await marque.call('POST', `/api/v1/assets/${asset.id}/signed-url`, {
      as: writer,
      body: { transform: 'preset_hero' },
    });
    expect((await fetch(signed.body.data.url as string)).status).toBe(200);
  });

  it('is told to agents, and offered by portals without sizes of their own', async () => {
    await settle([hero]);
    const collection = await marque.makeCollection(place);
    const asset = await make(
      { status: 'active', public: false },
      { collections: [collection] },
      await stripes(),
    );
    const agent = await connect(marque.url, reader.key);
    const described = await agent.done('describe_asset', { id: asset.id });
    await agent.close();
    expect(described.alternatives).toEqual([
      { name: 'hero', url: `${marque.url}/a/${asset.id}/preset_hero` },
    ]);
    const made = await marque.call('POST', '/api/v1/portals', {
      as: writer,
      body: { name: 'Press', slug: 'press-presets', collections: [collection] },
    });
    expect(made.status).toBe(201);
    const shown = await get('/api/v1/portal/press-presets');
    const downloads = shown.body.assets[0].downloads as { name: string; url: string }[];
    expect(downloads.map(({ name }) => name)).toEqual(['original', 'hero']);
    // The signature is of the name, so that it holds when the preset changes.
    await settle([{ ...hero, width: 40 }]);
    const response = await fetch(downloads[1]?.url ?? '');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    const sized = await middleOf(Buffer.from(await response.arrayBuffer()));
    expect(sized.size).toEqual([40, 40]);
  });

  it('comes in several widths, each with its crop, for the srcset of a page', async () => {
    const square = { name: 'square', width: 400, height: 400, format: 'webp' as const };
    await settle([square, { name: 'low', height: 50 }]);
    const asset = await make({ status: 'active', public: true }, {}, await stripes());
    await draw(asset, { focalPoint: { x: 1, y: 0.5 } });
    const { body } = await get('/api/v1/transforms', reader);
    const attributes = pictureAttributes(
      { id: asset.id, address: body.data.address, width: 1000, height: 1000 },
      { preset: body.data.presets[0], widths: [64, 96, 1280], sizes: '50vw' },
    );
    expect(attributes).toEqual({
      src: `${marque.url}/a/${asset.id}/preset_square`,
      srcset: [
        `${marque.url}/a/${asset.id}/preset_square,w_64 64w`,
        `${marque.url}/a/${asset.id}/preset_square,w_96 96w`,
        `${marque.url}/a/${asset.id}/preset_square 400w`,
      ].join(', '),
      sizes: '50vw',
      width: 400,
      height: 400,
    });
    expect(await picture(asset, 'preset_square,w_64')).toMatchObject({
      status: 200,
      size: [64, 64],
      color: blue,
    });
    expect((await picture(asset, 'preset_square,w_64')).headers.get('cache-control')).toBe(
      'public, max-age=60',
    );
    expect((await picture(asset, 'w_96,preset_low')).size).toEqual([96, 32]);
    expect((await picture(asset, 'preset_square,w_640')).size).toEqual([100, 100]);
    const address = await get(`/api/v1/assets/${asset.id}/rendition-url?preset=square&w=64`, reader);
    expect(address.body.data.transform).toBe('preset_square,w_64');
    // The public gets so many of other widths, and then the next standard one.
    const answers = [];
    for (let width = 21; width < 39; width += 1)
      answers.push(await picture(asset, `preset_square,w_${width}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array(16).fill(200), 302, 302]);
    expect(answers.at(-1)?.headers.get('location')).toBe(`${marque.url}/a/${asset.id}/preset_square,w_64`);
  });

  it('counts against no limit of sizes', async () => {
    const names = Array.from({ length: 20 }, (_, at) => ({ name: `p${at}`, width: 20 + at, height: 10 }));
    expect((await settle(names)).status).toBe(200);
    const asset = await striped();
    const statuses = [];
    for (const { name } of names) statuses.push((await get(at(asset, `preset_${name}`))).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('the setting', () => {
  it.each([
    [[{ name: 'Hero' }], 'presets[0].name'],
    [[{ name: 'thumb', width: 20 }], 'presets[0].name'],
    [[hero, hero], 'presets[1].name'],
    [[{ ...hero, width: 9000 }], 'presets[0].width'],
    [[{ name: 'a', width: 20, fit: 'cover' }], 'presets[0].fit'],
    [[{ ...hero, background: 'blue' }], 'presets[0].background'],
    [[{ ...hero, overlay: true }], 'presets[0]'],
    ['hero', 'presets'],
  ])('%j is a 400 that names %s', async (presets, path) => {
    const reply = await settle(presets);
    const paths = reply.body.error.detail.issues.map((issue: { path: string }) => issue.path);
    expect([reply.status, paths]).toEqual([400, [path]]);
  });
});

describe('everything an address can say', () => {
  it('is listed with the presets of the workspace, and with examples that are valid', async () => {
    await settle([hero]);
    const { status, body } = await get('/api/v1/transforms', reader);
    expect(status).toBe(200);
    const parts = (body.data.parts as { part: string; example: string }[]).map(({ part }) => part);
    expect(parts.sort()).toEqual(
      ['bg_', 'dpr_', 'f_', 'fit_', 'gray', 'h_', 'page_', 'preset_', 'q_', 'rot_', 'trim', 'w_'].sort(),
    );
    expect(body.data.presets).toEqual([{ ...hero, transform: 'preset_hero' }]);
    const asset = await striped();
    for (const { example } of body.data.parts as { example: string }[])
      if (!example.startsWith('page_'))
        expect([example, (await get(at(asset, example))).status]).toEqual([example, 200]);
    expect((await get('/api/v1/transforms', stranger)).body.data.presets).toEqual([]);
    expect((await get('/api/v1/transforms')).status).toBe(401);
  });
});
