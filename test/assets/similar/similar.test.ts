// Near-duplicates of an asset over HTTP: which are found, who sees them, and how their hashes get there.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hashPictures } from '../../../src/assets/similar/hashes.ts';
import { blobKey } from '../../../src/core/storage/contract.ts';
import type { Caller } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const rocket = await readFile('fixtures/rocket.jpg');
const coffee = await readFile('fixtures/coffee.png');
const sql = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  marque.service.db.query<Row>(text, values);

interface Found {
  asset: { id: string };
  distance: number;
  kind: string;
}

const similar = (id: string, query = '', by: Caller = reader) =>
  marque.call('GET', `/api/v1/assets/${id}/similar${query}`, { as: by });
async function foundOf(id: string, query = '', by: Caller = reader): Promise<Found[]> {
  const { status, body } = await similar(id, query, by);
  expect(status).toBe(200);
  return body.data as Found[];
}
const idsOf = (found: readonly Found[]): string[] => found.map(({ asset }) => asset.id);

const file = async (bytes: Buffer, meta: Record<string, unknown> = {}): Promise<string> =>
  (await makeAsset(marque, as, { mime: 'image/png', ...meta }, bytes)).id as string;

/** An SVG that shows a picture with enough in it. */
const drawing = (color: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100"><path fill="${color}" d="M50 5 61 39H97L68 60 79 95 50 73 21 95 32 60 3 39H39Z"/></svg>`,
  );

let original: string;
let small: string;
let cropped: string;

beforeAll(async () => {
  original = await file(rocket);
  small = await file(await sharp(rocket).resize(300).webp().toBuffer());
  cropped = await file(await sharp(rocket).extract({ left: 0, top: 0, width: 626, height: 418 }).toBuffer());
  await file(coffee);
});

describe('similar assets', () => {
  it('are the same picture in other forms, most alike first, and no others', async () => {
    const found = await foundOf(original);
    expect(idsOf(found)).toEqual([small, cropped]);
    expect(found.map(({ kind }) => kind)).toEqual(['duplicate', expect.stringMatching(/duplicate|near/)]);
    const [first = 0, second = 0] = found.map(({ distance }) => distance);
    expect(first).toBeLessThanOrEqual(second);
    expect(second).toBeLessThanOrEqual(0.125);
    expect(idsOf(await foundOf(small))).toContain(original);
  });

  it('come with thumbnails if asked, and as many as asked for', async () => {
    const { body } = await similar(original, '?limit=1&include=thumbnail');
    expect(idsOf(body.data)).toEqual([small]);
    expect(Object.keys(body.included)).toEqual([small]);
    expect((await marque.call('GET', body.included[small].thumbnail, { as: reader })).status).toBe(200);
    expect((await similar(original)).body.included).toBeUndefined();
  });

  it('are variants if one was made from the other', async () => {
    const made = await file(await sharp(coffee).resize(200).png().toBuffer(), { parentAssetId: null });
    const copy = await file(await sharp(coffee).resize(220).png().toBuffer(), { parentAssetId: made });
    expect((await foundOf(copy)).find(({ asset }) => asset.id === made)?.kind).toBe('variant');
    expect((await foundOf(made)).find(({ asset }) => asset.id === copy)?.kind).toBe('variant');
  });

  it('leave out deleted ones, earlier versions and other versions of the asset itself', async () => {
    const hubble = await readFile('fixtures/hubble_deep_field.jpg');
    const first = await file(hubble);
    const other = await file(await sharp(hubble).resize(500).jpeg().toBuffer());
    const version = await file(await sharp(hubble).resize(600).jpeg().toBuffer(), { versionOf: first });
    expect(idsOf(await foundOf(version))).toEqual([other]);
    expect(idsOf(await foundOf(other))).toEqual([version]);
    await marque.call('DELETE', `/api/v1/assets/${other}`, { as });
    expect(await foundOf(version, '', admin)).toEqual([]);
  });

  it('say so when there is nothing to compare', async () => {
    const plain = await file(
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#137' } })
        .png()
        .toBuffer(),
    );
    await file(
      await sharp({ create: { width: 200, height: 200, channels: 3, background: '#137' } })
        .png()
        .toBuffer(),
    );
    expect((await similar(plain)).body).toEqual({ data: [], state: 'none' });
    const text = await file(Buffer.from('words'), { mime: 'text/plain', filename: 'a.txt' });
    expect((await similar(text)).body).toEqual({ data: [], state: 'none' });
    expect((await similar(original)).body.state).toBe('ready');
  });
});

describe('access', () => {
  it('is that of every list: no private ones, except for those who were given them', async () => {
    const cat = await readFile('fixtures/chelsea.png');
    const open = await file(cat);
    const hidden = await file(await sharp(cat).resize(300).png().toBuffer(), { private: true });
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'workspace', place.workspaceId, 'read', { place });
    expect(await foundOf(open)).toEqual([]);
    expect(await foundOf(open, '', { cookie: guest.cookie })).toEqual([]);
    await marque.grant(guest.id, 'asset', hidden, 'read', { place });
    expect(idsOf(await foundOf(open, '', { cookie: guest.cookie }))).toEqual([hidden]);
    expect(idsOf(await foundOf(open, '', admin))).toEqual([hidden]);
    expect((await similar(hidden)).status).toBe(404);
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'asset', hidden, 'read', { place });
    expect(await foundOf(hidden, '', { cookie: narrow.cookie })).toEqual([]);
  });

  it('ends at the workspace', async () => {
    const there = (
      await makeAsset(
        marque,
        stranger,
        { mime: 'image/jpeg' },
        await sharp(rocket).resize(310).jpeg().toBuffer(),
      )
    ).id as string;
    expect(idsOf(await foundOf(there, '', stranger))).toEqual([]);
    expect(idsOf(await foundOf(original))).not.toContain(there);
    expect((await similar(original, '', stranger)).status).toBe(404);
    expect((await similar(original, '', null)).status).toBe(401);
  });

  it.each(['?limit=0', '?limit=101', '?limit=many', '?include=all', '?near=1'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await similar(original, query);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  it('finds no asset by what is no ID', async () => {
    expect((await similar('nothing')).status).toBe(404);
    expect((await similar(crypto.randomUUID())).status).toBe(404);
  });
});

const hashOf = async (id: string) =>
  (
    await sql<{ dhash: string | null; due_at: Date | null; attempts: number }>(
      'select dhash::text, due_at, attempts from marque.picture_hashes where asset_id = $1',
      id,
    )
  )[0];

describe('hashes', () => {
  it('of drawings are made by the job', async () => {
    const blue = await file(drawing('#036'), { mime: 'image/svg+xml', filename: 'a.svg' });
    const green = await file(drawing('#035'), { mime: 'image/svg+xml', filename: 'b.svg' });
    expect((await similar(blue)).body).toMatchObject({ data: [], state: 'pending' });
    await hashPictures(marque.service);
    expect(idsOf(await foundOf(blue))).toEqual([green]);
  });

  it('of assets from before, and of those that the panel adds, are made by the job', async () => {
    const [before] = await sql<{ hash: string }>(
      'select dhash::text || phash::text as hash from marque.picture_hashes where asset_id = $1',
      original,
    );
    // As the migration leaves them.
    await sql('update marque.picture_hashes set dhash = null, phash = null, due_at = now()');
    expect((await similar(original)).body).toMatchObject({ data: [], state: 'pending' });
    await hashPictures(marque.service);
    const [after] = await sql<{ hash: string }>(
      'select dhash::text || phash::text as hash from marque.picture_hashes where asset_id = $1',
      original,
    );
    expect(after).toEqual(before);
    expect(await sql('select 1 from marque.picture_hashes where due_at is not null')).toEqual([]);
    expect(idsOf(await foundOf(original))).toContain(small);
  });

  it('that can’t be made hold up no others, and are tried again later, a few times', async () => {
    const lost = await file(await sharp(rocket).flop().png().toBuffer());
    const fine = await file(await sharp(rocket).flip().png().toBuffer());
    const [row] = await sql<{ sha256: string }>('select sha256 from assets where id = $1', lost);
    await marque.service.storage.discard(blobKey(row?.sha256 ?? '')).catch(() => undefined);
    await sql(
      `update marque.picture_hashes set dhash = null, phash = null, due_at = now() - interval '1 hour' where asset_id = any($1)`,
      [lost, fine],
    );
    await sql('update assets set sha256 = $2 where id = $1', lost, 'f'.repeat(64));
    await hashPictures(marque.service);
    expect((await hashOf(fine))?.dhash).toHaveLength(64);
    expect(await hashOf(lost)).toMatchObject({ dhash: null, attempts: 1, due_at: expect.any(Date) });
    // Not due yet.
    await hashPictures(marque.service);
    expect((await hashOf(lost))?.attempts).toBe(1);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await sql('update marque.picture_hashes set due_at = now() where asset_id = $1', lost);
      await hashPictures(marque.service);
    }
    expect(await hashOf(lost)).toMatchObject({ attempts: 5, due_at: null });
    expect((await similar(lost)).body.state).toBe('none');
  });

  it('are given back when the process stops', async () => {
    await sql('update marque.picture_hashes set dhash = null, phash = null, due_at = now(), attempts = 0');
    await hashPictures(marque.service, AbortSignal.abort());
    expect(await sql('select 1 from marque.picture_hashes where attempts <> 0')).toEqual([]);
    await hashPictures(marque.service);
    expect(idsOf(await foundOf(original))).toContain(small);
  });
});
