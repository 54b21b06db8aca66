// What's new on a portal, as a page and as an Atom feed: what each publish changed by name, before and after, for whoever reads it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { makeBrand } from '../brands/brand.ts';
import { makeAsset } from '../assets/library.ts';
import { makeCallers, type Calls } from '../setup/callers.ts';
import { startService, type Reply, type TestService } from '../setup/service.ts';

let marque: TestService;
let editor: Calls;
let brand: string;
let place: Awaited<ReturnType<typeof makeCallers>>['place'];
const withPassword = { 'x-portal-password': 'open sesame' };

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  marque.call('GET', `/p/${path}`, { headers });
const asPage = { accept: 'text/html' };

const publish = (note?: string) => editor.done('POST', `/brands/${brand}/publish`, note ? { note } : {});
const setRules = (set: object[], remove: object[] = []) =>
  editor.done('PATCH', `/brand/rules?brand=${brand}`, { set, remove });
const page = (slug: string, about: Record<string, unknown>) =>
  editor.done('PUT', `/brands/${brand}/pages/${slug}`, about);

/** The text of HTML, without its marks. */
const textOf = (html: string): string =>
  html
    .replace(/<\/?(ins|del)>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ');

/** What the newest publish says on the page. */
async function newest(slug = 'open', headers = {}): Promise<string> {
  const html = (await get(`${slug}/-/updates`, { ...asPage, ...headers })).bytes.toString();
  const [first = ''] =
    html
      .split('<ol class="news">')[1]
      ?.split(/<li id="version-/)
      .slice(1) ?? [];
  return textOf(first);
}

const colors = { id: 'colors', template: 'palette', title: 'Colors', keys: ['color.primary', 'color.old'] };
const partners = { id: 'theirs', template: 'text', keys: ['voice.partners'], audience: 'partners' };

beforeAll(async () => {
  marque = await startService();
  const { place: made, editor: as, write } = await makeCallers(marque);
  place = made;
  editor = write;
  ({ slug: brand } = await makeBrand(marque, place, { name: 'Acme' }));
  const { id: logo } = await makeAsset(marque, as, { filename: 'mark.png' });
  await setRules([
    {
      key: 'color.primary',
      type: 'color',
      value: '#0f766e',
      label: 'Teal',
      usage: 'For actions.',
      spec: { pantone: '7721 C' },
    },
    { key: 'color.old', type: 'color', value: '#999999', label: 'Gray' },
    { key: 'logo.main', type: 'text', value: 'The mark', label: 'Mark', assets: [{ id: logo }] },
    { key: 'voice.partners', type: 'text', value: 'A secret promise', label: 'Promise' },
    { key: 'voice.nowhere', type: 'text', value: 'Shown on no page', label: 'Nowhere' },
  ]);
  await page('start', {
    title: 'How we look',
    lede: 'All of it.',
    sections: [colors, { id: 'logos', template: 'logos', keys: ['logo.main'] }, partners],
  });
  await page('old', { title: 'Old page', sections: [{ id: 'text', template: 'text', body: 'Some words.' }] });
  await publish('The **first** one');
  await editor.create('/portals', { name: 'Open', slug: 'open', brands: [brand] });
  await editor.create('/portals', {
    name: 'Closed',
    slug: 'closed',
    brands: [brand],
    access: 'password',
    password: 'open sesame',
  });
});
afterAll(() => marque.close());

describe("What's new", () => {
  it('names everything of a first publish', async () => {
    const said = await newest();
    expect(said).toContain('New page: How we look');
    expect(said).toContain('New rule: Teal color.primary Value #0f766e');
    expect(said).toContain('2 pages added, 3 rules added');
    expect(said).not.toContain('Nowhere');
  });

  it('says of each rule what it was before, and what of it changed', async () => {
    await setRules([
      {
        key: 'color.primary',
        type: 'color',
        value: '#0d9488',
        label: 'Teal',
        usage: 'For actions.',
        spec: { pantone: '3272 C' },
      },
      { key: 'voice.partners', type: 'text', value: 'Another secret', label: 'Promise' },
      { key: 'voice.nowhere', type: 'text', value: 'Still on no page', label: 'Nowhere' },
    ]);
    await publish();
    const said = await newest();
    expect(said).toContain(
      'Changed rule: Teal color.primary Value before #0f766e Value after #0d9488 Pantone before 7721 C Pantone after 3272 C',
    );
    expect(said).toContain('1 rule changed.');
    // Rules that this reader sees on no page aren't named to them.
    for (const hidden of ['secret', 'Promise', 'Nowhere', 'no page']) expect(said).not.toContain(hidden);
    const theirs = await newest('closed', withPassword);
    expect(theirs).toContain('Changed rule: Promise voice.partners Value before');
    expect(theirs).toContain('Another secret');
  });

  it('says of a change of usage alone what it says now, with the words that differ marked', async () => {
    await setRules([
      {
        key: 'color.primary',
        type: 'color',
        value: '#0d9488',
        label: 'Teal',
        usage: 'For actions and links.',
        spec: { pantone: '3272 C' },
      },
    ]);
    await publish();
    const said = await newest();
    expect(said).toContain(
      'Changed rule: Teal color.primary Usage before For actions. Usage after For actions and links.',
    );
    expect(said).not.toContain('Value');
    const html = (await get('open/-/updates', asPage)).bytes.toString();
    expect(html).toMatch(/<ins>[^<]*and links[^<]*<\/ins>/);
  });

  it('recognizes what was only renamed', async () => {
    await setRules(
      [{ key: 'color.gray', type: 'color', value: '#999999', label: 'Stone' }],
      [{ key: 'color.old' }],
    );
    await editor.done('PATCH', `/brands/${brand}/pages/old`, {
      ops: [{ op: 'page', set: { slug: 'new', title: 'New page' } }],
    });
    await page('start', {
      title: 'How we look',
      lede: 'All of it.',
      sections: [
        { ...colors, title: 'Our colors', keys: ['color.primary', 'color.gray'] },
        { id: 'logos', template: 'logos', keys: ['logo.main'] },
        partners,
      ],
    });
    await publish('Names & "signs" <b>');
    const said = await newest();
    expect(said).toContain('Renamed page: New page Title before Old page Title after New page');
    expect(said).toContain(
      'Renamed rule: Stone color.gray Name before Gray Name after Stone Key before color.old Key after color.gray',
    );
    expect(said).toContain('Changed section: Our colors');
    expect(said).toContain('1 page changed, 1 page renamed, 1 rule renamed');
    expect(said).not.toContain('Removed');
  });

  it('names what is gone, and links to no page that is gone', async () => {
    await editor.done('DELETE', `/brands/${brand}/pages/new`);
    await publish();
    const html = (await get('open/-/updates', asPage)).bytes.toString();
    expect(await newest()).toContain('Removed page: New page');
    expect(html).not.toContain(`href="/p/open/${brand}/new"`);
    expect(html).toContain(`href="/p/open/${brand}/start"`);
  });

  it('leaves the shape of the interface as it is', async () => {
    const { body } = await marque.call('GET', '/api/v1/portal/open/updates');
    expect(Object.keys(body.data[0] as object).sort()).toEqual(
      ['changes', 'image', 'note', 'publishedAt', 'publishedBy', 'version'].sort(),
    );
    expect(body.data[1].changes.rules).toEqual({
      added: ['color.gray'],
      changed: [],
      removed: ['color.old'],
    });
  });
});

describe('the feed', () => {
  interface Entry {
    title: string;
    id: string;
    content: string;
    updated: string;
    href: string;
  }

  /** Parsed as XML, which fails on anything that isn't well-formed. */
  function parse(xml: string): { root: string; entries: Entry[]; links: Record<string, string> } {
    const parser = new SaxesParser({ xmlns: false });
    const path: string[] = [];
    const entries: Entry[] = [];
    const links: Record<string, string> = {};
    let root = '';
    parser.on('opentag', ({ name, attributes }) => {
      if (path.length === 0) root = `${name} ${String(attributes.xmlns)}`;
      if (name === 'entry') entries.push({ title: '', id: '', content: '', updated: '', href: '' });
      const entry = entries.at(-1);
      if (name === 'link' && path.at(-1) === 'feed') links[String(attributes.rel)] = String(attributes.href);
      if (name === 'link' && entry && path.at(-1) === 'entry') entry.href = String(attributes.href);
      path.push(name);
    });
    parser.on('text', (text) => {
      const [, parent, name = ''] = path;
      const entry = entries.at(-1);
      if (parent === 'entry' && entry && name in entry) entry[name as keyof Entry] += text;
    });
    parser.on('closetag', () => path.pop());
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(xml).close();
    return { root, entries, links };
  }

  it('is well-formed Atom with an entry for each publish, newest first, and linked from the pages', async () => {
    const answer = await get('open/updates.atom');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    const { root, entries, links } = parse(answer.bytes.toString());
    expect(root).toBe('feed http://www.w3.org/2005/Atom');
    expect(links).toEqual({
      self: `${marque.url}/p/open/updates.atom?brand=${brand}`,
      alternate: `${marque.url}/p/open/-/updates?brand=${brand}`,
    });
    expect(entries.map(({ title }) => title)).toEqual([
      '1 page removed',
      'Names & "signs" <b>',
      '1 rule changed',
      '1 rule changed',
      'The first one',
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5);
    expect([...entries].sort((one, other) => (one.updated < other.updated ? 1 : -1))).toEqual(entries);
    const [, renamed] = entries;
    expect(textOf(renamed?.content ?? '')).toContain('Renamed rule: Stone color.gray');
    expect(entries.at(-1)?.content).toContain(`href="${marque.url}/p/open/${brand}/start"`);
    const home = (await get('open', asPage)).bytes.toString();
    expect(home).toMatch(
      /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="\/p\/open\/updates\.atom"\/>/,
    );
  });

  it('has the same ids in every language', async () => {
    const feedIn = async (query: string): Promise<string> =>
      (await get(`open/updates.atom?brand=${brand}${query}`)).bytes.toString();
    const entriesIn = async (query: string): Promise<Entry[]> => parse(await feedIn(query)).entries;
    const ownId = `</title><id>${marque.url}/p/open/updates.atom?brand=${brand}</id>`;
    for (const query of ['', '&lang=en']) expect(await feedIn(query)).toContain(ownId);
    const plain = await entriesIn('');
    const page = `${marque.url}/p/open/-/updates?brand=${brand}`;
    expect(plain[0]?.id).toMatch(`${page}#version-`);
    const english = await entriesIn('&lang=en');
    expect(english.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    expect(english[0]?.href).toMatch(`${page}&lang=en#version-`);
  });

  it('is that of the brand on whose page it is linked', async () => {
    const { slug: other } = await makeBrand(marque, place, { name: 'Zenith' });
    await editor.done('PUT', `/brands/${other}/pages/sky`, { title: 'Sky' });
    await editor.done('POST', `/brands/${other}/publish`, {});
    await editor.create('/portals', { name: 'Both', slug: 'both', brands: [brand, other] });
    const linked = async (path: string): Promise<string[]> => {
      const html = (await get(path, asPage)).bytes.toString();
      const link = /type="application\/atom\+xml" title="([^"]+)" href="([^"]+)"/.exec(html);
      return link?.slice(1) ?? [];
    };
    expect(await linked(`both/${other}/sky`)).toEqual([
      'Zenith: What’s new',
      `/p/both/updates.atom?brand=${other}`,
    ]);
    expect(await linked(`both/${brand}/start`)).toEqual([
      'Acme: What’s new',
      `/p/both/updates.atom?brand=${brand}`,
    ]);
    expect(await linked('both')).toEqual(['Both: What’s new', '/p/both/updates.atom']);
  });

  it('is for whoever can open the portal, of brands that it shows', async () => {
    const asked = await get('closed/updates.atom');
    expect([asked.status, asked.body.error.code]).toEqual([401, 'password']);
    const opened = await get('closed/updates.atom', withPassword);
    expect([opened.status, opened.bytes.toString().includes('voice.partners')]).toEqual([200, true]);
    expect((await get('open/updates.atom')).bytes.toString()).not.toContain('voice.partners');
    expect((await get('open/updates.atom?brand=nobody')).status).toBe(404);
    expect((await get('nowhere/updates.atom')).status).toBe(404);
  });
});
