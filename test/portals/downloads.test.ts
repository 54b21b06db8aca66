// What visitors take away from a portal: everything that a section, a page or a collection offers as one zip, and the whole brand as
// one document to print.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeBrand } from '../brands/brand.ts';
import { makeAsset, makePicture } from '../assets/library.ts';
import { makeCallers, type Calls } from '../setup/callers.ts';
import { startService, type Reply, type TestService } from '../setup/service.ts';
import { unpack } from '../setup/unpack.ts';

let marque: TestService;
let editor: Calls;
let brand: string;
let collection: string;
let bytes: Buffer;
const withPassword = { 'x-portal-password': 'open sesame' };

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  marque.call('GET', `/p/${path}`, { headers });
const asPage = { accept: 'text/html' };

beforeAll(async () => {
  marque = await startService();
  const { place, editor: as, write } = await makeCallers(marque);
  editor = write;
  ({ slug: brand } = await makeBrand(marque, place, { name: 'Acme' }));
  collection = await marque.makeCollection(place, { name: 'Press' });
  bytes = await makePicture();
  const file = async (filename: string, meta: Record<string, unknown> = {}, content?: Buffer) => {
    const { id } = await makeAsset(marque, as, { filename, ...meta }, content ?? (await makePicture()));
    await editor.done('PATCH', `/assets/${id}`, { public: false });
    return id as string;
  };
  const mark = await file('mark.png', {}, bytes);
  const onDark = await file('mark-on-dark.png');
  const waiting = await file('waiting.png', { status: 'draft' });
  const shot = await file('shot.png');
  const partners = await file('only-partners.png');
  await file('press.png', {
    collections: [collection],
    rights: { license: 'Press only', channels: ['print'] },
  });
  await editor.done('PATCH', `/assets/${shot}`, { title: 'A shot from afar', creator: 'Ada' });
  await editor.done('PATCH', `/brand/rules?brand=${brand}`, {
    set: [
      {
        key: 'logo.main',
        type: 'text',
        value: 'The mark',
        label: 'Mark',
        assets: [{ id: mark }, { id: waiting }],
      },
      {
        key: 'logo.main',
        context: 'dark',
        type: 'text',
        value: 'The mark',
        label: 'Mark',
        assets: [{ id: onDark }],
      },
      { key: 'logo.partners', type: 'text', value: 'Theirs', assets: [{ id: partners }] },
      { key: 'voice.tone', type: 'text', value: 'Plain.', label: 'Tone' },
    ],
  });
  const page = (slug: string, about: Record<string, unknown>) =>
    editor.done('PUT', `/brands/${brand}/pages/${slug}`, { title: `About ${slug}`, ...about });
  await page('start', {
    sections: [
      { id: 'logos', template: 'logos', title: 'Logos', keys: ['logo.main'] },
      { id: 'shots', template: 'gallery', title: 'Shots', items: [{ asset: shot, title: 'From afar' }] },
      { id: 'press', template: 'collection', title: 'Press', props: { collection } },
      { id: 'theirs', template: 'logos', keys: ['logo.partners'], audience: 'partners' },
      { id: 'tone', template: 'text', keys: ['voice.tone'], body: 'See [the answers](answers#faq).' },
    ],
  });
  await page('answers', {
    parent: 'start',
    sections: [
      { id: 'faq', template: 'faq', title: 'Questions', items: [{ title: 'May I?', body: 'Ask us first.' }] },
    ],
  });
  await page('inside', { audience: 'members', sections: [{ template: 'text', body: 'Not for everyone.' }] });
  await editor.done('POST', `/brands/${brand}/publish`, {});
  const shown = { brands: [brand], collections: [collection], terms: 'Use it **as agreed**.' };
  await editor.create('/portals', { ...shown, name: 'Open', slug: 'open' });
  await editor.create('/portals', {
    ...shown,
    name: 'Closed',
    slug: 'closed',
    access: 'password',
    password: 'open sesame',
  });
});
afterAll(() => marque.close());

describe('a zip', () => {
  const zipOf = async (query: string, slug = 'open', headers = {}): Promise<Map<string, Buffer>> => {
    const answer = await get(`${slug}/-/download?${query}`, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    return unpack(answer.bytes);
  };
  const namesIn = async (...asked: Parameters<typeof zipOf>): Promise<string[]> =>
    [...(await zipOf(...asked)).keys()].sort();

  it('has the files of a section in every context, those that may be used now, with their usage rights', async () => {
    const files = await zipOf(`brand=${brand}&page=start&section=logos`);
    expect([...files.keys()].sort()).toEqual(['Usage rights.txt', 'mark-on-dark.png', 'mark.png']);
    expect(files.get('mark.png')?.equals(bytes)).toBe(true);
    const rights = files.get('Usage rights.txt')?.toString() ?? '';
    expect(rights).toContain('Open: Logos');
    expect(rights).toContain(`${marque.url}/p/open`);
    expect(rights).toContain('Use it **as agreed**.');
    expect(rights).toContain('mark.png\n  No usage rights are recorded.');
  });

  it('has everything of a page, or of a collection, and says what each file may be used for', async () => {
    const page = await zipOf(`brand=${brand}&page=start`);
    const everything = ['Usage rights.txt', 'mark-on-dark.png', 'mark.png', 'press.png', 'shot.png'];
    expect([...page.keys()].sort()).toEqual(everything);
    const rights = page.get('Usage rights.txt')?.toString();
    expect(rights).toContain('shot.png\n  Title: A shot from afar\n  Creator: Ada\n');
    expect(rights).toContain('press.png\n  License: Press only\n  Channels: print\n');
    expect(await namesIn(`collection=${collection}`)).toEqual(['Usage rights.txt', 'press.png']);
  });

  it('is for whoever can open the page, and has what they see there', async () => {
    const address = `closed/-/download?brand=${brand}&page=start`;
    const asked = await get(address);
    expect([asked.status, asked.body.error.code]).toEqual([401, 'password']);
    const form = await get(address, asPage);
    expect([form.status, form.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(await namesIn(`brand=${brand}&page=start`, 'closed', withPassword)).toContain('only-partners.png');
    expect((await get(`open/-/download?brand=${brand}&page=start&section=theirs`)).status).toBe(404);
    expect((await get(`open/-/download?brand=${brand}&page=inside`)).status).toBe(404);
  });

  it('is refused for what isn’t there, has no files, or isn’t said', async () => {
    const refused = async (query: string): Promise<unknown[]> => {
      const { status, body } = await get(`open/-/download?${query}`);
      return [status, body.error.code];
    };
    expect(await refused(`brand=${brand}&page=start&section=nowhere`)).toEqual([404, 'not_found']);
    expect(await refused(`brand=${brand}&page=nowhere`)).toEqual([404, 'not_found']);
    expect(await refused(`brand=nobody&page=start`)).toEqual([404, 'not_found']);
    expect(await refused('collection=00000000-0000-4000-8000-000000000000')).toEqual([404, 'not_found']);
    expect(await refused(`brand=${brand}&page=start&section=tone`)).toEqual([409, 'conflict']);
    expect(await refused('collection=press')).toEqual([400, 'invalid_request']);
    expect(await refused('')).toEqual([400, 'invalid_request']);
    expect(await refused(`brand=${brand}`)).toEqual([400, 'invalid_request']);
    expect(await refused(`collection=${collection}&section=logos`)).toEqual([400, 'invalid_request']);
    expect(await refused(`collection=${collection}&brand=${brand}&page=start`)).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await get('nowhere/-/download?brand=a&page=b')).status).toBe(404);
  });

  it('is linked from its section, its page and its collection, beside a button for each file', async () => {
    const page = (await get(`open/${brand}/start`, asPage)).bytes.toString();
    const links = [...page.matchAll(/href="([^"]*\/-\/download\?[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    expect(links).toEqual([
      `/p/open/-/download?brand=${brand}&page=start`,
      `/p/open/-/download?brand=${brand}&page=start&section=logos`,
    ]);
    for (const link of links) expect((await marque.call('GET', link)).status).toBe(200);
    expect(page).toContain('aria-label="Download PNG: mark.png"');
    expect(page).toContain('Download mark-on-dark.png');
    expect(page).toContain('aria-label="Download PNG: shot.png"');
    expect(page).not.toContain('waiting.png');
    const files = (await get(`open/-/files?collection=${collection}`, asPage)).bytes.toString();
    // One file is downloaded by its own button.
    expect(files).not.toContain('Download all');
  });
});

describe('the whole brand to print', () => {
  it('has a table of contents and every page that the visitor may read, with answers unfolded', async () => {
    const answer = await get('open/print', asPage);
    expect(answer.status).toBe(200);
    const html = answer.bytes.toString();
    const contents = /<nav class="contents".*?<\/nav>/.exec(html)?.[0] ?? '';
    expect([...contents.matchAll(/href="#([^"]+)">([^<]+)</g)].map(([, id, title]) => [id, title])).toEqual([
      ['page-start', 'About start'],
      ['page-answers', 'About answers'],
    ]);
    for (const id of ['page-start', 'page-answers', 'page-answers#faq']) expect(html).toContain(`id="${id}"`);
    // A link to a section of another page stays in the document.
    expect(html).toContain('href="#page-answers#faq"');
    expect(html).toMatch(/<details open=""><summary>May I\?/);
    expect(html).toContain('Ask us first.');
    expect(html).not.toContain('Not for everyone.');
    // What is only loaded when it's scrolled to may be missing on paper.
    expect(html).not.toContain('loading="lazy"');
    // Nor can anything be downloaded from it.
    expect(html).not.toContain('/-/download');
    expect(html).not.toContain('mark-on-dark.png');
    expect(await get(`open/print?brand=${brand}`, asPage)).toMatchObject({ status: 200 });
    expect((await get(`open/${brand}/start`, asPage)).bytes.toString()).toContain(
      `href="/p/open/print?brand=${brand}"`,
    );
  });

  it('is for whoever can open the portal, and of brands that it shows', async () => {
    expect((await get('closed/print')).status).toBe(401);
    expect((await get('closed/print', withPassword)).status).toBe(200);
    expect((await get('open/print?brand=nobody')).status).toBe(404);
    expect((await get('nowhere/print')).status).toBe(404);
  });

  it('keeps its address, and those of other views, from new pages', async () => {
    const pathsOf = ({ status, body }: Reply): unknown[] => [
      status,
      (body.error?.detail?.issues as { path: string }[] | undefined)?.map(({ path }) => path),
    ];
    for (const slug of ['print', 'files', 'search', 'updates'])
      expect(pathsOf(await editor.call('PUT', `/brands/${brand}/pages/${slug}`, { title: 'Mine' }))).toEqual([
        422,
        ['slug'],
      ]);
    const change = (set: object) =>
      editor.call('PATCH', `/brands/${brand}/pages/answers`, { ops: [{ op: 'page', set }] });
    expect(pathsOf(await change({ slug: 'print' }))).toEqual([422, ['ops[0].set.slug']]);
    expect(pathsOf(await change({ aliases: ['help', 'files'] }))).toEqual([422, ['ops[0].set.aliases[1]']]);
    const { files } = (await editor.done('GET', `/brands/${brand}/files`)).body.data as {
      files: Record<string, string>;
    };
    const renamed = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path.replace('pages/answers', 'pages/search'),
        text.replace(/\banswers\b/g, 'search'),
      ]),
    );
    const imported = await editor.call('POST', `/brands/${brand}/files/import`, {
      files: renamed,
      dryRun: true,
    });
    expect([imported.status, JSON.stringify(imported.body)]).toEqual([
      422,
      expect.stringContaining('is reserved for portals'),
    ]);
  });

  it('leaves a page its slug that had it before', async () => {
    await marque.service.db.query(
      `update brand_pages set slug = 'updates' where slug = 'answers' and brand_id = (select id from brands where slug = $1)`,
      [brand],
    );
    const saved = await editor.call('PUT', `/brands/${brand}/pages/updates`, {
      title: 'What is new',
      parent: 'start',
    });
    expect([saved.status, saved.body.data?.page?.slug]).toEqual([200, 'updates']);
    const moved = await editor.call('PATCH', `/brands/${brand}/pages/updates`, {
      ops: [{ op: 'page', set: { slug: 'news' } }],
    });
    expect([moved.status, moved.body.data?.page?.aliases]).toEqual([200, ['updates']]);
  });
});
