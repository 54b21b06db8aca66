// Every kind of change that a rule can let through is made by Marque as a person's acceptance makes it.
import { afterAll, expect, it } from '@jest/globals';
import { eventRowsOf } from '../setup/events.ts';
import { allow, makeAgent, newAsset, proposalNow, ruleFor, untilAccepted, type Agent } from './automatic.ts';
import { brandId, callAs, doneAs } from './queue.ts';
import { assetNow } from './staged.ts';
import { asEditor, marque } from './two-proposers.ts';

afterAll(() => marque.close());

interface Proposed {
  kind: string;
  target: { resource: string; id?: string };
  change: object;
}

/** Proposes it, and waits until Marque has accepted it. */
async function letThrough(agent: Agent, item: Proposed): Promise<void> {
  await allow(ruleFor(agent, { kind: item.kind }));
  const { body } = await doneAs(agent)('POST', '/proposals', { items: [item] });
  const [{ proposal, error }] = body.data.results;
  expect([item.kind, error]).toEqual([item.kind, undefined]);
  await untilAccepted(proposal.id);
  expect(await proposalNow(proposal.id)).toMatchObject({ auto: 'accepted', decidedBy: 'Marque' });
}

const newCollection = async (name: string): Promise<string> =>
  (await doneAs(asEditor)('POST', '/collections', { name })).body.data.id;

it.each([
  ['status', { status: 'archived' }, { status: 'archived' }],
  ['copyright', { copyright: '© Ida' }, { metadata: expect.objectContaining({ copyright: '© Ida' }) }],
  ['provenance', { provenance: { origin: 'shot' } }, { origin: 'shot' }],
  ['visibility', { visibility: { public: false } }, { public: false }],
  ['deleted', { deleted: true }, { state: 'deleted' }],
  ['description', { description: 'A cup' }, { metadata: expect.objectContaining({ description: 'A cup' }) }],
])('a proposed %s', async (kind, change, result) => {
  const agent = await makeAgent();
  const id = await newAsset();
  await letThrough(agent, { kind, target: { resource: 'asset', id }, change });
  expect(await assetNow(id)).toMatchObject(result);
});

it('the replacement of an asset', async () => {
  const agent = await makeAgent();
  const [id, next] = [await newAsset(), await newAsset()];
  const change = { replacement: next };
  await letThrough(agent, { kind: 'replacement', target: { resource: 'asset', id }, change });
  expect(await assetNow(id)).toMatchObject({ supersededBy: next });
});

it('the usage terms of an asset', async () => {
  const agent = await makeAgent();
  const id = await newAsset();
  const change = { usage: { credit: 'Ada' } };
  await letThrough(agent, { kind: 'usage', target: { resource: 'asset', id }, change });
  const { body } = await doneAs(asEditor)('GET', `/assets/${id}/usage`);
  expect(body.data).toMatchObject({ credit: 'Ada' });
});

it('the collections of an asset', async () => {
  const agent = await makeAgent();
  const [from, to] = [await newCollection('From'), await newCollection('To')];
  const id = await newAsset({ collections: [from] });
  const change = { add: [to], remove: [from] };
  await letThrough(agent, { kind: 'collections', target: { resource: 'asset', id }, change });
  expect(await assetNow(id)).toMatchObject({ collections: [to] });
  const events = (await eventRowsOf(marque, to)).filter(({ type }) => type === 'collection.assets_changed');
  expect(events).toMatchObject([{ actor_kind: 'system' }]);
});

it('a new collection with its assets', async () => {
  const agent = await makeAgent();
  const id = await newAsset();
  const change = { name: 'Made by an agent', assets: [id] };
  await letThrough(agent, { kind: 'collection', target: { resource: 'workspace' }, change });
  const { body } = await doneAs(asEditor)('GET', '/collections');
  const made = body.data.find(({ name }: { name: string }) => name === 'Made by an agent');
  expect(await assetNow(id)).toMatchObject({ collections: [made.id] });
});

it('the theme of a brand', async () => {
  const agent = await makeAgent();
  await letThrough(agent, {
    kind: 'theme',
    target: { resource: 'brand', id: brandId },
    change: { radius: 12, width: 'wide' },
  });
  const { body } = await doneAs(asEditor)('GET', `/brands/${brandId}/theme`);
  expect(body.data).toMatchObject({ radius: 12, width: 'wide' });
});

it('the deletion of a page', async () => {
  const agent = await makeAgent();
  await doneAs(asEditor)('PUT', '/brands/acme/pages/press', { title: 'Press' });
  await letThrough(agent, {
    kind: 'page_deletion',
    target: { resource: 'brand', id: brandId },
    change: { page: 'press' },
  });
  expect((await callAs(asEditor)('GET', '/brands/acme/pages/press')).status).toBe(404);
});

it('the record of a collection', async () => {
  const agent = await makeAgent();
  const id = await newCollection('Harbours');
  const change = { name: 'Ports', description: 'By the sea' };
  await letThrough(agent, { kind: 'collection_details', target: { resource: 'collection', id }, change });
  const { body } = await doneAs(asEditor)('GET', `/collections/${id}`);
  expect(body.data).toMatchObject(change);
});

it('the record of a brand', async () => {
  const agent = await makeAgent();
  await letThrough(agent, {
    kind: 'brand_details',
    target: { resource: 'brand', id: brandId },
    change: { name: 'Acme Works' },
  });
  const { body } = await doneAs(asEditor)('GET', `/brands/${brandId}`);
  expect(body.data.name).toBe('Acme Works');
});
