// The answer to the bytes of an upload says what they look like, before they become an asset.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Caller } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, proposer: scout, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const rocket = await readFile('fixtures/rocket.jpg');
let original: string;
let hidden: string;

beforeAll(async () => {
  original = (await makeAsset(marque, as, { mime: 'image/jpeg', title: 'Rocket on pad' }, rocket))
    .id as string;
  const smaller = await sharp(rocket).resize(300).png().toBuffer();
  hidden = (await makeAsset(marque, as, { mime: 'image/png', private: true }, smaller)).id as string;
});

async function sent(by: Caller, bytes: Buffer, filename = 'new.webp') {
  const ticket = await marque.call('POST', '/api/v1/uploads', {
    as: by,
    body: { filename, mime: 'image/webp', size: bytes.length },
  });
  expect(ticket.status).toBe(200);
  const { status, body } = await marque.call('PUT', ticket.body.uploadUrl, { body: bytes });
  expect(status).toBe(200);
  return body.data;
}

const another = (width: number) => sharp(rocket).resize(width).webp().toBuffer();

it('names the pictures it looks like that its caller can see, most alike first', async () => {
  const bytes = await another(400);
  const { size, similar } = await sent(scout, bytes);
  expect(size).toBe(bytes.length);
  expect(similar).toEqual([
    {
      id: original,
      title: 'Rocket on pad',
      thumbnail: expect.stringContaining(`/api/v1/assets/${original}/content/`),
      distance: expect.any(Number),
    },
  ]);
  expect(similar[0].distance).toBeLessThan(0.06);
  const seen = await sent(as, await another(401));
  expect(seen.similar.map(({ id }: { id: string }) => id).sort()).toEqual([original, hidden].sort());
});

it('knows nothing of another workspace', async () => {
  expect((await sent(stranger, await another(402))).similar).toEqual([]);
});

it('is nothing for a caller whose key was revoked since', async () => {
  const key = await marque.makeKey(place, 'propose');
  const bytes = await another(403);
  const { body } = await marque.call('POST', '/api/v1/uploads', {
    as: key,
    body: { filename: 'new.webp', mime: 'image/webp', size: bytes.length },
  });
  expect((await marque.call('DELETE', `/api/v1/keys/${key.id}`, { as: admin })).status).toBeLessThan(300);
  const put = await marque.call('PUT', body.uploadUrl, { body: bytes });
  expect([put.status, put.body.data.similar]).toEqual([200, null]);
});

it('reads only the beginning of what is no picture', async () => {
  const { storage } = marque.service;
  const withFile = storage.withFile.bind(storage);
  const fetched: string[] = [];
  storage.withFile = (key, use) => {
    fetched.push(key);
    return withFile(key, use);
  };
  const video = Buffer.concat([
    Buffer.from('000000186674797069736f6d0000020069736f6d', 'hex'),
    Buffer.alloc(50_000),
  ]);
  expect((await sent(scout, video)).similar).toBeNull();
  expect(fetched).toEqual([]);
  await sent(scout, await another(404));
  expect(fetched).toHaveLength(1);
  storage.withFile = withFile;
});

it('is null for what is no picture, is damaged, or shows too little', async () => {
  const flat = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const bytes of [Buffer.from('Just words.'), rocket.subarray(0, 700), flat])
    expect((await sent(scout, bytes)).similar).toBeNull();
});
