// Reviewing assets: status changes, suggestions and their decisions, who sees an asset, and what its record
// contains.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { day } from '../setup/days.ts';
import { type Caller, type Reply } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';
import { fileBytes, makeAsset, makePicture } from './library.ts';

const statuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;
type Status = (typeof statuses)[number];

const { marque, place, editor, asEditor, admin, proposer, reader, stranger } = await startWithWorkspace();
/** A person with write, whose grant switches the ability to approve off. */
let asHelper: Caller;

beforeAll(async () => {
  const helper = await marque.makeMember(place, 'write', { name: 'Hella Helper', limits: ['approve'] });
  asHelper = { cookie: helper.cookie };
  await defineFields(
    marque,
    asEditor,
    { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
    { key: 'year', label: 'Year', type: 'number' },
    { key: 'shown', label: 'Shown', type: 'date' },
    { key: 'final', label: 'Final', type: 'boolean' },
    { key: 'place', label: 'Place', type: 'text' },
  );
});
afterAll(() => marque.close());

const patch = (as: Caller, id: string, body: unknown): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });
const get = (as: Caller, id: string): Promise<Reply> => marque.call('GET', `/api/v1/assets/${id}`, { as });
const describeIt = (as: Caller, id: string): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}/description`, { as });
const propose = (as: Caller, id: string, what: 'fields' | 'tags', value: unknown): Promise<Reply> =>
  marque.call('POST', `/api/v1/assets/${id}/proposed-${what}`, { as, body: { [what]: value } });
const paths = (reply: Reply): string[] =>
  (reply.body.error.detail.issues as { path: string }[]).map(({ path }) => path);
const putInto = (status: Status, id: string): Promise<unknown> =>
  marque.service.db.query(`update assets set status = $1, review_note = null where id = $2`, [status, id]);
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await marque.service.db.query<{ type: string }>(
      'select type from marque.events where subject_id = $1 order by id',
      [id],
    )
  ).map(({ type }) => type);

describe('status changes', () => {
  const moves: Record<Status, Status[]> = {
    draft: ['proposed', 'active'],
    proposed: ['active', 'rejected', 'draft'],
    rejected: ['active', 'draft'],
    active: ['archived'],
    archived: ['active'],
  };

  it('follow the table and no other; an error names the allowed ones and changes nothing', async () => {
    const { id } = await makeAsset(marque, asEditor);
    for (const from of statuses)
      for (const to of statuses) {
        await putInto(from, id);
        const reply = await patch(asEditor, id, { status: to, reviewNote: 'because' });
        if (from === to || moves[from].includes(to)) {
          expect([from, to, reply.status]).toEqual([from, to, 200]);
          expect(reply.body.data).toMatchObject({ status: to, state: to });
        } else {
          expect([from, to, reply.status]).toEqual([from, to, 409]);
          expect(reply.body.error.code).toBe('conflict');
          expect([...reply.body.error.detail.moves].sort()).toEqual([...moves[from]].sort());
          for (const open of moves[from]) expect(reply.body.error.message).toContain(open);
          expect((await get(asEditor, id)).body.data.status).toBe(from);
        }
      }
  });

  it('that approve, reject or archive need the ability to approve; the others need only write', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const needsApprove = (from: Status, to: Status): boolean =>
      to === 'active' || to === 'rejected' || from === 'active';
    for (const from of statuses)
      for (const to of moves[from]) {
        await putInto(from, id);
        const reply = await patch(asHelper, id, { status: to, reviewNote: 'because' });
        if (!needsApprove(from, to)) expect([from, to, reply.status]).toEqual([from, to, 200]);
        else {
          expect([from, to, reply.status]).toEqual([from, to, 403]);
          expect(reply.body.error).toMatchObject({ code: 'forbidden', detail: { needs: 'approve' } });
          expect((await get(asEditor, id)).body.data.status).toBe(from);
        }
      }
  });

  it("to an unknown state are malformed; expired and deleted are computed and can't be set", async () => {
    const { id } = await makeAsset(marque, asEditor);
    for (const status of ['expired', 'deleted', 'approved', 'ACTIVE', null, 1])
      expect((await patch(asEditor, id, { status })).status).toBe(400);
    expect((await get(asEditor, id)).body.data).toMatchObject({ status: 'active' });
  });

  it('to rejected require a note, which approving clears', async () => {
    const { id } = await makeAsset(marque, proposer);
    for (const reviewNote of [undefined, null, '', '   ']) {
      const refused = await patch(asEditor, id, { status: 'rejected', reviewNote });
      expect([reviewNote, refused.status]).toEqual([reviewNote, 422]);
      expect(paths(refused)).toEqual(['reviewNote']);
    }
    const rejected = await patch(asEditor, id, { status: 'rejected', reviewNote: 'Too dark' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected', reviewNote: 'Too dark' });
    expect((await get(proposer, id)).body.data.reviewNote).toBe('Too dark');
    const approved = await patch(asEditor, id, { status: 'active' });
    expect(approved.body.data).toMatchObject({ status: 'active', reviewNote: null });
    expect(await eventsOf(id)).toEqual(['asset.proposed', 'asset.rejected', 'asset.approved']);
  });

  it('to approved require the required fields, and name the missing ones', async () => {
    const strict = await marque.makePlace();
    const boss = await marque.makeKey(strict, 'admin');
    const agent = await marque.makeKey(strict, 'propose');
    for (const key of ['credit', 'season'])
      await marque.call('POST', '/api/v1/fields', {
        as: boss,
        body: { key, label: `The ${key}`, type: 'text', required: true },
      });
    const direct = await fileBytes(marque, boss, await makePicture());
    expect(direct.status).toBe(422);
    expect(paths(direct)).toEqual(['fields.credit', 'fields.season']);
    expect(await fileBytes(marque, boss, await makePicture(), { status: 'draft' })).toMatchObject({
      status: 201,
      body: { data: { status: 'draft' } },
    });
    const { id } = await makeAsset(marque, agent, { fields: { credit: 'Ada' } });
    const refused = await patch(boss, id, { status: 'active' });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
    expect(paths(refused)).toEqual(['fields.season']);
    expect(refused.body.error.message).toContain('The season');
    expect((await get(boss, id)).body.data.status).toBe('proposed');
    expect(await patch(boss, id, { status: 'active', fields: { season: 'spring' } })).toMatchObject({
      status: 200,
      body: { data: { status: 'active' } },
    });
    const collection = await marque.makeCollection(strict, { fields: { credit: 'All', season: 'autumn' } });
    const inherited = await fileBytes(marque, boss, await makePicture(), { collections: [collection] });
    expect(inherited).toMatchObject({
      status: 201,
      body: { data: { status: 'active', fields: {}, inherited: { credit: 'All', season: 'autumn' } } },
    });
  });

  it('by two reviewers at once happen once', async () => {
    const { id } = await makeAsset(marque, proposer);
    const replies = await Promise.all([1, 2, 3].map(() => patch(asEditor, id, { status: 'active' })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await eventsOf(id)).toEqual(['asset.proposed', 'asset.approved']);
    const settled = await Promise.all([
      patch(asEditor, id, { status: 'archived' }),
      patch(asEditor, id, { status: 'rejected', reviewNote: 'no' }),
      patch(admin, id, { status: 'draft' }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((await get(asEditor, id)).body.data.status).toBe('archived');
  });
});

describe('a suggestion', () => {
  it('waits, is accepted by setting its value, and is then no longer waiting', async () => {
    const { id } = await makeAsset(marque, proposer);
    const suggested = await propose(proposer, id, 'fields', { subject: 'space', year: 1995, final: false });
    expect(suggested).toMatchObject({
      status: 200,
      body: { data: { fields: {}, proposedFields: { subject: 'space', year: 1995, final: false } } },
    });
    await propose(proposer, id, 'tags', ['galaxy', 'night']);
    const accepted = await patch(asEditor, id, { fields: { subject: 'space' }, tags: ['galaxy', 'sky'] });
    expect(accepted.body.data).toMatchObject({
      fields: { subject: 'space' },
      tags: ['galaxy', 'sky'],
      proposedTags: ['night'],
    });
    expect(accepted.body.data.proposedFields).toEqual({ year: 1995, final: false });
  });

  it('is dropped when another value is set; a tag in another case counts as accepted', async () => {
    const { id } = await makeAsset(marque, proposer);
    await propose(proposer, id, 'fields', { subject: 'space', year: 1995 });
    await propose(proposer, id, 'tags', ['Galaxy']);
    const { body } = await patch(asEditor, id, { fields: { subject: 'cats' }, tags: ['GALAXY'] });
    expect(body.data).toMatchObject({ fields: { subject: 'cats' }, proposedTags: [], tags: ['GALAXY'] });
    expect(body.data.proposedFields).toEqual({ year: 1995 });
  });

  it('is dismissed by keeping the others', async () => {
    const { id } = await makeAsset(marque, proposer);
    await propose(proposer, id, 'fields', { subject: 'space', year: 1995 });
    await propose(proposer, id, 'tags', ['a', 'b', 'c']);
    const kept = await patch(asEditor, id, { proposedFields: { year: 1995 }, proposedTags: ['c', 'A'] });
    expect(kept.body.data.proposedFields).toEqual({ year: 1995 });
    expect(kept.body.data.proposedTags).toEqual(['a', 'c']);
    const none = await patch(asEditor, id, { proposedFields: {}, proposedTags: [] });
    expect(none.body.data).toMatchObject({ proposedFields: {}, proposedTags: [], fields: {}, tags: [] });
  });

  it("can't be added by the patch that keeps suggestions", async () => {
    const { id } = await makeAsset(marque, proposer);
    await propose(proposer, id, 'fields', { year: 1995 });
    const refused = await patch(asEditor, id, {
      proposedFields: { year: 1996, subject: 'space' },
      proposedTags: ['new'],
    });
    expect(refused.status).toBe(422);
    expect(paths(refused).sort()).toEqual([
      'proposedFields.subject',
      'proposedFields.year',
      'proposedTags[0]',
    ]);
    expect((await get(asEditor, id)).body.data.proposedFields).toEqual({ year: 1995 });
  });

  it("for the asset's own value is dropped, even a false one; suggesting again replaces it", async () => {
    const { id } = await makeAsset(marque, asEditor, { fields: { final: false, year: 0 }, tags: ['mine'] });
    const suggested = await propose(proposer, id, 'fields', { final: true, year: 7, subject: 'cats' });
    expect(suggested.body.data.proposedFields).toEqual({ subject: 'cats' });
    expect((await propose(proposer, id, 'tags', ['Mine', 'new', 'NEW'])).body.data.proposedTags).toEqual([
      'new',
    ]);
    expect((await propose(proposer, id, 'fields', { subject: 'space' })).body.data.proposedFields).toEqual({
      subject: 'space',
    });
    expect((await propose(proposer, id, 'tags', ['new', 'newer'])).body.data.proposedTags).toEqual([
      'new',
      'newer',
    ]);
  });

  it('for an inherited value is kept: only an own value counts', async () => {
    const collection = await marque.makeCollection(place, { fields: { subject: 'cats' } });
    const { id } = await makeAsset(marque, asEditor, { collections: [collection] });
    const suggested = await propose(proposer, id, 'fields', { subject: 'space' });
    expect(suggested.body.data).toMatchObject({
      inherited: { subject: 'cats' },
      proposedFields: { subject: 'space' },
    });
  });

  it('with invalid values is refused as a whole, naming every problem at once', async () => {
    const { id } = await makeAsset(marque, proposer);
    const refused = await propose(proposer, id, 'fields', {
      subject: 'dogs',
      year: '1995',
      shown: '2026-02-30',
      final: 'yes',
      place: '  ',
      nope: 1,
      __proto__x: 1,
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
    expect(paths(refused)).toEqual([
      'fields.subject',
      'fields.year',
      'fields.shown',
      'fields.final',
      'fields.place',
      'fields.nope',
      'fields.__proto__x',
    ]);
    expect(refused.body.error.message).toContain('"space"');
    for (const fields of [undefined, [], 'x', { subject: null }, { subject: ['space'] }, { subject: {} }])
      expect((await propose(proposer, id, 'fields', fields)).status).toBe(400);
    for (const tags of [undefined, [], ['ok', ''], ['x'.repeat(101)], 'tag', [5]])
      expect((await propose(proposer, id, 'tags', tags)).status).toBe(400);
    expect((await get(proposer, id)).body.data).toMatchObject({ proposedFields: {}, proposedTags: [] });
  });

  it("isn't lost when many come at once", async () => {
    const { id } = await makeAsset(marque, proposer);
    const values = { subject: 'space', year: 1, shown: '2026-01-01', final: true, place: 'here' };
    await Promise.all([
      ...Object.entries(values).map(([key, value]) => propose(proposer, id, 'fields', { [key]: value })),
      ...['a', 'b', 'c'].map((tag) => propose(proposer, id, 'tags', [tag])),
    ]);
    const { data } = (await get(proposer, id)).body;
    expect(data.proposedFields).toEqual(values);
    expect([...data.proposedTags].sort()).toEqual(['a', 'b', 'c']);
    await Promise.all(
      Object.entries(values).map(([key, value]) => patch(asEditor, id, { fields: { [key]: value } })),
    );
    expect((await get(asEditor, id)).body.data).toMatchObject({ fields: values, proposedFields: {} });
  });

  it('needs propose: below it 403, elsewhere 404, without a caller 401; and propose changes nothing else', async () => {
    const { id } = await makeAsset(marque, asEditor);
    for (const [what, value] of [
      ['fields', { subject: 'space' }],
      ['tags', ['a']],
    ] as const) {
      expect(await propose(reader, id, what, value)).toMatchObject({
        status: 403,
        body: { error: { detail: { needs: 'propose', has: 'read' } } },
      });
      expect((await propose(stranger, id, what, value)).status).toBe(404);
      expect((await propose(null, id, what, value)).status).toBe(401);
      // Missing permission takes precedence over an invalid body.
      expect((await propose(reader, id, what, 5)).status).toBe(403);
      expect((await propose(stranger, id, what, 5)).status).toBe(404);
    }
    for (const body of [{ title: 'x' }, { tags: [] }, { proposedFields: {} }, {}, { nope: 1 }])
      expect(await patch(proposer, id, body)).toMatchObject({
        status: 403,
        body: { error: { detail: { needs: 'write', has: 'propose' } } },
      });
  });

  it('is refused for a deleted asset, which only those who can restore it can see', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await marque.service.db.query('update assets set deleted_at = now() where id = $1', [id]);
    expect((await propose(proposer, id, 'tags', ['a'])).status).toBe(404);
    expect((await propose(asEditor, id, 'tags', ['a'])).status).toBe(409);
    expect((await patch(asEditor, id, { title: 'x' })).status).toBe(409);
    expect((await get(asEditor, id)).body.data).toMatchObject({ state: 'deleted', status: 'active' });
  });
});

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

  it('is described with exactly the properties of interface 2.3, unwrapped', async () => {
    const { id, sha256 } = await makeAsset(
      marque,
      asEditor,
      { rights: { territories: ['DE'] } },
      await makePicture({ width: 1400, height: 700 }),
    );
    const { body } = await describeIt(reader, id);
    expect(Object.keys(body).sort()).toEqual([...descriptionKeys].sort());
    expect(Object.keys(body.rights).sort()).toEqual([...rightsKeys].sort());
    expect(Object.keys(body.provenance).sort()).toEqual(
      ['origin', 'parentAssetId', 'generator', 'prompt', 'c2pa'].sort(),
    );
    const at = `${marque.url}/a/${id}`;
    expect(body).toMatchObject({
      sha256,
      urls: { original: at, download: `${at}?download`, rendition: `${at}/{transform}` },
      constraints: {
        w: [1, 8000],
        h: [1, 8000],
        q: [1, 100],
        fit: ['cover', 'contain', 'inside', 'outside', 'fill'],
        f: ['jpeg', 'png', 'webp', 'avif', 'auto'],
        enlarges: false,
      },
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

describe('a patch', () => {
  it('sets and clears metadata: null and blank text clear it, other metadata stays', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const metadata = { title: 'Title', description: 'Words', creator: 'Ada', copyright: '© Ada' };
    expect((await patch(asEditor, id, metadata)).body.data.metadata).toMatchObject(metadata);
    const cleared = await patch(asEditor, id, { title: null, creator: ' ' });
    expect(cleared.body.data.metadata).not.toHaveProperty('title');
    expect(cleared.body.data.metadata).not.toHaveProperty('creator');
    expect(cleared.body.data.metadata).toMatchObject({ description: 'Words', copyright: '© Ada' });
    expect((await describeIt(reader, id)).body).toMatchObject({
      title: null,
      creator: null,
      description: 'Words',
    });
    const same = await patch(asEditor, id, {});
    expect(same.body.data.metadata).toEqual(cleared.body.data.metadata);
  });

  it('replaces rights as a whole: omitted ones are cleared, null clears all', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await patch(asEditor, id, {
      rights: {
        license: 'CC-BY',
        territories: ['DE'],
        channels: ['web'],
        expires: '2099-12-31',
        modelRelease: 'released',
      },
    });
    expect((await patch(asEditor, id, { rights: { embargo: '2020-01-01' } })).body.data.rights).toEqual({
      license: null,
      territories: [],
      channels: [],
      embargo: '2020-01-01',
      expires: null,
      modelRelease: null,
    });
    expect((await patch(asEditor, id, { rights: null })).body.data.rights).toBeNull();
  });

  it('computes the state from the last day of use', async () => {
    const { id } = await makeAsset(marque, asEditor);
    expect((await patch(asEditor, id, { rights: { expires: day(-1) } })).body.data).toMatchObject({
      status: 'active',
      state: 'expired',
    });
    expect((await patch(asEditor, id, { rights: { expires: day(0) } })).body.data.state).toBe('active');
  });

  it('with a malformed property names every problem and changes nothing', async () => {
    const { id } = await makeAsset(marque, asEditor, { tags: ['kept'] });
    const before = (await get(asEditor, id)).body.data;
    const refused = await patch(asEditor, id, {
      tags: ['new', 5],
      rights: { embargo: '2026-02-30', expires: '2026-2-1', modelRelease: 'maybe', nope: true },
      origin: 'found',
      parentAssetId: 'x',
      title: 'x'.repeat(501),
      public: 'yes',
      filename: 'other.png',
    });
    expect(refused.status).toBe(400);
    expect(paths(refused).sort()).toEqual([
      'filename',
      'origin',
      'parentAssetId',
      'public',
      'rights.embargo',
      'rights.expires',
      'rights.modelRelease',
      'rights.nope',
      'tags[1]',
      'title',
    ]);
    for (const body of [[], 'text', null])
      expect(
        (
          await marque.call('PATCH', `/api/v1/assets/${id}`, {
            as: asEditor,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400);
    expect((await get(asEditor, id)).body.data).toEqual(before);
  });

  it('with invalid field values names each, sets none, and rejects unknown keys', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const refused = await patch(asEditor, id, {
      title: 'not set either',
      fields: { subject: 'dogs', year: '5', nope: 1, neither: null, final: true },
    });
    expect(refused.status).toBe(422);
    expect(paths(refused).sort()).toEqual(['fields.neither', 'fields.nope', 'fields.subject', 'fields.year']);
    expect((await get(asEditor, id)).body.data).toMatchObject({ fields: {} });
    expect((await get(asEditor, id)).body.data.metadata).not.toHaveProperty('title');
  });

  it('can reference other assets of this workspace only, and not the asset itself', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const parent = await makeAsset(marque, asEditor);
    const theirs = await makeAsset(marque, stranger);
    const hidden = await makeAsset(marque, admin, { private: true });
    for (const link of ['parentAssetId', 'supersededBy']) {
      for (const target of [theirs.id, hidden.id, id, randomUUID()]) {
        const refused = await patch(asEditor, id, { [link]: target });
        expect([link, refused.status]).toEqual([link, 422]);
        expect(paths(refused)).toEqual([link]);
      }
      expect((await patch(asEditor, id, { [link]: parent.id })).body.data[link]).toBe(parent.id);
      expect((await patch(asEditor, id, { [link]: null })).body.data[link]).toBeNull();
    }
  });

  it('deduplicates tags regardless of case and spaces', async () => {
    const { id } = await makeAsset(marque, asEditor, {
      tags: ['Cat', 'cat ', 'CAT', 'two  words', 'e\u0301'],
    });
    expect((await get(asEditor, id)).body.data.tags).toEqual(['Cat', 'two words', 'é']);
    expect((await patch(asEditor, id, { tags: ['b', 'B', 'a'] })).body.data.tags).toEqual(['b', 'a']);
    expect((await patch(asEditor, id, { tags: [] })).body.data.tags).toEqual([]);
  });

  it('with a cookie from another page is refused', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const reply = await marque.call('PATCH', `/api/v1/assets/${id}`, {
      as: asEditor,
      body: { title: 'x' },
      headers: { origin: 'https://evil.example' },
    });
    expect(reply.status).toBe(403);
    expect((await get(asEditor, id)).body.data.metadata).not.toHaveProperty('title');
  });
});
