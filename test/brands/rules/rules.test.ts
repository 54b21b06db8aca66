// Rules over HTTP: every type, contexts, specs, and assets.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import { makeAsset as makeBareAsset } from '../../core/access/resources.ts';
import { callsAs } from '../../setup/callers.ts';
import { issuePaths } from '../../setup/issues.ts';
import { keys, rulesOf, set } from './rule-calls.ts';
import { editor, marque, place, reader, stranger, write } from '../two-workspaces.ts';

afterAll(() => marque.close());

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
    ['a color by name', { type: 'color', value: 'red' }, ['value']],
    ['three digits', { type: 'color', value: '#fff' }, ['value']],
    ['a color that is a number', { type: 'color', value: 5 }, ['value']],
    ['no value', { type: 'color' }, ['value']],
    ['no type', { value: '#ffffff' }, ['type']],
    ['an empty text', { type: 'text', value: '  ' }, ['value']],
    ['copy that is too long', { type: 'text', value: 'too long', spec: { copy: true, max: 3 } }, ['value']],
    ['a number as text', { type: 'number', value: '5' }, ['value']],
    ['an empty list', { type: 'list', value: [] }, ['value']],
    ['a list of 101', { type: 'list', value: Array.from({ length: 101 }, () => 'x') }, ['value']],
    ['a font without a family', { type: 'font', value: { family: '' } }, ['value.family']],
    ['a font with a color', { type: 'font', value: { family: 'Inter', color: 'red' } }, ['value.color']],
    ['a spec of another type', { type: 'number', value: 1, spec: { pantone: '5395' } }, ['spec.pantone']],
    [
      'five percentages instead of four',
      { type: 'color', value: '#ffffff', spec: { cmyk: [1, 2, 3, 4, 5] } },
      ['spec.cmyk'],
    ],
    ['a missing pair', { type: 'color', value: '#ffffff', spec: { pair: 'color.none' } }, ['spec.pair']],
    [
      "a pair that isn't a color",
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
      type: 'typeface',
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
