// Proposed changes of a brand's theme.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { brandId, decide } from './queue.ts';
import { asEditor, marque, other, place, reader, scout, stranger } from './two-proposers.ts';

const editor = callsAs(marque, asEditor);
await editor.done('PATCH', '/brand/rules', {
  set: [
    { key: 'color.sea', type: 'color', value: '#003366' },
    { key: 'color.sand', type: 'color', value: '#fff8e7' },
  ],
});
const agent = await agentOfFile(marque, scout.key);

const theme = async () => (await editor.done('GET', `/brands/${brandId}/theme`)).body.data;
const set = (patch: object) => editor.done('PATCH', `/brands/${brandId}/theme`, patch);
const accept = (id: string, more: object = {}, as: Caller = asEditor) =>
  decide(as, id, { decision: 'accept', ...more });

async function propose(as: Caller, change: unknown, more: object = {}) {
  const item = { kind: 'theme', target: { resource: 'brand', id: brandId }, change, ...more };
  const { status, body } = await callsAs(marque, as).call('POST', '/proposals', { items: [item] });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results[0];
}
const waiting = async () =>
  (await editor.done('GET', `/proposals?kind=theme&target=${brandId}`)).body.data.map(
    ({ before, after }: { before: unknown; after: unknown }) => ({ before, after }),
  );

describe('a proposed theme', () => {
  it('waits with the parts that would change, before and after, and is set once accepted', async () => {
    await set({ accent: null, radius: 4, width: 'normal' });
    const result = await propose(
      scout,
      { accent: 'color.sea', radius: 12, width: 'normal' },
      { expected: { radius: 4 }, note: 'As on the posters' },
    );
    expect(result).toMatchObject({
      outcome: 'created',
      unchanged: { width: 'normal' },
      proposal: {
        kind: 'theme',
        target: { resource: 'brand', id: brandId, slug: 'acme' },
        before: { accent: null, radius: 4 },
        after: { accent: 'color.sea', radius: 12 },
        note: 'As on the posters',
      },
    });
    expect(await theme()).toMatchObject({ accent: null, radius: 4 });
    expect((await accept(result.proposal.id)).status).toBe(200);
    expect(await theme()).toMatchObject({ accent: 'color.sea', radius: 12, width: 'normal' });
    expect((await eventsOf(marque, brandId)).slice(-2)).toEqual([
      'brand.theme_proposed',
      'brand.theme_changed',
    ]);
    expect(await propose(scout, { accent: 'color.sea' })).toEqual({ unchanged: { accent: 'color.sea' } });
    const bySlug = await propose(scout, { radius: 12 }, { target: { resource: 'brand', slug: 'acme' } });
    expect(bySlug).toEqual({ unchanged: { radius: 12 } });
  });

  it('sent again is the waiting one; another for the same parts replaces these', async () => {
    await set({ accent: null, radius: 4, density: 'normal' });
    const first = await propose(scout, { accent: 'color.sea', radius: 8 });
    const again = await propose(scout, { radius: 8 });
    expect([again.outcome, again.proposal.id]).toEqual(['already_waiting', first.proposal.id]);
    expect((await propose(scout, { radius: 16, density: 'compact' })).outcome).toBe('replaced');
    expect(await waiting()).toEqual([
      { before: { radius: 4, density: 'normal' }, after: { radius: 16, density: 'compact' } },
      { before: { accent: null }, after: { accent: 'color.sea' } },
    ]);
    // What is left of the first still fits.
    expect((await accept(first.proposal.id)).status).toBe(200);
    expect((await propose(other, { radius: 2 })).outcome).toBe('created');
    expect(await waiting()).toHaveLength(2);
  });

  it('is a conflict if these parts changed, and can be edited to fit', async () => {
    await set({ surface: null, radius: 4 });
    const { proposal } = await propose(scout, { surface: 'color.sand' });
    await set({ radius: 5 });
    await set({ surface: 'color.sea' });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { surface: 'color.sea' }]);
    const { seen } = late.body.error.detail;
    const wrong = await accept(proposal.id, { value: { surface: 'voice.greeting' }, seen });
    expect([wrong.status, (await theme()).surface]).toEqual([422, 'color.sea']);
    const { status, body } = await accept(proposal.id, { value: { surface: null }, seen });
    expect([status, body.data.after]).toEqual([200, { surface: null }]);
    // A rule that is gone by then.
    const { proposal: lost } = await propose(scout, { ink: 'color.sand' });
    await editor.done('PATCH', '/brand/rules', { remove: [{ key: 'color.sand' }] });
    expect((await accept(lost.id)).status).toBe(422);
    expect((await theme()).ink).toBeNull();
  });

  it('is refused for what is wrong with it, below propose, and in another workspace', async () => {
    const [missing, role, part, empty, stale] = [
      await propose(scout, { accent: 'color.nowhere' }),
      await propose(scout, { head: 'color.sea' }),
      await propose(scout, { corner: 3 }),
      await propose(scout, {}),
      await propose(scout, { radius: 30 }, { expected: { radius: 63 } }),
    ];
    expect(missing.error.detail.issues).toMatchObject([{ path: 'items[0].change.accent' }]);
    expect(role.error.message).toContain('needs a font');
    expect([part.error.code, empty.error.code]).toEqual(['invalid_request', 'invalid_request']);
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { radius: 5 } } });
    const items = [{ kind: 'theme', target: { resource: 'brand', id: brandId }, change: { radius: 1 } }];
    expect((await callsAs(marque, reader).call('POST', '/proposals', { items })).status).toBe(403);
    expect((await propose(stranger, { radius: 1 })).error.code).toBe('not_found');
    const { proposal } = await propose(scout, { radius: 33 });
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    const limited = await marque.makeMember(place, 'write', { limits: ['approve'] });
    expect((await accept(proposal.id, {}, { cookie: limited.cookie })).status).toBe(403);
    const slugged = [{ ...items[0], target: { resource: 'asset', slug: 'acme' } }];
    const { body } = await callsAs(marque, scout).done('POST', '/proposals', { items: slugged });
    expect(body.data.results[0].error.detail.issues[0].path).toBe('items[0].target.slug');
  });

  it('is proposed by the tool propose_changes, also by the name of the brand', async () => {
    const { results } = await agent.done('propose_changes', {
      items: [
        { brand: 'acme', changes: { theme: { radius: 40, density: 'spacious' } }, note: 'Rounder' },
        { brand: brandId, changes: { theme: { accent: 'color.nowhere' } } },
        { brand: 'acme', changes: { title: 'No' } },
        { brand: 'nowhere', changes: { theme: { radius: 1 } } },
      ],
    });
    expect(results[0]).toMatchObject({
      brand: 'acme',
      proposals: [{ kind: 'theme', outcome: 'replaced', after: { radius: 40, density: 'spacious' } }],
    });
    expect(results.slice(1).map(({ error }: { error: { message: string } }) => error.message)).toEqual([
      expect.stringContaining('color.nowhere'),
      expect.stringContaining("can't be about this resource: brand"),
      expect.stringContaining('theme: '),
    ]);
    const neither = await agent.refused('propose_changes', {
      items: [{ changes: { theme: { radius: 1 } } }],
    });
    expect(neither.message).toContain('Send exactly one of asset, brand or collection');
    const refused = await agent.refused('set_theme', { brand: 'acme', radius: 1 });
    expect(refused.message).toContain('propose_changes');
  });
});
