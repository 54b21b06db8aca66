// Changes to an asset's existing values: proposed with before and after, and never lost on the way.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { asset, decide, filled, patch, propose, rights, waitingFor } from './correcting.ts';
import { asEditor, marque, other, reader, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());

describe('a proposed change', () => {
  it("waits with before and after, doesn't show on the asset, and is applied once accepted", async () => {
    const id = await filled();
    const before = await asset(id);
    const changes = [
      {
        kind: 'title',
        change: { title: 'A nebula' },
        was: { title: 'A cat' },
        becomes: { title: 'A nebula' },
      },
      {
        kind: 'description',
        change: { description: null },
        was: { description: 'It sleeps.' },
        becomes: { description: null },
      },
      {
        kind: 'creator',
        change: { creator: 'Hubble' },
        was: { creator: 'Ida' },
        becomes: { creator: 'Hubble' },
      },
      {
        kind: 'fields',
        change: { fields: { subject: 'space', place: null } },
        was: { fields: { subject: 'cats', place: 'Kiel' } },
        becomes: { fields: { subject: 'space', place: null } },
      },
      {
        kind: 'tags',
        change: { add: ['nebula'], remove: ['MOON'] },
        was: { tags: ['old', 'moon'] },
        becomes: { tags: ['nebula'], remove: ['MOON'] },
      },
      {
        kind: 'rights',
        change: { rights: { license: 'CC BY 4.0' } },
        was: { rights },
        becomes: { rights: { ...rights, license: 'CC BY 4.0' } },
      },
    ];
    const results = await propose(
      scout,
      ...changes.map(({ kind, change }) => ({ kind, id, change, note: 'I looked closely' })),
    );
    expect(results).toEqual(
      changes.map(({ kind, was, becomes }) => ({
        outcome: 'created',
        proposal: expect.objectContaining({
          kind,
          status: 'waiting',
          note: 'I looked closely',
          before: was,
          after: becomes,
          target: expect.objectContaining({ resource: 'asset', id }),
        }),
      })),
    );
    expect(await asset(id)).toEqual(before);
    expect((await waitingFor(id)).map(({ kind }) => kind).sort()).toEqual(
      changes.map(({ kind }) => kind).sort(),
    );

    for (const { proposal } of results)
      expect((await decide(proposal.id, { decision: 'accept' })).body.data).toMatchObject({
        status: 'accepted',
      });
    expect(await asset(id)).toMatchObject({
      metadata: { title: 'A nebula', creator: 'Hubble' },
      fields: { subject: 'space' },
      tags: ['old', 'nebula'],
      rights: { ...rights, license: 'CC BY 4.0' },
      proposedFields: {},
      proposedTags: [],
    });
    expect((await asset(id)).metadata).not.toHaveProperty('description');
    expect((await asset(id)).fields).not.toHaveProperty('place');
    const events = await eventsOf(marque, id);
    expect(events.filter((type) => type === 'asset.change_proposed')).toHaveLength(6);
    expect(events.slice(-6)).toEqual(Array(6).fill('asset.changed'));
    expect(await waitingFor(id)).toEqual([]);
  });

  it('that changes nothing is unchanged, as a whole or in part', async () => {
    const id = await filled();
    expect(
      await propose(
        scout,
        { kind: 'title', id, change: { title: ' A cat ' } },
        { kind: 'tags', id, change: { tags: ['Moon', 'old'] } },
        { kind: 'rights', id, change: { rights: { territories: ['DE'] } } },
        { kind: 'fields', id, change: { fields: { subject: 'space', place: 'Kiel' } } },
      ),
    ).toEqual([
      { unchanged: { title: 'A cat' } },
      { unchanged: { tags: ['old', 'moon'] } },
      { unchanged: { rights } },
      {
        outcome: 'created',
        proposal: expect.objectContaining({ after: { fields: { subject: 'space' } } }),
        unchanged: { fields: { place: 'Kiel' } },
      },
    ]);
  });

  it('sent again is the waiting one; another for the same property replaces it', async () => {
    const id = await filled();
    const fields = (values: unknown, note?: string) =>
      propose(scout, { kind: 'fields', id, change: { fields: values }, ...(note ? { note } : {}) });
    const [first] = await fields({ subject: 'space', place: 'Orbit' });
    const [again] = await fields({ subject: 'space', place: 'Orbit' }, 'Now with a reason');
    expect(again).toMatchObject({
      outcome: 'already_waiting',
      proposal: { id: first.proposal.id, note: 'Now with a reason' },
    });
    const [part] = await fields({ place: 'Low orbit' });
    expect(part.outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after)).toEqual([
      { fields: { place: 'Low orbit' } },
      { fields: { subject: 'space' } },
    ]);
    // Another proposer's change waits next to it.
    const [theirs] = await propose(other, { kind: 'fields', id, change: { fields: { place: 'Mars' } } });
    expect(theirs.outcome).toBe('created');
    expect(await waitingFor(id)).toHaveLength(3);

    const [one, two] = await Promise.all([
      propose(scout, { kind: 'title', id, change: { title: 'Twice' } }),
      propose(scout, { kind: 'title', id, change: { title: 'Twice' } }),
    ]);
    expect([one[0].outcome, two[0].outcome].sort()).toEqual(['already_waiting', 'created']);
    expect(one[0].proposal.id).toBe(two[0].proposal.id);
  });

  it("is refused if the asset isn't as expected", async () => {
    const id = await filled();
    const [stale, fresh] = await propose(
      scout,
      { kind: 'title', id, change: { title: 'New' }, expected: { title: 'Long gone' } },
      { kind: 'title', id, change: { title: 'New' }, expected: { title: 'A cat' } },
    );
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { title: 'A cat' } } });
    expect(fresh.outcome).toBe('created');
  });

  it("that fails says why and doesn't affect the others", async () => {
    const id = await filled();
    const missing = randomUUID();
    const results = await propose(
      scout,
      { kind: 'color', id, change: {} },
      { kind: 'title', id, change: { titel: 'x' } },
      { kind: 'fields', id, change: { fields: { nope: 'x', subject: 'dogs' } } },
      { kind: 'tags', id, change: { add: ['x'], remove: ['X'] } },
      { kind: 'title', id: missing, change: { title: 'x' } },
      { kind: 'title', id, change: { title: 'Fine' } },
    );
    const issuesIn = (result: { error?: { detail?: { issues?: { path: string }[] } } }) =>
      result.error?.detail?.issues?.map(({ path }) => path);
    expect(results.map((result) => result.error?.code ?? result.outcome)).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid',
      'invalid_request',
      'not_found',
      'created',
    ]);
    expect(issuesIn(results[0])).toEqual(['items[0].kind']);
    expect(issuesIn(results[1])).toEqual(
      expect.arrayContaining(['items[1].change.title', 'items[1].change.titel']),
    );
    expect(issuesIn(results[2])).toEqual(['items[2].change.fields.nope', 'items[2].change.fields.subject']);
    expect(await waitingFor(id)).toHaveLength(1);
  });

  it('is refused below propose, in another workspace, and for an asset that is hidden from the caller', async () => {
    const id = await filled();
    const items = [{ kind: 'title', target: { resource: 'asset', id }, change: { title: 'x' } }];
    expect((await callsAs(marque, reader).call('POST', '/proposals', { items })).status).toBe(403);
    expect((await callsAs(marque, null).call('POST', '/proposals', { items })).status).toBe(401);
    const [abroad] = await propose(stranger, { kind: 'title', id, change: { title: 'x' } });
    expect(abroad.error.code).toBe('not_found');
    await patch(id, { private: true });
    const [hidden] = await propose(scout, { kind: 'title', id, change: { title: 'x' } });
    expect(hidden.error.code).toBe('not_found');
    await patch(id, { private: false });
    await callsAs(marque, asEditor).done('DELETE', `/assets/${id}`);
    const [deleted] = await propose(scout, { kind: 'title', id, change: { title: 'x' } });
    expect(deleted.error.code).toBe('not_found');
    expect((await callsAs(marque, asEditor).done('POST', `/assets/${id}/restore`)).status).toBe(200);
    expect(await waitingFor(id)).toEqual([]);
    for (const wrong of [{}, { items: [] }, { items: 'title' }, { items: Array(201).fill(items[0]) }])
      expect((await callsAs(marque, scout).call('POST', '/proposals', wrong)).status).toBe(400);
  });

  it('is malformed: it has an error of its own, and the others are proposed', async () => {
    const id = await filled();
    const target = { resource: 'asset', id };
    const good = { kind: 'title', target, change: { title: 'Proposed anyway' } };
    const { body } = await callsAs(marque, scout).done('POST', '/proposals', {
      items: [
        { ...good, extra: 1 },
        good,
        { kind: 'title' },
        { ...good, target: { resource: 'asset', id: 'no-id' } },
        { ...good, target: { resource: 'asset' }, note: 5 },
        null,
        { kind: 'creator', target, change: { creator: 'Hubble' } },
      ],
    });
    const { results } = body.data;
    expect([results[1].outcome, results[6].outcome]).toEqual(['created', 'created']);
    const wrong = [0, 2, 3, 4, 5].map((at) => results[at].error);
    expect(wrong.map(({ code }) => code)).toEqual(Array(5).fill('invalid_request'));
    expect(wrong.map(({ detail }) => detail.issues.map(({ path }: { path: string }) => path))).toEqual([
      ['items[0].extra'],
      ['items[2].target', 'items[2].change'],
      ['items[3].target.id'],
      ['items[4].target.id', 'items[4].note'],
      ['items[5]'],
    ]);
    expect((await waitingFor(id)).map(({ kind }) => kind).sort()).toEqual(['creator', 'title']);
  });

  it("counts toward an agent's proposals per hour", async () => {
    const own = await marque.makePlace();
    const agent = await marque.makeKey(own, 'propose');
    const writer = await marque.makeKey(own, 'write');
    const { id } = await makeAsset(marque, writer);
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'agents', '{"proposalsPerHour": 2}')`,
      [own.organizationId, own.workspaceId],
    );
    const results = await propose(
      agent,
      { kind: 'title', id, change: { title: 'One' } },
      { kind: 'creator', id, change: { creator: 'Two' } },
      { kind: 'description', id, change: { description: 'Three' } },
    );
    expect(results.map((result) => result.error?.code ?? result.outcome)).toEqual([
      'created',
      'created',
      'rate_limited',
    ]);
    expect(results[2].error.detail).toMatchObject({ proposalsPerHour: 2 });
  });
});
