// What a portal's visitor sees of its brands: pages, news and search results; and what is left out for them.
// cspell:ignore hafen drei schiffe
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeAsset, makePicture } from '../assets/library.ts';
import { makeCallers, type Calls } from '../setup/callers.ts';
import { startService, type Caller, type Place, type Reply, type TestService } from '../setup/service.ts';
import { makeBrand } from '../brands/brand.ts';
import { expectLinksIn, linksOf } from './page-links.ts';

let marque: TestService;
let place: Place;
let as: { cookie: string };
let editor: Calls;
let brand: { id: string; slug: string };
let other: { id: string; slug: string };
/** Open to everyone, and behind a password. */
let open: { id: string; slug: string };
let closed: { id: string; slug: string };
let picture: string;
let draft: string;
let cover: string;
let pressed: string;
let collection: string;

const withPassword = { 'x-portal-password': 'open sesame' };

beforeAll(async () => {
  marque = await startService();
  ({ place, editor: as, write: editor } = await makeCallers(marque));
  brand = await makeBrand(marque, place, { name: 'Acme' });
  other = await makeBrand(marque, place, { name: 'Second' });
  collection = await marque.makeCollection(place);
  const file = async (status: 'active' | 'draft', meta: Record<string, unknown> = {}): Promise<string> => {
    const { id } = await makeAsset(marque, as, { status, ...meta });
    await editor.done('PATCH', `/assets/${id}`, { public: false, title: `Titled ${status}` });
    return id as string;
  };
  picture = await file('active');
  draft = await file('draft');
  cover = await file('active');
  pressed = await file('active', { collections: [collection] });
  await editor.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
    set: [
      { key: 'color.primary', type: 'color', value: '#0000aa', label: 'Ocean blue' },
      { key: 'color.primary', context: 'dark', type: 'color', value: '#8888ff', label: 'Ocean blue' },
      { key: 'logo.main', type: 'text', value: 'The mark', assets: [{ id: picture }, { id: draft }] },
      { key: 'color.hidden', type: 'color', value: '#123456', label: 'Nowhere shown ocean' },
      { key: 'voice.secret', type: 'text', value: 'Only partners know ocean' },
    ],
  });
  const page = (slug: string, about: Record<string, unknown>) =>
    editor.done('PUT', `/brands/${brand.slug}/pages/${slug}`, { title: `Title of ${slug}`, ...about });
  await page('start', {
    lede: 'How Acme looks',
    cover,
    sections: [
      { id: 'colors', template: 'palette', title: 'Our óceans', keys: ['color.primary'] },
      { id: 'logos', template: 'logos', keys: ['logo.main'] },
      { id: 'press', template: 'collection', title: 'Press', props: { collection, limit: 5 } },
      {
        id: 'partners',
        template: 'text',
        body: 'Partners only',
        audience: 'partners',
        keys: ['voice.secret'],
      },
      { id: 'dos', template: 'dodont', items: [{ kind: 'dont', title: 'No', asset: draft }] },
      { id: 'unseen', template: 'text', body: 'Hidden words', hidden: true },
    ],
  });
  await page('under', { parent: 'start', sections: [{ template: 'text', body: 'Underneath' }] });
  await page('partners', { audience: 'partners', sections: [{ template: 'text', body: 'Among us' }] });
  await page('below', { parent: 'partners' });
  await page('members', { audience: 'members' });
  await page('hidden', { hidden: true });
  await editor.done('PATCH', `/brands/${brand.slug}/theme`, { accent: 'color.primary', logo: 'logo.main' });
  await editor.done('POST', `/brands/${brand.slug}/publish`, { note: 'First', image: cover });
  await page('later', {});
  const make = async (about: Record<string, unknown>) =>
    (await editor.done('POST', '/portals', { name: 'Portal', brands: [brand.slug, other.slug], ...about }))
      .body.data as { id: string; slug: string };
  open = await make({});
  closed = await make({ access: 'password', password: 'open sesame' });
});
afterAll(() => marque.close());

const visit = (
  what: string,
  {
    on = open,
    headers = {},
    caller = null,
  }: { on?: { slug: string }; headers?: Record<string, string>; caller?: Caller } = {},
): Promise<Reply> => marque.call('GET', `/api/v1/portal/${on.slug}${what}`, { as: caller, headers });
const slugsOf = ({ body }: Reply): string[] =>
  (body.data.pages as { slug: string }[]).map(({ slug }) => slug);
const sectionsOf = ({ body }: Reply): string[] =>
  (body.data.page.sections as { id: string }[]).map(({ id }) => id);

describe('a page of a brand', () => {
  it('is the first if none is named, as published, with what a reader can see', async () => {
    const read = await visit('/site');
    expect(read.status).toBe(200);
    const { data } = read.body;
    expect(data).toMatchObject({
      brand: { slug: brand.slug, name: 'Acme', version: 2 },
      audience: 'everyone',
      context: null,
      contexts: ['dark'],
      path: `${brand.slug}/start`,
      url: `${marque.url}/p/${open.slug}/${brand.slug}/start`,
      page: { slug: 'start', cover },
      theme: { accent: '#0000aa', logo: { id: picture } },
      collections: { [collection]: [pressed] },
    });
    expect(slugsOf(read)).toEqual(['start', 'under']);
    expect(sectionsOf(read)).toEqual(['colors', 'logos', 'press', 'dos']);
    expect(data.rules.map(({ key }: { key: string }) => key)).toEqual(['color.primary', 'logo.main']);
    expect(data.rules[1].assets.map(({ id }: { id: string }) => id)).toEqual([picture]);
    expect(Object.keys(data.media).sort()).toEqual([picture, cover, pressed].sort());
    for (const { url, thumbnail } of Object.values<{ url: string; thumbnail: string }>(data.media))
      for (const address of [url, thumbnail]) expect((await marque.call('GET', address)).status).toBe(200);
    // Assets that may not be used aren't mentioned or signed.
    const text = read.bytes.toString();
    for (const secret of [draft, 'Hidden words', 'Partners only', 'voice.secret', 'Among us', 'later'])
      expect(text).not.toContain(secret);
    expect(data.markdown).toContain('# Title of start');
    expect(data.markdown).toContain('Ocean blue');
  });

  it('is found by brand and slug, by slug alone, by an old slug, and in a context', async () => {
    for (const path of [`${brand.slug}/under`, 'under', `/${brand.slug}/under/`])
      expect((await visit(`/site?path=${path}`)).body.data.page.slug).toBe('under');
    expect((await visit(`/site?path=${brand.slug}`)).body.data.page.slug).toBe('start');
    const dark = await visit('/site?context=dark');
    expect(dark.body.data.rules[0]).toMatchObject({ context: 'dark', value: '#8888ff' });
    await editor.done('PATCH', `/brands/${brand.slug}/pages/under`, {
      ops: [{ op: 'page', set: { slug: 'beneath' } }],
    });
    expect((await visit('/site?path=beneath')).status).toBe(404);
    await editor.done('POST', `/brands/${brand.slug}/publish`, {});
    expect((await visit('/site?path=under')).body.data.page.slug).toBe('beneath');
    expect((await visit('/site?path=beneath')).body.data.brand.version).toBe(3);
  });

  it('is shown to its audience and no one else', async () => {
    const partner = { on: closed, headers: withPassword };
    expect((await visit('/site', { on: closed })).body.error.code).toBe('password');
    const read = await visit('/site', partner);
    expect([slugsOf(read), read.body.data.audience]).toEqual([
      ['start', 'beneath', 'partners', 'below', 'later'],
      'partners',
    ]);
    expect(sectionsOf(read)).toContain('partners');
    const member = await visit('/site', { caller: as });
    expect(slugsOf(member)).toEqual(['start', 'beneath', 'partners', 'below', 'members', 'later']);
    for (const [path, everyone, partners, members] of [
      ['start', 200, 200, 200],
      ['partners', 404, 200, 200],
      ['below', 404, 200, 200],
      ['members', 404, 404, 200],
      ['hidden', 404, 404, 404],
      ['nowhere', 404, 404, 404],
      [`${other.slug}/start`, 404, 404, 404],
      [other.slug, 404, 404, 404],
      [`elsewhere/start`, 404, 404, 404],
      [`${brand.slug}/start/more`, 404, 404, 404],
    ] as const) {
      expect([path, (await visit(`/site?path=${path}`)).status]).toEqual([path, everyone]);
      expect([path, (await visit(`/site?path=${path}`, partner)).status]).toEqual([path, partners]);
      expect([path, (await visit(`/site?path=${path}`, { caller: as })).status]).toEqual([path, members]);
    }
  });

  it('disappears with its brand: private, removed from the portal, deleted', async () => {
    const own = await makeBrand(marque, place);
    await editor.done('PUT', `/brands/${own.slug}/pages/only`, { title: 'Only' });
    await editor.done('POST', `/brands/${own.slug}/publish`, {});
    const { body } = await editor.done('POST', '/portals', { name: 'Own', brands: [own.slug] });
    const on = body.data as { id: string; slug: string };
    expect((await visit('/site', { on })).status).toBe(200);
    await marque.service.db.query('update brands set private = true where id = $1', [own.id]);
    expect((await visit('/site', { on })).status).toBe(404);
    await marque.service.db.query('update brands set private = false where id = $1', [own.id]);
    await editor.done('DELETE', `/brands/${own.slug}`);
    expect((await visit('/site', { on })).status).toBe(404);
    expect((await visit('', { on })).body.brands).toEqual([]);
  });
});

describe('the assets of a portal', () => {
  it('include those that the pages of its brands show this visitor', async () => {
    const ids = ({ body }: Reply): string[] => (body.assets as { id: string }[]).map(({ id }) => id).sort();
    expect(ids(await visit(''))).toEqual([picture, cover, pressed].sort());
  });
});

describe('pictures on pages', () => {
  it('come in several widths, none beyond the original, and keep their place while they load', async () => {
    const { id: wide } = await makeAsset(
      marque,
      as,
      { status: 'active', collections: [collection], title: 'Wide one' },
      await makePicture({ width: 700, height: 350 }),
    );
    await editor.done('PATCH', `/assets/${wide}`, { public: false });
    const share = await editor.done('POST', '/shares', { kind: 'view', collection });
    const home = `${marque.url}/p/${open.slug}`;
    for (const page of [
      home,
      `${home}/-/files`,
      `${home}/-/search?q=wide`,
      `${home}/${brand.slug}/start`,
      share.body.data.url,
    ]) {
      const html = await (await fetch(page as string, { headers: { accept: 'text/html' } })).text();
      const shown = [...html.matchAll(/<img [^>]*>/g)]
        .map(([tag]) => tag)
        .filter((tag) => tag.includes(wide as string));
      expect([page, shown.length]).toEqual([page, 1]);
      const [tag = ''] = shown;
      expect(tag).toMatch(/ width="700" height="350"/);
      expect(tag).toMatch(/ sizes="[^"]*rem"/);
      const candidates = (/ srcSet="([^"]*)"/i.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&').split(', ');
      const sizes = await Promise.all(
        candidates.map(async (candidate) => {
          const [address = '', width = ''] = candidate.split(' ');
          const response = await fetch(new URL(address, marque.url));
          const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
          return [response.status, width, `${made.width}w`];
        }),
      );
      expect(sizes.map(([, width]) => width)).toEqual(
        page.endsWith('start') ? ['640w', '700w'] : ['320w', '640w', '700w'],
      );
      for (const [status, width, made] of sizes) expect([status, made]).toEqual([200, width]);
    }
    // Of small ones there is nothing to choose from.
    const html = await (await fetch(`${home}/-/updates`)).text();
    expect(html).toMatch(
      new RegExp(`<img src="[^"]*${cover}[^"]*" alt="Titled active" width="40" height="30"`),
    );
  });
});

describe('what is new', () => {
  it('is the latest publishes, newest first, with their pictures for as long as these may be used', async () => {
    const read = await visit('/updates');
    expect(read.status).toBe(200);
    expect(Object.keys(read.body)).toEqual(['data', 'media']);
    const [second, first] = read.body.data;
    expect(Object.keys(first)).toEqual(['version', 'publishedAt', 'publishedBy', 'note', 'image', 'changes']);
    expect([second.version, first.version, first.note, first.image]).toEqual([3, 2, 'First', cover]);
    expect(first.changes.pages.added).toEqual([
      { slug: 'start', title: 'Title of start' },
      { slug: 'under', title: 'Title of under' },
    ]);
    expect(read.body.media).toEqual({
      [cover]: {
        url: expect.stringContaining(`/a/${cover}?s=`),
        thumbnail: expect.stringContaining(`/a/${cover}/w_320,f_webp?s=`),
        filename: expect.any(String),
        mime: 'image/png',
        width: 40,
        height: 30,
        title: 'Titled active',
        alt: null,
      },
    });
    const partner = await visit('/updates', { on: closed, headers: withPassword });
    expect(partner.body.data[1].changes.pages.added.map(({ slug }: { slug: string }) => slug)).toEqual([
      'start',
      'under',
      'partners',
      'below',
    ]);
    expect((await visit('/updates', { on: closed })).body.error).toMatchObject({
      code: 'password',
      detail: { name: 'Portal', access: 'password', theme: { accent: '#0000aa' } },
    });
    expect((await visit(`/updates?brand=${other.slug}`)).body).toEqual({ data: [], media: {} });
    expect((await visit('/updates?brand=elsewhere')).status).toBe(404);

    await editor.done('PATCH', `/assets/${cover}`, { private: true });
    const later = await visit('/updates');
    expect([later.body.data[1].image, later.body.media]).toEqual([null, {}]);
    // People who can read it in the workspace see the same here: a portal is for visitors.
    expect((await visit('/updates', { caller: as })).body.data[1].image).toBeNull();
    await editor.done('PATCH', `/assets/${cover}`, { private: false });
  });

  it('has at most twenty entries', async () => {
    const many = await makeBrand(marque, place);
    for (let number = 1; number <= 21; number += 1) {
      await editor.done('PATCH', `/brand/rules?brand=${many.slug}`, {
        set: [{ key: 'copy.claim', type: 'text', value: `Claim ${number}` }],
      });
      await editor.done('POST', `/brands/${many.slug}/publish`, {});
    }
    const { body } = await editor.done('POST', '/portals', { name: 'Many', brands: [many.slug] });
    const { data } = (await visit('/updates', { on: body.data })).body;
    expect([data.length, data[0].version, data[19].version]).toEqual([20, 22, 3]);
  });
});

describe('search', () => {
  it('finds pages, sections, rules and assets, ignoring case and accents', async () => {
    const read = await visit('/search?q=OCEAN');
    expect(read.status).toBe(200);
    const { pages, sections, rules, assets } = read.body.data;
    expect([pages, assets]).toEqual([[], []]);
    expect(sections).toEqual([
      {
        brand: brand.slug,
        page: 'start',
        id: 'colors',
        title: 'Our óceans',
        text: '',
        path: `${brand.slug}/start`,
        url: `${marque.url}/p/${open.slug}/${brand.slug}/start#colors`,
      },
    ]);
    expect(rules.map(({ key, context }: { key: string; context: string | null }) => [key, context])).toEqual([
      ['color.primary', null],
      ['color.primary', 'dark'],
    ]);
    const titled = (await visit('/search?q=titl')).body.data;
    expect(titled.pages.map(({ slug }: { slug: string }) => slug)).toEqual(['start', 'beneath', 'later']);
    expect(titled.assets.map(({ id }: { id: string }) => id).sort()).toEqual(
      [picture, cover, pressed].sort(),
    );
    expect((await visit('/search?q=acme+looks')).body.data.pages).toHaveLength(1);
  });

  it("finds nothing that the visitor isn't allowed to see, is hidden, or is shown nowhere", async () => {
    for (const q of ['partners', 'secret', 'hidden', 'nowhere', 'draft'])
      expect([q, (await visit(`/search?q=${q}`)).body.data]).toEqual([
        q,
        { pages: [], sections: [], rules: [], assets: [] },
      ]);
    const partner = (await visit('/search?q=partners', { on: closed, headers: withPassword })).body.data;
    expect(partner.pages.map(({ slug }: { slug: string }) => slug)).toEqual(['partners']);
    expect(partner.rules.map(({ key }: { key: string }) => key)).toEqual(['voice.secret']);
    expect((await visit('/search?q=x', { on: closed })).status).toBe(401);
    expect((await visit('/search')).status).toBe(400);
    expect((await visit('/search?q=%26%7C!():*')).body.data.assets).toEqual([]);
  });
});

describe('a visitor who asks for a language', () => {
  beforeAll(async () => {
    const setting = '/api/v1/settings/languages?context=workspace';
    const set = await marque.call('PATCH', setting, {
      as: await marque.makeKey(place, 'admin'),
      body: { default: 'en', others: ['de'] },
    });
    expect([set.status, set.body]).toMatchObject([200, {}]);
    await editor.done('PUT', `/assets/${cover}/texts`, {
      en: { title: 'Harbor', alt: 'Three ships' },
      de: { title: 'Hafen', alt: 'Drei Schiffe' },
    });
  });

  it('reads alt texts in it, wherever files are', async () => {
    for (const path of ['/updates', '/site'])
      for (const [lang, title, alt] of [
        ['de', 'Hafen', 'Drei Schiffe'],
        ['en', 'Harbor', 'Three ships'],
      ]) {
        const { status, body } = await visit(`${path}?lang=${lang}`);
        const media = (body.data.media ?? body.media) as Record<string, object>;
        expect([path, status, media[cover]]).toMatchObject([path, 200, { title, alt }]);
      }
    const news = await marque.call('GET', `/p/${open.slug}/-/updates?lang=de`, {
      headers: { accept: 'text/html' },
    });
    expect(news.bytes.toString()).toContain('alt="Drei Schiffe"');
  });

  it('stays in it, whatever link of the portal they follow', async () => {
    const home = `/p/${open.slug}`;
    const start = `${home}/${brand.slug}/start`;
    for (const [page, also] of [
      [home, `${start}?lang=de`],
      [start, `${start}?context=dark&lang=de`],
      [`${home}/-/files`, `${home}/-/files?lang=de`],
      [`${home}/-/updates`, `${home}/-/updates?brand=${other.slug}&lang=de`],
      [`${home}/-/search?q=oceans`, `${start}?lang=de#colors`],
    ] as const)
      await expectLinksIn(marque, home, { page, lang: 'de', also });
    // Who doesn't ask, and who asks for one that there isn't, has plain links.
    for (const address of [home, `${home}?lang=fr`]) {
      const { links, html } = await linksOf(marque, home, address);
      expect([address, links.filter((link) => link.includes('lang='))]).toEqual([address, []]);
      expect(html).not.toContain('name="lang"');
    }
  });
});
