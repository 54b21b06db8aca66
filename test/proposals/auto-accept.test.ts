// Bounded automatic acceptance: what a rule lets through, what is kept for review, and what stays waiting for a person.
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { acceptAutomatically } from '../../src/review/accept-automatically.ts';
import { connect } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf } from '../setup/events.ts';
import {
  allow,
  makeAgent,
  makeDue,
  newAsset,
  proposalNow,
  retitled,
  ruleFor,
  untilAccepted,
  untilNoneIsDue,
} from './automatic.ts';
import { brandId, doneAs, suggestTags } from './queue.ts';
import { ada, admin, assetNow, noStages, proposalOn, setDone, stage } from './staged.ts';
import { asEditor, marque, place } from './two-proposers.ts';

afterAll(() => marque.close());
afterEach(async () => {
  await allow();
  await untilNoneIsDue();
});

const accepted = 'proposal.accepted_automatically';
const eventOf = async (id: string, type: string) =>
  (await eventRowsOf(marque, id)).filter((event) => event.type === type);

describe('a rule', () => {
  it('lets a kind of change through: the response shows it waiting, then Marque accepts it', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent));
    const { asset, proposal } = await retitled(agent);
    expect(proposal).toMatchObject({ status: 'waiting', auto: 'due' });
    await untilAccepted(proposal.id);
    expect(await assetNow(asset)).toMatchObject({ metadata: { title: 'New' } });
    expect(await proposalNow(proposal.id)).toMatchObject({ auto: 'accepted', decidedBy: 'Marque' });
    const [event, ...more] = await eventOf(asset, accepted);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      audit: true,
      actor_kind: 'system',
      detail: {
        proposals: [proposal.id],
        kind: 'title',
        agent: { id: agent.id },
        rule: { key: agent.id, kind: 'title', sample: 1000 },
      },
    });
  });

  it("doesn't let through other kinds, or what other agents propose", async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent, { kind: 'creator' }));
    const { proposal } = await retitled(agent);
    const others = await retitled(await makeAgent());
    expect([proposal.auto, others.proposal.auto]).toEqual([null, null]);
    await acceptAutomatically(marque.service);
    expect((await proposalNow(proposal.id)).status).toBe('waiting');
  });

  it('is for new assets, tags and fields too, and for what a collection holds', async () => {
    const agent = await makeAgent();
    const outer = (await callsAs(marque, admin).create('/collections', { name: 'Outer' })).id;
    const inner = (await callsAs(marque, admin).create('/collections', { name: 'Inner', parent: outer })).id;
    const kinds = ['asset', 'tags', 'fields'];
    await allow(...kinds.map((kind) => ruleFor(agent, { kind, collection: outer })));
    const { id } = await makeAsset(marque, agent, { collections: [inner] });
    const elsewhere = await makeAsset(marque, agent);
    expect([await proposalOn(elsewhere.id)]).toMatchObject([{ auto: null, status: 'waiting' }]);
    await untilAccepted((await proposalOn(id)).id);
    expect(await assetNow(id)).toMatchObject({ status: 'active' });

    const own = await newAsset({ collections: [outer] });
    await suggestTags(agent, own, ['moon']);
    await doneAs(agent)('POST', `/assets/${own}/proposed-fields`, { fields: { place: 'Kiel' } });
    await untilNoneIsDue();
    expect(await assetNow(own)).toMatchObject({
      tags: ['moon'],
      fields: { place: 'Kiel' },
      proposedTags: [],
      proposedFields: {},
    });
  });

  it('is for rules of a brand and new collections too', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent, { kind: 'rule' }), ruleFor(agent, { kind: 'collection' }));
    await doneAs(agent)('POST', '/brand/proposed-rules', {
      set: [{ key: 'voice.greeting', type: 'text', value: 'Hi.' }],
    });
    const item = { kind: 'collection', target: { resource: 'workspace' }, change: { name: 'By an agent' } };
    const { body } = await doneAs(agent)('POST', '/proposals', { items: [item] });
    await untilAccepted(body.data.results[0].proposal.id);
    await untilNoneIsDue();
    const { body: rules } = await doneAs(asEditor)('GET', `/brand/rules?brand=${brandId}`);
    expect(JSON.stringify(rules)).toContain('Hi.');
    const collections = (await doneAs(asEditor)('GET', '/collections')).body.data;
    expect(collections.map(({ name }: { name: string }) => name)).toContain('By an agent');
  });

  it('shows in what agents read, and isn’t counted as accepted by people', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent));
    const { proposal } = await retitled(agent);
    await untilAccepted(proposal.id);
    const client = await connect(marque.url, agent.key);
    expect((await client.done('my_proposals', {})).data).toMatchObject([
      { id: proposal.id, status: 'accepted', auto: 'accepted' },
    ]);
    await client.close();
    const records = (await callsAs(marque, admin).done('GET', '/track-records')).body.data;
    expect(records.filter(({ key }: { key: { id: string } }) => key.id === agent.id)).toEqual([
      { key: expect.anything(), kind: 'title', accepted: 0, edited: 0, rejected: 0, automatic: 1 },
    ]);
  });
});

describe('samples', () => {
  it('every nth is kept for review, for each agent and kind', async () => {
    const agent = await makeAgent();
    const other = await makeAgent();
    await allow(ruleFor(agent, { sample: 3 }), ruleFor(other, { sample: 3 }));
    const marks: string[] = [];
    for (let at = 0; at < 7; at += 1) marks.push((await retitled(agent)).proposal.auto);
    expect(marks).toEqual(['due', 'due', 'sample', 'due', 'due', 'sample', 'due']);
    expect((await retitled(other)).proposal.auto).toBe('due');
    await untilNoneIsDue();
    const left = (await doneAs(asEditor)('GET', `/proposals?by=${agent.id}`)).body.data;
    expect(left.map(({ auto }: { auto: string }) => auto)).toEqual(['sample', 'sample']);
  });

  it('that the agent withdraws are kept again', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent, { sample: 2 }));
    await retitled(agent);
    const { proposal } = await retitled(agent);
    expect(proposal.auto).toBe('sample');
    await doneAs(agent)('DELETE', `/proposals/${proposal.id}`);
    expect((await retitled(agent)).proposal.auto).toBe('sample');
    expect((await retitled(agent)).proposal.auto).toBe('due');
  });
});

describe('what is due stays waiting for a person', () => {
  /** Proposed without a rule, as if one had applied when it was. */
  async function dueWith(rule: object, agent = { id: '', key: '' }) {
    const made = await retitled(agent);
    await allow(ruleFor(agent, rule));
    await makeDue(made.proposal.id);
    return made;
  }
  const isLeft = async (id: string) => {
    await acceptAutomatically(marque.service);
    expect(await proposalNow(id)).toMatchObject({ status: 'waiting', auto: null });
  };

  it('once the rule is over or gone', async () => {
    const agent = await makeAgent();
    const { proposal } = await dueWith({}, agent);
    await marque.service.db.query(
      `update marque.settings set value = jsonb_set(value, '{autoAccept,0,until}', '"2020-01-01T00:00:00Z"') where workspace_id = $1 and key = 'agents'`,
      [place.workspaceId],
    );
    await isLeft(proposal.id);
    await allow();
    await makeDue(proposal.id);
    await isLeft(proposal.id);
    expect((await retitled(agent)).proposal.auto).toBeNull();
  });

  it('once the key is revoked, or may no longer propose there', async () => {
    const agent = await makeAgent();
    const { proposal } = await dueWith({}, agent);
    await callsAs(marque, admin).done('DELETE', `/keys/${agent.id}`);
    await isLeft(proposal.id);

    const member = await marque.makeMember(place, 'write');
    const owned = await marque.makeKey(place, 'propose', { ownerId: member.id });
    const second = await dueWith({}, owned);
    await marque.service.db.query('delete from grants where user_id = $1', [member.id]);
    await isLeft(second.proposal.id);
  });

  it('if it passes stages, also those chosen after the rule', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent), ruleFor(agent, { kind: 'asset' }));
    await setDone({
      stages: [stage('art', [{ person: ada.id }])],
      routes: [{ stages: ['art'] }],
    });
    const { proposal } = await retitled(agent);
    const added = await proposalOn((await makeAsset(marque, agent)).id);
    expect([proposal, added]).toMatchObject([
      { auto: null, current: 'art' },
      { auto: null, current: 'art' },
    ]);
    await makeDue(proposal.id);
    await isLeft(proposal.id);
    await noStages();
  });

  it('if its target changed since, and the audit log says why', async () => {
    const agent = await makeAgent();
    const { proposal, asset } = await dueWith({}, agent);
    await callsAs(marque, asEditor).done('PATCH', `/assets/${asset}`, { title: 'Changed meanwhile' });
    await makeDue(proposal.id);
    await isLeft(proposal.id);
    expect(await assetNow(asset)).toMatchObject({ metadata: { title: 'Changed meanwhile' } });
    const [event] = await eventOf(asset, 'proposal.left_to_review');
    expect(event).toMatchObject({
      audit: true,
      detail: { proposals: [proposal.id], reason: expect.stringContaining('changed since') },
    });
    expect(await eventOf(asset, accepted)).toEqual([]);
  });

  it('if its value no longer fits', async () => {
    const agent = await makeAgent();
    const id = await newAsset();
    await doneAs(agent)('POST', `/assets/${id}/proposed-fields`, { fields: { subject: 'space' } });
    const proposal = await proposalOn(id);
    await allow(ruleFor(agent, { kind: 'fields' }));
    await marque.service.db.query(
      `update marque.proposals set auto = 'due', after = '{"fields": {"subject": "dogs"}}' where id = $1`,
      [proposal.id],
    );
    await isLeft(proposal.id);
    expect(await assetNow(id)).toMatchObject({ fields: {} });
  });

  it('if a person decided first', async () => {
    const agent = await makeAgent();
    const { proposal } = await dueWith({}, agent);
    await doneAs(asEditor)('POST', `/proposals/${proposal.id}/decision`, { decision: 'accept' });
    await acceptAutomatically(marque.service);
    expect(await proposalNow(proposal.id)).toMatchObject({ status: 'accepted', auto: null });
  });
});
