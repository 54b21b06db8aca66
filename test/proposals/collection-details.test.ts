// Proposed changes of a collection's own record: what is said of it, its picture, the values that its assets inherit, who sees it.
// cspell:ignore Häfen
import { beforeEach, describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { eventRowsOf, eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { asEditor, marque, other, place, reader, scout, stranger } from './two-proposers.ts';

const agent = await agentOfFile(marque, scout.key);
const editor = callsAs(marque, asEditor);
const admin = callsAs(marque, { cookie: (await marque.makeAdmin(place)).cookie });
let id: string;

async function propose(as: Caller, change: unknown, more: object = {}) {
  const items = [{ kind: 'collection_details', target: { resource: 'collection', id }, change, ...more }];
  const { status, body } = await callsAs(marque, as).call('POST', '/proposals', { items });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results[0];
}
const decide = (proposal: string, body: object, as: Caller = asEditor) =>
  callsAs(marque, as).call('POST', `/proposals/${proposal}/decision`, body);
const accept = (proposal: string, more: object = {}, as: Caller = asEditor) =>
  decide(proposal, { decision: 'accept', ...more }, as);
const collection = async (by = editor) => (await by.done('GET', `/collections/${id}`)).body.data;
const patch = (body: object) => editor.done('PATCH', `/collections/${id}`, body);
const waiting = async () =>
  (await editor.done('GET', `/proposals?kind=collection_details&target=${id}`)).body.data.map(
    ({ before, after }: { before: unknown; after: unknown }) => ({ before, after }),
  );
const member = async (meta: object = {}): Promise<string> =>
  ((await makeAsset(marque, asEditor, { collections: [id], ...meta })) as { id: string }).id;

beforeEach(async () => {
  const fields = { place: 'Kiel' };
  id = (await editor.create('/collections', { name: 'Harbours', description: 'By the sea', fields })).id;
});

describe('a proposed change of a collection', () => {
  it('waits with what would change, before and after, and is made once accepted', async () => {
    const cover = await member();
    const change = { name: 'Häfen', description: null, icon: '⚓', cover, fields: { subject: 'cats' } };
    const result = await propose(
      scout,
      { ...change, private: false },
      { expected: { name: 'Harbours', fields: { place: 'Kiel' } }, note: 'In the language of the client' },
    );
    expect(result).toMatchObject({
      outcome: 'created',
      unchanged: { private: false },
      proposal: {
        kind: 'collection_details',
        target: { resource: 'collection', id, name: 'Harbours' },
        before: {
          name: 'Harbours',
          description: 'By the sea',
          icon: null,
          cover: null,
          fields: { subject: null },
        },
        after: change,
        note: 'In the language of the client',
      },
    });
    expect(await collection()).toMatchObject({ name: 'Harbours', cover: null });
    expect((await accept(result.proposal.id)).status).toBe(200);
    expect(await collection()).toMatchObject({ ...change, fields: { place: 'Kiel', subject: 'cats' } });
    expect((await eventsOf(marque, id)).slice(-2)).toEqual([
      'collection.collection_details_proposed',
      'collection.changed',
    ]);
    const [event] = (await eventRowsOf(marque, id)).slice(-1);
    expect(event).toMatchObject({ actor_name: 'Edda Editor', detail: { proposals: [result.proposal.id] } });
    expect((await accept(result.proposal.id)).status).toBe(409);
  });

  it('takes values of fields one by one: those that are set already, that are waiting, and that replace', async () => {
    const first = await propose(scout, { fields: { place: 'Kiel', subject: 'cats' }, name: 'One' });
    expect(first).toMatchObject({
      unchanged: { fields: { place: 'Kiel' } },
      proposal: { after: { name: 'One', fields: { subject: 'cats' } } },
    });
    expect(await propose(scout, { fields: { subject: 'cats' } })).toMatchObject({
      outcome: 'already_waiting',
      proposal: { id: first.proposal.id },
    });
    // Another field's value replaces nothing.
    expect((await propose(scout, { fields: { place: null } })).outcome).toBe('created');
    expect((await propose(scout, { fields: { subject: 'space' } })).outcome).toBe('replaced');
    expect((await propose(other, { fields: { subject: 'space' } })).outcome).toBe('created');
    const subject = { before: { fields: { subject: null } }, after: { fields: { subject: 'space' } } };
    expect(await waiting()).toEqual([
      subject,
      subject,
      { before: { fields: { place: 'Kiel' } }, after: { fields: { place: null } } },
      { before: { name: 'Harbours' }, after: { name: 'One' } },
    ]);
    // What is left of the first still fits.
    expect((await accept(first.proposal.id)).status).toBe(200);
    expect(await collection()).toMatchObject({ name: 'One', fields: { place: 'Kiel' } });
  });

  it('is a conflict that says what changed since, and can be edited to fit', async () => {
    const { proposal } = await propose(scout, {
      description: 'Ports',
      fields: { place: 'Rome', subject: 'cats' },
    });
    await patch({ name: 'Elsewhere' });
    await patch({ fields: { place: 'Oslo' } });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.changed]).toEqual([409, ['fields.place']]);
    expect(late.body.error.message).toMatch(/^Changed since this was proposed: fields\.place\. /);
    expect(late.body.error.detail.present).toEqual({
      description: 'By the sea',
      fields: { place: 'Oslo', subject: null },
    });
    const { seen } = late.body.error.detail;
    const wrong = await accept(proposal.id, { value: { fields: { subject: 'dogs' } }, seen });
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'invalid']);
    const unknown = await accept(proposal.id, { value: { title: 'Ports' }, seen });
    expect([unknown.status, unknown.body.error.detail.issues[0].path]).toEqual([400, 'value.title']);
    const value = { description: 'Ports', fields: { place: 'Oslo' } };
    const { status, body } = await accept(proposal.id, { value, seen });
    expect([status, body.data.after]).toEqual([200, value]);
    expect(await collection()).toMatchObject({ ...value, name: 'Elsewhere' });
  });

  it('is refused for what is wrong with it, with its path, and nothing of it waits', async () => {
    const outside = ((await makeAsset(marque, asEditor)) as { id: string }).id;
    const hidden = await member({ private: true });
    const results = [
      await propose(scout, { name: '' }),
      await propose(scout, { title: 'X' }),
      await propose(scout, { parent: id }),
      await propose(scout, {}),
      await propose(scout, { fields: {} }),
      await propose(scout, { fields: { subject: 'dogs' } }),
      await propose(scout, { fields: { nothing: 'x' } }),
      await propose(scout, { cover: outside }),
      await propose(scout, { cover: hidden }),
      await propose(scout, { name: 'X' }, { expected: { name: 'Y' } }),
    ];
    const said = results.map(({ error }) => [error.code, error.detail.issues?.[0].path]);
    expect(said).toEqual([
      ['invalid_request', 'items[0].change.name'],
      ['invalid_request', 'items[0].change.title'],
      ['invalid', 'items[0].change.parent'],
      ['invalid_request', 'items[0].change'],
      ['invalid_request', 'items[0].change'],
      ['invalid', 'items[0].change.fields.subject'],
      ['invalid', 'items[0].change.fields.nothing'],
      ['invalid', 'items[0].change.cover'],
      ['invalid', 'items[0].change.cover'],
      ['conflict', undefined],
    ]);
    expect(results[9].error.detail.current).toEqual({ name: 'Harbours' });
    expect(await waiting()).toEqual([]);
  });

  it('moves it between places that the proposer sees, for a reviewer with write on both', async () => {
    const [from, to, hidden] = [
      await editor.create('/collections', { name: 'From' }),
      await editor.create('/collections', { name: 'To' }),
      await editor.create('/collections', { name: 'Hidden', private: true }),
    ].map((one) => one.id as string) as [string, string, string];
    await patch({ parent: from });
    const { proposal } = await propose(scout, { parent: to });
    expect([proposal.before, proposal.after]).toEqual([{ parent: from }, { parent: to }]);
    const here = await marque.makePerson('Here Only');
    await marque.grant(here.id, 'collection', id, 'write', { place });
    // The one that it would go into doesn't exist for them.
    expect((await accept(proposal.id, {}, { cookie: here.cookie })).status).toBe(422);
    expect((await accept(proposal.id)).status).toBe(200);
    expect((await collection()).parent).toBe(to);
    const back = await propose(scout, { parent: null });
    await patch({ parent: from });
    expect((await accept(back.proposal.id)).body.error.detail.changed).toEqual(['parent']);
    for (const unseen of [hidden, crypto.randomUUID()])
      expect((await propose(scout, { parent: unseen })).error.detail.issues).toEqual([
        { path: 'items[0].change.parent', message: 'Collection not found in this workspace.' },
      ]);
    await patch({ parent: hidden });
    const guest = await marque.makePerson('Guest');
    await marque.grant(guest.id, 'collection', id, 'propose', { place });
    const blind = await propose({ cookie: guest.cookie }, { parent: null });
    expect(blind.error.detail.issues[0].path).toBe('items[0].change.parent');
    expect(JSON.stringify(blind)).not.toContain(hidden);
  });

  it('doesn’t tell of a cover that the proposer can’t see, or that left the collection', async () => {
    const [hidden, seen] = [await member({ private: true }), await member()];
    await patch({ cover: hidden });
    for (const cover of [seen, null]) {
      const blind = await propose(scout, { cover });
      expect(blind.error.detail.issues).toEqual([
        {
          path: 'items[0].change.cover',
          message: "You can't see the current cover, so you can't propose another one.",
        },
      ]);
      expect(JSON.stringify(blind)).not.toContain(hidden);
    }
    const late = await propose(scout, { cover: seen }, { expected: { name: 'Y' } });
    expect(JSON.stringify(late)).not.toContain(hidden);
    expect(await waiting()).toEqual([]);
    const { proposal } = await propose(asEditor, { cover: seen });
    expect(proposal.before).toEqual({ cover: hidden });
    await editor.done('POST', `/collections/${id}/assets`, { remove: [hidden] });
    expect((await collection()).cover).toBeNull();
    expect((await propose(scout, { cover: null })).unchanged).toEqual({ cover: null });
    expect((await propose(scout, { cover: seen })).proposal.before).toEqual({ cover: null });
  });

  it('doesn’t tell a reviewer of a cover or a place that they can’t see', async () => {
    const listedFor = async (as: Caller) =>
      (await callsAs(marque, as).done('GET', `/proposals?kind=collection_details&target=${id}`)).body.data[0];
    const blind = await marque.makeMember(place, 'write');
    const [hidden, seen] = [await member({ private: true }), await member()];
    await patch({ cover: hidden });
    const covered = await propose(asEditor, { cover: seen, name: 'Ports' });
    expect((await listedFor(asEditor)).before.cover).toBe(hidden);
    const listed = await listedFor(blind);
    expect(listed.before).toEqual({ cover: null, name: 'Harbours' });
    await patch({ name: 'Elsewhere' });
    const late = await accept(covered.proposal.id, {}, blind);
    expect(late.body.error.detail).toMatchObject({
      changed: ['name'],
      present: { cover: null, name: 'Elsewhere' },
    });
    expect(JSON.stringify([listed, late.body])).not.toContain(hidden);

    const boss = await marque.makeAdmin(place);
    const secrets = [
      await admin.create('/collections', { name: 'Secret', private: true }),
      await admin.create('/collections', { name: 'More secret', private: true }),
    ].map((one) => one.id as string);
    await admin.done('PATCH', `/collections/${id}`, { parent: secrets[0] });
    const placed = await propose(boss, { parent: null });
    expect(placed.proposal.before).toEqual({ parent: secrets[0] });
    const here = await marque.makePerson('Here Alone');
    await marque.grant(here.id, 'collection', id, 'write', { place });
    const listedHere = await listedFor(here);
    expect(listedHere.before).toEqual({ parent: null });
    await admin.done('PATCH', `/collections/${id}`, { parent: secrets[1] });
    const moved = await accept(placed.proposal.id, {}, here);
    expect(moved.body.error.detail).toMatchObject({ changed: ['parent'], present: { parent: null } });
    for (const secret of secrets) expect(JSON.stringify([listedHere, moved.body])).not.toContain(secret);
  });

  it('needs the share ability of the reviewer to show it to more people', async () => {
    await patch({ private: true });
    const { proposal } = await propose(asEditor, { private: false });
    const limited = await marque.makePerson('Limited');
    await marque.grant(limited.id, 'collection', id, 'write', { place, limits: ['share'] });
    expect((await accept(proposal.id, {}, { cookie: limited.cookie })).status).toBe(403);
    expect((await collection()).private).toBe(true);
    expect((await accept(proposal.id)).status).toBe(200);
    expect((await collection()).private).toBe(false);
  });

  it('is rejected, withdrawn, and gone with its collection', async () => {
    const [no, back, lost] = [
      await propose(scout, { name: 'No' }),
      await propose(other, { name: 'Back' }),
      await propose(asEditor, { name: 'Lost' }),
    ].map(({ proposal }) => proposal.id as string) as [string, string, string];
    expect((await decide(no, { decision: 'reject', note: 'Too short' })).status).toBe(200);
    expect((await eventsOf(marque, id)).at(-1)).toBe('collection.collection_details_proposal_rejected');
    await callsAs(marque, other).done('DELETE', `/proposals/${back}`);
    expect(await collection()).toMatchObject({ name: 'Harbours' });
    await admin.done('DELETE', `/collections/${id}`);
    for (const proposal of [no, back, lost]) expect((await accept(proposal)).status).toBe(404);
    expect((await editor.done('GET', `/proposals?status=any&target=${id}`)).body.data).toEqual([]);
  });

  it('needs propose, and is hidden from other workspaces', async () => {
    const items = [
      { kind: 'collection_details', target: { resource: 'collection', id }, change: { name: 'X' } },
    ];
    expect((await callsAs(marque, reader).call('POST', '/proposals', { items })).status).toBe(403);
    expect((await propose(stranger, { name: 'X' })).error.code).toBe('not_found');
    const { proposal } = await propose(scout, { name: 'X' });
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    expect((await accept(proposal.id, {}, scout)).status).toBe(403);
  });

  it('waits for whoever changes fields, without a deadlock', async () => {
    const { proposal } = await propose(scout, { fields: { subject: 'cats' } });
    const changing = await marque.service.db.pool.connect();
    try {
      await changing.query('begin');
      const { rows } = await changing.query('select pg_backend_pid() as pid');
      await changing.query(`select pg_advisory_xact_lock(hashtextextended('fields ' || $1::text, 0))`, [
        place.workspaceId,
      ]);
      const accepting = accept(proposal.id);
      await until(async () => {
        const blocked = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
        return (await marque.service.db.query(blocked, [rows[0].pid])).length > 0;
      });
      // What a change of a field's type writes next.
      await changing.query('select from collections where id = $1 for update nowait', [id]);
      await changing.query('commit');
      expect((await accepting).status).toBe(200);
    } finally {
      changing.release();
    }
    expect((await collection()).fields).toMatchObject({ subject: 'cats' });
  });

  it('is proposed by the tool propose_changes, beside changes of assets', async () => {
    const asset = await member();
    const { results } = await agent.done('propose_changes', {
      items: [
        { collection: id, changes: { details: { description: 'Ports', fields: { place: null } } } },
        { asset, changes: { title: 'Harbour' } },
        { collection: id, changes: { details: { cover: crypto.randomUUID() } } },
        { collection: id, changes: { title: 'No' } },
        { collection: crypto.randomUUID(), changes: { details: { name: 'X' } } },
      ],
    });
    expect(results.slice(0, 2)).toMatchObject([
      {
        collection: id,
        proposals: [
          {
            kind: 'collection_details',
            before: { description: 'By the sea', fields: { place: 'Kiel' } },
            after: { description: 'Ports', fields: { place: null } },
          },
        ],
      },
      { asset, proposals: [{ kind: 'title' }] },
    ]);
    expect(results.slice(2).map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'invalid',
      'invalid_request',
      'not_found',
    ]);
    expect(results[3].error.message).toContain("can't be about this resource: collection");
    const [{ id: proposal }] = results[0].proposals;
    expect((await accept(proposal)).status).toBe(200);
    expect(await collection()).toMatchObject({ description: 'Ports', fields: {} });
    const neither = await agent.refused('propose_changes', {
      items: [{ asset, collection: id, changes: { title: 'X' } }],
    });
    expect(neither.message).toContain('Send exactly one of asset, brand or collection');
  });
});
