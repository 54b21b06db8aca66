// Approval in stages is of what waits: once that changes, what was accepted so far starts again, so nothing takes effect that a stage
// hasn't seen.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { decide } from './queue.ts';
import {
  accept,
  ada,
  assetNow,
  bob,
  eachWithoutStages,
  eve,
  proposalOn,
  retitle,
  twoStages,
} from './staged.ts';
import { setDone, stage } from './staged.ts';
import { asEditor, marque, scout, stranger } from './two-proposers.ts';

eachWithoutStages();

const patch = (as: Caller, id: string, body: object) =>
  callsAs(marque, as).call('PATCH', `/assets/${id}`, body);

/** A proposed asset that Ada has accepted, and its proposal. */
async function acceptedByAda(): Promise<{ id: string; proposal: string }> {
  const { id } = await makeAsset(marque, scout, { title: 'Seen by Ada' });
  const { id: proposal } = await proposalOn(id);
  expect((await accept(ada, proposal)).body.data.current).toBe('legal');
  return { id, proposal };
}

describe('what waits in stages changes', () => {
  beforeEach(() => twoStages());

  it.each([
    ['its title', (id: string) => patch(asEditor, id, { title: 'Never seen by Ada' })],
    ['its tags', (id: string) => patch(bob, id, { tags: ['new'] })],
    ['its rights', (id: string) => patch(bob, id, { rights: { license: 'None' } })],
    [
      'its alt text',
      (id: string) => callsAs(marque, bob).call('PUT', `/assets/${id}/texts`, { en: { alt: 'Never seen' } }),
    ],
    [
      'its crops',
      (id: string) =>
        callsAs(marque, bob).call('PUT', `/assets/${id}/crops`, { focalPoint: { x: 0.1, y: 0.1 } }),
    ],
    [
      'its usage terms',
      (id: string) => callsAs(marque, bob).call('PUT', `/assets/${id}/usage`, { credit: 'Never seen' }),
    ],
  ])('by a change of %s: it starts again, and says so', async (_, change) => {
    const { id, proposal } = await acceptedByAda();
    const changed = await change(id);
    expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    expect(await proposalOn(id, ada)).toMatchObject({
      status: 'waiting',
      current: 'art',
      waitsForMe: true,
      stages: [{ decisions: [{ by: 'Ada Art', decision: 'accept', outdated: true }] }, { decisions: [] }],
    });
    expect(await eventRowsOf(marque, id)).toContainEqual(
      expect.objectContaining({
        type: 'proposal.stages_restarted',
        detail: expect.objectContaining({ proposals: [proposal], stage: { id: 'art', name: 'ART' } }),
      }),
    );

    expect((await accept(eve, proposal)).status).toBe(403);
    expect((await accept(ada, proposal)).body.data.current).toBe('legal');
    expect((await accept(eve, proposal)).body.data.status).toBe('accepted');
    expect((await assetNow(id)).status).toBe('active');
  });

  it('by a change in the batch of assets, once', async () => {
    const { id } = await acceptedByAda();
    for (const title of ['One', 'Two'])
      await callsAs(marque, bob).done('POST', '/assets/batch', { ids: [id], patch: { title } });
    expect(await proposalOn(id)).toMatchObject({ current: 'art' });
    const restarts = (await eventRowsOf(marque, id)).filter(
      ({ type }) => type === 'proposal.stages_restarted',
    );
    expect(restarts).toHaveLength(1);
  });

  it("not by the same values again, suggestions, or calls that aren't allowed", async () => {
    const { id } = await acceptedByAda();
    await patch(bob, id, { title: 'Seen by Ada' });
    await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-tags`, { tags: ['moon'] });
    expect((await patch(stranger, id, { title: 'No' })).status).toBe(404);
    expect((await patch(scout, id, { title: 'No' })).status).toBe(403);
    expect((await patch(bob, id, { title: 5 })).status).toBe(400);
    expect(await proposalOn(id, eve)).toBeDefined();
    const { body } = await callsAs(marque, eve).done('GET', `/proposals?target=${id}&kind=asset`);
    expect(body.data).toMatchObject([{ current: 'legal', waitsForMe: true }]);
  });

  it('by an edit in a later stage: earlier ones are asked about it, and the editor isn’t asked twice', async () => {
    const { id, proposal } = await acceptedByAda();
    const edited = await accept(eve, proposal, { value: { title: 'By Eve' } });
    expect(edited.body.data).toMatchObject({
      status: 'waiting',
      current: 'art',
      stages: [
        { decisions: [{ by: 'Ada Art', outdated: true }] },
        { decisions: [{ by: 'Eve Legal', edited: true, outdated: false }] },
      ],
    });
    expect(await assetNow(id)).toMatchObject({ status: 'proposed', metadata: { title: 'By Eve' } });
    expect((await accept(ada, proposal)).body.data.status).toBe('accepted');
    expect(await assetNow(id)).toMatchObject({ status: 'active', metadata: { title: 'By Eve' } });
  });

  it('by two edits in turn: the later one is what both must accept', async () => {
    const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
    const { id: proposal } = await retitle(scout, id, 'New');
    await accept(ada, proposal);
    expect((await accept(eve, proposal, { value: { title: 'By Eve' } })).body.data).toMatchObject({
      current: 'art',
      after: { title: 'By Eve' },
    });
    expect((await accept(ada, proposal, { value: { title: 'By Ada' } })).body.data).toMatchObject({
      current: 'legal',
      stages: [{}, { decisions: [{ by: 'Eve Legal', outdated: true }] }],
    });
    expect((await assetNow(id)).metadata.title).toBe('Old');
    expect((await accept(eve, proposal)).body.data.status).toBe('accepted');
    expect((await assetNow(id)).metadata.title).toBe('By Ada');
  });

  it('by the approval itself, with other values', async () => {
    const { id } = await acceptedByAda();
    const { body } = await patch(eve, id, { status: 'active', title: 'By Eve' });
    expect(body.data).toMatchObject({ status: 'proposed', metadata: { title: 'By Eve' } });
    expect(await proposalOn(id)).toMatchObject({ current: 'art' });
    expect((await patch(ada, id, { status: 'active' })).body.data.status).toBe('active');
  });

  it('can still be rejected after it started again', async () => {
    const { id, proposal } = await acceptedByAda();
    await patch(bob, id, { title: 'Worse' });
    const { body } = await decide(ada, proposal, { decision: 'reject', note: 'It was better before' });
    expect(body.data).toMatchObject({ status: 'rejected', current: 'art' });
  });
});

it('with distinct, whoever edited in a later stage can’t accept in an earlier one', async () => {
  await setDone({
    stages: [
      stage('one', [{ person: ada.id }, { person: bob.id }]),
      stage('two', [{ person: bob.id }, { person: eve.id }]),
    ],
    routes: [{ stages: ['one', 'two'] }],
    distinct: true,
  });
  const { id } = await makeAsset(marque, scout);
  const { id: proposal } = await proposalOn(id);
  await accept(ada, proposal);
  expect((await accept(bob, proposal, { value: { title: 'By Bob' } })).body.data.current).toBe('one');
  expect((await accept(bob, proposal)).status).toBe(403);
  expect(await proposalOn(id, bob)).toMatchObject({ waitsForMe: false });
  expect((await accept(ada, proposal)).body.data.status).toBe('accepted');
});
