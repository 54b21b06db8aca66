// Field values of collections in collections, over HTTP: they reach the assets below, and the nearest value counts.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startWithWorkspace, defineFields } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, asEditor: as, reader } = await startWithWorkspace();
afterAll(() => marque.close());
beforeAll(() =>
  defineFields(
    marque,
    as,
    { key: 'season', label: 'Season', type: 'text' },
    { key: 'line', label: 'Line', type: 'text' },
    { key: 'client', label: 'Client', type: 'text' },
  ),
);

type Values = Record<string, string | null>;
const make = async (fields: Values, parent: string | null = null): Promise<string> =>
  (
    await marque.call('POST', '/api/v1/collections', {
      as,
      body: { name: `Collection ${JSON.stringify(fields)}`, fields, parent },
    })
  ).body.data.id as string;
const patch = async (id: string, body: Record<string, unknown>): Promise<void> => {
  expect((await marque.call('PATCH', `/api/v1/collections/${id}`, { as, body })).status).toBe(200);
};
const inherited = async (id: string): Promise<Values> =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as: reader })).body.data.inherited as Values;
const found = async (query: string): Promise<{ ids: string[]; inherited: Values[] }> => {
  const { body } = await marque.call('GET', `/api/v1/assets?${query}`, { as: reader });
  const assets = body.data as { id: string; inherited: Values }[];
  return { ids: assets.map(({ id }) => id), inherited: assets.map((asset) => asset.inherited) };
};

it('reach the assets of all collections below; the nearest value counts, and an own one over all', async () => {
  const outer = await make({ season: 'outer-season', line: 'outer-line', client: 'outer-client' });
  const middle = await make({ line: 'middle-line', client: 'middle-client' }, outer);
  const inner = await make({ client: 'inner-client' }, middle);
  const { id } = await makeAsset(marque, as, { collections: [inner], fields: { season: 'own-season' } });
  const expected = { season: 'outer-season', line: 'middle-line', client: 'inner-client' };
  expect(await inherited(id)).toEqual(expected);
  expect(await found('f.line=middle-line')).toEqual({ ids: [id], inherited: [expected] });
  expect((await found('f.season=own-season')).ids).toEqual([id]);
  expect((await found('f.season=outer-season')).ids).toEqual([]);
  expect((await found('q=middle-line')).ids).toEqual([id]);
  const described = await marque.call('GET', `/api/v1/assets/${id}/description`, { as: reader });
  expect(described.body.fields ?? described.body.data.fields).toMatchObject({
    ...expected,
    season: 'own-season',
  });
});

it('follow a value that is changed above, and a collection that is moved', async () => {
  const outer = await make({ season: 'before-change' });
  const middle = await make({}, outer);
  const inner = await make({}, middle);
  const { id } = await makeAsset(marque, as, { collections: [inner] });
  expect((await found('f.season=before-change')).ids).toEqual([id]);
  await patch(outer, { fields: { season: 'after-change' } });
  expect(await found('f.season=after-change')).toEqual({
    ids: [id],
    inherited: [{ season: 'after-change' }],
  });
  expect((await found('f.season=before-change')).ids).toEqual([]);
  const other = await make({ line: 'moved-here' });
  await patch(middle, { parent: other });
  expect(await inherited(id)).toEqual({ line: 'moved-here' });
  expect((await found('f.line=moved-here')).ids).toEqual([id]);
  expect((await found('f.season=after-change')).ids).toEqual([]);
  await patch(middle, { parent: null });
  expect(await inherited(id)).toEqual({});
});

it('come from the nearest of several collections, and of two as near, from the oldest', async () => {
  const oldest = await make({ season: 'from-oldest', line: 'from-oldest' });
  const newer = await make({ season: 'from-newer', line: 'from-newer' });
  const child = await make({}, oldest);
  const { id } = await makeAsset(marque, as, { collections: [newer] });
  const join = (collection: string, change: Record<string, string[]>) =>
    marque.call('POST', `/api/v1/collections/${collection}/assets`, { as, body: change });
  await join(child, { add: [id] });
  expect(await inherited(id)).toEqual({ season: 'from-newer', line: 'from-newer' });
  await join(oldest, { add: [id] });
  expect(await inherited(id)).toEqual({ season: 'from-oldest', line: 'from-oldest' });
  expect((await found('f.season=from-oldest')).ids).toEqual([id]);
  await join(oldest, { remove: [id] });
  await join(newer, { remove: [id] });
  expect(await inherited(id)).toEqual({ season: 'from-oldest', line: 'from-oldest' });
});

it('count as the value of a required field', async () => {
  await defineFields(marque, as, { key: 'owner', label: 'Owner', type: 'text', required: true });
  const inner = await make({}, await make({ owner: 'Mara' }));
  const draft = await makeAsset(marque, as, { collections: [inner], status: 'draft' });
  const approve = (id: string) =>
    marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { status: 'active' } });
  expect((await approve(draft.id)).status).toBe(200);
  const other = await makeAsset(marque, as, { status: 'draft' });
  expect((await approve(other.id)).status).toBe(422);
  const key = await marque.call('DELETE', '/api/v1/fields/owner', { as });
  expect(key.status).toBe(200);
});
