// One queue for everything that waits: new assets, tags and values; how they are decided, and that assets
// always agree with the queue.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { callAs, decide, doneAs, list, suggestTags } from './queue.ts';
import { asEditor, marque, other, place, scout, stranger } from './two-proposers.ts';

const asHelper: Caller = {
  cookie: (await marque.makeMember(place, 'write', { limits: ['approve'] })).cookie,
};

afterAll(() => marque.close());

const asset = async (id: string) => (await callsAs(marque, asEditor).done('GET', `/assets/${id}`)).body.data;

const suggestFields = (as: Caller, id: string, fields: unknown) =>
  callsAs(marque, as).done('POST', `/assets/${id}/proposed-fields`, { fields });

const waitingFor = (id: string) => list(asEditor, `?target=${id}`);

/** Checks that an asset's waiting suggestions are exactly those in the queue. */
async function expectAgreement(id: string): Promise<void> {
  const record = await asset(id);
  const queue = await waitingFor(id);
  const of = (kind: string) => queue.filter((one) => one.kind === kind);
  expect(of('asset')).toHaveLength(record.status === 'proposed' ? 1 : 0);
  expect(
    of('tags')
      .flatMap(({ after }) => after.tags)
      .sort(),
  ).toEqual([...record.proposedTags].sort());
  expect(Object.assign({}, ...of('fields').map(({ after }) => after.fields))).toEqual(record.proposedFields);
}

describe('a new asset of an agent', () => {
  it('waits in the queue with its metadata; once accepted it is active', async () => {
    const { id } = await makeAsset(marque, scout, { tags: ['galaxy'], note: 'For the autumn page' });
    const [proposal, ...more] = await waitingFor(id);
    expect(more).toEqual([]);
    expect(proposal).toEqual({
      id: expect.any(String),
      kind: 'asset',
      target: { resource: 'asset', id, name: expect.any(String), slug: null, mime: 'image/png' },
      by: expect.stringMatching(/^Key/),
      byId: scout.id,
      agent: expect.stringMatching(/^Key/),
      agentId: scout.id,
      note: 'For the autumn page',
      before: null,
      after: expect.objectContaining({ tags: ['galaxy'], mime: 'image/png', width: 40 }),
      status: 'waiting',
      decidedBy: null,
      decidedAt: null,
      reviewNote: null,
      createdAt: expect.any(String),
      stages: [],
      current: null,
      auto: null,
      waitsForMe: true,
    });

    const decided = await decide(asEditor, proposal.id, { decision: 'accept' });
    expect(decided.status).toBe(200);
    expect(decided.body.data).toMatchObject({ status: 'accepted', decidedBy: 'Edda Editor' });
    expect((await asset(id)).status).toBe('active');
    await expectAgreement(id);
    expect(await eventsOf(marque, id)).toEqual(['asset.proposed', 'asset.approved']);
  });

  it('can be accepted with edits, and the agent reads what was accepted', async () => {
    const { id } = await makeAsset(marque, scout);
    const [proposal] = await waitingFor(id);
    const value = { title: 'Deep field', tags: ['stars'], fields: { subject: 'space' } };
    expect((await decide(asEditor, proposal.id, { decision: 'accept', value })).status).toBe(200);
    expect(await asset(id)).toMatchObject({
      status: 'active',
      tags: ['stars'],
      fields: { subject: 'space' },
      metadata: { title: 'Deep field' },
    });
    const mine = await list(scout, `?by=me&status=any&target=${id}`);
    expect(mine).toMatchObject([{ status: 'accepted', after: { title: 'Deep field', tags: ['stars'] } }]);
  });

  it('is rejected with a note, which is on the asset and visible to the agent', async () => {
    const { id } = await makeAsset(marque, scout);
    const [proposal] = await waitingFor(id);
    const without = await decide(asEditor, proposal.id, { decision: 'reject' });
    expect(without.status).toBe(422);
    expect(without.body.error.detail.issues).toMatchObject([{ path: 'note' }]);
    await expectAgreement(id);

    expect((await decide(asEditor, proposal.id, { decision: 'reject', note: 'Too dark' })).status).toBe(200);
    expect(await asset(id)).toMatchObject({ status: 'rejected', reviewNote: 'Too dark' });
    expect(await list(scout, `?by=me&status=rejected&target=${id}`)).toMatchObject([
      { id: proposal.id, reviewNote: 'Too dark', decidedBy: 'Edda Editor' },
    ]);
  });

  it('can also be decided through its own record', async () => {
    for (const [patch, status] of [
      [{ status: 'active' }, 'accepted'],
      [{ status: 'rejected', reviewNote: 'No' }, 'rejected'],
      [{ status: 'draft' }, 'withdrawn'],
    ] as const) {
      const { id } = await makeAsset(marque, scout);
      await callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, patch);
      await expectAgreement(id);
      expect(await list(asEditor, `?status=any&target=${id}`)).toMatchObject([{ kind: 'asset', status }]);
    }
  });

  it("needs no note if the workspace doesn't require one", async () => {
    const own = await marque.makePlace();
    const reviewer = await marque.makeKey(own, 'write');
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'review', '{"requireNoteOnReject": false}')`,
      [own.organizationId, own.workspaceId],
    );
    const agent = await marque.makeKey(own, 'propose');
    const { id } = await makeAsset(marque, agent);
    const [proposal] = await list(agent, '?by=me');
    expect((await decide(reviewer, proposal.id, { decision: 'reject' })).status).toBe(200);
    expect((await callsAs(marque, reviewer).done('GET', `/assets/${id}`)).body.data).toMatchObject({
      status: 'rejected',
      reviewNote: null,
    });
  });
});

describe('suggested tags and values', () => {
  let id: string;
  const fresh = async () => ({ id } = await makeAsset(marque, asEditor, { tags: ['old'] }));

  it('are one proposal per call, without what was suggested already', async () => {
    await fresh();
    await suggestTags(scout, id, ['Moon', 'old', 'star'], 'I see them');
    await suggestTags(other, id, ['moon', 'dust']);
    await suggestTags(other, id, ['dust']);
    const queue = await waitingFor(id);
    expect(queue).toMatchObject([
      { kind: 'tags', after: { tags: ['dust'] }, by: 'Edda Editor', agent: expect.stringMatching(/^Key/) },
      { kind: 'tags', after: { tags: ['Moon', 'star'] }, before: { tags: ['old'] }, note: 'I see them' },
    ]);
    await expectAgreement(id);
  });

  it('are accepted whole, in part, or with edits', async () => {
    await fresh();
    await suggestTags(scout, id, ['a', 'b']);
    await suggestTags(other, id, ['c']);
    const [c, ab] = await waitingFor(id);
    expect((await decide(asEditor, ab.id, { decision: 'accept', value: { tags: ['b', 'B2'] } })).status).toBe(
      200,
    );
    expect(await asset(id)).toMatchObject({ tags: ['old', 'b', 'B2'], proposedTags: ['c'] });
    await expectAgreement(id);
    expect((await decide(asEditor, c.id, { decision: 'accept' })).status).toBe(200);
    expect(await asset(id)).toMatchObject({ tags: ['old', 'b', 'B2', 'c'], proposedTags: [] });
    await expectAgreement(id);
  });

  it('accepted and dismissed one by one on the asset are distinguished in the queue', async () => {
    await fresh();
    await suggestTags(scout, id, ['a', 'b', 'c']);
    const patch = (body: unknown) => callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, body);
    await patch({ tags: ['old', 'a'] });
    await expectAgreement(id);
    await patch({ proposedTags: ['c'] });
    await expectAgreement(id);
    const all = (await list(asEditor, `?status=any&target=${id}`)).map(({ status, after }) => [
      status,
      after.tags,
    ]);
    expect(all.sort()).toEqual([
      ['accepted', ['a']],
      ['rejected', ['b']],
      ['waiting', ['c']],
    ]);
  });

  it('of a field are replaced by a later one, and dropped when the value is set another way', async () => {
    await fresh();
    await suggestFields(scout, id, { subject: 'space', place: 'Orbit' });
    await suggestFields(other, id, { subject: 'cats' });
    await expectAgreement(id);
    const [cats, orbit] = await waitingFor(id);
    expect(cats.after).toEqual({ fields: { subject: 'cats' } });
    expect(orbit.after).toEqual({ fields: { place: 'Orbit' } });
    await callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, { fields: { place: 'Kiel' } });
    await expectAgreement(id);

    const late = await decide(asEditor, orbit.id, { decision: 'accept' });
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'conflict',
      detail: { status: 'rejected', present: { fields: { place: 'Kiel' } } },
    });
    expect((await asset(id)).fields).toEqual({ place: 'Kiel' });
    expect(
      (await decide(asEditor, cats.id, { decision: 'accept', value: { fields: { subject: 'space' } } }))
        .status,
    ).toBe(200);
    expect((await asset(id)).fields).toEqual({ place: 'Kiel', subject: 'space' });
    await expectAgreement(id);
  });

  it('are rejected, and withdrawn by their proposer', async () => {
    await fresh();
    await suggestFields(scout, id, { subject: 'space' });
    await suggestTags(scout, id, ['x']);
    const [tags, fields] = await waitingFor(id);
    expect((await decide(asEditor, fields.id, { decision: 'reject', note: 'It is a cat' })).status).toBe(200);
    await expectAgreement(id);
    const call = callAs(scout);
    expect((await callsAs(marque, other).call('DELETE', `/proposals/${tags.id}`)).status).toBe(404);
    expect((await callsAs(marque, asHelper).call('DELETE', `/proposals/${tags.id}`)).status).toBe(403);
    expect((await call('DELETE', `/proposals/${tags.id}`)).body).toEqual({ data: { deleted: true } });
    expect((await call('DELETE', `/proposals/${tags.id}`)).status).toBe(409);
    expect(await asset(id)).toMatchObject({
      tags: ['old'],
      fields: {},
      proposedTags: [],
      proposedFields: {},
    });
    await expectAgreement(id);
  });

  it('are deleted with their field, and converted when it changes', async () => {
    await fresh();
    const done = doneAs(asEditor);
    await done('POST', '/fields', { key: 'year', label: 'Year', type: 'text' });
    await suggestFields(scout, id, { year: '1999' });
    await done('PATCH', '/fields/year', { type: 'number' });
    await expectAgreement(id);
    expect((await waitingFor(id))[0].after.fields).toEqual({ year: 1999 });
    await done('DELETE', '/fields/year');
    await expectAgreement(id);
    expect(await list(asEditor, `?status=withdrawn&target=${id}`)).toMatchObject([
      { after: { fields: { year: 1999 } } },
    ]);
  });

  it('are hidden with a deleted asset, and come back with it', async () => {
    await fresh();
    await suggestTags(scout, id, ['x']);
    const [proposal] = await waitingFor(id);
    const done = doneAs(asEditor);
    await done('DELETE', `/assets/${id}`);
    expect(await waitingFor(id)).toEqual([]);
    expect((await decide(asEditor, proposal.id, { decision: 'accept' })).status).toBe(409);
    await done('POST', `/assets/${id}/restore`);
    expect(await waitingFor(id)).toHaveLength(1);
  });
});

describe('deciding', () => {
  it('twice is a conflict; of two at once one wins', async () => {
    const { id } = await makeAsset(marque, scout);
    const [proposal] = await waitingFor(id);
    const replies = await Promise.all(
      ['accept', 'reject', 'accept'].map((decision) =>
        decide(asEditor, proposal.id, { decision, note: 'why' }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body.error).toMatchObject({ code: 'conflict', detail: { decidedBy: 'Edda Editor' } });
    await expectAgreement(id);
  });

  it('needs write and the ability to approve; for another workspace it is a 404', async () => {
    const { id } = await makeAsset(marque, scout);
    const [proposal] = await waitingFor(id);
    const accept = { decision: 'accept' };
    expect((await decide(scout, proposal.id, accept)).status).toBe(403);
    expect((await decide(asHelper, proposal.id, accept)).body.error.detail).toEqual({ needs: 'approve' });
    expect((await decide(stranger, proposal.id, accept)).status).toBe(404);
    expect((await decide(asEditor, 'nothing', accept)).status).toBe(404);
    expect((await decide(asEditor, randomUUID(), accept)).status).toBe(404);
    expect((await decide(null, proposal.id, accept)).status).toBe(401);
    expect((await decide(asEditor, proposal.id, { decision: 'maybe' })).status).toBe(400);
    expect((await asset(id)).status).toBe('proposed');
  });

  it('on many at once returns the result of each', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const { id } = await makeAsset(marque, scout);
      ids.push((await waitingFor(id))[0].id);
    }
    await decide(asEditor, ids[1] as string, { decision: 'accept' });
    const call = callAs(asEditor);
    const reply = await call('POST', '/proposals/batch', {
      ids: [...ids, randomUUID()],
      decision: 'reject',
      note: 'No',
    });
    expect(reply.status).toBe(200);
    expect(
      reply.body.data.map((one: { ok: boolean; error?: { code: string } }) => one.error?.code ?? one.ok),
    ).toEqual([true, 'conflict', true, 'not_found']);
    const low = await callsAs(marque, scout).call('POST', '/proposals/batch', { ids, decision: 'accept' });
    expect(low.status).toBe(403);
  });
});
