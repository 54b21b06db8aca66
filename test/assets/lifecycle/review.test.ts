// Reviewing assets: status changes, and suggestions and their decisions.
import { afterAll, describe, expect, it } from '@jest/globals';
import { fileBytes, makeAsset, makePicture } from '../library.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { admin, asEditor, asHelper, marque, place, proposer, reader, stranger } from './reviewers.ts';
import { get, patch, propose, putInto, statuses, type Status } from './reviewing.ts';

afterAll(() => marque.close());

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
      expect(issuePaths(refused)).toEqual(['reviewNote']);
    }
    const rejected = await patch(asEditor, id, { status: 'rejected', reviewNote: 'Too dark' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected', reviewNote: 'Too dark' });
    expect((await get(proposer, id)).body.data.reviewNote).toBe('Too dark');
    const approved = await patch(asEditor, id, { status: 'active' });
    expect(approved.body.data).toMatchObject({ status: 'active', reviewNote: null });
    expect(await eventsOf(marque, id)).toEqual(['asset.proposed', 'asset.rejected', 'asset.approved']);
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
    expect(issuePaths(direct)).toEqual(['fields.credit', 'fields.season']);
    expect(await fileBytes(marque, boss, await makePicture(), { status: 'draft' })).toMatchObject({
      status: 201,
      body: { data: { status: 'draft' } },
    });
    const { id } = await makeAsset(marque, agent, { fields: { credit: 'Ada' } });
    const refused = await patch(boss, id, { status: 'active' });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
    expect(issuePaths(refused)).toEqual(['fields.season']);
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
    expect(await eventsOf(marque, id)).toEqual(['asset.proposed', 'asset.approved']);
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
    expect(issuePaths(refused).sort()).toEqual([
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
    expect(issuePaths(refused)).toEqual([
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
