// Who did what, over HTTP: newest first, page by page, and never about what the caller can't read.
import { afterAll, describe, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeAsset } from './library.ts';

const { marque, place, editor, asEditor: as, reader, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

interface Entry {
  id: number;
  at: string;
  type: string;
  actor: { kind: string; id: string | null; name: string };
  subject: { kind: string; id: string } | null;
}
const read = async (path: string, caller: { key: string } | { cookie: string } = reader) => {
  const { status, body } = await marque.call('GET', path, { as: caller });
  expect(status).toBe(200);
  return body as { data: Entry[]; next: number | null };
};
const subjectsOf = ({ data }: { data: Entry[] }): (string | undefined)[] =>
  data.map(({ subject }) => subject?.id);

describe('the activity', () => {
  it('of an asset lists who did what to it, newest first', async () => {
    const asset = await makeAsset(marque, as);
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { title: 'A title' } });
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { title: 'A title' } });
    const { data, next } = await read(`/api/v1/assets/${asset.id}/activity`);
    expect(data.map(({ type }) => type)).toEqual(['asset.changed', 'asset.created']);
    expect(next).toBeNull();
    expect(data[0]).toMatchObject({
      actor: { kind: 'person', id: editor.id, name: 'Edda Editor' },
      subject: { kind: 'asset', id: asset.id },
      detail: { changes: { metadata: { after: { title: 'A title' } } } },
    });
    expect(data[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const [caller, status] of [
      [stranger, 404],
      [null, 401],
    ] as const)
      expect((await marque.call('GET', `/api/v1/assets/${asset.id}/activity`, { as: caller })).status).toBe(
        status,
      );
  });

  it('of a workspace can be limited to a kind of resource, and to what somebody did', async () => {
    const asset = await makeAsset(marque, as);
    const other = await makeAsset(marque, admin);
    const collection = await marque.call('POST', '/api/v1/collections', { as, body: { name: 'Filtered' } });
    const ids = async (query: string) => subjectsOf(await read(`/api/v1/activity?limit=200&${query}`));
    const ofAssets = await ids('kind=asset');
    expect(ofAssets).toEqual(expect.arrayContaining([asset.id, other.id]));
    expect(ofAssets).not.toContain(collection.body.data.id);
    const byEditor = await ids(`by=${editor.id.toUpperCase()}`);
    expect(byEditor).toEqual(expect.arrayContaining([asset.id, collection.body.data.id]));
    expect(byEditor).not.toContain(other.id);
    expect(await ids(`by=${editor.id}&kind=collection`)).toEqual([collection.body.data.id]);
    expect(await ids('kind=nothing')).toEqual([]);
    const first = await read(`/api/v1/activity?kind=asset&limit=1`);
    const mixed = await marque.call(
      'GET',
      `/api/v1/activity?limit=1&cursor=${String((first as { next: unknown }).next)}`,
      { as: reader },
    );
    expect(mixed.status).toBe(400);
    for (const query of ['kind=Asset%20', 'by=me'])
      expect((await marque.call('GET', `/api/v1/activity?${query}`, { as: reader })).status).toBe(400);
  });

  it('of a workspace is paged without losing or repeating entries', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push((await makeAsset(marque, as)).id as string);
    const seen: (string | undefined)[] = [];
    let next: number | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await read(`/api/v1/activity?limit=2${next === null ? '' : `&before=${String(next)}`}`);
      expect(page.data).toHaveLength(2);
      seen.push(...subjectsOf(page));
      next = page.next;
    }
    expect(seen.slice(0, 5)).toEqual([...made].reverse());
    const all = await read('/api/v1/activity?limit=200');
    expect(all.next).toBeNull();
    expect(all.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id).sort((a, b) => b - a));
    expect(await read('/api/v1/activity?limit=1&before=1')).toEqual({ data: [], next: null });
  });

  it("leaves out what the caller can't read, and audit events", async () => {
    const hidden = await makeAsset(marque, as, { private: true });
    const secret = await marque.call('POST', '/api/v1/collections', {
      as,
      body: { name: 'Secret', private: true },
    });
    await marque.call('POST', '/api/v1/fields', { as, body: { key: 'tone', label: 'Tone', type: 'text' } });
    await marque.call('POST', '/api/v1/keys', { as: admin, body: { name: 'A key', scope: 'read' } });
    const ids = [hidden.id, secret.body.data.id] as string[];

    const forReader = await read('/api/v1/activity?limit=200');
    expect(subjectsOf(forReader).filter((id) => ids.includes(id ?? ''))).toEqual([]);
    expect(forReader.data.map(({ type }) => type)).toContain('field.created');
    const kinds = new Set(forReader.data.map(({ subject }) => subject?.kind ?? 'none'));
    expect([...kinds].filter((kind) => !['asset', 'collection', 'field'].includes(kind))).toEqual([]);
    const forEditor = await read('/api/v1/activity?limit=200', as);
    expect(ids.every((id) => subjectsOf(forEditor).includes(id))).toBe(true);
    expect(forEditor.data.filter(({ type }) => /^(key|grant|account)\./.test(type))).toEqual([]);
    expect(JSON.stringify(forReader)).not.toContain('Secret');

    // Once deleted for good it no longer says that it was private: only an admin can still read about it.
    await marque.call('DELETE', `/api/v1/collections/${secret.body.data.id}`, { as });
    expect(JSON.stringify(await read('/api/v1/activity?limit=200'))).not.toContain('Secret');
    expect(JSON.stringify(await read('/api/v1/activity?limit=200', as))).not.toContain('Secret');
    expect(JSON.stringify(await read('/api/v1/activity?limit=200', admin))).toContain('Secret');
  });

  it('shows someone with narrow grants only events of those resources', async () => {
    const mine = await makeAsset(marque, as);
    const member = await makeAsset(marque, as);
    await makeAsset(marque, as);
    const collection = await marque.call('POST', '/api/v1/collections', { as, body: { name: 'Shared' } });
    await marque.call('POST', `/api/v1/collections/${collection.body.data.id}/assets`, {
      as,
      body: { add: [member.id] },
    });
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'asset', mine.id, 'read', { place });
    await marque.grant(narrow.id, 'collection', collection.body.data.id, 'read', { place });
    const { data } = await read('/api/v1/activity', { cookie: narrow.cookie });
    expect(data.map(({ type, subject }) => [type, subject?.id])).toEqual([
      ['collection.assets_changed', collection.body.data.id],
      ['collection.created', collection.body.data.id],
      ['asset.created', member.id],
      ['asset.created', mine.id],
    ]);
  });

  it('is refused without a key, and if the request is malformed', async () => {
    expect((await marque.call('GET', '/api/v1/activity')).status).toBe(401);
    for (const query of ['limit=0', 'limit=201', 'before=x', 'before=-1'])
      expect((await marque.call('GET', `/api/v1/activity?${query}`, { as })).status).toBe(400);
    expect((await read('/api/v1/activity', stranger)).data).toEqual([]);
  });
});
