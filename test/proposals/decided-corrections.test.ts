// Deciding on changes to an asset's existing values, as a person and as an agent sees it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, dataOf, type Agent } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { asset, decide, filled, patch, propose, waitingFor } from './correcting.ts';
import { asEditor, marque, other, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());

describe('deciding on a change', () => {
  it('to a value that has changed is a conflict with the current value; edited by a reviewer who has seen it, it is accepted', async () => {
    const id = await filled();
    const [{ proposal }] = await propose(scout, {
      kind: 'fields',
      id,
      change: { fields: { subject: 'space' } },
    });
    // Properties outside of the proposal may change.
    await patch(id, { fields: { place: 'Orbit' }, title: 'Another' });
    await patch(id, { fields: { subject: null } });
    const stale = await decide(proposal.id, { decision: 'accept' });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({
      code: 'conflict',
      detail: { current: { fields: { subject: null } }, seen: expect.any(String) },
    });
    expect((await asset(id)).fields).toEqual({ place: 'Orbit' });
    const { seen } = stale.body.error.detail;
    const value = { fields: { subject: 'space' } };
    expect((await decide(proposal.id, { decision: 'accept', value })).status).toBe(409);
    expect((await decide(proposal.id, { decision: 'accept', value, seen })).status).toBe(200);
    expect((await asset(id)).fields).toEqual({ place: 'Orbit', subject: 'space' });
    const twice = await decide(proposal.id, { decision: 'accept' });
    expect(twice.status).toBe(409);
    expect(twice.body.error.detail).toMatchObject({ status: 'accepted', present: value });
  });

  it('accepts a valid edited value for the field, and refuses any other', async () => {
    const id = await filled();
    const [{ proposal: tags }, { proposal: title }] = await propose(
      scout,
      { kind: 'tags', id, change: { add: ['a'], remove: ['old'] } },
      { kind: 'title', id, change: { title: 'Tpyo' } },
    );
    const wrong = await decide(title.id, { decision: 'accept', value: { tags: ['x'] } });
    expect(wrong.status).toBe(400);
    expect(
      (await decide(title.id, { decision: 'accept', value: { title: 'Typo' } })).body.data,
    ).toMatchObject({
      status: 'accepted',
      after: { title: 'Typo' },
    });
    expect((await decide(tags.id, { decision: 'accept', value: { add: ['b'] } })).status).toBe(200);
    expect(await asset(id)).toMatchObject({ tags: ['old', 'moon', 'b'], metadata: { title: 'Typo' } });
  });

  it('rejects it with a note, in a batch too; its proposer withdraws it', async () => {
    const id = await filled();
    const before = await asset(id);
    const results = await propose(
      scout,
      { kind: 'title', id, change: { title: 'a' } },
      { kind: 'creator', id, change: { creator: 'b' } },
      { kind: 'rights', id, change: { rights: null } },
    );
    const [title, creator, cleared] = results.map(({ proposal }) => proposal.id as string);
    expect((await decide(title ?? '', { decision: 'reject' })).status).toBe(422);
    const batch = await callsAs(marque, asEditor).done('POST', '/proposals/batch', {
      ids: [title, creator],
      decision: 'reject',
      note: 'It is right as it is',
    });
    expect(batch.body.data).toEqual([
      { id: title, ok: true, status: 'rejected', current: null },
      { id: creator, ok: true, status: 'rejected', current: null },
    ]);
    expect((await callsAs(marque, other).call('DELETE', `/proposals/${cleared}`)).status).toBe(404);
    await callsAs(marque, scout).done('DELETE', `/proposals/${cleared}`);
    const { updatedAt: _, ...now } = await asset(id);
    expect(before).toMatchObject(now);
    const { body } = await callsAs(marque, scout).done('GET', `/proposals?by=me&status=any&target=${id}`);
    expect(body.data.map(({ status, reviewNote }: Record<string, unknown>) => [status, reviewNote])).toEqual([
      ['withdrawn', null],
      ['rejected', 'It is right as it is'],
      ['rejected', 'It is right as it is'],
    ]);
    expect((await eventsOf(marque, id)).slice(-3)).toEqual([
      'asset.change_rejected',
      'asset.change_rejected',
      'asset.change_withdrawn',
    ]);
  });

  it('needs write and the ability to approve', async () => {
    const id = await filled();
    const [{ proposal }] = await propose(other, { kind: 'title', id, change: { title: 'x' } });
    expect((await decide(proposal.id, { decision: 'accept' }, scout)).status).toBe(403);
    expect((await decide(proposal.id, { decision: 'accept' }, stranger)).status).toBe(404);
    expect((await asset(id)).metadata.title).toBe('A cat');
  });

  it('leaves suggestions on the asset alone, and they leave changes alone', async () => {
    const id = await filled();
    await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-tags`, { tags: ['dust'] });
    const [{ proposal }] = await propose(scout, { kind: 'tags', id, change: { remove: ['old'] } });
    await patch(id, { proposedTags: [] });
    expect((await waitingFor(id)).map((one) => one.id)).toEqual([proposal.id]);
    expect((await decide(proposal.id, { decision: 'accept' })).status).toBe(200);
    expect((await asset(id)).tags).toEqual(['moon']);
  });
});

describe('a dropped suggestion', () => {
  it('is named, and the rest is stored', async () => {
    const id = await filled();
    await patch(id, { fields: { place: null } });
    const dropped = await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-fields`, {
      fields: { subject: 'space', place: 'Orbit' },
    });
    expect(dropped.status).toBe(200);
    expect(Object.keys(dropped.body)).toEqual(['data']);
    expect(dropped.body.data).toMatchObject({
      proposedFields: { place: 'Orbit' },
      fields: { subject: 'cats' },
    });
    expect(dropped.headers.get('marque-dropped')).toBe('subject');
    const taken = await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-fields`, {
      fields: { place: 'Orbit' },
    });
    expect(taken.headers.has('marque-dropped')).toBe(false);

    await patch(id, { tags: ['old', 'Größe, groß'] });
    const tags = await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-tags`, {
      tags: ['grösse', 'OLD', 'größe,  GROSS', 'größe, groß'],
    });
    expect(tags.headers.get('marque-dropped')?.split(', ').map(decodeURIComponent)).toEqual([
      'OLD',
      'größe, groß',
    ]);
  });

  it('stays within the size of a header', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `${'ü'.repeat(90)} ${at}`);
    const { id } = await makeAsset(marque, asEditor, { tags: many });
    const reply = await callsAs(marque, scout).done('POST', `/assets/${id}/proposed-tags`, { tags: many });
    expect(reply.headers.get('marque-dropped')?.length).toBeLessThan(4200);
    expect(reply.headers.get('marque-dropped')).toMatch(/, \*$/);
  });
});

describe('an agent', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect(marque.url, scout.key);
  });

  it('gets what propose_fields dropped, in words and data', async () => {
    const id = await filled();
    const result = await agent.call('propose_fields', { id, fields: { subject: 'space' } });
    expect(result.isError ?? false).toBe(false);
    expect(dataOf(result)).toMatchObject({
      dropped: { names: ['subject'], message: expect.stringContaining('propose_changes') },
      data: { id, proposedFields: {} },
    });
    expect((result.content as { text: string }[])[0]?.text).toContain('propose_changes');
    await patch(id, { fields: { subject: null } });
    const taken = await agent.call('propose_fields', { id, fields: { subject: 'space' } });
    expect(dataOf(taken)).not.toHaveProperty('dropped');
  });

  it('gets the result for each asset from propose_changes', async () => {
    const [one, two, missing] = [await filled(), await filled(), randomUUID()];
    const result = await agent.call('propose_changes', {
      items: [
        {
          asset: one,
          changes: { title: 'A nebula', tags: { add: ['space'] }, creator: 'Ida' },
          note: 'Look',
        },
        { asset: two, changes: { title: 'A cat' } },
        { asset: missing, changes: { title: 'x' } },
        { asset: two, changes: { fields: { nope: 'x' }, tags: ['old'] } },
      ],
    });
    expect(dataOf(result)).toEqual({
      results: [
        {
          asset: one,
          proposals: [
            expect.objectContaining({ kind: 'title', outcome: 'created', before: { title: 'A cat' } }),
            expect.objectContaining({ kind: 'tags', after: { tags: ['space'], remove: [] } }),
          ],
          unchanged: { creator: 'Ida' },
        },
        { asset: two, unchanged: { title: 'A cat' } },
        { asset: missing, error: expect.objectContaining({ code: 'not_found' }) },
        {
          asset: two,
          proposals: [expect.objectContaining({ kind: 'tags', after: { tags: [], remove: ['moon'] } })],
          error: expect.objectContaining({
            code: 'invalid',
            message: expect.stringMatching(/^items\[3\]\.changes\.fields\.nope: /),
          }),
        },
      ],
    });
    const wrong = await agent.call('propose_changes', { items: [{ asset: one, changes: { color: 'x' } }] });
    expect(wrong.isError).toBe(true);
    expect((wrong.content as { text: string }[])[0]?.text).toContain('items[0].changes.color');
  });

  it('can send more changes in a call than the interface takes items', async () => {
    const id = await filled();
    const result = await agent.call('propose_changes', {
      items: Array.from({ length: 101 }, () => ({ asset: id, changes: { title: 'A cat', creator: 'Ida' } })),
    });
    const { results } = dataOf(result) as { results: unknown[] };
    expect(results).toHaveLength(101);
    expect(results.at(-1)).toEqual({ asset: id, unchanged: { title: 'A cat', creator: 'Ida' } });
  });
});
