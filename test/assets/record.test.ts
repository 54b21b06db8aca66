// Reading and changing an asset: what its record contains, and who sees it.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../setup/service.ts';
import { fileBytes, makeAsset, makePicture, imageConstraints } from './library.ts';
import {
  admin,
  asEditor,
  asHelper,
  editor,
  marque,
  place,
  proposer,
  reader,
  stranger,
} from './lifecycle/reviewers.ts';
import { describeIt, get, patch, propose, putInto } from './lifecycle/reviewing.ts';

afterAll(() => marque.close());

describe('a private asset', () => {
  it('is visible to the person who made it private and to admins, and a 404 for everyone else', async () => {
    const { id } = await makeAsset(marque, asEditor);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(200);
    expect(await patch(asEditor, id, { private: true })).toMatchObject({
      status: 200,
      body: { data: { private: true } },
    });
    expect((await get(asEditor, id)).status).toBe(200);
    expect((await get(admin, id)).status).toBe(200);
    for (const as of [proposer, reader, asHelper, stranger]) {
      expect((await get(as, id)).status).toBe(404);
      expect((await describeIt(as, id)).status).toBe(404);
      expect((await patch(as, id, { title: 'x' })).status).toBe(404);
    }
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(404);
    expect((await marque.call('GET', `/a/${id}`, { as: asHelper })).status).toBe(404);
    expect((await patch(asEditor, id, { private: false })).status).toBe(200);
    expect((await get(reader, id)).status).toBe(200);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(200);
  });

  it("adds no ability that its creator didn't have", async () => {
    const { id } = await makeAsset(marque, asEditor);
    await putInto('draft', id);
    expect((await patch(asHelper, id, { private: true })).status).toBe(200);
    expect((await get(asHelper, id)).status).toBe(200);
    expect((await patch(asHelper, id, { title: 'still mine' })).status).toBe(200);
    expect(await patch(asHelper, id, { status: 'active' })).toMatchObject({
      status: 403,
      body: { error: { detail: { needs: 'approve' } } },
    });
  });

  it('raises a lower grant that its creator already has on it', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await marque.grant(editor.id, 'asset', id, 'read', { place });
    expect((await patch(asEditor, id, { private: true })).status).toBe(200);
    expect((await patch(asEditor, id, { title: 'still mine' })).status).toBe(200);
  });

  it('filed as private by a person who can only propose can be read and extended by that person', async () => {
    const guest = await marque.makeMember(place, 'propose');
    const as = { cookie: guest.cookie };
    const { id } = await makeAsset(marque, as, { private: true });
    expect((await get(as, id)).body.data).toMatchObject({ status: 'proposed', proposedBy: guest.name });
    expect((await propose(as, id, 'tags', ['mine'])).status).toBe(200);
    expect((await patch(as, id, { title: 'x' })).status).toBe(403);
    expect((await get(reader, id)).status).toBe(404);
  });
});

describe('a collection', () => {
  const put = (asset: string, collection: string): Promise<unknown> =>
    marque.service.db.query(
      'insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)',
      [collection, asset],
    );
  const takeOut = (asset: string, collection: string): Promise<unknown> =>
    marque.service.db.query(
      'delete from marque.collection_assets where collection_id = $1 and asset_id = $2',
      [collection, asset],
    );

  it("provides values unless the asset has its own; clearing the own value restores the collection's", async () => {
    const collection = await marque.makeCollection(place, { fields: { subject: 'cats', year: 2000 } });
    const { id } = await makeAsset(marque, asEditor, {
      collections: [collection],
      fields: { subject: 'space' },
    });
    expect((await get(reader, id)).body.data).toMatchObject({
      fields: { subject: 'space' },
      inherited: { subject: 'cats', year: 2000 },
    });
    expect((await describeIt(reader, id)).body.fields).toEqual({ subject: 'space', year: 2000 });
    const cleared = await patch(asEditor, id, { fields: { subject: null } });
    expect(cleared.body.data).toMatchObject({ fields: {}, inherited: { subject: 'cats' } });
    expect((await describeIt(reader, id)).body.fields).toEqual({ subject: 'cats', year: 2000 });
  });

  it('that is private is named only to those who can see it', async () => {
    const open = await marque.makeCollection(place);
    const closed = await marque.makeCollection(place, { private: true });
    const guest = await marque.makeMember(place, 'read');
    const { id } = await makeAsset(marque, asEditor, { collections: [open] });
    await put(id, closed);
    const seenBy = async (as: Caller): Promise<string[]> => {
      const [record, description] = [await get(as, id), await describeIt(as, id)];
      expect(record.body.data.collections).toEqual(description.body.collections);
      return record.body.data.collections as string[];
    };
    for (const as of [reader, proposer, asEditor, { cookie: guest.cookie }])
      expect(await seenBy(as)).toEqual([open]);
    expect(await seenBy(admin)).toEqual([open, closed]);
    await marque.grant(guest.id, 'collection', closed, 'read', { place });
    expect(await seenBy({ cookie: guest.cookie })).toEqual([open, closed]);
    expect((await patch(asEditor, id, { title: 'x' })).body.data.collections).toEqual([open]);
  });

  it('hides an asset that is only in private ones, and shows it again', async () => {
    const open = await marque.makeCollection(place);
    const closed = await marque.makeCollection(place, { private: true });
    const { id } = await makeAsset(marque, asEditor);
    const seen = async (): Promise<number[]> => [
      (await get(reader, id)).status,
      (await marque.call('GET', `/a/${id}`)).status,
      (await get(admin, id)).status,
    ];
    await put(id, closed);
    expect(await seen()).toEqual([404, 404, 200]);
    // The record itself isn't private: only its collections are.
    expect((await get(admin, id)).body.data.private).toBe(false);
    await put(id, open);
    expect(await seen()).toEqual([200, 200, 200]);
    await takeOut(id, open);
    expect(await seen()).toEqual([404, 404, 200]);
    await marque.payload.update({ collection: 'collections', id: closed, data: { private: false } });
    expect(await seen()).toEqual([200, 200, 200]);
    await marque.payload.update({ collection: 'collections', id: closed, data: { private: true } });
    expect(await seen()).toEqual([404, 404, 200]);
    await takeOut(id, closed);
    expect(await seen()).toEqual([200, 200, 200]);
  });

  it('extends a grant on it to its contents, private or not, and to nothing else', async () => {
    const closed = await marque.makeCollection(place, { private: true });
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', closed, 'write', { place });
    const as = { cookie: guest.cookie };
    const inside = await makeAsset(marque, asEditor);
    await put(inside.id, closed);
    const outside = await makeAsset(marque, asEditor);
    expect((await patch(as, inside.id, { title: 'mine' })).status).toBe(200);
    expect((await get(as, outside.id)).status).toBe(404);
  });
});

describe('the record', () => {
  const assetKeys = [
    'id',
    'workspaceId',
    'sha256',
    'filename',
    'mime',
    'size',
    'width',
    'height',
    'probe',
    'metadata',
    'tags',
    'fields',
    'inherited',
    'status',
    'state',
    'deletedAt',
    'stackId',
    'version',
    'current',
    'proposedBy',
    'reviewNote',
    'proposedTags',
    'proposedFields',
    'rights',
    'origin',
    'parentAssetId',
    'generator',
    'prompt',
    'c2pa',
    'supersededBy',
    'private',
    'public',
    'collections',
    'createdAt',
    'updatedAt',
  ];
  const descriptionKeys = [
    'id',
    'filename',
    'mime',
    'sha256',
    'size',
    'width',
    'height',
    'status',
    'state',
    'version',
    'current',
    'proposedBy',
    'reviewNote',
    'title',
    'description',
    'creator',
    'copyright',
    'tags',
    'fields',
    'collections',
    'rights',
    'provenance',
    'supersededBy',
    'urls',
    'constraints',
    'alternatives',
  ];
  const rightsKeys = ['license', 'territories', 'channels', 'embargo', 'expires', 'modelRelease'];

  it('has exactly the properties of interface 2.2, in every operation that returns it', async () => {
    const filed = await fileBytes(marque, proposer, await makePicture());
    const { id } = filed.body.data;
    for (const reply of [
      filed,
      await get(reader, id),
      await propose(proposer, id, 'tags', ['a']),
      await propose(proposer, id, 'fields', { year: 1 }),
      await patch(asEditor, id, { rights: { license: 'CC0' } }),
    ])
      expect(Object.keys(reply.body.data).sort()).toEqual([...assetKeys].sort());
    expect(Object.keys(filed.body).sort()).toEqual(['data', 'deduped']);
    expect(Object.keys((await get(reader, id)).body)).toEqual(['data']);
    expect(filed.body.data).toMatchObject({
      workspaceId: place.workspaceId,
      probe: expect.objectContaining({ format: 'png' }),
      deletedAt: null,
      stackId: null,
      version: null,
      current: true,
      reviewNote: null,
      rights: null,
      origin: null,
      parentAssetId: null,
      generator: null,
      prompt: null,
      c2pa: null,
      supersededBy: null,
      private: false,
      public: true,
      collections: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('is described with the properties of interface 2.3, unwrapped, and with whether AI made it', async () => {
    const { id, sha256 } = await makeAsset(
      marque,
      asEditor,
      { rights: { territories: ['DE'] } },
      await makePicture({ width: 1400, height: 700 }),
    );
    const { body } = await describeIt(reader, id);
    expect(Object.keys(body).sort()).toEqual([...descriptionKeys, 'metadata'].sort());
    expect(body.metadata).toEqual({ ai: 'unknown' });
    expect(Object.keys(body.rights).sort()).toEqual([...rightsKeys].sort());
    expect(Object.keys(body.provenance).sort()).toEqual(
      ['origin', 'parentAssetId', 'generator', 'prompt', 'c2pa'].sort(),
    );
    const at = `${marque.url}/a/${id}`;
    expect(body).toMatchObject({
      sha256,
      urls: { original: at, download: `${at}?download`, rendition: `${at}/{transform}` },
      constraints: imageConstraints,
    });
    expect(body.alternatives.map(({ name }: { name: string }) => name)).toEqual(['thumb', 'small', 'medium']);
    for (const { url } of body.alternatives as { url: string }[])
      expect((await marque.call('GET', url)).headers.get('content-type')).toBe('image/webp');
  });

  it("of a file that can't be transformed has no constraints and no alternatives", async () => {
    const { id } = await makeAsset(
      marque,
      asEditor,
      { filename: 'a.txt', mime: 'text/plain' },
      Buffer.from('words'),
    );
    expect((await describeIt(reader, id)).body).toMatchObject({
      width: null,
      height: null,
      constraints: null,
      alternatives: [],
      rights: null,
    });
  });

  it('is a 404 for other workspaces, malformed ids and unknown ids; without a caller it is a 401', async () => {
    const { id } = await makeAsset(marque, asEditor);
    for (const call of [get, describeIt]) {
      expect((await call(reader, id)).status).toBe(200);
      expect((await call(stranger, id)).status).toBe(404);
      expect((await call(null, id)).status).toBe(401);
      for (const other of [randomUUID(), 'not-an-id', `${id}x`, '00000000-0000-0000-0000-000000000000'])
        expect((await call(reader, other)).status).toBe(404);
      expect((await call(reader, id.toUpperCase())).body.data?.id ?? id).toBe(id);
    }
    expect(
      (await marque.call('GET', `/api/v1/assets/${id}`, { as: { key: `mq_${'a'.repeat(36)}` } })).status,
    ).toBe(401);
  });
});
