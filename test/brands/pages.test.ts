// Pages over HTTP: the tree, saving whole and in steps, old addresses, what a reader sees, and warnings.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { startService, type Person, type Place, type TestService } from '../setup/service.ts';
import { issuePaths, makeDefaultBrand, versionsOf } from './brand.ts';
import { callsAs, makeCallers, type Calls, type Key } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';

let marque: TestService;
let place: Place;
let editor: Person;
let brand: string;
let reader: Key;
let stranger: Key;
let write: Calls;
let count = 0;

beforeAll(async () => {
  marque = await startService();
  const callers = await makeCallers(marque);
  ({ place, editor, reader, stranger, write } = callers);
  await makeDefaultBrand(marque, callers.other);
});
afterAll(() => marque.close());

// A separate brand for each test.
beforeEach(async () => {
  const { id } = await marque.payload.create({
    collection: 'brands',
    data: { name: 'Acme', slug: `acme-${(count += 1)}`, workspace: place.workspaceId },
  });
  brand = id;
});

const at = (page = ''): string => `/brands/${brand}/pages${page && `/${page}`}`;
const put = (page: string, body: object) => write.call('PUT', at(page), body);
const saved = (page: string, body: object) => write.done('PUT', at(page), body);
const patch = (page: string, ...ops: object[]) => write.call('PATCH', at(page), { ops });
const read = async (page: string, query = '') =>
  (await callsAs(marque, reader).done('GET', `${at(page)}${query}`)).body.data;
interface Entry {
  slug: string;
  title: string;
  position: number;
  parent: string | null;
  aliases: string[];
  [field: string]: unknown;
}
const list = async (): Promise<Entry[]> => (await callsAs(marque, reader).done('GET', at())).body.data;
const tree = async (): Promise<string[]> =>
  (await list()).map(({ slug, parent, position }) => `${parent ?? ''}/${slug} ${position}`);
const rules = (...set: object[]) => write.done('PATCH', `/brand/rules?brand=${brand}`, { set });

describe('the list', () => {
  it('is in reading order, each entry with exactly the fields of the interface', async () => {
    await rules({ key: 'color.ink', type: 'color', value: '#111111' });
    await saved('logo', { title: 'Logo' });
    await saved('colour', {
      title: 'Colour',
      hidden: true,
      audience: 'partners',
      layout: 'landing',
      tabs: true,
      icon: 'drop',
      eyebrow: 'Basics',
      lede: 'All of them.',
      aliases: ['color'],
    });
    await saved('primary', {
      title: 'Primary',
      parent: 'colour',
      sections: [
        { template: 'palette', keys: ['color.ink'] },
        { template: 'text', keys: ['voice.tone'], hidden: true },
        { template: 'text', body: 'Hello', keys: ['voice.none', 'color.none'] },
      ],
    });
    await saved('shades', { title: 'Shades', parent: 'primary' });
    await saved('start', { title: 'Start', position: 0 });
    await saved('secondary', { title: 'Secondary', parent: 'colour', position: 0 });
    expect(await tree()).toEqual([
      '/start 0',
      '/logo 1',
      '/colour 2',
      'colour/secondary 0',
      'colour/primary 1',
      'primary/shades 0',
    ]);
    const pages = await list();
    expect(pages[2]).toEqual({
      slug: 'colour',
      title: 'Colour',
      position: 2,
      hidden: true,
      parent: null,
      eyebrow: 'Basics',
      lede: 'All of them.',
      cover: null,
      icon: 'drop',
      audience: 'partners',
      tabs: true,
      aliases: ['color'],
      layout: 'landing',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      sections: 0,
      keys: [],
    });
    expect(pages[4]).toMatchObject({
      sections: 3,
      keys: ['color.ink', 'voice.none', 'color.none'],
      hidden: false,
      tabs: false,
      layout: 'book',
      audience: 'everyone',
      aliases: [],
    });
  });

  it("reflects a page moved with its subpages, and keeps the others' timestamps", async () => {
    for (const slug of ['a', 'b', 'c']) await saved(slug, { title: slug });
    await saved('b1', { title: 'b1', parent: 'b' });
    const times = new Map((await list()).map(({ slug, updatedAt }) => [slug, updatedAt]));
    expect((await patch('c', { op: 'page', set: { position: 0 } })).status).toBe(200);
    expect(await tree()).toEqual(['/c 0', '/a 1', '/b 2', 'b/b1 0']);
    expect((await patch('b', { op: 'page', set: { parent: 'c' } })).status).toBe(200);
    expect(await tree()).toEqual(['/c 0', 'c/b 0', 'b/b1 0', '/a 1']);
    for (const { slug, updatedAt } of await list())
      if (slug === 'a' || slug === 'b1') expect(updatedAt).toBe(times.get(slug));
  });
});

describe('the tree', () => {
  it('is at most three levels deep, whichever page is moved', async () => {
    await saved('a', { title: 'a' });
    await saved('b', { title: 'b', parent: 'a' });
    await saved('c', { title: 'c', parent: 'b' });
    const deep = await put('d', { title: 'd', parent: 'c' });
    expect([deep.status, issuePaths(deep)]).toEqual([422, ['parent']]);
    await saved('e', { title: 'e' });
    await saved('f', { title: 'f', parent: 'e' });
    const moved = await patch('e', { op: 'page', set: { parent: 'b' } });
    expect([moved.status, issuePaths(moved).every((path) => path === 'ops[0].set.parent')]).toEqual([
      422,
      true,
    ]);
    const circle = await patch('a', { op: 'page', set: { parent: 'c' } });
    expect([circle.status, issuePaths(circle)]).toEqual([422, expect.arrayContaining(['ops[0].set.parent'])]);
    const self = await put('a', { title: 'a', parent: 'a' });
    expect([self.status, issuePaths(self)]).toEqual([422, expect.arrayContaining(['parent'])]);
    const nowhere = await put('g', { title: 'g', parent: 'no-such' });
    expect([nowhere.status, issuePaths(nowhere)]).toEqual([422, ['parent']]);
    expect(await tree()).toEqual(['/a 0', 'a/b 0', 'b/c 0', '/e 1', 'e/f 0']);
  });

  it("doesn't delete a page that has subpages", async () => {
    await saved('a', { title: 'a' });
    await saved('b', { title: 'b', parent: 'a' });
    const refused = await write.call('DELETE', at('a'));
    expect([refused.status, refused.body.error.code, refused.body.error.detail]).toEqual([
      409,
      'conflict',
      { pages: ['b'] },
    ]);
    expect((await write.call('DELETE', at('b'))).body).toEqual({ data: { deleted: true } });
    expect((await write.call('DELETE', at('b'))).status).toBe(404);
    expect((await write.call('DELETE', at('a'))).status).toBe(200);
    expect(await list()).toEqual([]);
  });
});

describe('old addresses', () => {
  it('find a page after it was renamed twice, and so do those of its subpages', async () => {
    await saved('logo', { title: 'Logo', sections: [{ id: 'one', template: 'text', body: 'Words.' }] });
    await saved('logo-files', { title: 'Files', parent: 'logo' });
    expect((await patch('logo', { op: 'page', set: { slug: 'logos' } })).body.data.page.aliases).toEqual([
      'logo',
    ]);
    expect((await patch('logo', { op: 'page', set: { slug: 'marks' } })).body.data.page).toMatchObject({
      slug: 'marks',
      aliases: ['logo', 'logos'],
    });
    for (const slug of ['logo', 'logos', 'marks']) expect((await read(slug)).page.slug).toBe('marks');
    expect(await tree()).toEqual(['/marks 0', 'marks/logo-files 0']);
    // Saved whole under an old address, the page keeps them all.
    const again = await put('logo', { title: 'Marks' });
    expect([again.status, again.body.data.page]).toMatchObject([
      200,
      { slug: 'marks', aliases: ['logo', 'logos'], title: 'Marks' },
    ]);
    // Renamed back: the slug is no longer an alias of itself.
    expect((await patch('marks', { op: 'page', set: { slug: 'logo' } })).body.data.page).toMatchObject({
      slug: 'logo',
      aliases: ['logos', 'marks'],
    });
  });

  it('lead to one page only, and never take precedence over a page', async () => {
    await saved('a', { title: 'a', aliases: ['old-a'] });
    await saved('b', { title: 'b' });
    const taken = await put('c', { title: 'c', aliases: ['old-a', 'b', 'Not A Slug', 'c'] });
    expect([taken.status, issuePaths(taken)]).toEqual([422, ['aliases[0]', 'aliases[1]', 'aliases[2]']]);
    expect((await patch('a', { op: 'page', set: { slug: 'b' } })).status).toBe(409);
    const over = await patch('b', { op: 'page', set: { slug: 'old-a' } });
    expect([over.status, over.body.error.code]).toEqual([422, 'invalid']);
    expect((await list()).map(({ slug }) => slug)).toEqual(['a', 'b']);
  });
});

describe('saving a whole page', () => {
  it('creates it (201), saves it (200), and writes nothing the second time', async () => {
    const body = { title: 'Voice', sections: [{ id: 'tone', template: 'text', body: 'Plain.', keys: [] }] };
    expect((await put('voice', body)).status).toBe(201);
    const events = await eventsOf(marque, brand);
    const versions = await versionsOf(marque, brand);
    const [before] = await list();
    const again = await put('voice', body);
    expect([again.status, await eventsOf(marque, brand), await versionsOf(marque, brand)]).toEqual([
      200,
      events,
      versions,
    ]);
    expect((await list())[0]).toEqual(before);
    expect(events.at(-1)).toBe('brand.pages_changed');
    // The body of a read is accepted unchanged.
    const { page } = await read('voice');
    expect((await put('voice', page)).body.data.page).toEqual(page);
  });

  it('names every problem at once, with its path', async () => {
    await rules(
      { key: 'color.ink', type: 'color', value: '#111111' },
      { key: 'type.body', type: 'font', value: { family: 'Inter' } },
    );
    const refused = await put('Bad Slug', {
      title: 'Bad',
      cover: randomUUID(),
      parent: 'nowhere',
      sections: [
        { template: 'nothing' },
        {
          template: 'palette',
          keys: ['type.body', 'color.ink', 'color.ink'],
          props: { size: 'huge', colour: 1 },
        },
        { template: 'logos', keys: ['color.ink'] },
        { template: 'faq', items: [{ title: 'Why?' }, { title: 'x', body: 'y', href: 'z' }] },
        { template: 'links', items: [{ title: 'x', href: 'javascript:alert(1)' }] },
        { template: 'dodont', items: [{ kind: 'maybe', asset: randomUUID() }] },
        { template: 'text', items: [{ title: 'x' }] },
        { template: 'collection', props: { collection: randomUUID() } },
        { id: 'same', template: 'text', body: 'x' },
        { id: 'same', template: 'text', body: 'y' },
      ],
    });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused).sort()).toEqual(
      [
        'slug',
        'cover',
        'parent',
        'sections[0].template',
        'sections[1].keys[0]',
        'sections[1].keys[2]',
        'sections[1].props.size',
        'sections[1].props.colour',
        'sections[2].keys[0]',
        'sections[3].items[0].body',
        'sections[3].items[1].href',
        'sections[4].items[0].href',
        'sections[5].items[0].kind',
        'sections[5].items[0].asset',
        'sections[6].items',
        'sections[7].props.collection',
        'sections[9].id',
      ].sort(),
    );
    const malformed = await put('bad', { sections: [{ template: 'text', tone: 'loud' }], colour: 'red' });
    expect([malformed.status, issuePaths(malformed).sort()]).toEqual([
      400,
      ['colour', 'sections[0].tone', 'title'],
    ]);
    expect(await list()).toEqual([]);
  });
});

describe('editing in steps', () => {
  it('adds, updates, moves and removes sections and changes the page, all or nothing', async () => {
    await saved('voice', {
      title: 'Voice',
      sections: [
        { id: 'one', template: 'text', body: 'One.' },
        { id: 'two', template: 'text', body: 'Two.' },
        { id: 'three', template: 'text', body: 'Three.' },
      ],
    });
    const done = await patch(
      'voice',
      { op: 'add', section: { id: 'zero', template: 'statement', body: 'Zero.' }, at: 0 },
      {
        op: 'update',
        id: 'two',
        set: { body: 'Two!', tone: 'dark', eyebrow: 'Second', audience: 'members' },
      },
      { op: 'move', id: 'three', to: 1 },
      { op: 'remove', id: 'one' },
      { op: 'add', section: { template: 'embed', props: { url: 'https://example.com/film' } } },
      { op: 'page', set: { title: 'Our voice', lede: 'How we sound.' } },
    );
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const { page } = done.body.data;
    expect(page).toMatchObject({ title: 'Our voice', lede: 'How we sound.' });
    expect((page.sections as { id: string }[]).map(({ id }) => id)).toEqual([
      'zero',
      'three',
      'two',
      expect.stringMatching(/^s[0-9a-f]{8}$/),
    ]);
    expect(page.sections[2]).toEqual({
      id: 'two',
      template: 'text',
      title: null,
      body: 'Two!',
      width: 'normal',
      columns: null,
      tone: 'dark',
      hidden: false,
      keys: [],
      props: {},
      eyebrow: 'Second',
      audience: 'members',
    });
    const cleared = await patch('voice', { op: 'update', id: 'two', set: { eyebrow: null, audience: null } });
    expect(Object.keys(cleared.body.data.page.sections[2])).not.toContain('eyebrow');

    const before = await read('voice');
    const refused = await patch(
      'voice',
      { op: 'remove', id: 'zero' },
      { op: 'update', id: 'zero', set: { body: 'gone' } },
      { op: 'update', id: 'two', set: { template: 'palette', props: { size: 'huge' } } },
      { op: 'add', section: { id: 'two', template: 'dodont', items: [{ kind: 'do', asset: randomUUID() }] } },
      { op: 'page', set: { parent: 'nowhere' } },
    );
    expect([refused.status, issuePaths(refused)]).toEqual([
      422,
      [
        'ops[1].id',
        'ops[2].set.props.size',
        'ops[3].section.id',
        'ops[4].set.parent',
        'ops[3].section.items[0].asset',
      ],
    ]);
    expect(await read('voice')).toEqual(before);
    expect((await patch('nothing', { op: 'remove', id: 'x' })).status).toBe(404);
    expect((await patch('voice')).status).toBe(400);
    expect((await patch('voice', { op: 'explode' })).status).toBe(400);
  });

  it('keeps the changes of two people at once', async () => {
    await saved('voice', { title: 'Voice' });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) =>
        patch('voice', { op: 'add', section: { id, template: 'text', body: id } }),
      ),
    );
    expect((await read('voice')).page.sections.map(({ id }: { id: string }) => id).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});

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
    expect(view.url).toBe(`${marque.url}/admin/brands/acme-${count}/pages/start`);
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
    await saved('colour', { title: 'Colour' });
    const before = await versionsOf(marque, brand);
    const draft = {
      title: 'Colours <b>',
      lede: 'All of them.',
      sections: [
        { template: 'palette', title: 'Ink', keys: ['color.ink'] },
        { template: 'text', body: '**Bold**, [there](colour), <script>alert(1)</script>' },
        { template: 'text', body: 'Not for readers', hidden: true },
        { template: 'updates' },
      ],
    };
    const drawn = await html('colour', draft);
    expect(drawn).toContain('<h1>Colours &lt;b&gt;</h1>');
    expect(drawn).toContain('background:#111111');
    expect(drawn).toContain('<strong>Bold</strong>');
    expect(drawn).toContain('--l-accent:#006644');
    expect(drawn).toContain(`/admin/brands/acme-${count}/pages/colour"`);
    expect(drawn).not.toContain('Not for readers');
    expect(drawn).not.toContain('<script');
    expect(drawn.match(/<\/style>/g)).toHaveLength(1);
    expect(await html('colour', draft, '?context=dark')).toContain('background:#eeeeee');
    expect(await versionsOf(marque, brand)).toEqual(before);
    expect((await read('colour')).page.title).toBe('Colour');
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
      '/colour 2',
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

describe("in Payload's own API", () => {
  it('the same rules apply: validation, aliases, a version', async () => {
    const versions = (await versionsOf(marque, brand)).length;
    const made = await marque.payload.create({
      collection: 'brand-pages',
      data: { brand, slug: 'voice', title: 'Voice', audience: 'everyone', layout: 'book' },
    });
    const child = await marque.payload.create({
      collection: 'brand-pages',
      data: { brand, slug: 'tone', title: 'Tone', parent: made.id, audience: 'everyone', layout: 'book' },
    });
    await marque.payload.update({ collection: 'brand-pages', id: made.id, data: { slug: 'our-voice' } });
    expect(await tree()).toEqual(['/our-voice 0', 'our-voice/tone 0']);
    expect((await read('voice')).page).toMatchObject({ slug: 'our-voice', aliases: ['voice'] });
    await expect(
      marque.payload.update({
        collection: 'brand-pages',
        id: child.id,
        data: { sections: [{ template: 'nothing' }] },
      }),
    ).rejects.toThrow(/sections\[0\]\.template/);
    await expect(marque.payload.delete({ collection: 'brand-pages', id: made.id })).rejects.toThrow(
      /has the subpage/,
    );
    expect((await versionsOf(marque, brand)).length).toBeGreaterThanOrEqual(versions);
    await marque.payload.delete({ collection: 'brand-pages', id: child.id });
    expect(await tree()).toEqual(['/our-voice 0']);
  });
});
