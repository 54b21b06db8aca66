// Rules over HTTP: every type, contexts, specs, assets, all-or-nothing batches, order, and access.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { makeAsset as makeBareAsset } from '../core/access/resources.ts';
import { startService, type Person, type Place, type TestService } from '../setup/service.ts';
import { issuePaths, makeDefaultBrand, versionsOf } from './brand.ts';
import { callsAs, makeCallers, type Calls, type Key } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';

let marque: TestService;
let place: Place;
let editor: Person;
let brand: string;
let reader: Key;
let proposer: Key;
let stranger: Key;
let write: Calls;

beforeAll(async () => {
  marque = await startService();
  const callers = await makeCallers(marque);
  ({ place, editor, reader, proposer, stranger, write } = callers);
  brand = await makeDefaultBrand(marque, place);
  await makeDefaultBrand(marque, callers.other, 'Other');
});
afterAll(() => marque.close());

const set = (...rules: object[]) => write.done('PATCH', '/brand/rules', { set: rules });
const rulesOf = async (
  query = '',
): Promise<{ id: string; key: string; context: string | null; value: unknown }[]> =>
  (await callsAs(marque, reader).done('GET', `/brand/rules${query}`)).body.data;
const keys = async (query = ''): Promise<string[]> => (await rulesOf(query)).map(({ key }) => key);

describe('a rule', () => {
  it('of every type keeps its value and spec, and is read back as it was created', async () => {
    const rules = [
      {
        key: 'color.ink',
        type: 'color',
        value: '#1A1A2E',
        spec: {
          group: 'Basics',
          cmyk: '60, 60, 0, 82',
          pantone: '5395 C',
          ral: '5004',
          tints: [80, '#aabbcc'],
        },
        usage: 'For **text**.',
      },
      {
        key: 'color.paper',
        type: 'color',
        value: '#ffffffee',
        spec: {
          pair: 'color.ink',
          gradient: {
            angle: 90,
            stops: [
              { color: 'color.ink', at: 0 },
              { color: '#fff000', at: 100 },
            ],
          },
        },
      },
      { key: 'voice.tagline', type: 'text', value: 'Made *well*.', spec: { copy: true, max: 40 } },
      { key: 'voice.year', type: 'text', value: '1923' },
      { key: 'logo.minClearSpace', type: 'number', value: 0.5, spec: { unit: '×', of: 'the x-height' } },
      { key: 'grid.gap', type: 'number', value: 0, spec: { unit: 'px' } },
      { key: 'voice.words', type: 'list', value: ['plain', 'warm', 3] },
      {
        key: 'type.head',
        label: 'Headlines',
        type: 'font',
        value: { family: 'Inter', size: '2rem', weight: 700 },
        spec: {
          role: 'head',
          lineHeight: 1.1,
          tracking: -0.02,
          case: 'none',
          source: 'https://rsms.me/inter',
          license: 'OFL',
          fallback: 'Arial, sans-serif',
        },
      },
    ];
    for (const rule of rules) {
      const made = await write.call('POST', '/brand/rules', rule);
      expect([made.status, made.body.error]).toEqual([201, undefined]);
      expect(Object.keys(made.body.data)).toEqual([
        'id',
        'brand',
        'key',
        'label',
        'context',
        'type',
        'value',
        'spec',
        'usage',
        'assets',
        'updatedAt',
      ]);
    }
    const read = await callsAs(marque, reader).done('GET', '/brand/rules?brand=acme');
    expect(read.body.contexts).toEqual([]);
    const byKey = new Map((read.body.data as { key: string }[]).map((rule) => [rule.key, rule]));
    expect([...byKey.keys()]).toEqual(rules.map(({ key }) => key));
    expect(byKey.get('color.ink')).toMatchObject({
      brand: 'acme',
      label: 'Ink',
      context: null,
      value: '#1a1a2e',
      spec: {
        group: 'Basics',
        cmyk: [60, 60, 0, 82],
        pantone: '5395 C',
        ral: '5004',
        tints: [80, '#aabbcc'],
      },
      usage: 'For **text**.',
      assets: [],
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(byKey.get('voice.year')).toMatchObject({ value: '1923', spec: {}, usage: null });
    expect(byKey.get('grid.gap')).toMatchObject({ value: 0 });
    expect(byKey.get('logo.minClearSpace')).toMatchObject({ label: 'Min clear space', value: 0.5 });
    expect(byKey.get('voice.words')).toMatchObject({ value: ['plain', 'warm', 3] });
    expect(byKey.get('type.head')).toMatchObject({
      label: 'Headlines',
      value: { family: 'Inter', size: '2rem', weight: 700 },
      spec: { fallback: ['Arial', 'sans-serif'] },
    });
  });

  it("can't be created twice, while another brand can use the same key", async () => {
    const again = await write.call('POST', '/brand/rules', {
      key: 'color.ink',
      type: 'color',
      value: '#000000',
    });
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    const elsewhere = await callsAs(marque, stranger).call('POST', '/brand/rules', {
      key: 'color.ink',
      type: 'color',
      value: '#000000',
    });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.data.brand).toBe('acme');
  });

  it.each([
    ['a colour by name', { type: 'color', value: 'red' }, ['value']],
    ['three digits', { type: 'color', value: '#fff' }, ['value']],
    ['a colour that is a number', { type: 'color', value: 5 }, ['value']],
    ['no value', { type: 'color' }, ['value']],
    ['no type', { value: '#ffffff' }, ['type']],
    ['an empty text', { type: 'text', value: '  ' }, ['value']],
    ['copy that is too long', { type: 'text', value: 'too long', spec: { copy: true, max: 3 } }, ['value']],
    ['a number as text', { type: 'number', value: '5' }, ['value']],
    ['an empty list', { type: 'list', value: [] }, ['value']],
    ['a list of 101', { type: 'list', value: Array.from({ length: 101 }, () => 'x') }, ['value']],
    ['a font without a family', { type: 'font', value: { family: '' } }, ['value.family']],
    ['a font with a colour', { type: 'font', value: { family: 'Inter', color: 'red' } }, ['value.color']],
    ['a spec of another type', { type: 'number', value: 1, spec: { pantone: '5395' } }, ['spec.pantone']],
    [
      'five percentages instead of four',
      { type: 'color', value: '#ffffff', spec: { cmyk: [1, 2, 3, 4, 5] } },
      ['spec.cmyk'],
    ],
    ['a missing pair', { type: 'color', value: '#ffffff', spec: { pair: 'color.none' } }, ['spec.pair']],
    [
      "a pair that isn't a colour",
      { type: 'color', value: '#ffffff', spec: { pair: 'type.head' } },
      ['spec.pair'],
    ],
    ['itself as its pair', { type: 'color', value: '#ffffff', spec: { pair: 'a.b' } }, ['spec.pair']],
    [
      'a missing stop',
      {
        type: 'color',
        value: '#ffffff',
        spec: { gradient: { stops: [{ color: '#ffffff' }, { color: 'color.none' }] } },
      },
      ['spec.gradient.stops[1].color'],
    ],
    ['a missing asset', { type: 'text', value: 'x', assets: [{ id: randomUUID() }] }, ['assets[0].id']],
    [
      'an invalid rendition',
      { type: 'text', value: 'x', assets: [{ id: randomUUID(), rendition: 'w_0' }] },
      ['assets[0].rendition'],
    ],
    ['a bad context', { type: 'text', value: 'x', context: 'Dark Background' }, ['context']],
  ])('is refused with %s, naming the property', async (_, rule, paths) => {
    const refused = await write.call('POST', '/brand/rules', { key: 'a.b', ...rule });
    expect([refused.status, refused.body.error.code, issuePaths(refused)]).toEqual([422, 'invalid', paths]);
    expect(await keys()).not.toContain('a.b');
  });

  it.each([
    'Color.primary',
    'color-primary',
    'color..primary',
    '.color',
    'color.',
    'a b',
    '',
    `a${'b'.repeat(120)}`,
  ])('is refused with the key "%s"', async (key) => {
    const refused = await write.call('POST', '/brand/rules', { key, type: 'text', value: 'x' });
    expect([refused.status, issuePaths(refused)]).toEqual([422, ['key']]);
  });

  it('names every unknown property at once', async () => {
    const refused = await write.call('POST', '/brand/rules', {
      key: 'a.b',
      type: 'colour',
      value: '#ffffff',
      color: 1,
    });
    expect([refused.status, issuePaths(refused).sort()]).toEqual([400, ['color', 'type']]);
  });

  it('can be changed except for its type, and references follow a new key', async () => {
    const [ink] = await rulesOf();
    const changed = await write.done('PATCH', `/brand/rules/${ink?.id ?? ''}`, {
      key: 'color.text',
      value: '#000001',
      usage: null,
    });
    expect(changed.body.data).toMatchObject({
      id: ink?.id,
      key: 'color.text',
      label: 'Ink',
      value: '#000001',
      usage: null,
      spec: { group: 'Basics' },
    });
    const paper = (await rulesOf()).find(({ key }) => key === 'color.paper') as unknown as { spec: object };
    expect(paper.spec).toMatchObject({
      pair: 'color.text',
      gradient: { stops: [{ color: 'color.text' }, {}] },
    });

    const typed = await write.call('PATCH', `/brand/rules/${ink?.id ?? ''}`, { type: 'text' });
    expect([typed.status, issuePaths(typed)]).toEqual([422, ['type']]);
    const taken = await write.call('PATCH', `/brand/rules/${ink?.id ?? ''}`, { key: 'color.paper' });
    expect(taken.status).toBe(409);
    const text = await write.done(
      'PATCH',
      `/brand/rules/${(await rulesOf()).find(({ key }) => key === 'voice.year')?.id ?? ''}`,
      { label: 'Founded' },
    );
    expect(text.body.data).toMatchObject({ label: 'Founded', value: '1923' });
  });

  it('is deleted once and leaves its brand intact', async () => {
    const made = await write.done('POST', '/brand/rules', { key: 'gone.soon', type: 'text', value: 'x' });
    const gone = await write.call('DELETE', `/brand/rules/${made.body.data.id as string}`);
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await write.call('DELETE', `/brand/rules/${made.body.data.id as string}`)).status).toBe(404);
    expect(await keys()).not.toContain('gone.soon');
  });
});

describe('contexts', () => {
  it("resolve a key to one rule: the context's own, else the default", async () => {
    await set(
      { key: 'ctx.surface', type: 'color', value: '#ffffff' },
      { key: 'ctx.surface', context: 'dark-background', type: 'color', value: '#000000' },
      { key: 'ctx.plain', type: 'color', value: '#111111' },
      { key: 'ctx.only', context: 'print', type: 'color', value: '#222222' },
    );
    const read = await callsAs(marque, reader).done('GET', '/brand/rules?context=dark-background');
    expect(read.body.contexts).toEqual(['dark-background', 'print']);
    const mine = (read.body.data as { key: string; value: string }[]).filter(({ key }) =>
      key.startsWith('ctx.'),
    );
    expect(mine.map(({ key, value }) => [key, value])).toEqual([
      ['ctx.surface', '#000000'],
      ['ctx.plain', '#111111'],
    ]);
    expect(
      (await rulesOf()).filter(({ key }) => key === 'ctx.surface').map(({ context }) => context),
    ).toEqual([null, 'dark-background']);
    const other = await write.call('POST', '/brand/rules', {
      key: 'ctx.surface',
      context: 'print',
      type: 'text',
      value: 'x',
    });
    expect([other.status, issuePaths(other)]).toEqual([422, ['type']]);
  });
});

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
    const other = await marque.makePerson('Otto Other');
    await marque.grant(other.id, 'workspace', place.workspaceId, 'write', { place });
    const calls = callsAs(marque, { cookie: other.cookie });
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

describe('assets of a rule', () => {
  it('are shown with what readers need, can be filtered by, and disappear when deleted', async () => {
    const as = { cookie: editor.cookie };
    const logo = await makeAsset(marque, as);
    await write.done('PATCH', `/assets/${logo.id as string}`, { title: 'Our logo' });
    await set({
      key: 'logo.main',
      type: 'text',
      value: 'The logo',
      assets: [{ id: logo.id, rendition: 'w_320' }],
    });
    const found = await rulesOf(`?asset=${logo.id as string}`);
    expect(found).toMatchObject([
      {
        key: 'logo.main',
        assets: [
          {
            id: logo.id,
            rendition: 'w_320',
            title: 'Our logo',
            filename: 'picture.png',
            mime: 'image/png',
            width: 40,
            height: 30,
          },
        ],
      },
    ]);
    expect((await callsAs(marque, reader).call('GET', '/brand/rules?asset=nonsense')).status).toBe(400);

    await write.done('PATCH', `/assets/${logo.id as string}`, { private: true });
    expect((await rulesOf()).find(({ key }) => key === 'logo.main')).toMatchObject({ assets: [] });
    expect(
      (await write.done('GET', '/brand/rules')).body.data.find(
        ({ key }: { key: string }) => key === 'logo.main',
      ).assets,
    ).toHaveLength(1);
    await write.done('PATCH', `/assets/${logo.id as string}`, { private: false });
    await write.done('DELETE', `/assets/${logo.id as string}`);
    expect((await rulesOf()).find(({ key }) => key === 'logo.main')).toMatchObject({ assets: [] });
    // Assets already on the rule aren't checked again.
    await set({ key: 'logo.main', value: 'The one logo', assets: [{ id: logo.id }] });
  });

  it("can't be in another workspace, or private to others", async () => {
    const hidden = await makeBareAsset(marque, place, { private: true });
    const refused = await write.call('PATCH', '/brand/rules', {
      set: [{ key: 'logo.other', type: 'text', value: 'x', assets: [{ id: hidden }] }],
    });
    expect([refused.status, issuePaths(refused)]).toEqual([422, ['set[0].assets[0].id']]);
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
    const calls = callsAs(marque, { cookie: guest.cookie });
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
