// Proposed changes of what an asset is beside its values: its status, its collections, its usage terms and its current version.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { asset, decide, filled, patch, propose, refusals, waitingFor } from './correcting.ts';
import { asEditor, marque, place, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());

const editor = callsAs(marque, asEditor);
const accept = (id: string, more: object = {}, as: Caller = asEditor) =>
  decide(id, { decision: 'accept', ...more }, as);

describe('a proposed status', () => {
  const status = (id: string, to: string, more: object = {}) =>
    propose(scout, { kind: 'status', id, change: { status: to }, ...more });

  it('archives, restores and publishes once accepted, and says what was before', async () => {
    const id = await filled();
    const [archive] = await status(id, 'archived', { note: 'Replaced by the new logo' });
    expect(archive).toMatchObject({
      outcome: 'created',
      proposal: { kind: 'status', before: { status: 'active' }, after: { status: 'archived' } },
    });
    expect((await asset(id)).status).toBe('active');
    expect((await accept(archive.proposal.id)).body.data.status).toBe('accepted');
    expect((await asset(id)).status).toBe('archived');
    const [restore] = await status(id, 'active', { expected: { status: 'archived' } });
    expect((await accept(restore.proposal.id)).status).toBe(200);
    expect((await asset(id)).status).toBe('active');
    expect((await eventsOf(marque, id)).slice(-4)).toEqual([
      'asset.change_proposed',
      'asset.archived',
      'asset.change_proposed',
      'asset.approved',
    ]);
    const draft = (await makeAsset(marque, asEditor, { status: 'draft' })) as { id: string };
    const [publish] = await status(draft.id, 'active');
    expect((await accept(publish.proposal.id)).status).toBe(200);
    expect((await asset(draft.id)).status).toBe('active');
  });

  it('is unchanged, already waiting, or replaces the earlier one', async () => {
    const id = ((await makeAsset(marque, scout)) as { id: string }).id;
    await editor.done('PATCH', `/assets/${id}`, { status: 'rejected', reviewNote: 'Blurred' });
    const [first] = await status(id, 'active');
    const [again] = await status(id, 'active');
    expect([again.outcome, again.proposal.id]).toEqual(['already_waiting', first.proposal.id]);
    const [other] = await status(id, 'draft');
    expect(other.outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after)).toEqual([{ status: 'draft' }]);
    // A reviewer can make it another move.
    expect((await accept(other.proposal.id, { value: { status: 'active' } })).body.data.after).toEqual({
      status: 'active',
    });
    expect(await status(id, 'active')).toEqual([{ unchanged: { status: 'active' } }]);
  });

  it("is refused with the reason if it can't be made", async () => {
    const id = await filled();
    const [impossible] = await status(id, 'draft');
    expect(impossible.error).toMatchObject({ code: 'conflict', detail: { moves: ['archived'] } });
    expect(impossible.error.message).toContain("can't become draft");
    const [unknown, rejected, stale] = [
      ...(await status(id, 'gone')),
      ...(await status(id, 'rejected')),
      ...(await status(id, 'archived', { expected: { status: 'draft' } })),
    ];
    expect([unknown.error.code, rejected.error.code]).toEqual(['invalid_request', 'invalid_request']);
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { status: 'active' } } });
    const proposed = ((await makeAsset(marque, scout)) as { id: string }).id;
    const [waits] = await status(proposed, 'active');
    expect(waits.error).toMatchObject({ code: 'conflict', detail: { status: 'proposed' } });
    expect(await refusals('status', id, { status: 'archived' })).toEqual([403, 'not_found']);
    expect(await waitingFor(id)).toEqual([]);
  });

  it('is a conflict if it changed meanwhile, and accepting needs what the change needs', async () => {
    const id = await filled();
    const [{ proposal }] = await status(id, 'archived');
    const limited = await marque.makeMember(place, 'write', { limits: ['approve'] });
    expect((await accept(proposal.id, {}, { cookie: limited.cookie })).status).toBe(403);
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    await patch(id, { status: 'archived' });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { status: 'archived' }]);
    const { seen } = late.body.error.detail;
    expect((await accept(proposal.id, { value: { status: 'active' }, seen })).status).toBe(200);
    const [{ proposal: lost }] = await status(id, 'archived');
    await editor.done('DELETE', `/assets/${id}`);
    expect((await accept(lost.id)).status).toBe(409);
    await editor.done('POST', `/assets/${id}/restore`);
    expect((await accept(lost.id)).status).toBe(200);
  });

  it('without what the new status requires stays waiting', async () => {
    const draft = ((await makeAsset(marque, asEditor, { status: 'draft' })) as { id: string }).id;
    await editor.done('POST', '/fields', { key: 'owner', label: 'Owner', type: 'text', required: true });
    const [{ proposal }] = await status(draft, 'active');
    const lacking = await accept(proposal.id);
    expect([lacking.status, lacking.body.error.detail.issues[0].path]).toEqual([422, 'fields.owner']);
    expect((await asset(draft)).status).toBe('draft');
    expect(await waitingFor(draft)).toHaveLength(1);
    await editor.done('DELETE', '/fields/owner');
    expect((await accept(proposal.id)).status).toBe(200);
  });
});

describe('a proposed change of collections', () => {
  const collection = async (about: object = {}): Promise<string> =>
    (await editor.create('/collections', { name: randomUUID(), ...about })).id;
  const collections = (id: string, change: object, more: object = {}) =>
    propose(scout, { kind: 'collections', id, change, ...more });

  it('adds and removes it once accepted', async () => {
    const [from, to, other] = [await collection(), await collection(), await collection()];
    const id = await filled();
    await editor.done('POST', `/collections/${from}/assets`, { add: [id] });
    await editor.done('POST', `/collections/${other}/assets`, { add: [id] });
    const [{ proposal }] = await collections(
      id,
      { add: [to.toUpperCase()], remove: [from] },
      { expected: { collections: [from, other] } },
    );
    expect([proposal.before, proposal.after]).toEqual([
      { collections: [from] },
      { collections: [to], remove: [from] },
    ]);
    expect((await asset(id)).collections).toEqual([from, other]);
    expect((await accept(proposal.id)).status).toBe(200);
    expect((await asset(id)).collections).toEqual([other, to]);
    expect((await eventsOf(marque, to)).at(-1)).toBe('collection.assets_changed');
    expect(await collections(id, { add: [to], remove: [from] })).toEqual([
      { unchanged: { collections: [to] } },
    ]);
  });

  it('replaces the same parts of an earlier one, and can be edited', async () => {
    const [one, two] = [await collection(), await collection()];
    const id = await filled();
    const [first] = await collections(id, { add: [one, two] });
    const [again] = await collections(id, { add: [two] });
    expect([again.outcome, again.proposal.id]).toEqual(['already_waiting', first.proposal.id]);
    const value = { add: [one] };
    expect((await accept(first.proposal.id, { value })).body.data.after).toEqual({
      collections: [one],
      remove: [],
    });
    expect((await asset(id)).collections).toEqual([one]);
  });

  it("is refused for collections that aren't there for the proposer", async () => {
    const id = await filled();
    const hidden = await collection({ private: true });
    const abroad = await marque.makeCollection(await marque.makePlace());
    const [fails, empty, both] = [
      ...(await collections(id, { add: [hidden, abroad, randomUUID()], remove: [randomUUID()] })),
      ...(await collections(id, {})),
      ...(await collections(id, { add: [hidden], remove: [hidden] })),
    ];
    expect(fails.error.detail.issues.map(({ path }: { path: string }) => path)).toEqual(
      ['add[0]', 'add[1]', 'add[2]', 'remove[0]'].map((path) => `items[0].change.${path}`),
    );
    expect([empty.error.code, both.error.code]).toEqual(['invalid_request', 'invalid_request']);
    expect((await collections(id, { add: ['x'] }))[0].error.code).toBe('invalid_request');
    expect(await refusals('collections', id, { add: [hidden] })).toEqual([403, 'not_found']);
    // What the proposer can't see is neither expected of them nor told to them.
    await editor.done('POST', `/collections/${hidden}/assets`, { add: [id] });
    const [shown] = [await collection()];
    await editor.done('POST', `/collections/${shown}/assets`, { add: [id] });
    const [{ proposal }] = await collections(id, { remove: [shown] }, { expected: { collections: [shown] } });
    expect(JSON.stringify(proposal)).not.toContain(hidden);
  });

  it('is a conflict when a collection is gone or hidden from the reviewer, and needs write on it', async () => {
    const [gone, kept] = [await collection(), await collection()];
    const id = await filled();
    const [{ proposal }] = await collections(id, { add: [gone, kept] });
    await editor.done('DELETE', `/collections/${gone}`);
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining(gone)]);
    expect((await asset(id)).collections).toEqual([]);
    expect((await accept(proposal.id, { value: { add: [kept] } })).status).toBe(200);
    const [{ proposal: moved }] = await collections(id, { remove: [kept] });
    await editor.done('POST', `/collections/${kept}/assets`, { remove: [id] });
    const stale = await accept(moved.id);
    expect([stale.status, stale.body.error.detail.present]).toEqual([409, { collections: [] }]);
    // Write on the asset alone isn't enough.
    const narrow = await marque.makeMember(place, 'read');
    await marque.grant(narrow.id, 'asset', id, 'write', { place });
    const [{ proposal: last }] = await collections(id, { add: [kept] });
    const refused = await accept(last.id, {}, { cookie: narrow.cookie });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect((await asset(id)).collections).toEqual([]);
  });
});

describe('proposed usage terms', () => {
  const usage = (id: string, terms: object, more: object = {}) =>
    propose(scout, { kind: 'usage', id, change: { usage: terms }, ...more });
  const usageOf = async (id: string) => (await editor.done('GET', `/assets/${id}/usage`)).body.data;

  it('change only the parts that were sent, once accepted', async () => {
    const id = await filled();
    await editor.done('PUT', `/assets/${id}/usage`, {
      credit: 'Ida',
      terms: 'Not on posters',
      mining: 'allowed',
    });
    const [result] = await usage(
      id,
      { credit: 'Photo: Ida', terms: null, mining: 'allowed' },
      { expected: { usage: { credit: 'Ida' } } },
    );
    expect(result).toMatchObject({
      unchanged: { usage: { mining: 'allowed' } },
      proposal: {
        before: { usage: { credit: 'Ida', terms: 'Not on posters' } },
        after: { usage: { credit: 'Photo: Ida', terms: null } },
      },
    });
    expect(await usageOf(id)).toMatchObject({ credit: 'Ida' });
    expect((await accept(result.proposal.id)).status).toBe(200);
    expect(await usageOf(id)).toEqual({
      credit: 'Photo: Ida',
      terms: null,
      licensorUrl: null,
      mining: 'allowed',
    });
    expect((await eventsOf(marque, id)).slice(-2)).toEqual(['asset.change_proposed', 'asset.changed']);
    expect(await usage(id, { credit: 'Photo: Ida' })).toEqual([
      { unchanged: { usage: { credit: 'Photo: Ida' } } },
    ]);
  });

  it('replace the same parts, are edited, and are a conflict if they changed', async () => {
    const id = await filled();
    const [first] = await usage(id, { credit: 'A', mining: 'disallowed' });
    const [second] = await usage(id, { credit: 'B' });
    expect(second.outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after.usage)).toEqual([
      { credit: 'B' },
      { mining: 'disallowed' },
    ]);
    await editor.done('PUT', `/assets/${id}/usage`, { credit: 'C' });
    const late = await accept(second.proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { usage: { credit: 'C' } }]);
    const { seen } = late.body.error.detail;
    const value = { usage: { credit: 'D' } };
    expect((await accept(second.proposal.id, { value, seen })).status).toBe(200);
    expect((await accept(first.proposal.id)).status).toBe(200);
    expect(await usageOf(id)).toMatchObject({ credit: 'D', mining: 'disallowed' });
  });

  it('are refused for what is wrong with them', async () => {
    const id = await filled();
    const [address, unknown, empty, stale] = [
      ...(await usage(id, { licensorUrl: 'javascript:alert(1)' })),
      ...(await usage(id, { color: 'x' })),
      ...(await usage(id, {})),
      ...(await usage(id, { credit: 'x' }, { expected: { usage: { credit: 'y' } } })),
    ];
    expect(address.error.detail.issues[0].path).toBe('items[0].change.usage.licensorUrl');
    expect([unknown.error.code, empty.error.code]).toEqual(['invalid_request', 'invalid_request']);
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { usage: { credit: null } } } });
    expect(await refusals('usage', id, { usage: { credit: 'x' } })).toEqual([403, 'not_found']);
    const bad = await usage(id, { credit: 'Fine' });
    const edited = await accept(bad[0].proposal.id, { value: { usage: { mining: 'maybe' } } });
    expect([edited.status, edited.body.error.detail.issues[0].path]).toEqual([400, 'value.usage.mining']);
  });
});

describe('a proposed version', () => {
  const version = (id: string, number: unknown, more: object = {}) =>
    propose(scout, { kind: 'version', id, change: { version: number }, ...more });
  /** Two versions; the second is current. */
  async function stack(): Promise<{ first: string; second: string }> {
    const first = await filled();
    const second = ((await makeAsset(marque, asEditor, { versionOf: first })) as { id: string }).id;
    return { first, second };
  }

  it('is the current one once accepted', async () => {
    const { first, second } = await stack();
    const [{ proposal }] = await version(second, 1, { expected: { version: 2 } });
    expect([proposal.before, proposal.after]).toEqual([{ version: 2 }, { version: 1 }]);
    expect((await accept(proposal.id)).status).toBe(200);
    expect([(await asset(first)).current, (await asset(second)).supersededBy]).toEqual([true, first]);
    expect(await version(first, 1)).toEqual([{ unchanged: { version: 1 } }]);
    const [back] = await version(first, 2);
    expect((await accept(back.proposal.id)).status).toBe(200);
    expect((await asset(second)).current).toBe(true);
  });

  it('is refused with the reason unless it could be the current one', async () => {
    const { first, second } = await stack();
    await patch(first, { status: 'archived' });
    const [archived, missing, malformed, alone, stale] = [
      ...(await version(second, 1)),
      ...(await version(second, 9)),
      ...(await version(second, 'one')),
      ...(await version(await filled(), 2)),
      ...(await version(second, 2, { expected: { version: 1 } })),
    ];
    expect(archived.error).toMatchObject({ code: 'conflict', detail: { version: 1, state: 'archived' } });
    expect([missing.error.code, malformed.error.code, alone.error.code]).toEqual([
      'not_found',
      'invalid_request',
      'not_found',
    ]);
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { version: 2 } } });
    expect(await refusals('version', second, { version: 1 })).toEqual([403, 'not_found']);
  });

  it('is a conflict if another one became current, or it was archived since', async () => {
    const { first, second } = await stack();
    const [{ proposal }] = await version(second, 1);
    await makeAsset(marque, asEditor, { versionOf: second });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { version: 3 }]);
    const { seen } = late.body.error.detail;
    await patch(first, { status: 'archived' });
    const gone = await accept(proposal.id, { value: { version: 1 }, seen });
    expect([gone.status, gone.body.error.detail.state]).toEqual([409, 'archived']);
    expect((await accept(proposal.id, { value: { version: 2 }, seen })).status).toBe(200);
    expect((await asset(second)).current).toBe(true);
  });

  it('of a new file is proposed by uploading it, and replaces the current one once accepted', async () => {
    const first = await filled();
    const uploaded = (await makeAsset(marque, scout, { versionOf: first })) as { id: string };
    const [proposal] = await waitingFor(uploaded.id);
    expect(proposal).toMatchObject({ kind: 'asset', after: { versionOf: first } });
    expect((await asset(first)).current).toBe(true);
    expect((await accept(proposal.id)).status).toBe(200);
    expect([(await asset(first)).supersededBy, (await asset(uploaded.id)).current]).toEqual([
      uploaded.id,
      true,
    ]);
  });
});
