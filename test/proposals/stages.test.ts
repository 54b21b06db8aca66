// Approval in stages: who decides in which, and that nothing takes effect before the last.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { brandId, decide, doneAs } from './queue.ts';
import {
  accept,
  ada,
  admin,
  assetNow,
  bob,
  eachWithoutStages,
  eve,
  legal,
  proposalOn,
  retitle,
  setDone,
  stage,
  twoStages,
} from './staged.ts';
import { asEditor, marque, place, scout, stranger } from './two-proposers.ts';

eachWithoutStages();

describe('without stages', () => {
  it('a proposal has none, and whoever can approve decides', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect(proposal).toMatchObject({ stages: [], current: null, waitsForMe: true });
    expect((await accept(asEditor, proposal.id)).body.data.status).toBe('accepted');
  });
});

describe('two stages', () => {
  beforeEach(() => twoStages());

  it('are passed one after the other, and the asset is active after the last', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect(proposal).toMatchObject({
      current: 'art',
      stages: [{ id: 'art', name: 'ART', needs: 1 }, { id: 'legal' }],
    });
    const [art, then] = proposal.stages;
    expect(new Date(art.due).getTime() - new Date(proposal.createdAt).getTime()).toBeGreaterThan(
      47 * 3600_000,
    );
    expect(then.due).toBeNull();

    const first = await accept(ada, proposal.id, { note: 'Looks right' });
    expect([first.status, first.body.data]).toMatchObject([
      200,
      {
        status: 'waiting',
        current: 'legal',
        stages: [
          { decisions: [{ decision: 'accept', by: 'Ada Art', byId: ada.id, note: 'Looks right' }] },
          {},
        ],
      },
    ]);
    expect((await assetNow(id)).status).toBe('proposed');

    const last = await accept(eve, proposal.id);
    expect(last.body.data).toMatchObject({ status: 'accepted', current: 'legal', decidedBy: 'Eve Legal' });
    expect((await assetNow(id)).status).toBe('active');
    expect(await eventsOf(marque, id)).toEqual([
      'asset.proposed',
      'proposal.accepted_in_stage',
      'proposal.accepted_in_stage',
      'asset.approved',
    ]);
    expect((await accept(eve, proposal.id)).status).toBe(409);
  });

  it('refuse everyone else with a 403 that names the stage, also an admin', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    const service = await marque.makeKey(place, 'admin');
    for (const as of [asEditor, bob, admin, eve, service] as Caller[]) {
      const { status, body } = await accept(as, proposal.id);
      expect([status, body.error.code, body.error.detail]).toEqual([
        403,
        'forbidden',
        { stage: { id: 'art', name: 'ART' } },
      ]);
      expect(body.error.message).toContain('ART');
    }
    expect((await decide(bob, proposal.id, { decision: 'reject', note: 'No' })).status).toBe(403);
    expect((await accept(stranger, proposal.id)).status).toBe(404);
    expect((await accept(scout, proposal.id)).status).toBe(403);
    expect((await proposalOn(id)).stages[0].decisions).toEqual([]);
  });

  it('count an approval by PATCH as a decision in the current stage', async () => {
    const { id } = await makeAsset(marque, scout);
    const activate = (as: Caller) => callsAs(marque, as).call('PATCH', `/assets/${id}`, { status: 'active' });
    expect((await activate(bob)).status).toBe(403);
    const first = await activate(ada);
    expect([first.status, first.body.data.status]).toEqual([200, 'proposed']);
    expect(await proposalOn(id)).toMatchObject({ current: 'legal', status: 'waiting' });
    expect((await activate(ada)).status).toBe(403);
    expect((await activate(eve)).body.data.status).toBe('active');
    expect(await proposalOn(id)).toMatchObject({ status: 'accepted' });
  });

  it("can't be passed by over a draft", async () => {
    const { id } = await makeAsset(marque, scout);
    const { status, body } = await callsAs(marque, bob).call('PATCH', `/assets/${id}`, { status: 'draft' });
    expect([status, body.error.detail]).toEqual([403, { stage: { id: 'art', name: 'ART' } }]);
    const bulk = await callsAs(marque, bob).done('POST', '/assets/batch', {
      ids: [id],
      patch: { status: 'active' },
    });
    expect(bulk.body.data).toMatchObject([{ id, ok: false, error: { code: 'forbidden' } }]);
    expect((await callsAs(marque, ada).call('PATCH', `/assets/${id}`, { status: 'draft' })).status).toBe(200);
    expect(await proposalOn(id)).toMatchObject({ status: 'withdrawn' });
  });

  it('end with a rejection, whose stage the proposal names', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    await accept(ada, proposal.id);
    expect((await decide(eve, proposal.id, { decision: 'reject' })).status).toBe(422);
    const { body } = await decide(eve, proposal.id, { decision: 'reject', note: 'No release form' });
    expect(body.data).toMatchObject({
      status: 'rejected',
      reviewNote: 'No release form',
      current: 'legal',
      stages: [
        { decisions: [{ decision: 'accept' }] },
        { decisions: [{ decision: 'reject', by: 'Eve Legal' }] },
      ],
    });
    expect((await assetNow(id)).status).toBe('rejected');
  });

  it('are in the audit log, decision by decision', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    await accept(ada, proposal.id);
    await decide(eve, proposal.id, { decision: 'reject', note: 'No' });
    const { body } = await callsAs(marque, admin).done('GET', '/audit?limit=20');
    const entries = body.data.filter(({ detail }: { detail: { proposals?: string[] } }) =>
      detail.proposals?.includes(proposal.id),
    );
    expect(entries).toMatchObject([
      {
        type: 'proposal.rejected_in_stage',
        actor: { name: 'Eve Legal' },
        detail: { stage: { id: 'legal' }, note: 'No' },
      },
      { type: 'proposal.accepted_in_stage', actor: { name: 'Ada Art' }, detail: { next: { id: 'legal' } } },
    ]);
  });

  it('stay with what is under way when the setting changes', async () => {
    const { id } = await makeAsset(marque, scout);
    await setDone({ stages: null, routes: null });
    const proposal = await proposalOn(id);
    expect(proposal).toMatchObject({ current: 'art' });
    expect((await accept(bob, proposal.id)).status).toBe(403);
    const { id: later } = await makeAsset(marque, scout);
    expect(await proposalOn(later)).toMatchObject({ stages: [] });
  });

  it('are of corrections, too, but not of suggested tags and values', async () => {
    const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
    const correction = await retitle(scout, id, 'New');
    expect(correction.current).toBe('art');
    expect((await accept(bob, correction.id)).status).toBe(403);
    expect((await accept(ada, correction.id)).status).toBe(200);
    expect((await assetNow(id)).metadata.title).toBe('Old');
    await accept(eve, correction.id);
    expect((await assetNow(id)).metadata.title).toBe('New');

    await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-tags`, { tags: ['moon'] });
    const tags = await proposalOn(id);
    expect(tags).toMatchObject({ kind: 'tags', stages: [] });
    expect((await accept(bob, tags.id)).body.data.status).toBe('accepted');
  });

  it("show what an earlier stage edited, and refuse what doesn't fit any more", async () => {
    const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
    const correction = await retitle(scout, id, 'Nwe');
    const edited = await accept(ada, correction.id, { value: { title: 'New' } });
    expect(edited.body.data).toMatchObject({
      status: 'waiting',
      after: { title: 'New' },
      before: { title: 'Old' },
    });
    expect(edited.body.data.stages[0].decisions).toMatchObject([{ edited: true }]);
    await callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, { title: 'Changed meanwhile' });
    expect((await accept(eve, correction.id)).status).toBe(409);
    expect((await proposalOn(id)).stages[1].decisions).toEqual([]);

    const late = await retitle(scout, id, 'Later');
    await callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, { title: 'Again' });
    expect((await accept(ada, late.id)).status).toBe(409);
    const { body } = await accept(ada, late.id);
    const value = { title: 'Later still' };
    expect((await accept(ada, late.id, { value, seen: body.error.detail.seen })).status).toBe(200);
    expect((await accept(eve, late.id)).body.data.status).toBe('accepted');
    expect((await assetNow(id)).metadata.title).toBe('Later still');
    expect((await accept(ada, late.id, { value: { title: 1 } })).status).toBe(409);
  });

  it('edit a waiting asset itself', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect((await accept(ada, proposal.id, { value: { title: 5 } })).status).toBe(400);
    const { body } = await accept(ada, proposal.id, { value: { title: 'Comet', tags: ['ice'] } });
    expect(body.data).toMatchObject({ status: 'waiting', current: 'legal', after: { tags: ['ice'] } });
    expect(await assetNow(id)).toMatchObject({
      status: 'proposed',
      tags: ['ice'],
      metadata: { title: 'Comet' },
    });
  });

  it('are of rules, too', async () => {
    const change = { set: [{ key: 'voice.greeting', type: 'text', value: 'Hi.' }] };
    const path = `/brand/proposed-rules`;
    const proposal = (await doneAs(scout)('POST', path, change)).body.data;
    expect(proposal).toMatchObject({ current: 'art', target: { id: brandId } });
    const value = { set: [{ key: 'voice.greeting', type: 'text', value: 'Hey.' }] };
    expect((await accept(ada, proposal.id, { value })).body.data.after.set[0].value).toBe('Hey.');
    const greeting = async () =>
      (await doneAs(asEditor)('GET', '/brand/rules')).body.data.find(
        ({ key }: { key: string }) => key === 'voice.greeting',
      )?.value;
    expect(await greeting()).toBe('Hello.');
    expect((await accept(eve, proposal.id)).body.data.status).toBe('accepted');
    expect(await greeting()).toBe('Hey.');
  });

  it('can be withdrawn by the proposer at any time', async () => {
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    await accept(ada, proposal.id);
    expect((await callsAs(marque, scout).call('DELETE', `/proposals/${proposal.id}`)).status).toBe(200);
    expect((await assetNow(id)).status).toBe('draft');
  });
});

describe('how many a stage needs', () => {
  const both = () => [{ person: ada.id }, { person: bob.id }];

  it('two: each person counts once, whether in person or through a key', async () => {
    await setDone({ stages: [stage('two', both(), { needs: 2 })], routes: [{ stages: ['two'] }] });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect((await accept(ada, proposal.id)).body.data.status).toBe('waiting');
    const key = await marque.makeKey(place, 'write', { ownerId: ada.id });
    for (const as of [ada, key] as Caller[]) {
      const { status, body } = await accept(as, proposal.id);
      expect([status, body.error.code]).toEqual([409, 'conflict']);
    }
    expect((await accept(bob, proposal.id)).body.data.status).toBe('accepted');
  });

  it('two at once both count', async () => {
    await setDone({ stages: [stage('two', both(), { needs: 2 })], routes: [{ stages: ['two'] }] });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    const replies = await Promise.all([accept(ada, proposal.id), accept(bob, proposal.id)]);
    expect(replies.map(({ body }) => body.data.status).sort()).toEqual(['accepted', 'waiting']);
  });

  it('all: everyone in the group, as it is now', async () => {
    await setDone({
      stages: [stage('all', [{ group: legal }, { person: ada.id }], { needs: 'all' })],
      routes: [{ stages: ['all'] }],
    });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect((await accept(ada, proposal.id)).body.data.status).toBe('waiting');
    expect((await accept(eve, proposal.id)).body.data.status).toBe('accepted');
  });

  it('an edit makes what others accepted in the stage outdated', async () => {
    await setDone({ stages: [stage('two', both(), { needs: 2 })], routes: [{ stages: ['two'] }] });
    const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
    const { id: proposal } = await retitle(scout, id, 'New');
    await accept(ada, proposal);
    const { body } = await accept(bob, proposal, { value: { title: 'Newer' } });
    expect(body.data.status).toBe('waiting');
    expect(body.data.stages[0].decisions).toMatchObject([
      { by: 'Ada Art', outdated: true },
      { by: 'Bob Brand', outdated: false, edited: true },
    ]);
    expect((await accept(ada, proposal)).body.data.status).toBe('accepted');
    expect((await assetNow(id)).metadata.title).toBe('Newer');
  });

  it('"approve" is everyone who can approve, and nobody who can’t', async () => {
    await setDone({ stages: [stage('any', ['approve'])], routes: [{ stages: ['any'] }] });
    const limited = await marque.makeMember(place, 'write', { limits: ['approve'] });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    expect((await accept(limited, proposal.id)).status).toBe(403);
    expect((await accept(bob, proposal.id)).body.data.status).toBe('accepted');
  });

  it('whoever holds a stage is gone: it can be rejected, and not accepted', async () => {
    const guest = await marque.makeMember(place, 'write', { name: 'Gil Gone' });
    await setDone({ stages: [stage('gone', [{ person: guest.id }])], routes: [{ stages: ['gone'] }] });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    await marque.service.db.query('delete from payload.grants where user_id = $1', [guest.id]);
    expect((await accept(bob, proposal.id)).status).toBe(403);
    expect((await decide(bob, proposal.id, { decision: 'reject', note: 'Nobody is left' })).status).toBe(200);
  });
});

describe('distinct', () => {
  it('nobody decides in two stages', async () => {
    await setDone({
      stages: [
        stage('one', [{ person: ada.id }]),
        stage('two', [{ person: ada.id }, { person: bob.id }], { needs: 'all' }),
      ],
      routes: [{ stages: ['one', 'two'] }],
      distinct: true,
    });
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    await accept(ada, proposal.id);
    const again = await accept(ada, proposal.id);
    expect([again.status, again.body.error.detail]).toEqual([403, { stage: { id: 'two', name: 'TWO' } }]);
    expect(await proposalOn(id, ada)).toMatchObject({ waitsForMe: false });
    expect((await accept(bob, proposal.id)).body.data.status).toBe('accepted');
  });
});

describe('a new collection and a share link', () => {
  const propose = async (item: object) =>
    (await doneAs(scout)('POST', '/proposals', { items: [item] })).body.data.results[0].proposal;

  it.each([
    ['of the workspace', () => ({ resource: 'workspace', id: place.workspaceId })],
    [
      'in a collection',
      async () => {
        const { id } = await callsAs(marque, asEditor).create('/collections', { name: 'Above' });
        return { resource: 'collection', id };
      },
    ],
  ])('%s pass the stages, too', async (_, target) => {
    await twoStages();
    const { id } = await propose({
      kind: 'collection',
      target: await target(),
      change: { name: 'Approved twice' },
    });
    const waitsFor = async (as: Caller): Promise<boolean> => {
      const { body } = await callsAs(marque, as).done('GET', '/proposals?waitingFor=me');
      return body.data.some((one: { id: string }) => one.id === id);
    };
    expect([await waitsFor(ada), await waitsFor(bob), await waitsFor(eve)]).toEqual([true, false, false]);
    expect((await accept(bob, id)).status).toBe(403);
    expect((await accept(ada, id)).body.data).toMatchObject({ status: 'waiting', current: 'legal' });
    expect(await waitsFor(eve)).toBe(true);
    expect((await accept(eve, id)).body.data).toMatchObject({ status: 'accepted' });
    expect(await waitsFor(eve)).toBe(false);
  });

  it('pass those of a route by the collection they are about', async () => {
    const { id: collection } = await callsAs(marque, asEditor).create('/collections', { name: 'Routed' });
    await setDone({
      stages: [stage('legal', [{ group: legal }])],
      routes: [{ when: { collection }, stages: ['legal'] }],
    });
    const change = { kind: 'view' };
    const inside = { resource: 'collection', id: collection };
    const routed = await propose({ kind: 'share', target: inside, change });
    expect(routed).toMatchObject({ current: 'legal' });
    const { id: asset } = await makeAsset(marque, asEditor);
    const free = await propose({ kind: 'share', target: { resource: 'asset', id: asset }, change });
    expect(free).toMatchObject({ current: null });
  });

  it('shows the address to who accepts last', async () => {
    const { id: collection } = await callsAs(marque, asEditor).create('/collections', { name: 'Shared' });
    await twoStages();
    const { id } = await propose({
      kind: 'share',
      target: { resource: 'collection', id: collection },
      change: { kind: 'view' },
    });
    expect((await accept(ada, id)).body.once).toBeUndefined();
    expect((await accept(eve, id)).body.once.url).toContain('/s/');
  });
});
