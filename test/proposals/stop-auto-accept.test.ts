// What ends automatic acceptance: the first rejection, on every path that rejects. And mistakes in the setting, and who may change it.
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { acceptAutomatically } from '../../src/review/accept-automatically.ts';
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
  rulesNow,
  setRules,
  tomorrow,
  untilNoneIsDue,
  type Agent,
} from './automatic.ts';
import { decide, doneAs, suggestTags } from './queue.ts';
import { ada, admin, noStages, proposalOn, setDone, stage } from './staged.ts';
import { asEditor, marque, place, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());
afterEach(async () => {
  await allow();
  await untilNoneIsDue();
});

const no = { decision: 'reject', note: 'No' };

/** Title, asset and tags may be accepted automatically; everything before was, and the next one is a sample. */
async function trusted(): Promise<Agent> {
  const agent = await makeAgent();
  await allow(
    ...['title', 'asset', 'tags', 'fields'].map((kind) => ruleFor(agent, { kind, sample: 2 })),
    ruleFor(await makeAgent()),
  );
  return agent;
}
const kindsNow = async ({ id }: Agent) =>
  (await rulesNow())
    .filter(({ key }: { key: string }) => key === id)
    .map(({ kind }: { kind: string }) => kind);
const without = (kind: string) => ['title', 'asset', 'tags', 'fields'].filter((one) => one !== kind);

describe('the first rejection takes the rule back', () => {
  it('and what is due stays waiting', async () => {
    const agent = await trusted();
    await retitled(agent);
    const sample = await retitled(agent);
    expect(sample.proposal.auto).toBe('sample');
    const later = await retitled(agent, 'Later');
    await untilNoneIsDue();
    const [due] = [await retitled(agent, 'Due')];
    await decide(asEditor, sample.proposal.id, no);
    expect(await kindsNow(agent)).toEqual(without('title'));
    expect(await rulesNow()).toHaveLength(4);
    await marque.service.db.query(
      `update marque.proposals set auto = 'due' where id = $1 and status = 'waiting'`,
      [due?.proposal.id],
    );
    await acceptAutomatically(marque.service);
    expect((await proposalNow(due?.proposal.id ?? '')).auto).not.toBe('due');
    expect((await proposalNow(later.proposal.id)).status).toBe('accepted');
    expect((await retitled(agent)).proposal.auto).toBeNull();
    const events = await eventRowsOf(marque, place.workspaceId);
    expect(events.at(-1)).toMatchObject({
      type: 'proposal.auto_accept_stopped',
      audit: true,
      actor_kind: 'person',
      detail: {
        proposals: [sample.proposal.id],
        agent: { id: agent.id },
        kind: 'title',
        rules: [{ key: agent.id, kind: 'title', until: tomorrow, sample: 2 }],
      },
    });
  });

  it('for several at once', async () => {
    const agent = await trusted();
    await retitled(agent);
    const { proposal } = await retitled(agent);
    await doneAs(asEditor)('POST', '/proposals/batch', { ids: [proposal.id], ...no });
    expect(await kindsNow(agent)).toEqual(without('title'));
  });

  it('as a change of a proposed asset’s status', async () => {
    const agent = await trusted();
    await makeAsset(marque, agent);
    const { id } = await makeAsset(marque, agent);
    await doneAs(asEditor)('PATCH', `/assets/${id}`, { status: 'rejected', reviewNote: 'No' });
    expect(await kindsNow(agent)).toEqual(without('asset'));
  });

  it('of a part of what was suggested, also with a change of the asset', async () => {
    const agent = await trusted();
    await suggestTags(agent, await newAsset(), ['one']);
    const id = await newAsset();
    await suggestTags(agent, id, ['moon', 'cats']);
    expect(await proposalOn(id)).toMatchObject({ auto: 'sample' });
    await doneAs(asEditor)('PATCH', `/assets/${id}`, { proposedTags: ['moon'] });
    expect(await kindsNow(agent)).toEqual(without('tags'));
  });

  it('in a stage', async () => {
    const agent = await trusted();
    await setDone({ stages: [stage('art', [{ person: ada.id }])], routes: [{ stages: ['art'] }] });
    const { proposal } = await retitled(agent);
    await decide(ada, proposal.id, no);
    expect(await kindsNow(agent)).toEqual(without('title'));
    await noStages();
  });

  it('in the organization too, and nothing else of either setting changes', async () => {
    const agent = await makeAgent();
    const rule = ruleFor(agent);
    const patch = (context: string, body: object) =>
      callsAs(marque, admin).done('PATCH', `/settings/agents?context=${context}`, body);
    await patch('organization', { autoAccept: [rule], proposalsPerHour: 900 });
    await patch('workspace', { autoAccept: [rule, ruleFor(agent, { kind: 'creator' })] });
    const { proposal } = await retitled(agent);
    await untilNoneIsDue();
    expect((await proposalNow(proposal.id)).status).toBe('accepted');
    const second = await retitled(agent, 'Next', (await makeAsset(marque, asEditor)).id);
    await makeDue(second.proposal.id);
    const { status } = await decide(asEditor, second.proposal.id, no);
    // Marque may have been faster.
    if (status === 409) await decide(asEditor, (await rejectable(agent)).id, no);
    expect(await rulesNow('organization')).toEqual([]);
    expect(await rulesNow()).toEqual([ruleFor(agent, { kind: 'creator' })]);
    await patch('organization', { autoAccept: null, proposalsPerHour: null });
  });

  it('but not what was withdrawn, accepted with edits, or rejected of another kind or agent', async () => {
    const agent = await trusted();
    await retitled(agent);
    const { proposal } = await retitled(agent);
    await decide(asEditor, proposal.id, { decision: 'accept', value: { title: 'Edited' } });
    await decide(asEditor, (await retitled(scout)).proposal.id, no);
    const other = await makeAsset(marque, asEditor);
    await doneAs(agent)('POST', '/proposals', {
      items: [{ kind: 'creator', target: { resource: 'asset', id: other.id }, change: { creator: 'Ida' } }],
    });
    await decide(asEditor, (await proposalOn(other.id)).id, no);
    expect(await kindsNow(agent)).toEqual(['title', 'asset', 'tags', 'fields']);
  });
});

/** One that no rule let through, since it passes a stage. */
async function rejectable(agent: Agent): Promise<{ id: string }> {
  await setDone({ stages: [stage('art', ['approve'])], routes: [{ stages: ['art'] }] });
  const { proposal } = await retitled(agent);
  await noStages();
  return proposal;
}

describe('the setting', () => {
  const issues = async (rules: unknown, status = 422, context = 'workspace') => {
    const reply = await setRules(rules, admin, context);
    expect([reply.status, rules]).toEqual([status, rules]);
    return reply.body.error.detail.issues.map(({ path, message }: Record<string, string>) => [path, message]);
  };
  const said = (path: string, text: string) => [`autoAccept[0].${path}`, expect.stringContaining(text)];

  it('names each mistake at its place', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const agent = await makeAgent();
    const rule = ruleFor(agent);
    const one = (more: object, status?: number) => issues([{ ...rule, ...more }], status);
    expect(await one({ key: unknown })).toEqual([said('key', 'not found')]);
    expect(await one({ kind: 'titel' })).toEqual([said('kind', 'title')]);
    expect(await one({ kind: 'share' })).toEqual([said('kind', 'only once')]);
    expect(await one({ collection: unknown })).toEqual([said('collection', 'not found')]);
    expect(await one({ until: '2020-01-01T00:00:00Z' })).toEqual([said('until', 'past')]);
    expect(await issues([ruleFor(await makeAgent()), rule, { ...rule, sample: 5 }])).toEqual([
      ['autoAccept[2].key', expect.stringContaining('same key, kind and collection')],
    ]);
    for (const more of [{ sample: 1 }, { sample: 2.5 }, { sample: undefined }])
      expect(await one(more, 400)).toEqual([['autoAccept[0].sample', expect.any(String)]]);
    expect(await one({ until: undefined }, 400)).toEqual([['autoAccept[0].until', expect.any(String)]]);
    expect(await one({ until: 'soon' }, 400)).toEqual([said('until', 'such as')]);
    expect(await one({ colection: unknown }, 400)).toHaveLength(1);
    expect(await issues('all', 400)).toHaveLength(1);
    const over = await marque.makeKey(place, 'propose', { expiresAt: new Date(Date.now() - 1000) });
    expect(await one({ key: over.id })).toEqual([said('key', 'expired')]);
    await callsAs(marque, admin).done('DELETE', `/keys/${agent.id}`);
    expect(await one({})).toEqual([said('key', 'revoked')]);
    expect(await rulesNow()).toEqual([]);
  });

  it('takes no key or collection of another workspace or organization', async () => {
    const elsewhere = await marque.makePlace();
    const theirs = await marque.makeKey(elsewhere, 'propose');
    const shelf = await marque.makeCollection(elsewhere);
    expect(await issues([ruleFor(theirs)])).toEqual([said('key', 'not found')]);
    expect(await issues([ruleFor(theirs)], 422, 'organization')).toEqual([said('key', 'not found')]);
    expect(await issues([ruleFor(await makeAgent(), { collection: shelf })])).toEqual([
      said('collection', 'not found'),
    ]);
  });

  it('is for people who are admins: a key reads the rules and never changes them', async () => {
    const agent = await makeAgent();
    await allow(ruleFor(agent));
    const key = await marque.makeKey(place, 'admin');
    const as = callsAs(marque, key);
    for (const autoAccept of [[], null, [ruleFor(key)]]) {
      const reply = await as.call('PATCH', '/settings/agents?context=workspace', { autoAccept });
      expect([reply.status, reply.body.error.detail]).toEqual([403, { property: 'autoAccept' }]);
      expect(reply.body.error.message).toContain('only a person can');
    }
    expect((await as.call('DELETE', '/settings/agents?context=workspace')).status).toBe(403);
    await as.done('PATCH', '/settings/agents?context=workspace', { proposalsPerHour: 999 });
    const settings = (await as.done('GET', '/settings?context=workspace')).body.data;
    expect(settings.find((one: { key: string }) => one.key === 'agents').value).toMatchObject({
      autoAccept: [ruleFor(agent)],
      proposalsPerHour: 999,
    });
    for (const caller of [asEditor, agent, stranger])
      expect((await setRules([], caller)).status).toBeGreaterThanOrEqual(403);
    expect(await rulesNow()).toEqual([ruleFor(agent)]);
    await callsAs(marque, admin).done('DELETE', '/settings/agents?context=workspace');
    await as.done('DELETE', '/settings/agents?context=workspace');
  });
});
