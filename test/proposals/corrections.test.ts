// Changes to an asset's existing values: proposed with before and after, decided like everything in the
// queue, never lost on the way.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Agent } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs, eventsOf } from '../brands/brand.ts';
import { type Caller } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, editor, asEditor, proposer: scout, reader, stranger } = await startWithWorkspace();
let other: { id: string; key: string };

const rights = {
  license: 'Stock, one year',
  territories: ['DE'],
  channels: ['web'],
  embargo: null,
  expires: '2090-12-31',
  modelRelease: null,
};

beforeAll(async () => {
  other = await marque.makeKey(place, 'propose', { ownerId: editor.id });
  await defineFields(
    marque,
    asEditor,
    { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
    { key: 'place', label: 'Place', type: 'text' },
  );
});
afterAll(() => marque.close());

interface Item {
  kind: string;
  id: string;
  change: unknown;
  expected?: unknown;
  note?: string;
}

/** Sends items. @returns the result of each */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
async function propose(as: Caller, ...items: Item[]): Promise<any[]> {
  const { status, body } = await callsAs(marque, as).call('POST', '/proposals', {
    items: items.map(({ id, ...item }) => ({ ...item, target: { resource: 'asset', id } })),
  });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data.results).toHaveLength(items.length);
  return body.data.results;
}
const asset = async (id: string) => (await callsAs(marque, asEditor).done('GET', `/assets/${id}`)).body.data;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
const waitingFor = async (id: string): Promise<any[]> =>
  (await callsAs(marque, asEditor).done('GET', `/proposals?target=${id}`)).body.data;
const decide = (id: string, body: unknown, as: Caller = asEditor) =>
  callsAs(marque, as).call('POST', `/proposals/${id}/decision`, body);
const patch = (id: string, body: unknown) => callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, body);

/** An asset with a value for everything that a change can be proposed for. */
async function filled(): Promise<string> {
  const { id } = await makeAsset(marque, asEditor, {
    tags: ['old', 'moon'],
    fields: { subject: 'cats', place: 'Kiel' },
    rights,
  });
  await patch(id, { title: 'A cat', description: 'It sleeps.', creator: 'Ida' });
  return id;
}

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
      { kind: 'colour', id, change: {} },
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
    for (const wrong of [
      {},
      { items: [] },
      { items: [{ ...items[0], extra: 1 }] },
      { items: [{ kind: 'title' }] },
    ])
      expect((await callsAs(marque, scout).call('POST', '/proposals', wrong)).status).toBe(400);
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
      { id: title, ok: true },
      { id: creator, ok: true },
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
    expect(result.structuredContent).toMatchObject({
      dropped: { names: ['subject'], message: expect.stringContaining('propose_changes') },
      data: { id, proposedFields: {} },
    });
    expect((result.content as { text: string }[])[0]?.text).toContain('propose_changes');
    await patch(id, { fields: { subject: null } });
    const taken = await agent.call('propose_fields', { id, fields: { subject: 'space' } });
    expect(taken.structuredContent).not.toHaveProperty('dropped');
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
    expect(result.structuredContent).toEqual({
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
          error: expect.objectContaining({ code: 'invalid', message: expect.stringMatching(/^fields: /) }),
        },
      ],
    });
    const wrong = await agent.call('propose_changes', { items: [{ asset: one, changes: { colour: 'x' } }] });
    expect(wrong.isError).toBe(true);
    expect((wrong.content as { text: string }[])[0]?.text).toContain('items[0].changes.colour');
  });

  it('can send more changes in a call than the interface takes items', async () => {
    const id = await filled();
    const result = await agent.call('propose_changes', {
      items: Array.from({ length: 101 }, () => ({ asset: id, changes: { title: 'A cat', creator: 'Ida' } })),
    });
    const { results } = result.structuredContent as { results: unknown[] };
    expect(results).toHaveLength(101);
    expect(results.at(-1)).toEqual({ asset: id, unchanged: { title: 'A cat', creator: 'Ida' } });
  });
});
