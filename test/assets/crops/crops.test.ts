// The focal point of an asset: who sets it, and what is cropped around it.
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { at, get, make, marque, place, reader, stranger, writer, type Row } from '../delivery/delivering.ts';
import type { Caller } from '../../setup/service.ts';
import { blue, green, middleOf, red, stripes } from './striped.ts';

afterAll(() => marque.close());

const cropsAt = ({ id }: Row): string => `/api/v1/assets/${id}/crops`;
const set = (asset: Row, body: unknown, as: Caller = writer, headers: Record<string, string> = {}) =>
  marque.call('PUT', cropsAt(asset), { as, body, headers });
const fetched = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${marque.url}${path}`)).arrayBuffer());
const shown = async (asset: Row, transform: string) => middleOf(await fetched(at(asset, transform)));
const striped = async (): Promise<Row> => make({ status: 'active', public: true }, {}, await stripes());

describe('the focal point', () => {
  it('is the center until it’s set, and again once it’s left out', async () => {
    const asset = await striped();
    const first = await get(cropsAt(asset), reader);
    expect([first.status, first.body.data]).toMatchObject([
      200,
      { focalPoint: { x: 0.5, y: 0.5 }, presets: {} },
    ]);
    const reply = await set(asset, { focalPoint: { x: 0.123456, y: 1 } });
    expect([reply.status, reply.body.data.focalPoint]).toEqual([200, { x: 0.1235, y: 1 }]);
    expect((await get(cropsAt(asset), reader)).body.data).toEqual(reply.body.data);
    for (const body of [{}, { focalPoint: null }]) {
      await set(asset, { focalPoint: { x: 0, y: 0 } });
      expect((await set(asset, body)).body.data.focalPoint).toEqual({ x: 0.5, y: 0.5 });
    }
  });

  it('is what covers are cropped around, up to the edges, in every format and size', async () => {
    const asset = await striped();
    for (const transform of [
      'w_50,h_50',
      'w_100,h_100,f_webp',
      'w_40,h_80,f_jpeg',
      'w_60,h_60,q_auto,f_webp',
    ])
      expect((await shown(asset, transform)).color).toEqual(green);
    for (const [x, color] of [
      [0, red],
      [0.2, red],
      [0.5, green],
      [1, blue],
    ] as const) {
      await set(asset, { focalPoint: { x, y: 0.9 } });
      for (const transform of [
        'w_50,h_50',
        'w_100,h_100,f_webp',
        'w_40,h_80,f_jpeg',
        'w_60,h_60,q_auto,f_webp',
      ])
        expect([x, transform, (await shown(asset, transform)).color]).toEqual([x, transform, color]);
    }
    // Larger than the picture: never enlarged, in the shape that was asked for.
    await set(asset, { focalPoint: { x: 0, y: 0 } });
    expect(await shown(asset, 'w_400,h_400')).toEqual({ color: red, size: [100, 100] });
  });

  it('is of the upright picture, however it’s stored, and of drawings', async () => {
    const upright = await stripes();
    const turned = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const bars = ['#c80000', '#00c800', '#0000c8'].map(
      (fill, at) => `<rect x="${at * 100}" width="100" height="100" fill="${fill}"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${bars.join('')}</svg>`;
    for (const bytes of [turned, Buffer.from(svg)]) {
      const asset = await make({ status: 'active', public: true }, {}, bytes);
      expect((await shown(asset, 'w_50,h_50,f_webp')).color).toEqual(green);
      await set(asset, { focalPoint: { x: 1, y: 0 } });
      expect(await shown(asset, 'w_50,h_50,f_webp')).toEqual({ color: blue, size: [50, 50] });
    }
  });

  it('changes the ETag of covers, and of nothing else', async () => {
    const asset = await striped();
    const tags = async (): Promise<(string | null)[]> =>
      Promise.all(
        ['w_50,h_50', 'w_50', 'w_50,h_50,fit_contain', 'w_50,h_50,fit_fill'].map(async (transform) =>
          (await get(at(asset, transform))).headers.get('etag'),
        ),
      );
    const before = await tags();
    await set(asset, { focalPoint: { x: 0.1, y: 0.1 } });
    const after = await tags();
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1)).toEqual(before.slice(1));
    const stale = await get(at(asset, 'w_50,h_50'), null, { 'if-none-match': String(before[0]) });
    expect(stale.status).toBe(200);
    await set(asset, { focalPoint: { x: 0.5, y: 0.5 } });
    expect(await tags()).toEqual(before);
  });

  it('changes the address at which readers keep pictures', async () => {
    const asset = await striped();
    const address = async (): Promise<string> =>
      (await get(`/api/v1/assets/${asset.id}?include=thumbnail`, reader)).body.included[asset.id]
        .thumbnail as string;
    const before = await address();
    await get(cropsAt(asset), reader); // The suggestion changes nothing.
    expect(await address()).toBe(before);
    await set(asset, { focalPoint: { x: 0.1, y: 0.1 } });
    expect(await address()).not.toBe(before);
    const old = new URL(before);
    const kept = await get(`${old.pathname.replace('w_320', 'w_50,h_50')}${old.search}`, reader);
    expect(kept.headers.get('cache-control')).toBe('private, no-store');
  });

  it('is of one version, and of one asset among those with the same file', async () => {
    const bytes = await stripes();
    const first = await make({ status: 'active', public: true }, {}, bytes);
    await set(first, { focalPoint: { x: 0, y: 0 } });
    const next = await make({ public: true }, { versionOf: first.id }, await stripes());
    expect((await get(cropsAt(next), reader)).body.data.focalPoint).toEqual({ x: 0.5, y: 0.5 });
    expect((await shown(next, 'w_50,h_50')).color).toEqual(green);
    expect((await shown(first, 'w_50,h_50')).color).toEqual(red);
  });

  it('is suggested where the picture draws attention; null without a picture', async () => {
    const square = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#e02010' } })
      .png()
      .toBuffer();
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888888' } })
      .composite([{ input: square, left: 300, top: 200 }])
      .png()
      .toBuffer();
    const { suggested } = (await get(cropsAt(await make({}, {}, picture)), reader)).body.data as {
      suggested: { x: number; y: number };
    };
    expect([suggested.x > 0.7, suggested.y > 0.6]).toEqual([true, true]);
    const text = await make({}, {}, Buffer.from('Only words, in a file of text.'));
    expect((await get(cropsAt(text), reader)).body.data.suggested).toBeNull();
  });

  it('is recorded in the activity once, with what it was before', async () => {
    const asset = await striped();
    await set(asset, { focalPoint: { x: 0.1, y: 0.2 } });
    await set(asset, { focalPoint: { x: 0.1, y: 0.2 } });
    const { body } = await get(`/api/v1/assets/${asset.id}/activity`, reader);
    const changes = (body.data as { type: string; detail: { changes?: { crops?: object } } }[]).filter(
      ({ type, detail }) => type === 'asset.changed' && detail.changes?.crops,
    );
    expect(changes.map(({ detail }) => detail.changes?.crops)).toEqual([
      {
        before: { focalPoint: { x: 0.5, y: 0.5 }, presets: {} },
        after: { focalPoint: { x: 0.1, y: 0.2 }, presets: {} },
      },
    ]);
  });
});

describe('the way in', () => {
  it('is closed to the scope below, and to callers of other workspaces', async () => {
    const asset = await striped();
    const proposer = await marque.makeKey(place, 'propose');
    const body = { focalPoint: { x: 0, y: 0 } };
    expect([
      (await set(asset, body, proposer)).status,
      (await set(asset, body, reader)).status,
      (await set(asset, body, stranger)).status,
      (await get(cropsAt(asset), stranger)).status,
      (await set(asset, body, null)).status,
    ]).toEqual([403, 403, 404, 404, 401]);
    expect((await get(cropsAt(asset), reader)).body.data.focalPoint).toEqual({ x: 0.5, y: 0.5 });
  });

  it.each([
    [{ focalPoint: { x: 1.1, y: 0 } }, 'focalPoint.x'],
    [{ focalPoint: { x: 0 } }, 'focalPoint.y'],
    [{ focalPoint: 'center' }, 'focalPoint'],
    [{ presets: { hero: { x: 0.5, y: 0, width: 0.6, height: 1 } } }, 'presets.hero.width'],
    [{ presets: { hero: { x: 0, y: 0, width: 0, height: 1 } } }, 'presets.hero.width'],
    [{ presets: { 'No Name': { x: 0, y: 0, width: 1, height: 1 } } }, 'presets.No Name'],
    [{ presets: { hero: { x: 0, y: 0, width: 1, height: 1 } } }, 'presets.hero'],
    [{ focus: { x: 0, y: 0 } }, 'focus'],
  ])('%j is a 400 that names %s', async (body, path) => {
    const asset = await make();
    const reply = await set(asset, body);
    expect([
      reply.status,
      reply.body.error.detail.issues.map((issue: { path: string }) => issue.path),
    ]).toEqual([400, [path]]);
  });

  it('refuses an edit of something else than what was read, and of what is in the trash', async () => {
    const asset = await striped();
    const tag = String((await get(cropsAt(asset), writer)).headers.get('etag'));
    const first = await set(asset, { focalPoint: { x: 0.1, y: 0.1 } }, writer, { 'if-match': tag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe((await get(cropsAt(asset), writer)).headers.get('etag'));
    const late = await set(asset, { focalPoint: { x: 0.9, y: 0.9 } }, writer, { 'if-match': tag });
    expect(late.status).toBe(412);
    const deleted = await make({ deleted: true });
    expect([404, 409]).toContain((await set(deleted, {})).status);
  });
});
