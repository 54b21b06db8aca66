// A build's own rules on its site: redirects, rewrites, headers, a single-page app; which of them fail a deployment.
// cspell:ignore maxage
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Statement } from '../../src/core/db/pool.ts';
import { startService } from '../setup/service.ts';
import { getFromSite, makeSite, sendZip, type Got } from './site-calls.ts';
import { site } from './zips.ts';

const marque = await startService();
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
afterAll(() => marque.close());

const get = (slug: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  getFromSite(marque, slug, path, headers, method);
async function deploy(id: string, files: Record<string, string>, query = ''): Promise<string> {
  const { body } = await sendZip(marque, as, id, site(files), `?wait=true${query}`);
  expect(body.data).toMatchObject({ state: 'live', error: null });
  return body.data.id as string;
}
async function refusal(id: string, files: Record<string, string>): Promise<string> {
  const { body } = await sendZip(marque, as, id, site(files));
  expect(body.data).toMatchObject({ state: 'failed', files: 0 });
  return body.data.error as string;
}
const toward = ({ status, headers }: Got) => [status, headers.location];
const shown = ({ status, text }: Got) => [status, text];

const redirects = `
# moved
/old /new 301
/about /team
/gone /lost.html 410
/blog/* /posts/:splat 308
/docs/* /manual/:splat 200
/locked/* /index.html 200!
/shop id=:id /item/:id 303
/away https://example.com/x 302
`;

describe('redirects of a build', () => {
  let slug: string;
  let id: string;
  beforeAll(async () => {
    ({ id, slug } = await makeSite(marque, as, { name: 'Ruled' }));
    await deploy(id, {
      'index.html': 'home',
      'about.html': 'about',
      'lost.html': 'lost',
      'blog/kept.html': 'kept',
      'manual/a.html': 'manual a',
      'manual/b/index.html': 'manual b',
      'locked/x.txt': 'x',
      '404.html': 'nothing',
      _redirects: redirects,
    });
  });

  it.each([
    ['/old', 301, '/new'],
    ['/old/?q=1', 301, '/new?q=1'],
    ['/about', 302, '/team'],
    ['/blog/2026/one', 308, '/posts/2026/one'],
    ['/shop?id=7', 303, '/item/7'],
    ['/away', 302, 'https://example.com/x'],
  ])('leads from %s with %i to %s', async (path, status, location) => {
    const got = await get(slug, path);
    expect([...toward(got), got.headers['cache-control'], got.text]).toEqual([
      status,
      location,
      'public, max-age=60',
      '',
    ]);
    expect(toward(await get(slug, path, {}, 'HEAD'))).toEqual([status, location]);
  });

  it('answers other paths with the file that a rule names, by the same clean names', async () => {
    expect(shown(await get(slug, '/docs/a'))).toEqual([200, 'manual a']);
    expect(shown(await get(slug, '/docs/b/'))).toEqual([200, 'manual b']);
    expect(shown(await get(slug, '/docs/c'))).toEqual([404, 'nothing']);
    const gone = await get(slug, '/gone');
    expect([...shown(gone), gone.headers.etag]).toEqual([410, 'lost', undefined]);
    expect(gone.headers['cache-control']).toBe('public, no-cache');
  });

  it('leaves a path to its own file, unless the rule is forced or names that path alone', async () => {
    expect(shown(await get(slug, '/blog/kept'))).toEqual([200, 'kept']);
    expect(shown(await get(slug, '/locked/x.txt'))).toEqual([200, 'home']);
    expect((await get(slug, '/about')).status).toBe(302);
  });

  it('finds nothing for a path with a NUL, nor for one that is too long to be a file', async () => {
    const made = await makeSite(marque, as, { name: 'No such names' });
    await deploy(made.id, {
      '404.html': 'nothing',
      _redirects:
        '/file id=:id /files/:id 200\n/a/:x /b%00/:x 200\n/over/:x /b%00/:x 200!\n/long/* /index.html 200',
    });
    for (const path of ['/file?id=%00', '/file?id=a%00b', '/a/b', '/over/b', '/long/%00'])
      expect([path, (await get(made.slug, path)).status]).toEqual([path, 404]);
    expect((await get(made.slug, `/long/${'a'.repeat(2042)}`)).status).toBe(200);
    expect((await get(made.slug, `/long/${'a'.repeat(2043)}`)).status).toBe(404);
  });

  it('is never served itself, nor counted as a file', async () => {
    for (const path of ['/_redirects', '/_headers', '/%5Fredirects'])
      expect(shown(await get(slug, path))).toEqual([404, 'nothing']);
    const { body } = await marque.call('GET', `/api/v1/sites/${id}/deployments`, { as });
    expect(body.data[0]).toMatchObject({ files: 8 });
    // Only at the root they are rules.
    const other = await makeSite(marque, as, { name: 'Nested' });
    await deploy(other.id, { 'a/_redirects': '/x /y 301' });
    expect(shown(await get(other.slug, '/a/_redirects'))).toEqual([200, '/x /y 301']);
    expect((await get(other.slug, '/x')).status).toBe(404);
  });

  it('apply below the path where a build is mounted', async () => {
    const made = await makeSite(marque, as, { name: 'Mounted rules' });
    await deploy(made.id, { 'index.html': 'root' });
    await deploy(
      made.id,
      { 'index.html': 'app', _redirects: '/old /new 301\n/* /index.html 200', _headers: '/new\n  X-Is: new' },
      '&path=/app/v1',
    );
    expect(toward(await get(made.slug, '/app/v1/old'))).toEqual([301, '/app/v1/new']);
    const fresh = await get(made.slug, '/app/v1/new');
    expect([...shown(fresh), fresh.headers['x-is']]).toEqual([200, 'app', 'new']);
    expect(toward(await get(made.slug, '/app/v1'))).toEqual([308, '/app/v1/']);
    expect((await get(made.slug, '/app/v2')).status).toBe(404);
  });

  it('follow the deployment that is live', async () => {
    const made = await makeSite(marque, as, { name: 'Changing rules' });
    const first = await deploy(made.id, { 'b.html': 'b', _redirects: '/a /one 301\n/x /b 200' });
    expect(toward(await get(made.slug, '/a'))).toEqual([301, '/one']);
    await deploy(made.id, { 'c.html': 'c', _redirects: '/a /two 301\n/x /c 200' });
    expect(toward(await get(made.slug, '/a'))).toEqual([301, '/two']);
    expect(shown(await get(made.slug, '/x'))).toEqual([200, 'c']);
    await deploy(made.id, {});
    for (const path of ['/a', '/x']) expect((await get(made.slug, path)).status).toBe(404);
    await marque.call('POST', `/api/v1/sites/${made.id}/deployments/${first}/restore`, { as });
    expect(shown(await get(made.slug, '/x'))).toEqual([200, 'b']);
    expect(toward(await get(made.slug, '/a'))).toEqual([301, '/one']);
  });

  it('take one statement per request once they are known', async () => {
    const { db } = marque.service;
    const query = db.query.bind(db);
    const asked: string[] = [];
    db.query = (statement: Statement | string, values?: readonly unknown[]) => {
      asked.push(typeof statement === 'string' ? statement : statement.name);
      return query(statement, values);
    };
    try {
      for (const path of ['/docs/a', '/old', '/lost', '/nowhere']) await get(slug, path);
    } finally {
      db.query = query;
    }
    expect(asked.filter((name) => name.startsWith('sites:'))).toEqual(Array(4).fill('sites:serve'));
  });
});

describe('a single-page app', () => {
  it.each([
    ['by its manifest', { 'marque.site.json': '{"spa": true}' }],
    ['by a rule', { _redirects: '/* /index.html 200' }],
    ['by a rule to the root', { _redirects: '/* / 200' }],
  ])('%s answers every address without a file', async (_, files) => {
    const { id, slug } = await makeSite(marque, as, { name: 'App' });
    await deploy(id, { 'index.html': 'app', 'about.html': 'about', 'a.js': '1', '404.html': 'no', ...files });
    for (const path of ['/', '/settings', '/settings/a.b/', '/a.js/x'])
      expect([path, ...shown(await get(slug, path))]).toEqual([path, 200, 'app']);
    expect(shown(await get(slug, '/about'))).toEqual([200, 'about']);
    expect(shown(await get(slug, '/a.js'))).toEqual([200, '1']);
    expect((await get(slug, '/settings')).headers['cache-control']).toBe('public, max-age=60');
  });

  it('is one only if spa is true', async () => {
    const { id, slug } = await makeSite(marque, as, { name: 'No app' });
    await deploy(id, { 'marque.site.json': '{"spa": false}' });
    expect((await get(slug, '/settings')).status).toBe(404);
    expect(await refusal(id, { 'marque.site.json': '{"spa": "yes"}' })).toBe(
      '`spa` in marque.site.json must be true or false.',
    );
  });
});

const headerRules = `
/*
  X-Frame-Options: DENY
  Vary: Accept-Language
  Cache-Control: public, s-maxage=600, max-age=300
  CDN-Cache-Control: max-age=9000
/secret/*
  ! X-Frame-Options
  X-Content-Type-Options: nosniff
/films/:title
  X-Title: :title
https://other.example/*
  X-Robots-Tag: noindex
`;

describe('headers of a build', () => {
  let id: string;
  let slug: string;
  beforeAll(async () => {
    ({ id, slug } = await makeSite(marque, as, { name: 'Headed' }));
    await deploy(id, {
      'secret/a.html': 'a',
      'films/dune.html': 'dune',
      '404.html': 'no',
      _headers: headerRules,
      _redirects: '/moved /films/dune 301',
    });
  });

  it('are sent with its files', async () => {
    const { headers } = await get(slug, '/films/dune');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-title': 'dune',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding, Accept-Language',
      'cache-control': 'public, s-maxage=600, max-age=300',
      'cdn-cache-control': 'max-age=9000',
    });
    expect(headers['x-robots-tag']).toBeUndefined();
    const secret = await get(slug, '/secret/a');
    expect([secret.headers['x-frame-options'], secret.headers['x-content-type-options']]).toEqual([
      undefined,
      'nosniff',
    ]);
    const known = await get(slug, '/films/dune', { 'if-none-match': headers.etag ?? '' });
    expect([known.status, known.headers['x-title']]).toEqual([304, 'dune']);
  });

  it('keep nobody from seeing later what is missing now, and leave redirects alone', async () => {
    const miss = await get(slug, '/nowhere');
    expect([miss.status, miss.headers['cache-control'], miss.headers['cdn-cache-control']]).toEqual([
      404,
      'public, no-cache',
      undefined,
    ]);
    expect(miss.headers['x-frame-options']).toBe('DENY');
    expect((await get(slug, '/moved')).headers['x-frame-options']).toBeUndefined();
  });

  it("can't make a closed site's files public", async () => {
    const closed = await makeSite(marque, as, { name: 'Shut', access: 'password', password: 'open sesame' });
    await deploy(closed.id, { _headers: headerRules });
    const form = await marque.call('POST', '/api/auth/site', {
      body: new URLSearchParams({ site: closed.slug, password: 'open sesame' }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { pathname, search } = new URL(form.headers.get('location') ?? '');
    const entered = await get(closed.slug, `${pathname}${search}`);
    const cookie = (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
    const { status, headers } = await get(closed.slug, '/', { cookie });
    expect([status, headers['cache-control'], headers['cdn-cache-control']]).toEqual([
      200,
      'private, max-age=300',
      undefined,
    ]);
    expect((await get(closed.slug, '/')).status).toBe(401);
  });
});

describe('a build whose rules can’t be used', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await makeSite(marque, as, { name: 'Refused rules' }));
  });

  it.each([
    [
      'names each file, line and what to do',
      { _redirects: '/a /b 301\n/ /anz 302 Country=au\n\n/c' },
      "_redirects, line 2: the condition Country=au isn't supported. Remove it, or the line. _redirects, line 4: the target is missing. Add a path or an address.",
    ],
    [
      'forwards to another host',
      { _redirects: '/api/* https://api.example.com/:splat 200' },
      "_redirects, line 1: requests can't be forwarded to another host (https://api.example.com/:splat). Redirect there with 302, or call that host from the page.",
    ],
    [
      'answers with a file that is missing',
      { _redirects: '/a /index.html 200\n/b /nowhere 200' },
      '_redirects, line 2: the build has no file at /nowhere. Correct the target, or remove the line.',
    ],
    [
      'weakens what is sent for security',
      { _headers: '/*\n  X-Content-Type-Options: none' },
      "_headers, line 2: X-Content-Type-Options can't be weakened. Its only value is nosniff.",
    ],
    [
      'has many problems',
      { _redirects: Array.from({ length: 9 }, (_, at) => `/a${at}`).join('\n') },
      /line 5: the target is missing\. Add a path or an address\. And 4 more\.$/,
    ],
    ['has control characters', { _redirects: '/a\u0007 /b 999' }, /status 999 isn't supported/],
    [
      'has NUL characters',
      { _redirects: '/a\0 /b' },
      '_redirects contains NUL characters. Save it as UTF-8.',
    ],
    [
      'has a file that is too large',
      { _headers: '#'.repeat(300_000) },
      '_headers can be up to 262144 bytes.',
    ],
  ])('fails if it %s', async (_, files, reason) => {
    expect(await refusal(id, files)).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    );
  });
});
