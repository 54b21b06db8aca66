// What readers see of pages over HTTP: rules, warnings, previews, the first set of pages, and access.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeBrand, makeDefaultBrand, versionsOf } from '../brand.ts';
import { pageCalls } from './page-calls.ts';

let brand: string;
let slug: string;

const { marque, place, other, editor, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, other);
afterAll(() => marque.close());
// A separate brand for each test.
beforeEach(async () => {
  ({ id: brand, slug } = await makeBrand(marque, place, { name: 'Acme' }));
});

const { at, list, tree, read, saved, rules } = pageCalls(() => ({
  brand,
  reader: callsAs(marque, reader),
  write,
}));

describe('reading a page', () => {
  it('includes its rules in the context, what is missing, and Markdown', async () => {
    const logo = await makeAsset(marque, { cookie: editor.cookie });
    await rules(
      {
        key: 'color.ink',
        type: 'color',
        value: '#111111',
        spec: { pantone: '5395', cmyk: [0, 0, 0, 90] },
        usage: 'For text.',
      },
      { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
      { key: 'type.head', type: 'font', value: { family: 'Inter', weight: 700 }, spec: { role: 'head' } },
      { key: 'grid.gap', type: 'number', value: 8, spec: { unit: 'px' } },
      { key: 'logo.main', type: 'text', value: 'The mark', assets: [{ id: logo.id }] },
    );
    await saved('start', {
      title: 'Start',
      lede: 'Begin here.',
      sections: [
        {
          id: 'all',
          template: 'specs',
          title: 'Everything',
          body: 'See [Voice](voice).',
          keys: ['color.ink', 'type.head', 'grid.gap', 'color.gone'],
        },
        { id: 'marks', template: 'logos', title: 'Marks', keys: ['logo.main'] },
        { id: 'faq', template: 'faq', items: [{ title: 'May I?', body: 'Yes.' }] },
        { id: 'not', template: 'text', body: 'Secret.', hidden: true },
        { id: 'do', template: 'dodont', items: [{ kind: 'dont', title: 'Stretch', body: 'Never.' }] },
        { id: 'sub', template: 'pages' },
      ],
    });
    await saved('voice', { title: 'Voice', parent: 'start', lede: 'Plain.' });
    const view = await read('start');
    expect(Object.keys(view)).toEqual([
      'brand',
      'context',
      'page',
      'rules',
      'missing',
      'warnings',
      'markdown',
      'url',
      'version',
    ]);
    expect(view.rules.map(({ key, value }: { key: string; value: unknown }) => [key, value])).toEqual([
      ['color.ink', '#111111'],
      ['type.head', { family: 'Inter', weight: 700 }],
      ['grid.gap', 8],
      ['logo.main', 'The mark'],
    ]);
    expect(view.missing).toEqual(['color.gone']);
    expect(view.warnings).toEqual([{ section: 'all', message: 'There is no rule "color.gone".' }]);
    expect(view.url).toBe(`${marque.url}/admin/brands/${slug}/pages/start`);
    expect(view.markdown).toBe(
      [
        '# Start',
        'Begin here.',
        '## Everything',
        'See [Voice](voice).',
        [
          '- **Ink** `color.ink`: `#111111` (CMYK 0 0 0 90; Pantone 5395)',
          '  For text.',
          '- **Head** `type.head`: Inter, 700 (role head)',
          '- **Gap** `grid.gap`: 8px',
        ].join('\n'),
        '## Marks',
        `- **Main** \`logo.main\`: The mark\n  - [picture.png](${marque.url}/a/${logo.id as string})`,
        '**May I?**',
        'Yes.',
        "- Don't: Stretch – Never.",
        '- [Voice](voice) – Plain.',
      ].join('\n\n') + '\n',
    );
    const dark = await read('start', '?context=dark');
    expect([dark.context, dark.rules[0].value]).toEqual(['dark', '#eeeeee']);
  });

  it('warns of problems that a reader would notice', async () => {
    const as = { cookie: editor.cookie };
    const draft = await makeAsset(marque, as, { status: 'draft' });
    const gone = await makeAsset(marque, as);
    await rules(
      { key: 'color.a', type: 'color', value: '#777777', spec: { pair: 'color.b' } },
      { key: 'color.b', type: 'color', value: '#888888' },
      { key: 'logo.main', type: 'text', value: 'x', assets: [{ id: gone.id }] },
    );
    await saved('hidden', { title: 'Hidden', hidden: true });
    await saved('under', { title: 'Under', parent: 'hidden', sections: [{ template: 'text', body: 'x' }] });
    await saved('page', {
      title: 'Page',
      cover: draft.id,
      sections: [
        { id: 'colors', template: 'palette', keys: ['color.a'] },
        {
          id: 'links',
          template: 'links',
          items: [
            { title: 'x', href: 'hidden' },
            { title: 'y', href: 'nowhere' },
            { title: 'z', href: 'https://example.com' },
          ],
        },
        { id: 'text', template: 'text', body: 'See [this](no-page) and [that](https://example.com).' },
        { id: 'empty', template: 'text', title: 'Nothing' },
        { id: 'logos', template: 'logos', keys: ['logo.main'] },
      ],
    });
    await write.done('DELETE', `/assets/${gone.id as string}`);
    const { warnings } = await read('page');
    const warningsOf = (section: string | null) =>
      (warnings as { section: string | null; message: string }[])
        .filter((one) => one.section === section)
        .map(({ message }) => message);
    expect(warningsOf(null)).toEqual([expect.stringContaining("can't be used now")]);
    expect(warningsOf('colors')).toEqual([expect.stringContaining('contrast')]);
    expect(warningsOf('links')).toEqual([
      expect.stringContaining("readers can't see"),
      expect.stringContaining('no such page'),
    ]);
    expect(warningsOf('text')).toEqual([expect.stringContaining('no-page')]);
    expect(warningsOf('empty')).toEqual([expect.stringContaining('nothing but its heading')]);
    expect(warningsOf('logos')).toEqual([expect.stringContaining('no longer exists')]);
    expect((await read('under')).warnings).toEqual([
      { section: null, message: expect.stringContaining('under a hidden one') },
    ]);
    expect((await read('hidden')).warnings[0].message).toContain('hidden');
  });
});

describe('a preview', () => {
  const preview = (page: string, body: object, as: Parameters<typeof callsAs>[1] = reader) =>
    callsAs(marque, as).call('POST', `${at(page)}/preview`, body);
  const html = async (page: string, body: object, query = '') =>
    (await callsAs(marque, reader).done('POST', `${at(page)}/preview${query}`, body)).body.data
      .html as string;

  it('renders the sent content with the templates and theme, and stores nothing', async () => {
    await rules(
      { key: 'color.ink', type: 'color', value: '#111111' },
      { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
      { key: 'color.brand', type: 'color', value: '#006644' },
      { key: 'type.head', type: 'font', value: { family: 'Evil"}</style><script>' } },
    );
    await write.done('PATCH', `/brands/${brand}/theme`, { accent: 'color.brand', head: 'type.head' });
    await saved('color', { title: 'Color' });
    const before = await versionsOf(marque, brand);
    const draft = {
      title: 'Colors <b>',
      lede: 'All of them.',
      sections: [
        { template: 'palette', title: 'Ink', keys: ['color.ink'] },
        { template: 'text', body: '**Bold**, [there](color), <script>alert(1)</script>' },
        { template: 'text', body: 'Not for readers', hidden: true },
        { template: 'updates' },
      ],
    };
    const drawn = await html('color', draft);
    expect(drawn).toContain('<h1>Colors &lt;b&gt;</h1>');
    expect(drawn).toContain('background:#111111');
    expect(drawn).toContain('<strong>Bold</strong>');
    expect(drawn).toContain('--l-accent:#006644');
    expect(drawn).toContain(`/admin/brands/${slug}/pages/color"`);
    expect(drawn).not.toContain('Not for readers');
    expect(drawn).not.toContain('<script');
    expect(drawn.match(/<\/style>/g)).toHaveLength(1);
    expect(await html('color', draft, '?context=dark')).toContain('background:#eeeeee');
    expect(await versionsOf(marque, brand)).toEqual(before);
    expect((await read('color')).page.title).toBe('Color');
  });

  it('shows pictures of items, texts, rules and collections that may be used, and no others', async () => {
    const as = { cookie: editor.cookie };
    const [logo, inText, inUsage, inCollection, draftOnly, secret] = await Promise.all([
      makeAsset(marque, as),
      makeAsset(marque, as),
      makeAsset(marque, as),
      makeAsset(marque, as),
      makeAsset(marque, as, { status: 'draft' }),
      makeAsset(marque, as),
    ]);
    await marque.payload.update({ collection: 'assets', id: secret.id as string, data: { private: true } });
    const collection = await marque.makeCollection(place);
    await marque.call('POST', `/api/v1/collections/${collection}/assets`, {
      as,
      body: { add: [inCollection.id] },
    });
    await rules({
      key: 'logo.main',
      type: 'text',
      value: `See ![it](${String(inText.id)})`,
      usage: `As ![here](${String(inUsage.id)})`,
      assets: [{ id: logo.id }],
    });
    await saved('logo', { title: 'Logo' });
    const drawn = await html('logo', {
      title: 'Logo',
      sections: [
        { template: 'logos', keys: ['logo.main'] },
        {
          template: 'text',
          keys: ['logo.main'],
          body: `![no](${String(secret.id)}) ![no](${String(draftOnly.id)})`,
        },
        { template: 'collection', props: { collection } },
      ],
    });
    for (const { id } of [logo, inText, inUsage, inCollection])
      expect(drawn).toContain(`src="/api/v1/assets/${String(id)}/content`);
    for (const { id } of [secret, draftOnly]) expect(drawn).not.toContain(String(id));
  });

  it('shows its editor hidden sections, what belongs into empty ones, and what readers would notice', async () => {
    await rules({ key: 'color.ink', type: 'color', value: '#111111' });
    await saved('color', { title: 'Color' });
    const draft = {
      title: 'Color',
      sections: [
        { id: 'empty', template: 'palette' },
        { id: 'hidden', template: 'text', body: 'Not for readers', hidden: true },
        { id: 'full', template: 'palette', keys: ['color.ink'] },
        { id: 'cover', template: 'cover' },
      ],
    };
    const { data } = (
      await callsAs(marque, reader).done('POST', `${at('color')}/preview?editing=true`, draft)
    ).body;
    expect(data.html).toContain('Choose the rules it shows');
    expect(data.html.match(/class="mqb-waiting"/g)).toHaveLength(2);
    expect(data.html).toMatch(/<section id="hidden"[^>]*data-hidden[^>]*>.*Not for readers/);
    expect(data.warnings).toEqual([
      { section: 'empty', message: 'This section shows nothing but its heading.' },
    ]);
    // Readers see none of it.
    const drawn = await html('color', draft);
    expect(drawn).not.toContain('mqb-waiting');
    expect(drawn).not.toContain('Not for readers');
    expect((await preview('color', draft)).status).toBe(200);
    expect(
      (await callsAs(marque, reader).call('POST', `${at('color')}/preview?editing=maybe`, draft)).status,
    ).toBe(400);
  });

  it('only validates the form, and is for callers who can read the brand', async () => {
    await saved('logo', { title: 'Logo' });
    expect((await preview('logo', {})).status).toBe(400);
    // Content that saving would refuse is rendered as well as possible.
    expect(
      (await preview('logo', { title: 'X', slug: 'other', sections: [{ template: 'none', title: 'Y' }] }))
        .status,
    ).toBe(200);
    expect((await preview('gone', { title: 'X' })).status).toBe(404);
    expect((await preview('logo', { title: 'X' }, stranger)).status).toBe(404);
    expect((await preview('logo', { title: 'X' }, null)).status).toBe(401);
  });
});

describe('generating a first set of pages', () => {
  it('shows every rule once, and works only for a brand without pages', async () => {
    const logo = await makeAsset(marque, { cookie: editor.cookie });
    await rules(
      { key: 'color.ink', type: 'color', value: '#111111', spec: { group: 'Basics' } },
      { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
      { key: 'color.leaf', type: 'color', value: '#00aa00', spec: { group: 'Accents' } },
      { key: 'type.head', type: 'font', value: { family: 'Inter' } },
      { key: 'voice.tone', type: 'text', value: 'Plain.' },
      { key: 'voice.tagline', type: 'text', value: 'Made well.', spec: { copy: true } },
      { key: 'voice.words', type: 'list', value: ['a'] },
      { key: 'grid.gap', type: 'number', value: 8 },
      { key: 'logo.main', type: 'text', value: 'x', assets: [{ id: logo.id }] },
    );
    const made = await write.call('POST', at(), {});
    expect(made.status).toBe(201);
    const keys = (made.body.data as { keys: string[] }[]).flatMap((page) => page.keys);
    expect(keys.sort()).toEqual([
      'color.ink',
      'color.leaf',
      'grid.gap',
      'logo.main',
      'type.head',
      'voice.tagline',
      'voice.tone',
      'voice.words',
    ]);
    expect(await tree()).toEqual([
      '/overview 0',
      '/logo 1',
      '/color 2',
      '/type 3',
      '/voice 4',
      '/measures 5',
    ]);
    for (const { slug } of await list()) expect((await read(slug)).warnings).toEqual([]);
    expect((await write.call('POST', at(), {})).status).toBe(409);
  });

  it('creates a cover for a brand without rules', async () => {
    expect((await write.call('POST', at(), {})).body.data).toMatchObject([
      { slug: 'overview', layout: 'landing', sections: 2 },
    ]);
  });
});

describe('access to pages', () => {
  it('lets readers read but not write, and is a 404 for callers without access', async () => {
    await saved('voice', { title: 'Voice' });
    const calls: [string, string, object?][] = [
      ['GET', at()],
      ['GET', at('voice')],
      ['POST', at(), {}],
      ['PUT', at('voice'), { title: 'x' }],
      ['PATCH', at('voice'), { ops: [{ op: 'page', set: { title: 'x' } }] }],
      ['DELETE', at('voice')],
    ];
    for (const [method, path, body] of calls) {
      expect([path, (await callsAs(marque, stranger).call(method, path, body)).status]).toEqual([path, 404]);
      expect([path, (await callsAs(marque, reader).call(method, path, body)).status]).toEqual([
        path,
        method === 'GET' ? 200 : 403,
      ]);
      expect([path, (await callsAs(marque, null).call(method, path, body)).status]).toEqual([path, 401]);
    }
    expect((await callsAs(marque, reader).call('GET', at('nothing'))).status).toBe(404);
    expect((await callsAs(marque, reader).call('GET', '/brands/Not%20a%20slug/pages')).status).toBe(404);
    expect((await list())[0]?.title).toBe('Voice');
    expect((await callsAs(marque, reader).done('GET', '/brand/templates')).body.data).toHaveLength(16);
    expect((await callsAs(marque, null).call('GET', '/brand/templates')).status).toBe(401);
  });
});
