// The order of a collection's assets, its description and cover, and its zip, over HTTP.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../../setup/service.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, asEditor: as, reader, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

type As = NonNullable<NonNullable<Parameters<TestService['call']>[2]>['as']>;

const make = async (body: Record<string, unknown>): Promise<string> =>
  (await marque.call('POST', '/api/v1/collections', { as, body })).body.data.id as string;
const change = (id: string, body: unknown, by: As = as) =>
  marque.call('POST', `/api/v1/collections/${id}/assets`, { as: by, body });
const patch = (id: string, body: unknown, by: As = as) =>
  marque.call('PATCH', `/api/v1/collections/${id}`, { as: by, body });
const list = (id: string, query = '', by: As = as) =>
  marque.call('GET', `/api/v1/collections/${id}/assets${query}`, { as: by });
const orderOf = async (id: string, by: As = as): Promise<string[]> =>
  ((await list(id, '', by)).body.data as { id: string }[]).map((asset) => asset.id);

/** A collection of new assets, in their order. */
async function filled(count: number, name = 'Ordered'): Promise<[id: string, ...assets: string[]]> {
  const id = await make({ name });
  const assets: string[] = [];
  for (let n = 0; n < count; n += 1) assets.push((await makeAsset(marque, as)).id as string);
  await change(id, { add: assets });
  return [id, ...assets];
}

describe('the order of a collection', () => {
  it('changes by placing assets before another one, or at the end', async () => {
    const [id, a = '', b = '', c = '', d = ''] = await filled(4);
    expect(await orderOf(id)).toEqual([a, b, c, d]);
    expect((await change(id, { add: [d, b], before: a })).status).toBe(200);
    expect(await orderOf(id)).toEqual([d, b, a, c]);
    await change(id, { add: [d], before: null });
    expect(await orderOf(id)).toEqual([b, a, c, d]);
    const { id: e } = await makeAsset(marque, as);
    await change(id, { add: [e], before: c });
    expect(await orderOf(id)).toEqual([b, a, e, c, d]);
    // New ones still come last after an order was given.
    const { id: f } = await makeAsset(marque, as);
    await change(id, { add: [f] });
    expect(await orderOf(id)).toEqual([b, a, e, c, d, f]);
  });

  it('stays when the same is sent again, without an event', async () => {
    const [id, a = '', b = '', c = ''] = await filled(3);
    await change(id, { add: [c], before: a });
    const events = await eventsOf(marque, id);
    await change(id, { add: [c], before: a });
    expect(await orderOf(id)).toEqual([c, a, b]);
    expect(await eventsOf(marque, id)).toEqual(events);
  });

  it("keeps every member when two people order at once, and the place of those that the caller can't see", async () => {
    const [id, a = '', b = '', c = '', d = ''] = await filled(4);
    const answers = await Promise.all([
      change(id, { add: [d], before: a }),
      change(id, { add: [c], before: a }),
      change(id, { add: [b], before: null }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([...(await orderOf(id))].sort()).toEqual([a, b, c, d].sort());
    expect((await orderOf(id)).at(-1)).toBe(b);

    const [other, first = '', hidden = '', last = ''] = await filled(3, 'With a private one');
    await marque.call('PATCH', `/api/v1/assets/${hidden}`, { as, body: { private: true } });
    expect(await orderOf(other, reader)).toEqual([first, last]);
    await change(other, { add: [last], before: first });
    expect(await orderOf(other)).toEqual([last, first, hidden]);
  });

  it("is refused before an asset that isn't there, one that moves itself, and below write", async () => {
    const [id, a = '', b = ''] = await filled(2);
    const { id: elsewhere } = await makeAsset(marque, as);
    const refused = await change(id, { add: [b], before: elsewhere });
    expect([refused.status, issuePaths(refused)]).toEqual([422, ['before']]);
    const withNew = await change(id, { add: [(await makeAsset(marque, as)).id], before: elsewhere });
    expect(withNew.status).toBe(422);
    for (const body of [
      { add: [a], before: a },
      { before: a },
      { remove: [a], before: b },
      { add: [b], before: 'first' },
    ])
      expect((await change(id, body)).status).toBe(400);
    expect((await change(id, { add: [b], before: a }, reader)).status).toBe(403);
    expect((await change(id, { add: [b], before: a }, stranger)).status).toBe(404);
    expect(await orderOf(id)).toEqual([a, b]);
  });
});

describe('the assets of a collection', () => {
  it('are listed a page at a time, by state', async () => {
    const [id, a = '', b = '', c = ''] = await filled(3);
    const draft = await makeAsset(marque, as, { status: 'draft' });
    await change(id, { add: [draft.id] });
    const first = await list(id, '?limit=2');
    expect([first.body.data.length, first.body.total]).toEqual([2, 3]);
    const second = await list(id, `?limit=2&cursor=${String(first.body.next)}`);
    expect((second.body.data as { id: string }[]).map((one) => one.id)).toEqual([c]);
    expect(second.body.next).toBeNull();
    expect(first.body.data[0]).toEqual((await marque.call('GET', `/api/v1/assets/${a}`, { as })).body.data);
    const drafts = await list(id, '?status=draft&status=active');
    expect((drafts.body.data as { id: string }[]).map((one) => one.id)).toEqual([a, b, c, draft.id]);
    expect((await list(id, '?status=lost')).status).toBe(400);
    expect((await list(id, '?cursor=bm9uc2Vuc2U')).status).toBe(400);
    expect((await list(id, '?limit=201')).status).toBe(400);
  });

  it("aren't there for another workspace, nor without signing in", async () => {
    const [id] = await filled(1);
    expect((await list(id, '', stranger)).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/collections/${id}/assets`)).status).toBe(401);
    expect((await list('nonsense')).status).toBe(404);
    expect((await list(id, '', reader)).status).toBe(200);
  });
});

describe('how a collection looks', () => {
  it('has a description and a cover, which is one of its assets', async () => {
    const [id, a = '', b = '', c = '', d = '', e = ''] = await filled(5);
    const { data } = (await patch(id, { description: '  Pictures of the launch ', cover: d })).body;
    expect(data).toMatchObject({ description: 'Pictures of the launch', cover: d });
    const shown = data.previews as { id: string }[];
    expect(shown.map((one) => one.id)).toEqual([d, a, b, c]);
    const listed = (await marque.call('GET', '/api/v1/collections', { as: reader })).body.data as {
      id: string;
    }[];
    expect(listed.find((one) => one.id === id)).toEqual(data);

    await marque.call('PATCH', `/api/v1/assets/${d}`, { as, body: { private: true } });
    const seen = (await marque.call('GET', `/api/v1/collections/${id}`, { as: reader })).body.data;
    expect(seen.cover).toBeNull();
    expect((seen.previews as { id: string }[]).map((one) => one.id)).toEqual([a, b, c, e]);

    await change(id, { remove: [d] });
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as })).body.data.cover).toBeNull();
    expect((await patch(id, { description: null, cover: null })).body.data).toMatchObject({
      description: null,
      cover: null,
    });
  });

  it("doesn't take a cover from elsewhere, nor a long description", async () => {
    const [id, a = ''] = await filled(1);
    const { id: elsewhere } = await makeAsset(marque, as);
    const { id: theirs } = await makeAsset(marque, stranger);
    for (const cover of [elsewhere, theirs]) {
      const refused = await patch(id, { name: 'Changed', cover });
      expect([refused.status, issuePaths(refused)]).toEqual([422, ['cover']]);
    }
    expect((await patch(id, { cover: 'first' })).status).toBe(400);
    expect((await patch(id, { description: 'x'.repeat(2001) })).status).toBe(400);
    expect((await patch(id, { cover: a }, reader)).status).toBe(403);
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as })).body.data).toMatchObject({
      name: 'Ordered',
      cover: null,
    });
  });
});

/** How many files a zip has: in its last record (APPNOTE 4.3.16). */
const entriesIn = (zip: Buffer): number => zip.readUInt16LE(zip.length - 12);

describe('the zip of a collection', () => {
  const zip = (id: string, by: As = as) =>
    marque.call('GET', `/api/v1/collections/${id}/download`, { as: by });

  it('has the active originals that the caller can see, under its name', async () => {
    const [id, , hidden = ''] = await filled(2, 'Spring: “launch”');
    await change(id, { add: [(await makeAsset(marque, as, { status: 'draft' })).id] });
    await marque.call('PATCH', `/api/v1/assets/${hidden}`, { as, body: { private: true } });
    const answer = await zip(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('Spring_');
    expect(entriesIn(answer.bytes)).toBe(2);
    expect(entriesIn((await zip(id, reader)).bytes)).toBe(1);
  });

  it('is refused for an empty collection, and missing for another workspace', async () => {
    expect((await zip(await make({ name: 'Empty' }))).status).toBe(409);
    const [id] = await filled(1);
    expect((await zip(id, stranger)).status).toBe(404);
    expect((await zip('nonsense')).status).toBe(404);
  });
});
