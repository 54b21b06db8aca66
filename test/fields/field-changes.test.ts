// Changing and deleting custom fields over HTTP: what happens to values, and which changes are refused.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, asEditor: as, proposer: agent, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const define = async (key: string, type: string, options?: string[]): Promise<void> => {
  const { status } = await marque.call('POST', '/api/v1/fields', {
    as,
    body: { key, label: key, type, ...(options ? { options } : {}) },
  });
  expect(status).toBe(201);
};
const change = (key: string, body: unknown, caller: { key: string } | { cookie: string } = as) =>
  marque.call('PATCH', `/api/v1/fields/${key}`, { as: caller, body });
const fieldsOf = async (id: string): Promise<Record<string, unknown>> =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as })).body.data.fields as Record<string, unknown>;
const read = async (path: string): Promise<Record<string, unknown>> =>
  (await callsAs(marque, as).done('GET', path)).body.data;
/** An asset, one with suggestions, and a collection, with these values. */
async function useEverywhere(own: object, suggested: object, shared: object) {
  const [asset, waiting] = [await makeAsset(marque, as, { fields: own }), await makeAsset(marque, as)];
  await callsAs(marque, agent).done('POST', `/assets/${waiting.id}/proposed-fields`, { fields: suggested });
  const collection = await callsAs(marque, as).create('/collections', { name: 'Shared', fields: shared });
  return { asset, waiting, collection: collection as { id: string } };
}
const eventTypes = async (): Promise<string[]> =>
  (
    await marque.service.db.query<{ type: string }>(
      `select type from marque.events where subject_kind = 'field' order by id`,
    )
  ).map(({ type }) => type);

describe('changing a field', () => {
  it('renames it, adds options and makes it required, and records each change once', async () => {
    await define('mood', 'select', ['calm']);
    const changed = await change('mood', { label: 'Mood', options: ['calm', 'wild'], required: true });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      {
        key: 'mood',
        label: 'Mood',
        type: 'select',
        options: ['calm', 'wild'],
        required: true,
        translated: false,
      },
    ]);
    expect((await change('mood', { label: 'Mood', options: ['calm', 'wild'], required: true })).status).toBe(
      200,
    );
    expect(await eventTypes()).toEqual(['field.created', 'field.changed']);
    await change('mood', { required: false });
  });

  it('refuses to lose values, and says how many are in the way', async () => {
    await define('place', 'text');
    const one = await makeAsset(marque, as, { fields: { place: 'Rome' } });
    await makeAsset(marque, as, { fields: { place: 'Rome' } });
    await marque.call('POST', `/api/v1/assets/${(await makeAsset(marque, as)).id}/proposed-fields`, {
      as: agent,
      body: { fields: { place: 'Oslo' } },
    });
    const refused = await change('place', { type: 'number' });
    expect([refused.status, refused.body.error.code, refused.body.error.detail.count]).toEqual([
      422,
      'invalid',
      3,
    ]);
    expect(refused.body.error.detail.examples.sort()).toEqual(['Oslo', 'Rome']);
    expect((await change('place', { type: 'select', options: ['Rome'] })).body.error.detail.count).toBe(1);
    const kept = await change('place', { type: 'select', options: ['Oslo', 'Rome', 'Bern'] });
    expect(kept.body.data.type).toBe('select');
    expect((await change('place', { options: ['Oslo', 'Bern'] })).body.error.detail).toMatchObject({
      count: 2,
      issues: [{ path: 'options' }],
    });
    expect((await change('place', { options: ['Oslo', 'Rome'] })).status).toBe(200);
    const text = await change('place', { type: 'text' });
    expect(text.body.data).toMatchObject({ type: 'text', options: [] });
    expect(await fieldsOf(one.id)).toEqual({ place: 'Rome' });
  });

  it('converts values that keep their meaning, in assets, suggestions and collections', async () => {
    await define('year', 'text');
    const { asset, waiting, collection } = await useEverywhere(
      { year: '1998' },
      { year: '-3' },
      { year: '7.5' },
    );
    expect((await change('year', { type: 'number' })).status).toBe(200);
    expect(await fieldsOf(asset.id)).toEqual({ year: 1998 });
    expect((await read(`/assets/${waiting.id}`)).proposedFields).toEqual({ year: -3 });
    expect((await read(`/collections/${collection.id}`)).fields).toEqual({ year: 7.5 });
    const found = await marque.call('GET', '/api/v1/assets?f.year.gte=1990', { as });
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([asset.id]);
    expect((await change('year', { type: 'date' })).body.error.detail.count).toBe(3);
    expect((await change('year', { type: 'text' })).status).toBe(200);
    expect(await fieldsOf(asset.id)).toEqual({ year: '1998' });
    const padded = await makeAsset(marque, as, { fields: { year: '007' } });
    expect((await change('year', { type: 'number' })).body.error.detail).toMatchObject({
      count: 1,
      examples: ['007'],
    });
    expect(await fieldsOf(padded.id)).toEqual({ year: '007' });
  });

  it('is refused below write, without the ability, from another workspace, and if malformed', async () => {
    await define('quiet', 'boolean');
    const limited = await marque.makeMember(place, 'write', { limits: ['setup'] });
    for (const caller of [agent, { cookie: limited.cookie }]) {
      expect((await change('quiet', { label: 'x' }, caller)).status).toBe(403);
      expect((await marque.call('DELETE', '/api/v1/fields/quiet', { as: caller })).status).toBe(403);
    }
    expect((await change('quiet', { label: 'x' }, stranger)).status).toBe(404);
    expect((await marque.call('DELETE', '/api/v1/fields/quiet', { as: stranger })).status).toBe(404);
    expect((await change('quiet', { label: '', color: 'red' })).body.error.detail.issues).toHaveLength(2);
    expect((await change('quiet', { type: 'select' })).status).toBe(422);
    expect((await change('nothing', { label: 'x' })).status).toBe(404);
    expect((await change('NOT-A-KEY', { label: 'x' })).status).toBe(404);
  });
});

describe('deleting a field', () => {
  it('removes its values everywhere, in one event, and updates the search index', async () => {
    await define('gone', 'select', ['yes', 'no']);
    const { asset, waiting, collection } = await useEverywhere(
      { gone: 'yes' },
      { gone: 'no' },
      { gone: 'yes' },
    );
    const before = (await eventTypes()).length;
    const deleted = await marque.call('DELETE', '/api/v1/fields/gone', { as });
    expect([deleted.status, deleted.body]).toEqual([200, { data: { deleted: true } }]);
    expect(await fieldsOf(asset.id)).toEqual({});
    expect((await read(`/assets/${waiting.id}`)).proposedFields).toEqual({});
    expect((await read(`/collections/${collection.id}`)).fields).toEqual({});
    expect((await eventTypes()).slice(before)).toEqual(['field.deleted']);
    expect((await marque.call('DELETE', '/api/v1/fields/gone', { as })).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/assets', { as })).body.facets.fields).not.toHaveProperty(
      'gone',
    );
    expect(
      (await marque.call('GET', '/api/v1/assets?review=true', { as })).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    ).not.toContain(waiting.id);
  });

  it('makes a concurrent writer find the field gone, instead of restoring a value', async () => {
    await define('race', 'text');
    const asset = await makeAsset(marque, as);
    const calls = Array.from({ length: 6 }, (_, n) =>
      n === 3
        ? marque.call('DELETE', '/api/v1/fields/race', { as })
        : marque.call('PATCH', `/api/v1/assets/${asset.id}`, {
            as,
            body: { fields: { race: `value ${n}` } },
          }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 422)).toBe(true);
    expect(await fieldsOf(asset.id)).toEqual({});
  });
});
