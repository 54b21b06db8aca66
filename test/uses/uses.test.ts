// Uses outside of Marque: reported, listed, shown in "Where used", and removed, by those who may.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs, type Calls } from '../setup/callers.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';

let workspace: StartedWorkspace;
let write: Calls;
let propose: Calls;
beforeAll(async () => {
  workspace = await startWithWorkspace();
  write = workspace.write;
  propose = callsAs(workspace.marque, workspace.proposer);
});
afterAll(() => workspace?.marque.close());

let made = 0;
const newUrl = (): string => `https://shop.example/products/${(made += 1)}`;
const newAsset = async (meta: Record<string, unknown> = {}): Promise<string> =>
  ((await makeAsset(workspace.marque, workspace.writer, meta)) as { id: string }).id;
const report = async (asset: string, more: object = {}, calls = write) =>
  (await calls.done('POST', '/uses', { asset, url: newUrl(), ...more })).body.data as {
    id: string;
    url: string;
    [name: string]: unknown;
  };
const outsideOf = async (asset: string, calls = write) =>
  (await calls.done('GET', `/assets/${asset}/uses`)).body.data.outside as { total: number; data: unknown[] };

describe('a use', () => {
  it('shows in “Where used” of its asset alone', async () => {
    const [asset, other] = [await newAsset(), await newAsset()];
    const use = await report(asset, { title: 'About us', context: 'hero' }, propose);
    const { asset: named, ...place } = use;
    expect(named).toBe(asset);
    expect(place).toMatchObject({ title: 'About us', context: 'hero', by: { kind: 'key' } });
    expect(await outsideOf(asset)).toEqual({ total: 1, data: [place] });
    expect(await outsideOf(other)).toEqual({ total: 0, data: [] });
  });

  it('counts once per address, and keeps what a later report leaves out', async () => {
    const asset = await newAsset();
    const first = await report(asset, { url: 'https://Shop.Example', title: 'Shop' });
    const again = await report(asset, { url: 'HTTPS://shop.example/', context: 'logo' }, propose);
    expect(again).toEqual({ ...first, context: 'logo', lastSeenAt: again.lastSeenAt });
    expect(String(again.lastSeenAt) > String(first.lastSeenAt)).toBe(true);
    expect((await outsideOf(asset)).total).toBe(1);
    const events = await workspace.marque.service.db.query(
      `select 1 from marque.events where type = 'asset.use_reported' and subject_id = $1`,
      [asset],
    );
    expect(events).toHaveLength(1);
  });

  it('is one, also if two report it at the same time', async () => {
    const asset = await newAsset();
    const url = newUrl();
    const both = await Promise.all([report(asset, { url }), report(asset, { url }, propose)]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  });

  it('goes when somebody removes it, or its asset is purged', async () => {
    const asset = await newAsset();
    const { id } = await report(asset);
    expect((await propose.done('DELETE', `/uses/${id}`)).body.data).toEqual({ deleted: true });
    expect((await propose.call('DELETE', `/uses/${id}`)).status).toBe(404);
    expect((await outsideOf(asset)).total).toBe(0);
    await report(asset);
    await workspace.marque.service.db.query('delete from assets where id = $1', [asset]);
    expect((await write.done('GET', `/uses?asset=${asset}`)).body.data).toEqual([]);
  });

  it.each([
    ['javascript:alert(1)'],
    ['ftp://example.com/a'],
    ['/about'],
    [`https://example.com/${'a'.repeat(2000)}`],
    ['https://ada:secret@example.com/'],
  ])('is refused at %s', async (url) => {
    const reply = await write.call('POST', '/uses', { asset: await newAsset(), url });
    expect([400, 422]).toContain(reply.status);
    expect(JSON.stringify(reply.body.error)).toContain('url');
  });

  it('is refused without a text, with a long one, or with something else', async () => {
    const asset = await newAsset();
    for (const more of [{ title: ' ' }, { title: 'a'.repeat(301) }, { context: 1 }, { color: 'red' }])
      expect((await write.call('POST', '/uses', { asset, url: newUrl(), ...more })).status).toBe(400);
    expect((await write.call('POST', '/uses', { asset: 'logo', url: newUrl() })).status).toBe(400);
  });

  it('is one of a thousand at most', async () => {
    const asset = await newAsset();
    const { url } = await report(asset);
    await workspace.marque.service.db.query(
      `insert into marque.asset_uses (asset_id, workspace_id, url, by_kind, by_name)
       select $1, $2, 'https://example.com/' || n, 'key', 'Test' from generate_series(2, 1000) n`,
      [asset, workspace.place.workspaceId],
    );
    const refused = await write.call('POST', '/uses', { asset, url: newUrl() });
    expect(refused.body.error.code).toBe('limit_reached');
    expect((await report(asset, { url })).url).toBe(url);
    const { total, data } = await outsideOf(asset);
    expect([total, data.length]).toEqual([1000, 100]);
  });
});

describe('access', () => {
  it('takes the propose scope on the asset', async () => {
    const asset = await newAsset();
    const { id } = await report(asset);
    const read = callsAs(workspace.marque, workspace.reader);
    expect((await read.call('POST', '/uses', { asset, url: newUrl() })).status).toBe(403);
    expect((await read.call('DELETE', `/uses/${id}`)).status).toBe(403);
    expect((await outsideOf(asset, read)).total).toBe(1);
    expect((await read.done('GET', `/uses?asset=${asset}`)).body.data).toMatchObject([{ id }]);
  });

  it('is none from another workspace, or without a key', async () => {
    const asset = await newAsset();
    const { id } = await report(asset);
    const stranger = callsAs(workspace.marque, workspace.stranger);
    expect((await stranger.call('POST', '/uses', { asset, url: newUrl() })).status).toBe(404);
    expect((await stranger.call('DELETE', `/uses/${id}`)).status).toBe(404);
    expect((await stranger.done('GET', `/uses?asset=${asset}`)).body.data).toEqual([]);
    const nobody = callsAs(workspace.marque, null);
    expect((await nobody.call('POST', '/uses', { asset, url: newUrl() })).status).toBe(401);
    expect((await nobody.call('GET', '/uses')).status).toBe(401);
  });

  it('to a private asset is for those who can read it', async () => {
    const admin = callsAs(workspace.marque, workspace.admin);
    const asset = await newAsset();
    const { id } = await report(asset);
    await admin.done('PATCH', `/assets/${asset}`, { private: true });
    expect((await propose.call('POST', '/uses', { asset, url: newUrl() })).status).toBe(404);
    expect((await propose.call('DELETE', `/uses/${id}`)).status).toBe(404);
    expect((await propose.done('GET', `/uses?asset=${asset}`)).body.data).toEqual([]);
    expect((await admin.done('GET', `/uses?asset=${asset}`)).body.data).toHaveLength(1);
  });

  it('with a grant on one asset reaches its uses alone', async () => {
    const { marque, place } = workspace;
    const [asset, other] = [await newAsset(), await newAsset()];
    const [mine, hidden] = [await report(asset), await report(other)];
    const guest = await marque.makePerson('Gus Guest');
    await marque.grant(guest.id, 'asset', asset, 'propose', { place });
    const calls = callsAs(marque, { cookie: guest.cookie });
    expect((await calls.done('GET', '/uses')).body.data).toMatchObject([{ id: mine.id }]);
    expect((await calls.call('POST', '/uses', { asset: other, url: newUrl() })).status).toBe(404);
    expect((await calls.call('DELETE', `/uses/${hidden.id}`)).status).toBe(404);
    await report(asset, {}, calls);
    await calls.done('DELETE', `/uses/${mine.id}`);
  });
});

it('lists by asset, address and reporter', async () => {
  const asset = await newAsset();
  const mine = await report(asset, {}, propose);
  const other = await report(asset);
  const listed = async (query: Record<string, string>) =>
    (
      (await write.done('GET', `/uses?${new URLSearchParams({ asset, ...query }).toString()}`)).body.data as {
        id: string;
      }[]
    ).map(({ id }) => id);
  expect(await listed({})).toEqual([other.id, mine.id]);
  expect(await listed({ url: mine.url })).toEqual([mine.id]);
  expect(await listed({ by: workspace.proposer.id })).toEqual([mine.id]);
  expect((await write.call('GET', '/uses?by=me')).status).toBe(400);
});
