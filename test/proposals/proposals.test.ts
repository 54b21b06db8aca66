// One queue for everything that waits: what enters it, how it is decided, who sees it, and that assets always
// agree with it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs, eventsOf, makeDefaultBrand } from '../brands/brand.ts';
import { type Caller } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, editor, asEditor, proposer: scout, reader, stranger } = await startWithWorkspace();
let brandId: string;
let asHelper: Caller;
let other: { id: string; key: string };

beforeAll(async () => {
  brandId = await makeDefaultBrand(marque, place);
  const helper = await marque.makeMember(place, 'write', { name: 'Hella Helper', limits: ['approve'] });
  asHelper = { cookie: helper.cookie };
  other = await marque.makeKey(place, 'propose', { ownerId: editor.id });
  await defineFields(
    marque,
    asEditor,
    { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
    { key: 'place', label: 'Place', type: 'text' },
  );
  await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
    set: [
      { key: 'color.primary', type: 'color', value: '#112233' },
      { key: 'voice.greeting', type: 'text', value: 'Hello.' },
    ],
  });
});
afterAll(() => marque.close());

type Call = [method: string, path: string, body?: unknown];
const callAs =
  (as: Caller) =>
  (...call: Call) =>
    callsAs(marque, as).call(...call);
const doneAs =
  (as: Caller) =>
  (...call: Call) =>
    callsAs(marque, as).done(...call);
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
const list = async (as: Caller, query = ''): Promise<any[]> =>
  (await callsAs(marque, as).done('GET', `/proposals${query}`)).body.data;
const decide = (as: Caller, id: string, body: unknown) =>
  callsAs(marque, as).call('POST', `/proposals/${id}/decision`, body);
const asset = async (id: string) => (await callsAs(marque, asEditor).done('GET', `/assets/${id}`)).body.data;
const suggestTags = (as: Caller, id: string, tags: string[], note?: string) =>
  callsAs(marque, as).done('POST', `/assets/${id}/proposed-tags`, { tags, ...(note ? { note } : {}) });
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

describe('suggested rules and pages', () => {
  const proposeGreeting = async (value: string, as: Caller = scout) =>
    (
      await callsAs(marque, as).done('POST', '/brand/proposed-rules', {
        set: [{ key: 'voice.greeting', value }],
        note: 'Friendlier',
      })
    ).body.data;
  const greeting = async () =>
    (await callsAs(marque, reader).done('GET', '/brand/rules')).body.data.find(
      ({ key }: { key: string }) => key === 'voice.greeting',
    ).value;

  it('change nothing until they are accepted, and then create one version', async () => {
    const proposal = await proposeGreeting('Hi!');
    expect(proposal).toMatchObject({
      kind: 'rule',
      target: { resource: 'brand', id: brandId, slug: 'acme' },
      before: { rules: [{ key: 'voice.greeting', value: 'Hello.' }] },
      after: { set: [{ key: 'voice.greeting', value: 'Hi!', type: 'text' }], remove: [] },
      note: 'Friendlier',
      status: 'waiting',
    });
    expect(await greeting()).toBe('Hello.');
    expect((await proposeGreeting('Hi!')).id).toBe(proposal.id);
    expect((await decide(asEditor, proposal.id, { decision: 'accept' })).status).toBe(200);
    expect(await greeting()).toBe('Hi!');
    expect((await eventsOf(marque, brandId)).slice(-2)).toEqual([
      'brand.rule_proposed',
      'brand.rules_changed',
    ]);
  });

  it('that no longer fit are a conflict with the current state', async () => {
    const proposal = await proposeGreeting('Hey.');
    await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
      set: [{ key: 'voice.greeting', value: 'Ahoy.' }],
    });
    const late = await decide(asEditor, proposal.id, { decision: 'accept' });
    expect(late.status).toBe(409);
    expect(late.body.error.detail.present.rules).toMatchObject([{ value: 'Ahoy.' }]);
    expect(await greeting()).toBe('Ahoy.');
    // A reviewer who got the conflict can accept what fits, and only over the state they got.
    const { seen } = late.body.error.detail;
    const value = { set: [{ key: 'voice.greeting', value: 'Ahoy, hey.' }] };
    expect((await decide(asEditor, proposal.id, { decision: 'accept', value })).status).toBe(409);
    expect((await decide(asEditor, proposal.id, { decision: 'accept', value, seen: 'x' })).status).toBe(409);
    expect((await decide(asEditor, proposal.id, { decision: 'accept', seen })).body.error).toMatchObject({
      code: 'invalid_request',
      detail: { issues: [{ path: 'value' }] },
    });
    const other = await proposeGreeting('Hey there.');
    await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
      set: [{ key: 'voice.greeting', value: 'Ahoy!' }],
    });
    const moved = await decide(asEditor, proposal.id, { decision: 'accept', value, seen });
    expect([moved.status, moved.body.error.detail.present.rules[0].value]).toEqual([409, 'Ahoy!']);
    expect(await greeting()).toBe('Ahoy!');
    const knowing = { decision: 'accept', value, seen: moved.body.error.detail.seen };
    expect((await decide(asEditor, other.id, knowing)).body.data).toMatchObject({ status: 'accepted' });
    expect(await greeting()).toBe('Ahoy, hey.');
    expect(
      (await decide(asEditor, proposal.id, { decision: 'reject', note: 'We settled on Ahoy' })).status,
    ).toBe(200);
    expect(await list(scout, '?by=me&status=rejected&kind=rule')).toMatchObject([
      { reviewNote: 'We settled on Ahoy' },
    ]);
  });

  it('accept seen only if something can have changed since', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await suggestTags(scout, id, ['plain']);
    const [proposal] = await list(asEditor, `?target=${id}`);
    const refused = await decide(asEditor, proposal.id, {
      decision: 'accept',
      value: { tags: ['plain'] },
      seen: 'x',
    });
    expect(refused.body.error).toMatchObject({ code: 'invalid', detail: { issues: [{ path: 'seen' }] } });
  });

  it('are validated like a write, and accepted with edits', async () => {
    const call = callAs(scout);
    const bad = await call('POST', '/brand/proposed-rules', {
      set: [{ key: 'color.primary', value: 'red' }],
    });
    expect(bad.status).toBe(422);
    expect(bad.body.error.detail.issues[0].path).toBe('set[0].value');
    const proposal = await proposeGreeting('Yo.');
    const wrong = await decide(asEditor, proposal.id, { decision: 'accept', value: { put: [] } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.detail.issues.map(({ path }: { path: string }) => path)).toContain('value.put');
    const value = { set: [{ key: 'voice.greeting', value: 'Good day.' }] };
    expect(
      (await decide(asEditor, proposal.id, { decision: 'accept', value })).body.data.after.set,
    ).toMatchObject([{ value: 'Good day.' }]);
    expect(await greeting()).toBe('Good day.');
  });

  it('create a page, whole or in steps', async () => {
    const agent = callsAs(marque, scout);
    const content = {
      title: 'Colour',
      sections: [{ template: 'palette', title: 'Ours', keys: ['color.primary'] }],
    };
    const whole = (await agent.done('POST', '/brands/acme/proposed-pages/colour', { content })).body.data;
    expect(whole).toMatchObject({ kind: 'page', before: { slug: 'colour', page: null } });
    const get = () => callsAs(marque, asEditor).call('GET', '/brands/acme/pages/colour');
    expect((await get()).status).toBe(404);
    expect((await decide(asEditor, whole.id, { decision: 'accept' })).status).toBe(200);
    expect((await get()).body.data.page).toMatchObject({ title: 'Colour', sections: [{ title: 'Ours' }] });

    const ops = [{ op: 'page', set: { title: 'Colours' } }];
    const step = (await agent.done('POST', '/brands/acme/proposed-pages/colour', { ops })).body.data;
    expect(step.before.page.title).toBe('Colour');
    expect(step.after.page.title).toBe('Colours');
    expect((await decide(asEditor, step.id, { decision: 'accept' })).status).toBe(200);
    expect((await get()).body.data.page.title).toBe('Colours');
    expect((await agent.call('POST', '/brands/acme/proposed-pages/none', { ops })).status).toBe(404);
    expect((await agent.call('POST', '/brands/acme/proposed-pages/colour', {})).status).toBe(400);
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

describe('the list', () => {
  it('shows an agent its own, a writer everything they can write, a reader nothing', async () => {
    const own = await list(scout, '?status=any&limit=200');
    expect(own.length).toBeGreaterThan(5);
    const everything = await list(asEditor, '?status=any&limit=200');
    expect(everything.length).toBeGreaterThan(own.length);
    expect(await list(scout, `?status=any&by=${other.id}`)).toEqual([]);
    expect((await list(asEditor, `?status=any&by=${other.id}`)).length).toBeGreaterThan(0);
    expect((await callsAs(marque, reader).call('GET', '/proposals')).status).toBe(403);
    expect(await list(stranger, '?status=any')).toEqual([]);
    expect((await callsAs(marque, asEditor).call('GET', '/proposals?by=nobody')).status).toBe(400);
  });

  it('pages newest first and counts every match', async () => {
    const done = doneAs(asEditor);
    const first = (await done('GET', '/proposals?status=any&limit=3')).body;
    const second = (await done('GET', `/proposals?status=any&limit=3&before=${first.next}`)).body;
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(first.total).toBe(second.total);
    expect(first.data[0].createdAt >= first.data[2].createdAt).toBe(true);
  });

  it("contains only one collection's proposals for someone with access to only that", async () => {
    const collection = await marque.makeCollection(place);
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'collection', collection, 'write', { place });
    const { id } = await makeAsset(marque, asEditor, { collections: [collection] });
    await suggestTags(scout, id, ['seen']);
    const seen = await list({ cookie: narrow.cookie });
    expect(seen.map(({ target }) => target.id)).toEqual([id]);
    expect((await decide({ cookie: narrow.cookie }, seen[0].id, { decision: 'accept' })).status).toBe(200);
  });
});

describe('an agent', () => {
  it('that tries to write is told how to propose the same', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const call = callAs(scout);
    const patched = await call('PATCH', `/assets/${id}`, { tags: ['x'] });
    expect(patched.status).toBe(403);
    expect(patched.body.error.message).toMatch(
      /needs the write scope here; you have propose\..*propose_tags, propose_fields/,
    );
    expect(patched.body.error.detail.propose).toEqual(['propose_changes', 'propose_tags', 'propose_fields']);
    const rules = await call('PATCH', '/brand/rules', { set: [{ key: 'voice.greeting', value: 'x' }] });
    expect(rules.body.error.message).toContain('propose_rules');
    const page = await call('PUT', '/brands/acme/pages/new', { title: 'New' });
    expect(page.body.error.message).toContain('propose_page');
  });

  it("that runs away is stopped at its workspace's limit", async () => {
    const own = await marque.makePlace();
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'agents', '{"proposalsPerHour": 3}')`,
      [own.organizationId, own.workspaceId],
    );
    const writer = await marque.makeKey(own, 'write');
    const agent = await marque.makeKey(own, 'propose');
    const { id } = await makeAsset(marque, writer);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((tag) =>
        callsAs(marque, agent).call('POST', `/assets/${id}/proposed-tags`, { tags: [tag] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const stopped = replies.find(({ status }) => status === 429);
    expect(Number(stopped?.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(stopped?.body.error.message).toContain('3 proposals an hour');
    expect((await callsAs(marque, writer).done('GET', `/assets/${id}`)).body.data.proposedTags).toHaveLength(
      3,
    );
  });

  it('has its waiting proposals counted on its key', async () => {
    const own = await marque.makePlace();
    const admin = await marque.makeKey(own, 'admin');
    const agent = await marque.makeKey(own, 'propose');
    const { id } = await makeAsset(marque, agent);
    await suggestTags(agent, id, ['x']);
    const keys = (await callsAs(marque, admin).done('GET', '/keys')).body.data;
    expect(keys.find((key: { id: string }) => key.id === agent.id).waiting).toBe(2);
  });
});
