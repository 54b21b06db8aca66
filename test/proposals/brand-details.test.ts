// Proposed changes of a brand's own record: its name, its slug, who sees it, and whether it's the default.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf, eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { brandId as defaultBrand, callAs, decide, list } from './queue.ts';
import { asEditor, marque, other, place, reader, scout, stranger } from './two-proposers.ts';

const agent = await agentOfFile(marque, scout.key);
const editor = callsAs(marque, asEditor);
let count = 0;
let id: string;
let slug: string;

const target = () => ({ resource: 'brand', id });
async function propose(as: Caller, change: unknown, more: object = {}) {
  const items = [{ kind: 'brand_details', target: target(), change, ...more }];
  const { status, body } = await callAs(as)('POST', '/proposals', { items });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results[0];
}
const accept = (proposal: string, more: object = {}, as: Caller = asEditor) =>
  decide(as, proposal, { decision: 'accept', ...more });
const brand = async (of = id) => (await editor.done('GET', `/brands/${of}`)).body.data;
const patch = (body: object) => editor.done('PATCH', `/brands/${id}`, body);
const waiting = async () =>
  (await list(asEditor, `?kind=brand_details&target=${id}`)).map(({ before, after }) => ({ before, after }));

beforeEach(async () => {
  count += 1;
  ({ id, slug } = await editor.create('/brands', { name: `Brand ${count}` }));
});

describe('a proposed change of a brand', () => {
  it('waits with what would change, before and after, and is made once accepted', async () => {
    const result = await propose(
      scout,
      { name: ' Harbour ', slug: 'harbour', private: false },
      { expected: { slug }, note: 'As on the signs' },
    );
    expect(result).toMatchObject({
      outcome: 'created',
      unchanged: { private: false },
      proposal: {
        kind: 'brand_details',
        target: { resource: 'brand', id, slug, name: `Brand ${count}` },
        before: { name: `Brand ${count}`, slug },
        after: { name: 'Harbour', slug: 'harbour' },
        note: 'As on the signs',
      },
    });
    expect(await brand()).toMatchObject({ name: `Brand ${count}`, slug });
    expect((await accept(result.proposal.id)).status).toBe(200);
    expect(await brand()).toMatchObject({ name: 'Harbour', slug: 'harbour', private: false });
    expect((await eventsOf(marque, id)).slice(-2)).toEqual(['brand.brand_details_proposed', 'brand.changed']);
    const [event] = (await eventRowsOf(marque, id)).slice(-1);
    expect(event).toMatchObject({ actor_name: 'Edda Editor', detail: { proposals: [result.proposal.id] } });
    expect(await propose(scout, { name: 'Harbour' })).toEqual({ unchanged: { name: 'Harbour' } });
    expect((await accept(result.proposal.id)).status).toBe(409);
    // The slug is free for others again.
    await editor.done('PATCH', `/brands/${id}`, { slug });
  });

  it('sent again is the waiting one; another for the same property replaces it, and others’ wait beside', async () => {
    const first = await propose(scout, { name: 'One', private: true });
    expect(await propose(scout, { name: 'One' })).toMatchObject({
      outcome: 'already_waiting',
      proposal: { id: first.proposal.id },
    });
    expect((await propose(scout, { name: 'Two' })).outcome).toBe('replaced');
    expect((await propose(other, { name: 'Two' })).outcome).toBe('created');
    const before = { name: `Brand ${count}` };
    expect(await waiting()).toEqual([
      { before, after: { name: 'Two' } },
      { before, after: { name: 'Two' } },
      { before: { private: false }, after: { private: true } },
    ]);
    expect((await accept(first.proposal.id)).status).toBe(200);
    expect(await brand()).toMatchObject({ ...before, private: true });
  });

  it('is a conflict that says what changed since, and can be edited to fit', async () => {
    const { proposal } = await propose(scout, { name: 'Harbour', private: true });
    await patch({ slug: `moved-${count}` });
    await patch({ name: 'Port' });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect(late.body.error.message).toMatch(/^Changed since this was proposed: name\. /);
    expect(late.body.error.detail).toMatchObject({
      changed: ['name'],
      present: { name: 'Port', private: false },
    });
    const { seen } = late.body.error.detail;
    await patch({ name: 'Port of call' });
    const value = { name: 'Port & Harbour', private: true };
    expect((await accept(proposal.id, { value, seen })).status).toBe(409);
    const now = (await accept(proposal.id)).body.error.detail.seen;
    const wrong = await accept(proposal.id, { value: { title: 'Port' }, seen: now });
    expect([wrong.status, wrong.body.error.detail.issues[0].path]).toEqual([400, 'value.title']);
    const { status, body } = await accept(proposal.id, { value, seen: now });
    expect([status, body.data.after]).toEqual([200, value]);
    expect(await brand()).toMatchObject(value);
  });

  it('is refused by the same rules as the change itself, when proposed and when accepted', async () => {
    const results = [
      await propose(scout, { name: ' ' }),
      await propose(scout, { slug: 'Not a slug' }),
      await propose(scout, { slug: 'verify' }),
      await propose(scout, { slug: 'acme' }),
      await propose(scout, { description: 'No brand has one' }),
      await propose(scout, {}),
      await propose(scout, { name: 'X' }, { expected: { name: 'Y' } }),
      await propose(scout, { default: false }, { target: { resource: 'brand', id: defaultBrand } }),
    ];
    expect(results.map(({ error }) => error.code)).toEqual([
      'invalid_request',
      'invalid',
      'invalid',
      'conflict',
      'invalid_request',
      'invalid_request',
      'conflict',
      'invalid',
    ]);
    expect(results[1].error.detail.issues[0].path).toBe('items[0].change.slug');
    expect(results[4].error.detail.issues[0].path).toBe('items[0].change.description');
    expect(results[6].error.detail.current).toEqual({ name: `Brand ${count}` });
    expect(results[7].error.detail.issues[0].path).toBe('items[0].change.default');
    const { proposal } = await propose(scout, { slug: `taken-${count}` });
    const rival = await editor.create('/brands', { name: 'Rival', slug: `taken-${count}` });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.message]).toEqual([
      409,
      `A brand "taken-${count}" already exists in this workspace.`,
    ]);
    await editor.done('PATCH', `/brands/${rival.id}`, { slug: `free-${count}` });
    expect((await accept(proposal.id)).status).toBe(200);
  });

  it('doesn’t tell of a private brand by its slug', async () => {
    const hidden = await editor.create('/brands', { name: `Secret ${count}`, private: true });
    const { proposal } = await propose(scout, { slug: hidden.slug });
    expect((await accept(proposal.id)).status).toBe(409);
  });

  it('makes it the default brand for reviewers with write on the workspace only', async () => {
    const { proposal } = await propose(scout, { default: true });
    expect(proposal).toMatchObject({ before: { default: false }, after: { default: true } });
    const here = await marque.makePerson('Here Only');
    await marque.grant(here.id, 'brand', id, 'write', { place });
    const refused = await accept(proposal.id, {}, { cookie: here.cookie });
    expect([refused.status, refused.body.error.detail]).toMatchObject([403, { needs: 'write' }]);
    expect((await accept(proposal.id)).status).toBe(200);
    expect([(await brand()).default, (await brand(defaultBrand)).default]).toEqual([true, false]);
    await editor.done('PATCH', `/brands/${defaultBrand}`, { default: true });
  });

  it('needs the share ability of the reviewer to show it to more people', async () => {
    await patch({ private: true });
    const admin = await marque.makeAdmin(place);
    const items = [{ kind: 'brand_details', target: target(), change: { private: false } }];
    const { body } = await callsAs(marque, { cookie: admin.cookie }).call('POST', '/proposals', { items });
    const { proposal } = body.data.results[0];
    const limited = await marque.makePerson('Limited');
    await marque.grant(limited.id, 'brand', id, 'write', { place, limits: ['share'] });
    expect((await accept(proposal.id, {}, { cookie: limited.cookie })).status).toBe(403);
    expect((await accept(proposal.id, {}, { cookie: admin.cookie })).status).toBe(200);
    expect((await brand()).private).toBe(false);
  });

  it('is rejected, withdrawn, and gone with its brand', async () => {
    const [no, back, lost] = [
      await propose(scout, { name: 'No' }),
      await propose(other, { name: 'Back' }),
      await propose(asEditor, { name: 'Lost' }),
    ].map(({ proposal }) => proposal.id as string) as [string, string, string];
    expect((await decide(asEditor, no, { decision: 'reject', note: 'Too short' })).status).toBe(200);
    expect((await eventsOf(marque, id)).at(-1)).toBe('brand.brand_details_proposal_rejected');
    await callsAs(marque, other).done('DELETE', `/proposals/${back}`);
    const admin = await marque.makeAdmin(place);
    await callsAs(marque, { cookie: admin.cookie }).done('DELETE', `/brands/${id}`);
    for (const proposal of [no, back, lost]) expect((await accept(proposal)).status).toBe(404);
    expect(await list(asEditor, `?status=any&target=${id}`)).toEqual([]);
  });

  it('is decided while others change the same brand, and its workspace’s default', async () => {
    for (const round of [1, 2, 3]) {
      const { proposal } = await propose(scout, { name: `Round ${round}`, default: true });
      const answers = await Promise.all([
        accept(proposal.id),
        editor.call('PATCH', `/brands/${id}`, { name: `Meanwhile ${round}` }),
        editor.call('PATCH', `/brands/${defaultBrand}`, { default: true }),
      ]);
      // Whoever comes second finds it changed: nobody hangs, and nothing else fails.
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await editor.done('PATCH', `/brands/${defaultBrand}`, { default: true });
    }
  });

  it('needs propose, and is hidden from other workspaces', async () => {
    const items = [{ kind: 'brand_details', target: target(), change: { name: 'X' } }];
    expect((await callAs(reader)('POST', '/proposals', { items })).status).toBe(403);
    expect((await propose(stranger, { name: 'X' })).error.code).toBe('not_found');
    const { proposal } = await propose(scout, { name: 'X' });
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    expect((await accept(proposal.id, {}, scout)).status).toBe(403);
    const wrong = await propose(scout, { name: 'X' }, { target: { resource: 'asset', id } });
    expect(wrong.error.detail.issues[0].path).toBe('items[0].target.resource');
  });

  it('is proposed by the tool propose_changes, which the refused write names', async () => {
    const { results } = await agent.done('propose_changes', {
      items: [
        { brand: slug, changes: { details: { name: 'Harbour' } }, note: 'As on the signs' },
        { brand: slug, changes: { details: { nme: 'Harbour' } } },
        { asset: crypto.randomUUID(), changes: { details: { name: 'Harbour' } } },
      ],
    });
    expect(results[0]).toMatchObject({
      brand: slug,
      proposals: [{ kind: 'brand_details', outcome: 'created', after: { name: 'Harbour' } }],
    });
    expect(results[1].error.message).toContain('name');
    expect(results[2].error.message).toContain("can't be about this resource: asset");
    const { data } = await agent.done('my_proposals', { kind: 'brand_details', status: 'waiting' });
    expect(data[0]).toMatchObject({ after: { name: 'Harbour' }, note: 'As on the signs' });
    const unknown = await agent.refused('my_proposals', { kind: 'brand_detail' });
    expect(unknown.message).toContain('brand_details');
    const refused = await callAs(scout)('PATCH', `/brands/${id}`, { name: 'Harbour' });
    expect(refused.status).toBe(403);
  });
});
