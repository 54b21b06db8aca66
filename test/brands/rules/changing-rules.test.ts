// Changing rules over HTTP: all-or-nothing batches, their order, access, and Payload's own API.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { versionsOf } from '../brand.ts';
import { keys, rulesOf, set } from './rule-calls.ts';
import { brand, marque, place, proposer, reader, stranger, write } from '../two-workspaces.ts';

afterAll(() => marque.close());

describe('a batch', () => {
  it('is all or nothing, and a 422 lists every problem with its path', async () => {
    const before = await rulesOf();
    const refused = await write.call('PATCH', '/brand/rules', {
      set: [
        { key: 'batch.good', type: 'color', value: '#ffffff' },
        { key: 'batch.bad', type: 'color', value: 'white', spec: { pantone: 5 } },
        { key: 'batch.pair', type: 'color', value: '#ffffff', spec: { pair: 'batch.none' } },
        { key: 'batch.good', type: 'color', value: '#ffffff' },
        { key: 'Batch', type: 'text', value: 'x', assets: [{ id: randomUUID() }] },
        { key: 'batch.asset', type: 'text', value: 'x', assets: [{ id: randomUUID() }] },
      ],
      remove: [{ key: 'batch.nothing' }, { key: 'batch.pair' }],
    });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid']);
    expect(issuePaths(refused).sort()).toEqual(
      [
        'set[1].value',
        'set[1].spec.pantone',
        'set[2].spec.pair',
        'set[3].key',
        'set[4].key',
        'set[5].assets[0].id',
        'remove[0].key',
        'remove[1].key',
        'set[2].key',
      ].sort(),
    );
    expect(await rulesOf()).toEqual(before);
  });

  it('creates one version, and an identical second call creates none', async () => {
    const other = await marque.makeMember(place, 'write', { name: 'Otto Other' });
    const calls = callsAs(marque, other);
    const before = await versionsOf(marque, brand);
    const body = {
      set: [
        { key: 'one.a', type: 'number', value: 1 },
        { key: 'one.b', type: 'number', value: 2 },
        { key: 'one.c', type: 'color', value: '#123456', spec: { pair: 'one.d' } },
        { key: 'one.d', type: 'color', value: '#654321', spec: { pair: 'one.c' } },
      ],
    };
    const first = await calls.done('PATCH', '/brand/rules', body);
    expect((first.body.data as { key: string }[]).map(({ key }) => key)).toEqual([
      'one.a',
      'one.b',
      'one.c',
      'one.d',
    ]);
    const after = await versionsOf(marque, brand);
    expect(after.length).toBe(before.length + 1);
    expect(after.at(-1)).toMatchObject({
      actor: 'Otto Other',
      summary: 'Set one.a, one.b, one.c and 1 more',
    });
    const events = await eventsOf(marque, brand);
    const stored = await rulesOf();
    await calls.done('PATCH', '/brand/rules', body);
    expect(await versionsOf(marque, brand)).toEqual(after);
    expect(await eventsOf(marque, brand)).toEqual(events);
    expect(await rulesOf()).toEqual(stored);

    await calls.done('PATCH', '/brand/rules', {
      set: [{ key: 'one.a', value: 7 }],
      remove: [{ key: 'one.b' }],
    });
    expect((await versionsOf(marque, brand)).length).toBe(after.length);
    expect(
      (await rulesOf()).filter(({ key }) => key.startsWith('one.')).map(({ key, value }) => [key, value]),
    ).toEqual([
      ['one.a', 7],
      ['one.c', '#123456'],
      ['one.d', '#654321'],
    ]);
  });

  it('accepts up to a hundred rules', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `many.n${index}`, type: 'number', value: index }));
    expect((await write.call('PATCH', '/brand/rules', { set: many(101) })).status).toBe(400);
    expect((await write.call('PATCH', '/brand/rules', { set: many(100) })).status).toBe(200);
    expect((await write.call('PATCH', '/brand/rules', {})).status).toBe(400);
    const gone = await write.done('PATCH', '/brand/rules', { remove: many(100).map(({ key }) => ({ key })) });
    expect(gone.body.data).toEqual([]);
  });

  it('sent twice at once keeps both changes', async () => {
    await Promise.all([
      set({ key: 'race.a', type: 'number', value: 1 }),
      set({ key: 'race.b', type: 'number', value: 2 }),
      set({ key: 'race.c', type: 'number', value: 3 }),
    ]);
    expect((await keys()).filter((key) => key.startsWith('race.')).sort()).toEqual([
      'race.a',
      'race.b',
      'race.c',
    ]);
    const [last] = await marque.service.db.query<{ keys: string[] }>(
      `select jsonb_path_query_array(state, '$.rules[*].key') as keys from marque.brand_versions where brand_id = $1 order by number desc limit 1`,
      [brand],
    );
    expect(last?.keys).toEqual(await keys());
  });
});

describe('the order', () => {
  it('puts the named keys first, then the rest', async () => {
    await set(
      { key: 'ctx.surface', type: 'color', value: '#ffffff' },
      { key: 'ctx.surface', context: 'dark', type: 'color', value: '#111111' },
    );
    const before = await keys();
    const ordered = await write.done('PUT', '/brand/rules/order', { keys: ['race.c', 'ctx.surface'] });
    const after = [
      'race.c',
      'ctx.surface',
      'ctx.surface',
      ...before.filter((key) => key !== 'race.c' && key !== 'ctx.surface'),
    ];
    expect((ordered.body.data as { key: string }[]).map(({ key }) => key)).toEqual(after);
    expect(await keys()).toEqual(after);
    await set({ key: 'order.last', type: 'number', value: 1 });
    expect(await keys()).toEqual([...after, 'order.last']);
    const refused = await write.call('PUT', '/brand/rules/order', { keys: ['race.c', 'no.such', 'race.c'] });
    expect([refused.status, issuePaths(refused)]).toEqual([422, ['keys[1]', 'keys[2]']]);
  });
});

describe('access to rules', () => {
  it('lets readers read but not write, and is a 404 for callers without access', async () => {
    const [rule] = await rulesOf();
    const id = rule?.id ?? '';
    const calls: [string, string, object?][] = [
      ['GET', `/brand/rules?brand=${brand}`],
      ['POST', `/brand/rules?brand=${brand}`, { key: 'x.y', type: 'number', value: 1 }],
      ['PATCH', `/brand/rules?brand=${brand}`, { set: [{ key: 'x.y', type: 'number', value: 1 }] }],
      ['PUT', `/brand/rules/order?brand=${brand}`, { keys: ['race.a'] }],
      ['PATCH', `/brand/rules/${id}`, { label: 'x' }],
      ['DELETE', `/brand/rules/${id}`],
    ];
    for (const [method, path, body] of calls) {
      expect([path, (await callsAs(marque, stranger).call(method, path, body)).status]).toEqual([path, 404]);
      for (const caller of [reader, proposer])
        expect([path, (await callsAs(marque, caller).call(method, path, body)).status]).toEqual([
          path,
          method === 'GET' ? 200 : 403,
        ]);
      expect([path, (await callsAs(marque, null).call(method, path, body)).status]).toEqual([path, 401]);
    }
    expect((await write.call('GET', '/brand/rules?brand=nothing')).status).toBe(404);
    expect((await write.call('GET', '/brand/rules?brand=No%00thing')).status).toBe(404);
    expect((await write.call('PATCH', '/brand/rules/nonsense', { label: 'x' })).status).toBe(404);
    expect((await write.call('DELETE', `/brand/rules/${randomUUID()}`)).status).toBe(404);
    expect(await keys()).not.toContain('x.y');
  });

  it('admits callers with a grant on the brand alone, and no one else to a private one', async () => {
    const guest = await marque.makePerson('Gus Guest');
    await marque.grant(guest.id, 'brand', brand, 'write', { place });
    const calls = callsAs(marque, guest);
    expect((await calls.done('GET', '/brands')).body.data).toMatchObject([{ slug: 'acme', default: true }]);
    expect(
      (await calls.call('PATCH', '/brand/rules', { set: [{ key: 'guest.rule', type: 'number', value: 1 }] }))
        .status,
    ).toBe(200);
    await marque.payload.update({ collection: 'brands', id: brand, data: { private: true } });
    expect((await callsAs(marque, reader).call('GET', '/brand/rules')).status).toBe(404);
    expect((await callsAs(marque, reader).call('GET', '/brands')).body.data).toEqual([]);
    expect((await write.call('GET', '/brands/acme')).status).toBe(404);
    expect((await calls.call('GET', '/brands/acme')).status).toBe(200);
    await marque.payload.update({ collection: 'brands', id: brand, data: { private: false } });
    expect((await write.call('GET', '/brands/acme')).status).toBe(200);
  });

  it('shows rule changes to everyone in the workspace in the activity', async () => {
    const { body } = await callsAs(marque, reader).done('GET', '/activity');
    expect((body.data as { type: string }[]).map(({ type }) => type)).toContain('brand.rules_changed');
    expect(
      (await callsAs(marque, stranger).done('GET', '/activity')).body.data.map(
        ({ subject }: { subject: { id: string } }) => subject.id,
      ),
    ).not.toContain(brand);
  });
});

describe("in Payload's own API", () => {
  it('the same applies: validation, a version, an event, and unchanged values', async () => {
    const before = (await eventsOf(marque, brand)).length;
    const made = await marque.payload.create({
      collection: 'brand-rules',
      data: { brand, workspace: place.workspaceId, key: 'panel.year', type: 'text', value: '1999' },
    });
    expect(made).toMatchObject({ value: '1999', label: 'Year' });
    const changed = await marque.payload.update({
      collection: 'brand-rules',
      id: made.id,
      data: { label: 'The year' },
    });
    expect(changed).toMatchObject({ value: '1999', label: 'The year' });
    expect((await rulesOf()).find(({ key }) => key === 'panel.year')).toMatchObject({ value: '1999' });
    expect((await eventsOf(marque, brand)).slice(before)).toEqual([
      'brand.rules_changed',
      'brand.rules_changed',
    ]);
    await expect(
      marque.payload.create({
        collection: 'brand-rules',
        data: { brand, key: 'panel.bad', type: 'color', value: 'red' },
      }),
    ).rejects.toThrow(/value/);
    await expect(
      marque.payload.create({
        collection: 'brand-rules',
        data: { brand, key: 'panel.year', type: 'text', value: 'x' },
      }),
    ).rejects.toThrow(/already/);
    await marque.payload.delete({ collection: 'brand-rules', id: made.id });
    expect(await keys()).not.toContain('panel.year');
  });
});
