// What custom domains answer: their site or portal alone, with cookies of their own, and nothing of the app.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedAddress } from '../../src/assets/delivery/signed-media.ts';
import { linkAtDomain } from '../../src/portals/domain-links.ts';
import { makeAsset } from '../assets/library.ts';
import { makeBrand } from '../brands/brand.ts';
import { makeSite, sendZip, type Site } from '../sites/site-calls.ts';
import { site } from '../sites/zips.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { startDns } from './dns-server.ts';
import { DomainCalls, visit, type Visited } from './domain-calls.ts';

const dns = await startDns();
const { marque, place, editor, stranger, write } = await startWithWorkspace({ DNS_SERVERS: dns.address });
afterAll(async () => {
  await marque.close();
  await dns.close();
});

const calls = new DomainCalls(marque, dns, editor);
const { port } = new URL(marque.url);
const page = { accept: 'text/html' };
const cookieOf = ({ headers }: Pick<Visited, 'headers'>): string =>
  (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';

describe('a site', () => {
  const host = 'www.site.test';
  let made: Site;
  beforeAll(async () => {
    made = await makeSite(marque, editor, { name: 'At a domain' });
    await sendZip(
      marque,
      editor,
      made.id,
      site({
        'index.html': 'home',
        'about.html': 'about',
        _headers: `https://${host}/*\n  X-At: domain`,
        _redirects: '/old /about 301',
      }),
    );
    await calls.connect(`sites/${made.id}`, host);
  });

  it('is served there as at its own host, however the host is written', async () => {
    for (const name of [host, `${host}:${port}`, 'WWW.Site.test', `${host}.`]) {
      const { status, text } = await visit(marque, name, '/');
      expect([name, status, text]).toEqual([name, 200, 'home']);
    }
    const about = await visit(marque, host, '/about');
    expect([about.text, about.headers['x-at']]).toEqual(['about', 'domain']);
    const old = await visit(marque, host, '/old');
    expect([old.status, old.headers.location]).toEqual([301, '/about']);
    expect((await visit(marque, host, '/', { method: 'POST' })).status).toBe(405);
  });

  it('is all that is there: neither the API nor the panel, whoever asks', async () => {
    const { cookie } = editor;
    const paths = ['/api/v1/sites', '/api/v1/openapi.json', '/api/auth/site', '/admin', '/p/x', '/a/x'];
    for (const path of paths) {
      const { status, text, headers } = await visit(marque, host, path, { headers: { ...page, cookie } });
      expect([path, status, headers['set-cookie']]).toEqual([path, 404, undefined]);
      expect(text).not.toContain('"data"');
    }
    // The same paths on the app's own host, where a domain in another header changes nothing.
    const forwarded = { 'x-forwarded-host': host, forwarded: `host=${host}` };
    const own = await visit(marque, new URL(marque.url).host, '/api/v1/openapi.json', { headers: forwarded });
    expect(own.status).toBe(200);
  });

  it('answers the challenge', async () => {
    const { status, text } = await visit(marque, host, '/.well-known/marque-domain.txt');
    expect([status, text]).toEqual([200, dns.records.get(`_marque.${host}`)?.[0]]);
  });

  it('lets members in with a cookie of the domain, which is of no use anywhere else', async () => {
    await write.done('PATCH', `/sites/${made.id}`, { access: 'members' });
    const closed = await visit(marque, host, '/about?x=1', { headers: page });
    const asked = new URL(closed.headers.location ?? '');
    expect([closed.status, asked.origin, asked.pathname]).toEqual([302, marque.url, '/api/auth/site']);
    // The panel's own cookie opens nothing there.
    const withPanel = await visit(marque, host, '/about', { headers: { cookie: editor.cookie } });
    expect(withPanel.status).toBe(401);
    const handed = await marque.call('GET', `${asked.pathname}${asked.search}`, { as: editor });
    const back = new URL(handed.headers.get('location') ?? '');
    expect([handed.status, back.host, back.pathname]).toEqual([302, `${host}:${port}`, '/.marque/enter']);
    const entered = await visit(marque, host, `${back.pathname}${back.search}`);
    expect([entered.status, entered.headers.location]).toEqual([302, '/about?x=1']);
    expect(entered.headers['set-cookie']?.[0]).toMatch(/^mq_site=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax/);
    expect(entered.headers['set-cookie']?.[0]).not.toMatch(/domain=/i);
    const cookie = cookieOf(entered);
    expect((await visit(marque, host, '/about', { headers: { cookie } })).text).toBe('about');
    expect((await marque.call('GET', '/api/v1/sites', { headers: { cookie } })).status).toBe(401);
  });

  it('hands codes to hosts of its own only', async () => {
    const other = await makeSite(marque, editor, { name: 'Another' });
    await calls.connect(`sites/${other.id}`, 'other.site.test');
    for (const asked of ['evil.test', 'other.site.test', `${host}.evil.test`, `x@${host}`]) {
      const query = new URLSearchParams({ site: made.slug, to: '/', host: asked });
      const handed = await marque.call('GET', `/api/auth/site?${query}`, { as: editor });
      expect([asked, new URL(handed.headers.get('location') ?? '').hostname]).toEqual([
        asked,
        `${made.slug}.sites.localhost`,
      ]);
    }
  });

  it('asks for its password in the app, and comes back', async () => {
    await write.done('PATCH', `/sites/${made.id}`, { access: 'password', password: 'open sesame please' });
    const closed = await visit(marque, host, '/', { headers: page });
    const asked = new URL(closed.headers.location ?? '');
    const form = await marque.call('GET', `${asked.pathname}${asked.search}`, { headers: page });
    expect(form.bytes.toString()).toContain(`<input type="hidden" name="host" value="${host}">`);
    const sent = await marque.call('POST', '/api/auth/site', {
      headers: { ...page, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(
        new URLSearchParams({ site: made.slug, to: '/', host, password: 'open sesame please' }).toString(),
      ),
    });
    const back = new URL(sent.headers.get('location') ?? '');
    expect([sent.status, back.hostname]).toEqual([303, host]);
    const cookie = cookieOf(await visit(marque, host, `${back.pathname}${back.search}`));
    expect((await visit(marque, host, '/', { headers: { cookie } })).text).toBe('home');
    await write.done('PATCH', `/sites/${made.id}`, { access: 'public' });
  });

  it('is gone there at once when the domain is removed, or the site deleted', async () => {
    const owner = `sites/${made.id}` as const;
    const { id } = await calls.connect(owner, 'short.site.test');
    expect((await visit(marque, 'short.site.test', '/')).text).toBe('home');
    expect((await calls.remove(owner, id)).status).toBe(200);
    expect((await visit(marque, 'short.site.test', '/')).status).toBe(404);
    const gone = await makeSite(marque, editor, { name: 'Gone' });
    await calls.connect(`sites/${gone.id}`, 'gone.site.test');
    await write.done('DELETE', `/sites/${gone.id}`);
    expect(await calls.ask('gone.site.test')).toBe(404);
    expect((await visit(marque, 'gone.site.test', '/')).status).toBe(404);
  });
});

describe('a portal', () => {
  const host = 'brand.portal.test';
  const origin = `http://${host}:${port}`;
  let portal: { id: string; slug: string };
  let brand: string;
  let collection: string;
  let picture: string;
  beforeAll(async () => {
    ({ slug: brand } = await makeBrand(marque, place, { name: 'Acme' }));
    await write.done('PUT', `/brands/${brand}/pages/start`, { title: 'Start' });
    await write.done('PUT', `/brands/${brand}/pages/colors`, { title: 'Colors' });
    await write.done('POST', `/brands/${brand}/publish`, {});
    collection = await marque.makeCollection(place, { name: 'Press' });
    ({ id: picture } = (await makeAsset(marque, editor, {
      status: 'active',
      collections: [collection],
    })) as { id: string });
    const about = { name: 'Acme portal', brands: [brand], collections: [collection] };
    portal = (await write.done('POST', '/portals', about)).body.data as { id: string; slug: string };
    await calls.connect(`portals/${portal.id}`, host);
  });

  it('is there however the host is written', async () => {
    for (const name of [`${host}:${port}`, host.toUpperCase(), `${host}.`, `${host}.:443`])
      expect([name, (await visit(marque, name, '/', { headers: page })).status]).toEqual([name, 200]);
  });

  it('has its pages at the root, and every link leads to one', async () => {
    const home = await visit(marque, host, '/', { headers: page });
    expect([home.status, home.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    expect(home.text).not.toMatch(new RegExp(`(?:href|action|src)="[^"]*/p/${portal.slug}`));
    const links = [...home.text.matchAll(/<a\b[^>]* href="(\/[^"#]*)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(expect.arrayContaining([`/${brand}/colors`]));
    for (const link of new Set(links)) {
      const { status } = await visit(marque, host, link.replaceAll('&amp;', '&'), { headers: page });
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('says so to programs', async () => {
    const llms = await visit(marque, host, '/llms.txt');
    expect(llms.status).toBe(200);
    expect(llms.text).toContain(`${origin}/${brand}/`);
    expect(llms.text).not.toContain(`/p/${portal.slug}/`);
    const feed = await visit(marque, host, '/updates.atom');
    expect([feed.status, feed.text.includes(`/p/${portal.slug}`)]).toEqual([200, false]);
    const json = await visit(marque, host, '/brand.json');
    const { house } = JSON.parse(json.text) as { house: { domain: string } };
    expect([json.status, house.domain]).toEqual([200, host]);
    // At the server's own address, a host that is nobody's changes nothing.
    for (const name of [new URL(marque.url).host, 'evil.test']) {
      const own = JSON.parse((await visit(marque, name, `/p/${portal.slug}/brand.json`)).text) as {
        house: { domain: string };
      };
      expect([name, own.house.domain]).toEqual([name, new URL(marque.url).hostname]);
    }
  });

  it('shows files of its own organization, signed, and no others', async () => {
    const files = await visit(marque, host, '/-/files', { headers: page });
    const [, shown = ''] = / src="(\/a\/[^"]+)"/.exec(files.text) ?? [];
    expect(shown).toContain(picture);
    expect(files.text).not.toMatch(new RegExp(`srcset="[^"]*${marque.url}`, 'i'));
    expect((await visit(marque, host, shown.replaceAll('&amp;', '&'))).status).toBe(200);
    expect((await visit(marque, host, `/a/${picture}`)).status).toBe(404);
    const theirs = (await makeAsset(marque, stranger, { status: 'active' })) as {
      id: string;
      sha256: string;
    };
    const signed = new URL(
      signedAddress(marque.service, { id: theirs.id, sha256: theirs.sha256, mime_type: 'image/png' }, null),
    );
    const path = `${signed.pathname}${signed.search}`;
    expect((await marque.call('GET', path)).status).toBe(200);
    expect((await visit(marque, host, path)).status).toBe(404);
  });

  it('says in downloads where they are from', async () => {
    const zip = await visit(marque, host, `/-/download?collection=${collection}`);
    expect([zip.status, zip.text.includes(` from ${origin}\n`)]).toEqual([200, true]);
    expect(zip.text).not.toContain(`/p/${portal.slug}`);
  });

  it('shows the organization’s logo, if it’s public too', async () => {
    const { id } = (await makeAsset(marque, editor, { status: 'active' })) as { id: string };
    await write.done('PATCH', `/assets/${id}`, { public: true });
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(200);
    const set = await marque.call('PATCH', '/api/v1/settings/branding?context=organization', {
      as: await marque.makeAdmin(place),
      body: { logo: id, icon: id },
    });
    expect(set.status).toBe(200);
    for (const path of ['/', '/-/access']) {
      const { text } = await visit(marque, host, path, { headers: page });
      const [, logo = ''] = /<img class="mark" src="([^"]+)"/.exec(text) ?? [];
      const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
      for (const shown of [logo, icon]) {
        expect(shown).toContain(id);
        expect((await visit(marque, host, shown.replaceAll('&amp;', '&'))).status).toBe(200);
      }
    }
  });

  it('is all that is there: neither the API nor the panel, nor another portal', async () => {
    const another = (await write.done('POST', '/portals', { name: 'Another portal' })).body.data as {
      slug: string;
    };
    const { cookie } = editor;
    for (const path of [
      '/api/v1/portals',
      `/api/v1/portal/${portal.slug}`,
      '/admin',
      `/p/${portal.slug}`,
      `/p/${another.slug}`,
      `/..%2f${another.slug}`,
      `/%2e%2e/${another.slug}`,
      '/s/x',
      '/.well-known/ai-catalog.json',
    ]) {
      const { status, headers } = await visit(marque, host, path, { headers: { ...page, cookie } });
      expect([path, status, headers['set-cookie']]).toEqual([path, 404, undefined]);
    }
    expect((await visit(marque, host, '/', { method: 'DELETE' })).status).toBe(404);
  });

  it('opens with its password, and a cookie of the domain', async () => {
    const password = 'open sesame please';
    await write.done('PATCH', `/portals/${portal.id}`, { access: 'password', password });
    const closed = await visit(marque, host, `/${brand}/colors`, { headers: page });
    expect([closed.status, closed.text]).toEqual([401, expect.stringContaining(' action="/"')]);
    const [, to = ''] = /name="to" value="([^"]*)"/.exec(closed.text) ?? [];
    // As browsers send it.
    const form = { method: 'POST', headers: { ...page, origin, cookie: editor.cookie } };
    const sent = await visit(marque, host, '/', { ...form, form: { password, to } });
    expect([sent.status, sent.headers.location]).toEqual([303, `/${brand}/colors`]);
    const cookie = cookieOf(sent);
    expect(cookie).toMatch(/^mq_portal_/);
    expect(sent.headers['set-cookie']?.[0]).not.toMatch(/domain=/i);
    expect((await visit(marque, host, '/', { headers: { ...page, cookie } })).status).toBe(200);
    const wrong = { password: 'something else', to };
    expect((await visit(marque, host, '/', { ...form, form: wrong })).status).toBe(401);
    // Never to another host.
    const away = { password, to: `/p/${portal.slug}//evil.test/x` };
    const led = await visit(marque, host, '/', { ...form, form: away });
    expect([led.status, led.headers.location]).toEqual([303, '/evil.test/x']);
  });

  it('sends members to its own address to sign in, and reads no cookie of the app', async () => {
    await write.done('PATCH', `/portals/${portal.id}`, { access: 'members' });
    const { cookie } = editor;
    const own = await marque.call('GET', `/p/${portal.slug}`, { as: editor, headers: page });
    expect(own.status).toBe(200);
    const closed = await visit(marque, host, '/', { headers: { ...page, cookie } });
    expect([closed.status, closed.text]).toEqual([
      401,
      expect.stringContaining(`href="${marque.url}/admin/login?redirect=%2Fp%2F${portal.slug}`),
    ]);
    const bearer = { authorization: `Bearer ${stranger.key}` };
    expect((await visit(marque, host, '/', { headers: { ...page, ...bearer } })).status).toBe(401);
  });

  it('says that it’s closed', async () => {
    await write.done('POST', `/portals/${portal.id}/close`, {});
    expect((await visit(marque, host, '/', { headers: page })).status).toBe(410);
  });
});

it.each([
  ['/p/acme', '/'],
  ['/p/acme/', '/'],
  ['/p/acme?q=1', '/?q=1'],
  ['/p/acme/brand/page#top', '/brand/page#top'],
  ['https://app.test/p/acme/files', '/files'],
  ['/p/acme//evil.test', '/evil.test'],
  ['/p/acme-two', 'https://app.test/p/acme-two'],
  ['/admin/login', 'https://app.test/admin/login'],
  ['https://app.test/a/x?s=1', '/a/x?s=1'],
  ['https://elsewhere.test/p/acme', 'https://elsewhere.test/p/acme'],
  ['//elsewhere.test/p/acme', '//elsewhere.test/p/acme'],
  ['#top', '#top'],
  ['mailto:mara@acme.test', 'mailto:mara@acme.test'],
])('an address on a portal’s page, %s, is at the domain %s', (link, expected) => {
  expect(linkAtDomain({ serverUrl: 'https://app.test', slug: 'acme' }, link)).toBe(expected);
});
