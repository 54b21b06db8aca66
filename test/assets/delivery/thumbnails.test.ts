// The addresses of thumbnails that readers are handed out, and what their browsers may keep.
import { afterAll, describe, expect, it } from '@jest/globals';
import { day } from '../../setup/days.ts';
import type { Caller } from '../../setup/service.ts';
import {
  at,
  freshPhoto,
  get,
  make,
  marque,
  place,
  reader,
  stranger,
  writer,
  type Row,
} from './delivering.ts';
import { makeAsset } from '../library.ts';

const asAdmin: Caller = { cookie: (await marque.makeAdmin(place)).cookie };

afterAll(() => marque.close());

const content = (asset: Row, transform = ''): string =>
  `/api/v1/assets/${asset.id}/content${transform && `/${transform}`}`;

describe('the address of a thumbnail', () => {
  /** The address of the thumbnail that the record's reader is handed out, without the origin. */
  const thumbnailFor = async (as: Caller, { id }: Row): Promise<string> => {
    const { body } = await get(`/api/v1/assets/${id}?include=thumbnail`, as);
    const { pathname, search } = new URL(body.included[id].thumbnail as string);
    return pathname + search;
  };
  const cacheOf = async (address: string, as: Caller): Promise<[number, string | null]> => {
    const { status, headers } = await get(address, as);
    return [status, headers.get('cache-control')];
  };
  const kept = [200, 'private, max-age=3600'];
  const notKept = [200, 'private, no-store'];
  const newPerson = async () => {
    const { id, cookie } = await marque.makeMember(place, 'read');
    return { id, as: { cookie } satisfies Caller };
  };

  it('is kept for an hour at the address that its reader was handed out, and at no other', async () => {
    const { as } = await newPerson();
    const asset = await make({ status: 'proposed' });
    const address = await thumbnailFor(as, asset);
    expect(address).toMatch(
      new RegExp(`^/api/v1/assets/${asset.id}/content/w_320,f_webp\\?v=[0-9a-f]{12}-[0-9a-f]{20}$`),
    );
    const [, v = ''] = address.split('?v=');
    expect(v.slice(0, 12)).toBe(asset.sha256.slice(0, 12));
    expect(await thumbnailFor(as, asset)).toBe(address);
    for (const transform of ['w_320,f_webp', 'w_8', '']) {
      expect(await cacheOf(`${content(asset, transform)}?v=${v}`, as)).toEqual(kept);
      // Whoever can't read it gets nothing to keep.
      expect((await get(`${content(asset, transform)}?v=${v}`, stranger)).status).toBe(404);
    }
    const { accessEpoch } = (await get('/api/v1/me', as)).body.data as { accessEpoch: string };
    const other = await make({ status: 'proposed' }, {}, freshPhoto());
    const [, ofOther = ''] = (await thumbnailFor(as, other)).split('?v=');
    for (const wrong of [
      '',
      'a b',
      v.toUpperCase(),
      `${v}0`,
      v.slice(0, -1),
      accessEpoch,
      ofOther,
      'x'.repeat(120),
    ])
      expect([wrong, await cacheOf(`${content(asset, 'w_8')}?v=${encodeURIComponent(wrong)}`, as)]).toEqual([
        wrong,
        notKept,
      ]);
    for (const malformed of ['x'.repeat(121), '%00'])
      expect((await get(`${content(asset)}?v=${malformed}`, as)).status).toBe(400);
    // Nor is it a way around the rules of /a.
    const open = await get(`${at(await make({ public: false }))}?v=${v}`, reader);
    expect(open.headers.get('cache-control')).not.toContain('max-age');
  });

  it('isn’t kept at the address of somebody else, even in the same groups', async () => {
    const people = [await newPerson(), await newPerson()] as const;
    const [one, two] = people;
    // They hold one grant, the group's, and nothing of their own.
    const { body: made } = await marque.call('POST', '/api/v1/groups', {
      as: asAdmin,
      body: { name: 'Same', members: people.map(({ id }) => id) },
    });
    const given = await marque.call('POST', '/api/v1/grants', {
      as: asAdmin,
      body: { group: made.data.id, resource: 'workspace', resourceId: place.workspaceId, scope: 'read' },
    });
    expect(given.status).toBe(200);
    await marque.service.db.query('delete from payload.grants where user_id = any($1::uuid[])', [
      people.map(({ id }) => id),
    ]);
    const asset = await make();
    const address = await thumbnailFor(one.as, asset);
    expect(await cacheOf(address, one.as)).toEqual(kept);
    expect(await thumbnailFor(two.as, asset)).not.toBe(address);
    expect(await cacheOf(address, two.as)).toEqual(notKept);
    expect(await cacheOf(address, reader)).toEqual(notKept);
  });

  it('isn’t kept at an address from before a grant or a state changed', async () => {
    const { id, as } = await newPerson();
    const asset = await make();
    const before = await thumbnailFor(as, asset);
    await marque.grant(id, 'asset', asset.id, 'write', { place });
    expect(await cacheOf(before, as)).toEqual(notKept);
    let address = await thumbnailFor(as, asset);
    expect(await cacheOf(address, as)).toEqual(kept);
    for (const change of [
      { status: 'archived' },
      { status: 'active' },
      { public: false },
      { private: true },
      { rights: { embargo: day(1) } },
      { rights: { embargo: null, expires: day(-1) } },
    ]) {
      const changed = await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as: writer, body: change });
      expect([change, changed.status]).toEqual([change, 200]);
      const now = await thumbnailFor(as, asset);
      expect([change, now !== address, await cacheOf(address, as), await cacheOf(now, as)]).toEqual([
        change,
        true,
        notKept,
        kept,
      ]);
      address = now;
    }
    const deleted = await make({ deleted: true });
    const { body } = await get(`/api/v1/assets/${deleted.id}?include=thumbnail`, writer);
    const inTrash = await get(new URL(body.included[deleted.id].thumbnail as string).pathname, writer);
    expect(inTrash.headers.get('cache-control')).toBe('private, no-store');
  });

  it('is handed out beside every list of assets, to each reader their own, if it’s asked for', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const asset = await make({}, { tags: ['handed-out'] }, freshPhoto());
    const text = (await makeAsset(
      marque,
      writer,
      { tags: ['handed-out'] },
      Buffer.from('No picture'),
    )) as Row;
    const { body: made } = await marque.call('POST', '/api/v1/collections', {
      as: asAdmin,
      body: { name: 'Handed out' },
    });
    await marque.call('POST', `/api/v1/collections/${made.data.id}/assets`, {
      as: asAdmin,
      body: { add: [asset.id, text.id] },
    });
    for (const list of [
      '/api/v1/assets?tag=handed-out',
      `/api/v1/collections/${made.data.id}/assets?limit=10`,
      `/api/v1/assets/${asset.id}/versions?`,
    ]) {
      // Twice: the records of a search are cached, and must not bring another reader's address along.
      for (const { as } of [one, two, one]) {
        const plain = await get(list, as);
        expect([list, plain.status, plain.body.included]).toEqual([list, 200, undefined]);
        const { body } = await get(`${list}&include=thumbnail`, as);
        expect([list, body.data]).toEqual([list, plain.body.data]);
        expect(Object.keys(body.included as object).sort()).toEqual(
          (body.data as Row[]).map(({ id }) => id).sort(),
        );
        const { pathname, search } = new URL(body.included[asset.id].thumbnail as string);
        expect([list, pathname + search]).toEqual([list, await thumbnailFor(as, asset)]);
        if (body.included[text.id]) expect(body.included[text.id]).toEqual({ thumbnail: null });
      }
      expect((await get(`${list}&include=everything`, one.as)).status).toBe(400);
    }
  });

  it('leaves the record’s ETag as it is, so that a change can name it', async () => {
    const asset = await make();
    const address = `/api/v1/assets/${asset.id}`;
    const etag = (await get(`${address}?include=thumbnail`, writer)).headers.get('etag') ?? '';
    expect(etag).toBe((await get(address, writer)).headers.get('etag'));
    const change = (title: string) =>
      marque.call('PATCH', address, { as: writer, headers: { 'if-match': etag }, body: { title } });
    const changed = await change('Once');
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe((await get(address, writer)).headers.get('etag'));
    expect((await change('Twice')).status).toBe(412);
  });

  it('answers 304 to a client that has the record, with or without it', async () => {
    const asset = await make();
    const { body: made } = await marque.call('POST', '/api/v1/collections', {
      as: asAdmin,
      body: { name: 'Kept' },
    });
    const collection = `/api/v1/collections/${made.data.id}`;
    await marque.call('POST', `${collection}/assets`, { as: asAdmin, body: { add: [asset.id] } });
    for (const address of [`/api/v1/assets/${asset.id}`, collection]) {
      const etag = (await get(address, writer)).headers.get('etag') ?? '';
      for (const path of [address, `${address}?include=thumbnail`]) {
        const ask = (tag: string) =>
          marque.call('GET', path, { as: writer, headers: { 'if-none-match': tag } });
        const again = await ask(etag);
        expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0]);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('private, no-cache');
        expect((await ask('"other"')).status).toBe(200);
      }
    }
  });

  it('is handed out for the pictures of collections, whose ETag stays as it is', async () => {
    const asset = await make();
    const { body: made } = await marque.call('POST', '/api/v1/collections', {
      as: asAdmin,
      body: { name: 'Covers' },
    });
    const address = `/api/v1/collections/${made.data.id}`;
    await marque.call('POST', `${address}/assets`, { as: asAdmin, body: { add: [asset.id] } });
    const [one, two] = [await newPerson(), await newPerson()];
    for (const { as } of [one, two]) {
      const plain = await get(address, as);
      expect(Object.keys(plain.body.data.previews[0] as Row).sort()).toEqual([
        'height',
        'id',
        'mime',
        'width',
      ]);
      const read = await get(`${address}?include=thumbnail`, as);
      const listed = await get('/api/v1/collections?include=thumbnail', as);
      expect(read.headers.get('etag')).toBe(plain.headers.get('etag'));
      for (const { previews } of [
        read.body.data,
        (listed.body.data as Row[]).find(({ id }) => id === made.data.id),
      ] as { previews: { thumbnail: string }[] }[]) {
        const { pathname, search } = new URL(previews[0]?.thumbnail ?? '');
        expect(pathname + search).toBe(await thumbnailFor(as, asset));
        expect(await cacheOf(pathname + search, as)).toEqual(kept);
      }
    }
    expect((await get(`${address}?include=everything`, one.as)).status).toBe(400);
  });

  it('comes with everything else that hangs beside an asset, each as at its own address', async () => {
    const { id } = await make();
    const address = `/api/v1/assets/${id}`;
    await marque.call('PUT', `${address}/crops`, { as: writer, body: { focalPoint: { x: 0.2, y: 0.3 } } });
    const parts = ['preview', 'crops', 'texts', 'usage'];
    const own = await Promise.all(parts.map((part) => get(`${address}/${part}`, reader)));
    const { status, body, headers } = await get(`${address}?include=${parts.join()},thumbnail`, reader);
    expect(status).toBe(200);
    const { thumbnail, ...beside } = body.included[id];
    expect(beside).toEqual(Object.fromEntries(parts.map((part, at) => [part, own[at]?.body.data])));
    expect(thumbnail).toContain(`${address}/content/`);
    const alone = await get(address, reader);
    expect([body.data, headers.get('etag')]).toEqual([alone.body.data, alone.headers.get('etag')]);
    expect((await get(`${address}?include=crops`, reader)).body.included).toEqual({
      [id]: { crops: beside.crops },
    });
    for (const wrong of ['', 'crops,', 'crops,everything', 'Crops'])
      expect([wrong, (await get(`${address}?include=${wrong}`, reader)).status]).toEqual([wrong, 400]);
    expect((await get(`${address}?include=crops`, stranger)).status).toBe(404);
  });

  it('is handed out beside the review queue', async () => {
    const { key } = await marque.makeKey(place, 'propose');
    const proposed = (await makeAsset(marque, { key }, {}, freshPhoto())) as Row;
    const { cookie } = await marque.makeMember(place, 'write');
    const queue = `/api/v1/proposals?target=${proposed.id}`;
    expect((await get(queue, { cookie })).body.included).toBeUndefined();
    const { body } = await get(`${queue}&include=thumbnail`, { cookie });
    expect((body.data as Row[]).length).toBe(1);
    const { pathname, search } = new URL(body.included[proposed.id].thumbnail as string);
    expect(pathname + search).toBe(await thumbnailFor({ cookie }, proposed));
    expect(await cacheOf(pathname + search, { cookie })).toEqual(kept);
  });
});
