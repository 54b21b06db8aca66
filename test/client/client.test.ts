// The client against a real server: calls, errors, lists, changes and addresses.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createClient, MarqueError, orThrow, type Schema } from '../../src/client/index.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

const { marque, writer, admin, reader, stranger, asEditor, editor, place } = await startWithWorkspace();
const client = createClient({ url: `${marque.url}/`, key: writer.key });
const made: string[] = [];
beforeAll(async () => {
  await defineFields(marque, admin, { key: 'campaign', label: 'Campaign', type: 'text' });
  for (const n of [1, 2, 3, 4, 5]) {
    const png = await sharp({ create: { width: 40 + n, height: 30, channels: 3, background: '#e4003a' } })
      .png()
      .toBuffer();
    const { data } = await client.upload(new Blob([new Uint8Array(png)], { type: 'image/png' }), {
      filename: `picture-${n}.png`,
      meta: { tags: n > 2 ? ['harbor'] : [], fields: { campaign: n === 1 ? 'Spring' : 'Autumn' } },
    });
    made.push(data.id);
  }
});
afterAll(() => marque.close());

async function idsOf(assets: AsyncIterable<Schema<'Asset'>>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of assets) ids.push(id);
  return ids;
}

describe('a call', () => {
  it('returns what the operation answers', async () => {
    const { data } = await client.GET('/api/v1/assets/{id}', { params: { path: { id: made[0] ?? '' } } });
    expect(data?.data).toMatchObject({ filename: 'picture-1.png', fields: { campaign: 'Spring' } });
  });

  it('acts as the session of a person, also where it writes', async () => {
    const session = createClient({
      url: marque.url,
      session: asEditor.cookie,
      workspace: `${place.organizationSlug}/${place.workspaceSlug}`,
    });
    const { data } = await orThrow(session.GET('/api/v1/me'));
    expect(data).toMatchObject({ id: editor.id, kind: 'person' });
    const written = await orThrow(session.POST('/api/v1/collections', { body: { name: 'Harbors' } }));
    expect(written.data.name).toBe('Harbors');
  });

  it('is an error with its code, returned or thrown', async () => {
    const { error } = await client.GET('/api/v1/assets', { params: { query: { limit: 100_000 } } });
    expect(error?.error.code).toBe('invalid_request');
    const thrown = orThrow(client.DELETE('/api/v1/keys/{id}', { params: { path: { id: 'none' } } }));
    await expect(thrown).rejects.toBeInstanceOf(MarqueError);
    await expect(thrown).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('does nothing twice with one key', async () => {
    const create = () =>
      orThrow(
        client.POST('/api/v1/collections', {
          params: { header: { 'Idempotency-Key': 'once' } },
          body: { name: 'Once' },
        }),
      );
    expect((await create()).data.id).toBe((await create()).data.id);
  });

  it('reads files as they are', async () => {
    const { data } = await client.GET('/api/v1/assets/{id}/content', {
      params: { path: { id: made[0] ?? '' } },
      parseAs: 'arrayBuffer',
    });
    expect(await sharp(Buffer.from(data ?? new ArrayBuffer())).metadata()).toMatchObject({ width: 41 });
  });
});

describe('a list', () => {
  it('gives every item once, page by page', async () => {
    const query = { limit: 2, sort: 'oldest' } as const;
    expect(await idsOf(client.list('/api/v1/assets', { params: { query } }))).toEqual(made);
  });

  it('begins at an offset, and keeps its filters, custom fields too', async () => {
    const query = { limit: 1, sort: 'oldest' as const, tag: ['harbor'], 'f.campaign': 'Autumn' };
    expect(await idsOf(client.list('/api/v1/assets', { params: { query } }))).toEqual(made.slice(2));
    const later = { params: { query: { ...query, offset: 1 } } };
    expect(await idsOf(client.list('/api/v1/assets', later))).toEqual(made.slice(3));
  });

  it('asks for no more pages than are read', async () => {
    let calls = 0;
    const counted = createClient({
      url: marque.url,
      key: reader.key,
      fetch: (request) => {
        calls += 1;
        return fetch(request);
      },
    });
    for await (const _ of counted.list('/api/v1/assets', { params: { query: { limit: 2 } } })) break;
    expect(calls).toBe(1);
  });

  it('of somebody else’s workspace is empty, and one without access throws', async () => {
    const other = createClient({ url: marque.url, key: stranger.key });
    expect(await idsOf(other.list('/api/v1/assets'))).toEqual([]);
    await expect(createClient({ url: marque.url }).list('/api/v1/assets').next()).rejects.toMatchObject({
      status: 401,
    });
  });
});

it('changes come as they happen, from the first cursor on', async () => {
  const changes = client.changes({ types: 'asset.*' });
  const first = await changes.next();
  expect(first.value).toMatchObject({ data: [], next: expect.any(String) });
  const [id = ''] = made;
  await orThrow(client.PATCH('/api/v1/assets/{id}', { params: { path: { id } }, body: { tags: ['new'] } }));
  const second = await changes.next();
  expect(second.value).toMatchObject({ data: [{ resource: { type: 'asset', id }, change: 'upserted' }] });
  await changes.return();
});

it('a rendition has an address, which the server delivers', async () => {
  const [id = ''] = made;
  const url = client.renditionUrl(id, {
    width: 20,
    height: 20,
    fit: 'contain',
    format: 'webp',
    quality: 70,
    background: '#f2f2f2',
    gray: true,
  });
  expect(url).toBe(`${marque.url}/a/${id}/w_20,h_20,fit_contain,q_70,f_webp,bg_f2f2f2,gray`);
  const delivered = await fetch(url);
  expect([delivered.status, delivered.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(client.renditionUrl(id)).toBe(`${marque.url}/a/${id}`);
  const files = 'https://media.example/c/{id}/{transform}';
  expect(createClient({ url: marque.url, files }).renditionUrl(id, { preset: 'hero', width: 640 })).toBe(
    `https://media.example/c/${id}/preset_hero,w_640`,
  );
});
