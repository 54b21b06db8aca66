// Groups of near-duplicates over HTTP: in the workspace and in a collection, page by page, for each caller.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Caller } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

interface Listed {
  assets: { asset: { id: string }; distance: number; kind: string }[];
  count: number;
}

const duplicates = (query = '', by: Caller = reader) =>
  marque.call('GET', `/api/v1/assets/duplicates${query}`, { as: by });
async function groups(query = '', by: Caller = reader): Promise<string[][]> {
  const { status, body } = await duplicates(query, by);
  expect(status).toBe(200);
  return (body.data as Listed[]).map(({ assets }) => assets.map(({ asset }) => asset.id));
}

const photograph = (name: string): Promise<Buffer> => readFile(`fixtures/${name}`);
const sized = async (name: string, width: number): Promise<Buffer> =>
  sharp(await photograph(name))
    .resize(width)
    .png()
    .toBuffer();
const file = async (bytes: Buffer, meta: Record<string, unknown> = {}): Promise<string> =>
  (await makeAsset(marque, as, { mime: 'image/png', ...meta }, bytes)).id as string;

let collection: string;
let rockets: [string, string, string];
let cups: [string, string];

beforeAll(async () => {
  collection = (await marque.call('POST', '/api/v1/collections', { as, body: { name: 'Kitchen' } })).body.data
    .id;
  rockets = [
    await file(await sized('rocket.jpg', 300)),
    await file(await photograph('rocket.jpg')),
    await file(await sized('rocket.jpg', 200)),
  ];
  cups = [
    await file(await photograph('coffee.png'), { collections: [collection] }),
    await file(await sized('coffee.png', 300), { collections: [collection] }),
  ];
  await file(await photograph('chelsea.png'));
});

describe('groups of near-duplicates', () => {
  it('are those with the newest first, and in each the largest picture', async () => {
    const [small, large, smaller] = rockets;
    const { body } = await duplicates();
    expect(await groups()).toEqual([cups, [large, small, smaller]]);
    expect(body).toMatchObject({ total: 2, pending: 0, next: null });
    const [first, second] = (body.data as Listed[])[0]?.assets ?? [];
    expect(first?.distance).toBe(0);
    expect(second).toMatchObject({ kind: 'duplicate' });
    expect((body.data as Listed[]).map(({ count }) => count)).toEqual([2, 3]);
  });

  it('are listed page by page', async () => {
    const first = (await duplicates('?limit=1')).body;
    const second = (await duplicates(`?limit=1&cursor=${first.next}`)).body;
    expect([first.data.length, second.data.length, second.next]).toEqual([1, 1, null]);
    expect(second.data[0].assets[0].asset.id).toBe(rockets[1]);
    const other = await duplicates(`?limit=1&collection=${collection}&cursor=${first.next}`);
    expect([other.status, other.body.error.message]).toEqual([400, expect.stringContaining('cursor')]);
  });

  it('are those of a collection, or of one asset, which comes first', async () => {
    expect(await groups(`?collection=${collection}`)).toEqual([cups]);
    expect(await groups('?collection=kitchen')).toEqual([cups]);
    const [group] = await groups(`?asset=${rockets[2]}`);
    expect(group?.[0]).toBe(rockets[2]);
    expect(group?.slice(1).sort()).toEqual([rockets[0], rockets[1]].sort());
    const cat = (await marque.call('GET', '/api/v1/assets?q=picture&limit=1', { as })).body.data[0].id;
    expect(await groups(`?asset=${cat}`)).toEqual([]);
  });

  it('come with thumbnails if asked', async () => {
    const { body } = await duplicates(`?collection=${collection}&include=thumbnail`);
    expect(Object.keys(body.included).sort()).toEqual([...cups].sort());
  });

  it('leave out what is archived or deleted', async () => {
    const one = await file(
      await sharp(await photograph('hubble_deep_field.jpg'))
        .resize(400)
        .png()
        .toBuffer(),
    );
    const other = await file(
      await sharp(await photograph('hubble_deep_field.jpg'))
        .resize(500)
        .png()
        .toBuffer(),
    );
    expect(await groups()).toContainEqual([other, one]);
    await marque.call('PATCH', `/api/v1/assets/${one}`, { as, body: { status: 'archived' } });
    expect(await groups()).toHaveLength(2);
    await marque.call('PATCH', `/api/v1/assets/${one}`, { as, body: { status: 'active' } });
    await marque.call('DELETE', `/api/v1/assets/${other}`, { as });
    expect(await groups('', admin)).toHaveLength(2);
  });

  it('say how many are in those that are too long to list', async () => {
    const bytes = await photograph('chelsea.png');
    const { id } = (await marque.call('POST', '/api/v1/collections', { as, body: { name: 'Cats' } })).body
      .data;
    for (let at = 0; at < 22; at += 1)
      await file(
        await sharp(bytes)
          .resize(300)
          .png({ compressionLevel: at % 10 })
          .withExif({ IFD0: { ImageDescription: `${at}` } })
          .toBuffer(),
        {
          collections: [id],
        },
      );
    const { body } = await duplicates(`?collection=${id}`);
    expect([body.data[0].assets.length, body.data[0].count]).toEqual([20, 22]);
  });
});

describe('access', () => {
  it('groups what a caller can read, and nothing links two through what they can’t', async () => {
    const { id: near } = (await marque.call('POST', '/api/v1/collections', { as, body: { name: 'Chain' } }))
      .body.data;
    const ids = [
      await file(
        await sharp(await photograph('rocket.jpg'))
          .modulate({ brightness: 0.99 })
          .png()
          .toBuffer(),
        { collections: [near] },
      ),
      await file(
        await sharp(await photograph('rocket.jpg'))
          .modulate({ brightness: 1.01 })
          .png()
          .toBuffer(),
        { collections: [near] },
      ),
      await file(
        await sharp(await photograph('rocket.jpg'))
          .modulate({ brightness: 1.02 })
          .png()
          .toBuffer(),
        { collections: [near] },
      ),
    ];
    // A chain: the first and the last are near-duplicates of the one between them, and not of each other.
    const hash = (ones: number): string => '1'.repeat(ones).padEnd(64, '0');
    for (const [at, id] of ids.entries())
      await marque.service.db.query(
        'update marque.picture_hashes set dhash = $2::bit(64), phash = $3::bit(64) where asset_id = $1',
        [id, hash(10 + 8 * at), hash(20 + 7 * at)],
      );
    expect((await groups(`?collection=${near}`))[0]?.toSorted()).toEqual(ids.toSorted());
    await marque.call('PATCH', `/api/v1/assets/${ids[1]}`, { as, body: { private: true } });
    expect(await groups(`?collection=${near}`)).toEqual([]);
    expect((await duplicates(`?collection=${near}`)).body.total).toBe(0);
    expect(await groups(`?collection=${near}`, admin)).toHaveLength(1);
  });

  it('has no group of one that is hidden', async () => {
    await marque.call('PATCH', `/api/v1/assets/${cups[1]}`, { as, body: { private: true } });
    expect(await groups(`?collection=${collection}`)).toEqual([]);
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', collection, 'read', { place });
    expect(await groups('', { cookie: guest.cookie })).toEqual([cups]);
    expect(await groups(`?asset=${cups[0]}`)).toEqual([]);
    const { status, body } = await duplicates(`?asset=${cups[1]}`);
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('not found')]);
  });

  it('ends at the workspace', async () => {
    await makeAsset(marque, stranger, { mime: 'image/png' }, await sized('rocket.jpg', 310));
    expect(await groups('', stranger)).toEqual([]);
    expect((await duplicates(`?asset=${rockets[0]}`, stranger)).status).toBe(422);
    expect((await duplicates(`?collection=${collection}`, stranger)).status).toBe(422);
    expect((await duplicates('', null)).status).toBe(401);
  });

  it.each([
    ['?limit=0', 400],
    ['?limit=51', 400],
    ['?cursor=wrong', 400],
    ['?asset=nothing', 400],
    ['?collection=nothing', 422],
    [`?asset=${crypto.randomUUID()}`, 422],
    ['?collections=one', 400],
  ])('refuses %s', async (query, expected) => {
    const { status, body } = await duplicates(query);
    expect([status, typeof body.error.message]).toEqual([expected, 'string']);
  });
});

describe('groups that are kept on purpose', () => {
  const keep = (ids: readonly string[], kept?: boolean, by: Caller = as) =>
    marque.call('POST', '/api/v1/assets/duplicates/kept', {
      as: by,
      body: { ids, ...(kept === undefined ? {} : { kept }) },
    });

  it('are listed apart, until a picture joins them or somebody takes it back', async () => {
    const stars = (width: number) => sized('hubble_deep_field.jpg', width);
    const pair = [await file(await stars(360)), await file(await stars(340))];
    const alike = (await groups()).find((group) => group.includes(pair[0] ?? '')) ?? [];
    expect(alike).toEqual(expect.arrayContaining(pair));
    const { total } = (await duplicates()).body;
    expect((await keep(alike)).body).toEqual({ data: { changed: alike.length } });
    // Again: nothing changes, and nothing is wrong.
    expect((await keep(alike)).body).toEqual({ data: { changed: 0 } });
    expect((await duplicates()).body.total).toBe(total - 1);
    expect(await groups('?kept=true')).toEqual([alike]);
    expect(await groups('?kept=false')).toEqual(await groups());
    // Of one asset, what is like it is listed whatever was decided.
    expect((await groups(`?asset=${pair[0]}`))[0]?.length).toBe(alike.length);

    const third = await file(await stars(320));
    expect(await groups('?kept=true')).toEqual([]);
    expect((await groups()).some((group) => group.includes(third))).toBe(true);
    expect((await keep([third])).body.data.changed).toBe(1);
    expect((await groups('?kept=true'))[0]).toEqual(expect.arrayContaining([...alike, third]));
    expect((await keep([...alike, third], false)).body.data.changed).toBe(alike.length + 1);
    expect(await groups('?kept=true')).toEqual([]);
  });

  it('are decided on by those who can change each of the assets', async () => {
    const pair = [rockets[0], rockets[1]];
    expect((await keep(pair, true, reader)).status).toBe(403);
    expect((await keep(pair, true, stranger)).body.error).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'ids[0]' }, { path: 'ids[1]' }] },
    });
    const one = await marque.makePerson();
    await marque.grant(one.id, 'asset', rockets[0], 'write', { place });
    await marque.grant(one.id, 'asset', rockets[1], 'read', { place });
    expect((await keep(pair, true, { cookie: one.cookie })).status).toBe(403);
    expect((await keep([], true)).status).toBe(400);
    expect((await keep(['no-id'], true)).status).toBe(400);
    const both = await duplicates(`?asset=${rockets[0]}&kept=true`);
    expect([both.status, both.body.error.detail.issues[0].path]).toEqual([422, 'kept']);
    expect(await groups('?kept=true')).toEqual([]);
  });
});
