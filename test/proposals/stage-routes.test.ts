// Which proposals pass which stages, what waits for whom, and mistakes in the setting.
import { describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { connect } from '../agents/client.ts';
import { doneAs, list } from './queue.ts';
import {
  accept,
  ada,
  admin,
  bob,
  eachWithoutStages,
  eve,
  legal,
  newProposal,
  proposalOn,
  retitle,
  set,
  setDone,
  stage,
  twoStages,
} from './staged.ts';
import { asEditor, editor, marque, other, place, scout, stranger } from './two-proposers.ts';

eachWithoutStages();

describe('routes', () => {
  it('the first that matches applies: by tag, collection, kind and proposer', async () => {
    const shelf = await marque.makeCollection(place);
    await setDone({
      stages: [
        stage('art', [{ person: ada.id }]),
        stage('brand', [{ person: bob.id }]),
        stage('legal', [{ group: legal }]),
      ],
      routes: [
        { when: { tag: 'Harmless' }, stages: [] },
        { when: { collection: shelf, by: 'agent' }, stages: ['legal'] },
        { when: { kind: 'title' }, stages: ['brand', 'art'] },
        { when: { by: 'person' }, stages: ['art'] },
      ],
    });
    const current = async (meta: Record<string, unknown>, as: Caller = scout) =>
      (await proposalOn((await makeAsset(marque, as, meta)).id)).current;
    expect(await current({ tags: ['harmless'], collections: [shelf] })).toBeNull();
    expect(await current({ collections: [shelf] })).toBe('legal');
    expect(await current({})).toBeNull();
    const draft = await makeAsset(marque, bob, { status: 'draft' });
    await callsAs(marque, bob).done('PATCH', `/assets/${draft.id}`, { status: 'proposed' });
    expect((await proposalOn(draft.id)).current).toBe('art');
    const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
    expect((await retitle(scout, id, 'New')).stages.map(({ id: one }: { id: string }) => one)).toEqual([
      'brand',
      'art',
    ]);
  });

  it('a collection also means those inside it', async () => {
    const shelf = (await callsAs(marque, admin).create('/collections', { name: 'Outer' })).id;
    const inner = (await callsAs(marque, admin).create('/collections', { name: 'Inner', parent: shelf })).id;
    await setDone({
      stages: [stage('art', [{ person: ada.id }])],
      routes: [{ when: { collection: shelf }, stages: ['art'] }],
    });
    const { id } = await makeAsset(marque, scout, { collections: [inner] });
    expect(await proposalOn(id)).toMatchObject({ current: 'art' });
  });
});

describe('what waits for me', () => {
  it('is what the caller can decide on now, and changes with each decision', async () => {
    await twoStages();
    const { id } = await makeAsset(marque, scout);
    const proposal = await proposalOn(id);
    const mine = async (as: Caller) =>
      (await list(as, `?target=${id}&waitingFor=me`)).map(({ id: one }) => one);
    expect(await mine(ada)).toEqual([proposal.id]);
    expect([await mine(eve), await mine(bob), await mine(admin), await mine(scout)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(await proposalOn(id, bob)).toMatchObject({ waitsForMe: false });
    await accept(ada, proposal.id);
    expect([await mine(ada), await mine(eve)]).toEqual([[], [proposal.id]]);
    const key = await marque.makeKey(place, 'write', { ownerId: eve.id });
    expect(await mine(key)).toEqual([proposal.id]);
    const weak = await marque.makeKey(place, 'propose', { ownerId: eve.id });
    expect(await mine(weak)).toEqual([]);
    expect((await callsAs(marque, ada).call('GET', '/proposals?waitingFor=you')).status).toBe(400);
    expect((await callsAs(marque, stranger).done('GET', '/proposals?waitingFor=me')).body.data).toEqual([]);
  });

  it('each of a batch has its own result', async () => {
    await setDone({
      stages: [stage('art', [{ person: ada.id }]), stage('legal', [{ group: legal }])],
      routes: [{ when: { tag: 'staged' }, stages: ['art', 'legal'] }],
    });
    const staged = await proposalOn((await makeAsset(marque, scout, { tags: ['staged'] })).id);
    const plain = await proposalOn((await makeAsset(marque, other)).id);
    const batch = (as: Caller) =>
      doneAs(as)('POST', '/proposals/batch', { ids: [staged.id, plain.id], decision: 'accept' });
    expect((await batch(bob)).body.data).toMatchObject([
      { id: staged.id, ok: false, error: { code: 'forbidden', detail: { stage: { id: 'art' } } } },
      { id: plain.id, ok: true, status: 'accepted', current: null },
    ]);
    expect((await batch(ada)).body.data).toMatchObject([
      { id: staged.id, ok: true, status: 'waiting', current: 'legal' },
      { id: plain.id, ok: false, error: { code: 'conflict' } },
    ]);
  });
});

describe('an agent', () => {
  it('finds what waits for its person, and learns that others must decide too', async () => {
    await twoStages();
    const { id, target } = await newProposal(scout);
    const key = await marque.makeKey(place, 'write', { ownerId: ada.id });
    const agent = await connect(marque.url, key.key);
    const queue = async () =>
      (await agent.done('review_queue', { waitingFor: 'me', target: target.id })).data;
    expect(await queue()).toMatchObject([{ id, current: 'art', waitsForMe: true }]);
    expect(await agent.done('review_proposals', { proposals: [id], decision: 'accept' })).toEqual({
      results: [{ proposal: id, ok: true, waitsInStage: 'legal' }],
    });
    expect(await queue()).toEqual([]);
    expect(
      (await agent.done('review_proposals', { proposals: [id], decision: 'accept' })).results,
    ).toMatchObject([
      { proposal: id, error: { code: 'forbidden', message: expect.stringContaining('LEGAL') } },
    ]);
    await agent.close();
  });
});

describe('the setting', () => {
  const issues = async (body: unknown, status = 422) => {
    const reply = await set(body);
    expect(reply.status).toBe(status);
    return reply.body.error.detail.issues.map(({ path }: { path: string }) => path);
  };

  it('names each mistake at its place', async () => {
    const outsider = (await marque.makePerson()).id;
    const unknown = '00000000-0000-4000-8000-000000000000';
    const art = stage('art', [{ person: ada.id }]);
    expect(await issues({ stages: [art, art] })).toEqual(['stages[1].id']);
    expect(await issues({ stages: [{ ...art, needs: 2 }] })).toEqual(['stages[0].needs']);
    expect(
      await issues({ stages: [stage('art', [{ group: legal }, { person: eve.id }], { needs: 2 })] }),
    ).toEqual(['stages[0].needs']);
    expect(await issues({ stages: [stage('art', [{ person: outsider }, { group: unknown }])] })).toEqual([
      'stages[0].who[0].person',
      'stages[0].who[1].group',
    ]);
    expect(await issues({ stages: [art], routes: [{ stages: ['art', 'atr'] }] })).toEqual([
      'routes[0].stages[1]',
    ]);
    expect(await issues({ stages: [art], routes: [{ stages: ['art', 'art'] }] })).toEqual([
      'routes[0].stages[1]',
    ]);
    expect(
      await issues({
        stages: [art],
        routes: [{ when: { kind: 'titel', collection: unknown }, stages: ['art'] }],
      }),
    ).toEqual(['routes[0].when.kind', 'routes[0].when.collection']);
    expect(await issues({ stages: [{ ...art, who: [] }] }, 400)).toEqual(['stages[0].who']);
    expect(await issues({ stages: [{ ...art, id: 'A b' }] }, 400)).toEqual(['stages[0].id']);
    expect(await issues({ stages: [{ ...art, needs: 0 }] }, 400)).toEqual(['stages[0].needs']);
    expect(await issues({ routes: [{ when: { by: 'robot' }, stages: [] }] }, 400)).toEqual([
      'routes[0].when.by',
    ]);
    expect((await set({ distinct: 'yes' })).status).toBe(400);
  });

  it("doesn't lose a stage that a route still names", async () => {
    await setDone({ stages: [stage('art', [{ person: ada.id }])], routes: [{ stages: ['art'] }] });
    expect(await issues({ stages: [] })).toEqual(['routes[0].stages[0]']);
    expect(await issues({ stages: null })).toEqual(['routes[0].stages[0]']);
    await setDone({ stages: null, routes: null });
  });

  it("of an organization doesn't lose one that a workspace's route names", async () => {
    const stages = [stage('art', [{ person: ada.id }])];
    const owner = await marque.makeAdmin(place, 'Otto Owner');
    const asOwner = { cookie: owner.cookie };
    expect((await set({ stages }, asOwner, 'organization')).status).toBe(200);
    await setDone({ routes: [{ stages: ['art'] }] });
    const { status, body } = await set({ stages: [] }, asOwner, 'organization');
    expect([status, body.error.detail.issues[0].path]).toEqual([422, 'stages']);
    const reset = await callsAs(marque, asOwner).call('DELETE', '/settings/review?context=organization');
    expect(reset.status).toBe(422);
    await setDone({ routes: null });
    expect(
      (await callsAs(marque, asOwner).call('DELETE', '/settings/review?context=organization')).status,
    ).toBe(200);
  });

  it('is for admins', async () => {
    expect((await set({ stages: [] }, asEditor)).status).toBe(403);
    expect((await set({ stages: [] }, editor)).status).toBe(403);
  });
});
