// Rules and pages of a brand as items of POST /api/v1/proposals: proposed and decided like those of propose_rules and propose_page.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { brandId, callAs, decide, list } from './queue.ts';
import { asEditor, marque, other, reader, scout, stranger } from './two-proposers.ts';

const agent = await agentOfFile(marque, scout.key);

const editor = callsAs(marque, asEditor);
const brand = { resource: 'brand', id: brandId };

async function propose(as: Caller, ...items: object[]) {
  const { status, body } = await callAs(as)('POST', '/proposals', { items });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results;
}
const rules = (change: unknown, more: object = {}) => ({ kind: 'rule', target: brand, change, ...more });
const page = (change: unknown, more: object = {}) => ({ kind: 'page', target: brand, change, ...more });
const codeOf = ({ error }: { error: { code: string } }): string => error.code;
const paths = ({ error }: { error: { detail: { issues: { path: string }[] } } }) =>
  error.detail.issues.map((issue) => issue.path);
const valueOf = async (key: string): Promise<unknown> =>
  (await editor.done('GET', '/brand/rules')).body.data.find((rule: { key: string }) => rule.key === key)
    ?.value;
const pageAt = (slug: string) => editor.call('GET', `/brands/acme/pages/${slug}`);

describe('rules among other changes', () => {
  it('wait in the same queue and are written once a person accepts, also edited', async () => {
    const { id } = (await makeAsset(marque, asEditor)) as { id: string };
    const set = [{ key: 'voice.greeting', value: 'Hi!' }];
    const [rule, title] = await propose(
      scout,
      rules({ set, remove: [{ key: 'color.primary' }] }, { note: 'Friendlier' }),
      { kind: 'title', target: { resource: 'asset', id }, change: { title: 'Harbour' } },
    );
    expect(rule).toMatchObject({
      outcome: 'created',
      proposal: {
        kind: 'rule',
        target: { resource: 'brand', id: brandId, slug: 'acme' },
        before: { rules: [{ key: 'voice.greeting', value: 'Hello.' }, { key: 'color.primary' }] },
        after: { set: [{ key: 'voice.greeting', value: 'Hi!', type: 'text' }] },
        note: 'Friendlier',
      },
    });
    expect(title).toMatchObject({ outcome: 'created', proposal: { kind: 'title' } });
    expect(await valueOf('voice.greeting')).toBe('Hello.');
    expect((await list(asEditor, '?kind=rule')).map((one) => one.id)).toEqual([rule.proposal.id]);
    const value = { set: [{ key: 'voice.greeting', value: 'Ahoy.' }] };
    expect((await decide(asEditor, rule.proposal.id, { decision: 'accept', value })).status).toBe(200);
    expect([await valueOf('voice.greeting'), await valueOf('color.primary')]).toEqual(['Ahoy.', '#112233']);
    expect((await eventsOf(marque, brandId)).slice(-2)).toEqual([
      'brand.rule_proposed',
      'brand.rules_changed',
    ]);
  });

  it('sent again are the waiting ones, also those of propose_rules; what is so already is unchanged', async () => {
    const set = [{ key: 'voice.bye', type: 'text', value: 'Bye.' }];
    const [first] = await propose(scout, rules({ set }));
    const [again] = await propose(scout, rules({ set }, { target: { resource: 'brand', slug: 'acme' } }));
    expect(again).toMatchObject({ outcome: 'already_waiting', proposal: { id: first.proposal.id } });
    const { body } = await callsAs(marque, scout).done('POST', '/brand/proposed-rules', { set });
    expect(body.data.id).toBe(first.proposal.id);
    expect((await propose(other, rules({ set })))[0].outcome).toBe('created');
    const [same] = await propose(scout, rules({ set: [{ key: 'color.primary', value: '#112233' }] }));
    expect(same).toEqual({
      unchanged: { rules: [expect.objectContaining({ key: 'color.primary', value: '#112233' })] },
    });
  });

  it('are a conflict for the reviewer if they changed since', async () => {
    const [{ proposal }] = await propose(scout, rules({ set: [{ key: 'color.primary', value: '#445566' }] }));
    await editor.done('PATCH', '/brand/rules', { set: [{ key: 'color.primary', value: '#778899' }] });
    const late = await decide(asEditor, proposal.id, { decision: 'accept' });
    expect([late.status, late.body.error.detail.present.rules[0].value]).toEqual([409, '#778899']);
  });
});

describe('a page among other changes', () => {
  it('is proposed whole or in steps, and written once accepted', async () => {
    const content = { title: 'Color', sections: [{ template: 'text', id: 'one', body: 'Blue.' }] };
    const [whole] = await propose(scout, page({ page: 'color', content }, { note: 'Missing' }));
    expect(whole).toMatchObject({
      outcome: 'created',
      proposal: { kind: 'page', before: { slug: 'color', page: null }, after: { page: { title: 'Color' } } },
    });
    expect((await pageAt('color')).status).toBe(404);
    expect((await propose(scout, page({ page: 'color', content })))[0].outcome).toBe('already_waiting');
    expect((await decide(asEditor, whole.proposal.id, { decision: 'accept' })).status).toBe(200);
    expect((await propose(scout, page({ page: 'color', content })))[0]).toMatchObject({
      unchanged: { page: { title: 'Color' } },
    });
    const ops = [{ op: 'page', set: { title: 'Colors' } }];
    const [steps] = await propose(scout, page({ page: 'color', ops }));
    expect(steps.proposal).toMatchObject({
      before: { page: { title: 'Color' } },
      after: { page: { title: 'Colors' } },
    });
    await decide(asEditor, steps.proposal.id, { decision: 'accept' });
    expect((await pageAt('color')).body.data.page.title).toBe('Colors');
  });
});

describe('what is refused', () => {
  it('is refused item by item, with the path in the request, and nothing of it waits', async () => {
    const before = await list(asEditor);
    const asset = { target: { resource: 'asset', id: crypto.randomUUID() } };
    const content = { title: 'Bad', sections: [{ template: 'nothing' }] };
    const ops = [{ op: 'page', set: { title: 'No' } }];
    const results = await propose(
      scout,
      rules({ set: [{ key: 'color.primary', value: 'red' }] }),
      rules({ put: [] }),
      rules({}),
      rules({ remove: [{ key: 'color.nowhere' }] }),
      rules({ set: [] }, asset),
      rules({ remove: [{ key: 'color.primary' }] }, { expected: { rules: [] } }),
      page({ page: 'bad', content }),
      page({ page: 'bad', content, ops }),
      page({ content }),
      page({ page: 'nowhere', ops }),
    );
    expect(results.map(codeOf)).toEqual([
      'invalid',
      'invalid_request',
      'invalid_request',
      'invalid',
      'invalid_request',
      'invalid_request',
      'invalid',
      'invalid_request',
      'invalid_request',
      'not_found',
    ]);
    expect(results.slice(0, 9).map(paths)).toEqual([
      ['items[0].change.set[0].value'],
      ['items[1].change.put', 'items[1].change.set'],
      ['items[2].change.set'],
      ['items[3].change.remove[0].key'],
      ['items[4].target.resource'],
      ['items[5].expected'],
      ['items[6].change.content.sections[0].template'],
      ['items[7].change.content'],
      ['items[8].change.page'],
    ]);
    expect(await list(asEditor)).toEqual(before);
  });

  it('needs propose, in the workspace of the brand', async () => {
    const item = rules({ set: [{ key: 'color.primary', value: '#000000' }] });
    expect((await callAs(reader)('POST', '/proposals', { items: [item] })).status).toBe(403);
    expect((await propose(stranger, item, page({ page: 'x', content: { title: 'X' } }))).map(codeOf)).toEqual(
      ['not_found', 'not_found'],
    );
  });
});

it('the tool propose_changes takes rules and pages of a brand', async () => {
  const { results } = await agent.done('propose_changes', {
    items: [
      {
        brand: 'acme',
        changes: {
          rules: { set: [{ key: 'color.sea', type: 'color', value: '#003366' }] },
          page: { page: 'sea', content: { title: 'Sea' } },
        },
        note: 'For summer',
      },
      { brand: 'acme', changes: { rules: { set: [{ key: 'color.sea', type: 'color', value: 'blue' }] } } },
    ],
  });
  expect(results[0].proposals).toMatchObject([
    { kind: 'rule', outcome: 'created', after: { set: [{ key: 'color.sea' }] } },
    { kind: 'page', outcome: 'created', after: { slug: 'sea' } },
  ]);
  expect(results[1]).toMatchObject({ brand: 'acme', error: { code: 'invalid' } });
  expect(paths(results[1])).toEqual(['items[1].changes.rules.set[0].value']);
  expect(results[1].error.message).toMatch(/^items\[1\]\.changes\.rules\.set\[0\]\.value: /);
});
