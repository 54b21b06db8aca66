// Search by color over HTTP, and the colors of an asset: what is found, in which order, by whom, and how it follows changes.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { searchOf } from '../../../src/assets/search/search.ts';
import { hashPictures } from '../../../src/assets/similar/hashes.ts';
import type { Caller } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { connect } from '../../agents/client.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

/** A picture of stripes, each as wide as its share of a hundred. */
async function striped(...stripes: [color: string, share: number][]): Promise<Buffer> {
  let from = 0;
  const paths = stripes.map(([color, share]) => {
    from += share;
    return `<path d="M${from - share} 0h${share}v100h-${share}z" fill="${color}" shape-rendering="crispEdges"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">${paths.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

const file = async (bytes: Buffer, meta: Record<string, unknown> = {}, by: Caller = as): Promise<string> =>
  (await makeAsset(marque, by, { mime: 'image/png', ...meta }, bytes)).id as string;
const list = (query: string, by: Caller = reader) =>
  marque.call('GET', `/api/v1/assets?${query}`, { as: by });
async function found(query: string, by: Caller = reader): Promise<string[]> {
  const { status, body } = await list(query, by);
  expect(status).toBe(200);
  return (body.data as { id: string }[]).map(({ id }) => id);
}
const colors = (id: string, by: Caller = reader) =>
  marque.call('GET', `/api/v1/assets/${id}/colors`, { as: by });

const red = '#e4003a';
let mostly: string;
let half: string;
let nearly: string;
let accent: string;
let blue: string;

beforeAll(async () => {
  mostly = await file(await striped([red, 90], ['#fff', 10]), { tags: ['print'] });
  half = await file(await striped([red, 50], ['#fff', 50]), { tags: ['web'] });
  nearly = await file(await striped(['#d01040', 90], ['#fff', 10]), { tags: ['print'] });
  accent = await file(await striped([red, 5], ['#fff', 95]), { tags: ['web'] });
  blue = await file(await striped(['#0057b8', 100]), { tags: ['web'] });
});

describe.each(['index', 'sql'] as const)('color, searched with the %s', (path) => {
  beforeAll(async () => {
    await searchOf(marque.service).built(place.workspaceId);
    searchOf(marque.service).path = path;
  });
  afterAll(() => {
    searchOf(marque.service).path = 'index';
  });

  it('finds what has it or one near it, by how near and how much', async () => {
    expect(await found('color=e4003a')).toEqual([mostly, nearly, half, accent]);
    expect(await found('color=ff2050')).toEqual([mostly, half, nearly, accent]);
    expect(await found('color=d01040')).toEqual([nearly, mostly, half, accent]);
    expect(await found('color=%230057b8')).toEqual([blue]);
    expect(await found('color=0A0')).toEqual([]);
  });

  it('is written with # or without, in three digits or six', async () => {
    for (const color of ['%23FFF', 'fff', 'ffffff', '%23ffffff'])
      expect(await found(`color=${color}`)).toEqual([accent, half, nearly, mostly]);
  });

  it('goes with every other filter, is counted, and can be sorted otherwise', async () => {
    const { body } = await list('color=e4003a&tag=web');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([half, accent]);
    expect(body.total).toBe(2);
    expect(body.facets.tags).toEqual([{ value: 'web', count: 2 }]);
    expect(body.facets.types).toEqual([{ value: 'image', count: 2 }]);
    expect(body.facets.states).toEqual([{ value: 'active', count: 2 }]);
    expect(await found('color=e4003a&sort=newest')).toEqual([accent, nearly, half, mostly]);
    expect(await found('color=e4003a&sort=oldest&limit=2')).toEqual([mostly, half]);
  });

  it('is paged by cursor and by offset', async () => {
    const first = await list('color=e4003a&limit=3');
    expect(first.body.total).toBe(4);
    const rest = await list(`color=e4003a&limit=3&cursor=${first.body.next}`);
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual([accent]);
    expect(rest.body.next).toBeNull();
    expect(await found('color=e4003a&limit=2&offset=1')).toEqual([nearly, half]);
    const other = await list(`color=0057b8&limit=3&cursor=${first.body.next}`);
    expect([other.status, other.body.error.issues?.[0]?.path ?? 'cursor']).toEqual([400, 'cursor']);
  });

  it.each(['', 'red', '%23ff', 'e4003', 'e4003ag', '%23%23e4003a', 'e4003a&color=fff', 'rgb(1,2,3)'])(
    'refuses color=%s and says the form',
    async (color) => {
      const { status, body } = await list(`color=${color}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain('color');
    },
  );
});

describe('access', () => {
  it('is that of every list, and ends at the workspace', async () => {
    const hidden = await file(await striped(['#f0f', 100]), { private: true });
    const there = await file(await striped(['#f0f', 90], ['#fff', 10]), {}, stranger);
    expect(await found('color=f0f')).toEqual([]);
    expect(await found('color=f0f', admin)).toEqual([hidden]);
    expect(await found('color=f0f', stranger)).toEqual([there]);
    expect((await colors(hidden)).status).toBe(404);
    expect((await colors(hidden, admin)).body.data).toEqual([{ hex: '#ff00ff', share: 1 }]);
    expect((await colors(mostly, stranger)).status).toBe(404);
    expect((await colors(mostly, null)).status).toBe(401);
    expect((await colors('nothing')).status).toBe(404);
  });
});

describe('an agent', () => {
  it('searches by color, and learns the form of one that isn’t', async () => {
    const agent = await connect(marque.url, reader.key);
    const { data } = await agent.done('search_assets', { color: '#e4003a', tag: ['web'] });
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([half, accent]);
    const refused = await agent.refused('search_assets', { color: 'red' });
    expect(refused).toMatchObject({ code: 'invalid_request' });
    expect(JSON.stringify(refused)).toContain('Use hex digits');
    await agent.close();
  });
});

describe('the colors of an asset', () => {
  it('are listed with their shares', async () => {
    const { status, body } = await colors(half);
    expect([status, body.state]).toEqual([200, 'ready']);
    expect(body.data.slice(0, 2).map(({ hex }: { hex: string }) => hex)).toEqual(
      expect.arrayContaining(['#e4003a', '#ffffff']),
    );
    expect(body.data[0].share).toBeCloseTo(0.5, 1);
  });

  it('are none without a picture, or if it is transparent', async () => {
    const text = await file(Buffer.from('words'), { mime: 'text/plain', filename: 'a.txt' });
    expect((await colors(text)).body).toEqual({ data: [], state: 'none' });
    const clear = await file(
      await sharp({ create: { width: 90, height: 90, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer(),
    );
    expect((await colors(clear)).body).toEqual({ data: [], state: 'none' });
  });

  it('of drawings and of assets from before are made by the job, and then found', async () => {
    const drawing = await file(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#7a1fa2"/></svg>',
      ),
      { mime: 'image/svg+xml', filename: 'a.svg' },
    );
    expect((await colors(drawing)).body).toEqual({ data: [], state: 'pending' });
    expect(await found('color=7a1fa2')).toEqual([]);
    await hashPictures(marque.service);
    expect((await colors(drawing)).body).toEqual({ data: [{ hex: '#7a1fa2', share: 1 }], state: 'ready' });
    expect(await found('color=7a1fa2')).toEqual([drawing]);
    // As the migration leaves them.
    await marque.service.db.query('update marque.picture_hashes set colors = null, due_at = now()');
    expect((await colors(blue)).body.state).toBe('pending');
    await hashPictures(marque.service);
    expect(await found('color=0057b8')).toEqual([blue]);
  });

  it('are those of the version in use, and end with it', async () => {
    const first = await file(await striped(['#00a651', 100]));
    expect(await found('color=00a651')).toEqual([first]);
    const second = await file(await striped(['#ffd400', 100]), { versionOf: first });
    expect(await found('color=00a651')).toEqual([]);
    expect(await found('color=ffd400')).toEqual([second]);
    await marque.call('DELETE', `/api/v1/assets/${second}`, { as });
    expect(await found('color=ffd400')).not.toContain(second);
  });

  it('of a photograph find it again', async () => {
    const photograph = await file(await readFile('fixtures/rocket.jpg'), { mime: 'image/jpeg' });
    const { body } = await colors(photograph);
    expect(body.data.length).toBeGreaterThan(1);
    for (const { hex } of body.data as { hex: string }[])
      expect(await found(`color=${hex.slice(1)}`)).toContain(photograph);
  });

  it('are kept by a saved search', async () => {
    const saved = await marque.call('POST', '/api/v1/searches', {
      as,
      body: { name: 'Red ones', query: { color: 'e4003a' } },
    });
    expect([saved.status, saved.body.data?.query ?? saved.body.query]).toEqual([201, { color: 'e4003a' }]);
    const wrong = await marque.call('POST', '/api/v1/searches', {
      as,
      body: { name: 'Wrong', query: { color: 'red' } },
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
  });
});
