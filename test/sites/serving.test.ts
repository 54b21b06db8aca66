// Sites on their own origins: which file is served, with which headers, and who has access.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isHashed } from '../../src/sites/serve.ts';
import { startService, type Person } from '../setup/service.ts';
import { getFromSite, makeSite, sendZip, type Got } from './site-calls.ts';
import { makeZip, site } from './zips.ts';

const marque = await startService();
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
afterAll(() => marque.close());

const get = (slug: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  getFromSite(marque, slug, path, headers, method);
async function deploy(id: string, zip: Buffer, query = ''): Promise<string> {
  const { body } = await sendZip(marque, as, id, zip, `?wait=true${query}`);
  expect(body.data).toMatchObject({ state: 'live', error: null });
  return body.data.id as string;
}

const large = Buffer.from(Array.from({ length: 90_000 }, (_, at) => `line ${at * 7919}\n`).join(''));
const video = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 31) % 251));

describe('a site', () => {
  let slug: string;
  let id: string;
  beforeAll(async () => {
    ({ id, slug } = await makeSite(marque, as, { name: 'Served' }));
    const zip = makeZip([
      { name: 'index.html', content: '<h1>Home</h1>' },
      { name: 'about.html', content: '<h1>About</h1>' },
      { name: 'blog/index.html', content: '<h1>Blog</h1>' },
      { name: 'both.html', content: 'page' },
      { name: 'both/index.html', content: 'folder' },
      { name: 'größe ü.html', content: 'Größe' },
      { name: '404.html', content: '<h1>Lost</h1>' },
      { name: 'assets/index-D7vGT2wq.js', content: 'export {};' },
      { name: 'large.txt', content: large },
      { name: 'film.mp4', content: video, stored: true },
      { name: 'empty.css' },
      { name: 'LICENSE', content: 'MIT' },
    ]);
    await deploy(id, zip);
    await deploy(id, site({ 'only.txt': 'docs' }), '&path=/docs');
    await deploy(id, site({ 'index.html': 'v2' }), '&path=/docs/v2');
  });

  it('finds x, x.html and x/index.html, and serves its own 404.html', async () => {
    const text = async (path: string) => {
      const { status, text: body } = await get(slug, path);
      return [status, body];
    };
    expect(await text('/')).toEqual([200, '<h1>Home</h1>']);
    expect(await text('/?q=1')).toEqual([200, '<h1>Home</h1>']);
    expect(await text('/about')).toEqual([200, '<h1>About</h1>']);
    expect(await text('/blog/')).toEqual([200, '<h1>Blog</h1>']);
    expect(await text('/both')).toEqual([200, 'page']);
    expect(await text('/both/')).toEqual([200, 'folder']);
    expect(await text('/gr%C3%B6%C3%9Fe%20%C3%BC')).toEqual([200, 'Größe']);
    expect(await text('/gro%CC%88%C3%9Fe%20u%CC%88')).toEqual([200, 'Größe']);
    for (const path of ['/nowhere', '/About', '/blog/nowhere/', '/LICENSE/', '/..%2fabout', '/%5cabout'])
      expect([path, ...(await text(path))]).toEqual([path, 404, '<h1>Lost</h1>']);
    expect(await text('/404')).toEqual([200, '<h1>Lost</h1>']);
    expect((await text('/%ff'))[0]).toBe(404);
    expect((await text('/a%00b'))[0]).toBe(404);
  });

  it('answers from the longest mounted path, without falling back to another', async () => {
    expect((await get(slug, '/docs/only.txt')).text).toBe('docs');
    expect((await get(slug, '/docs/v2/')).text).toBe('v2');
    expect((await get(slug, '/docsy')).text).toBe('<h1>Lost</h1>');
    const miss = await get(slug, '/docs/about');
    expect([miss.status, miss.text.includes('Lost')]).toEqual([404, false]);
  });

  it('sends content types and cache lifetimes', async () => {
    const of = async (path: string) => (await get(slug, path)).headers;
    expect(await of('/')).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(await of('/assets/index-D7vGT2wq.js')).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await of('/LICENSE'))['content-type']).toBe('application/octet-stream');
    expect((await of('/nowhere'))['cache-control']).not.toMatch(/max-age=[1-9]/);
    expect(await of('/empty.css')).toMatchObject({
      'content-length': '0',
      'content-type': 'text/css; charset=utf-8',
    });
  });

  it.each([
    ['index-D7vGT2wq.js', true],
    ['main.0a1b2c3d.iframe.bundle.js', true],
    ['chunk-7QXJ5KQZ.js', true],
    ['my-component.js', false],
    ['photo-1024x1024.jpg', false],
    ['trip-DSC00042.jpg', false],
    ['report-20261121.pdf', false],
    ['page-D7vGT2wq.html', false],
    ['view-HomePage.js', false],
    ['jquery-3.7.1.min.js', false],
  ])('takes %s for hashed: %s', (file, expected) => {
    expect(isHashed(`assets/${file}`)).toBe(expected);
  });

  it('is sent as gzip if the client accepts it, without being compressed again', async () => {
    const plain = await get(slug, '/large.txt');
    const packed = await get(slug, '/large.txt', { 'accept-encoding': 'gzip, deflate' });
    expect(plain.bytes.equals(large)).toBe(true);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(packed.bytes.length).toBe(Number(packed.headers['content-length']));
    expect(gunzipSync(packed.bytes).equals(large)).toBe(true);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const small = await get(slug, '/about', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(small.bytes).toString()).toBe('<h1>About</h1>');
    expect(
      (await get(slug, '/about', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
    ).toBeUndefined();
    expect(
      (await get(slug, '/film.mp4', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it('has entity tags and ranges, for compressed files as well', async () => {
    const { headers } = await get(slug, '/about');
    const again = await get(slug, '/about', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await get(slug, '/about', { 'if-none-match': '"other"' })).status).toBe(200);
    for (const [path, content] of [
      ['/film.mp4', video],
      ['/large.txt', large],
      ['/about', Buffer.from('<h1>About</h1>')],
    ] as const) {
      const part = await get(slug, path, { range: 'bytes=4-9', 'accept-encoding': 'gzip' });
      expect([part.status, part.headers['content-range'], part.headers['content-encoding']]).toEqual([
        206,
        `bytes 4-9/${content.length}`,
        undefined,
      ]);
      expect(part.bytes.equals(content.subarray(4, 10))).toBe(true);
      expect((await get(slug, path, { range: 'bytes=-3' })).bytes.equals(content.subarray(-3))).toBe(true);
      const outside = await get(slug, path, { range: `bytes=${content.length}-` });
      expect([outside.status, outside.headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
    }
    const stale = await get(slug, '/film.mp4', { range: 'bytes=0-3', 'if-range': '"old"' });
    expect([stale.status, stale.bytes.length]).toEqual([200, video.length]);
  });

  it('is read-only', async () => {
    const head = await get(slug, '/large.txt', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(large.length),
      0,
    ]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await get(slug, '/', {}, method);
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('is separate from the app: neither answers for the other', async () => {
    for (const path of ['/api/health', '/api/v1/me', '/admin', '/a/x']) {
      const { status, text } = await get(slug, path);
      expect([status, text]).toEqual([404, '<h1>Lost</h1>']);
    }
    expect((await get('', '/about')).text).not.toContain('About');
    expect((await get('', '/about')).headers['set-cookie']).toBeUndefined();
    for (const other of ['no-such-site', `a.${slug}`, 'UPPER'])
      expect((await get(other, '/')).status).toBe(404);
    expect((await get(slug.toUpperCase(), '/')).status).toBe(200);
  });

  it('shows the new build once it is live, and the old one when that is restored', async () => {
    const made = await makeSite(marque, as, { name: 'Switched' });
    const empty = await get(made.slug, '/');
    expect(empty.status).toBe(404);
    // Our pages have an inline icon: a browser requests none from the site's host.
    expect(empty.text).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(empty.headers['content-security-policy']).toContain('img-src data:');
    const first = await deploy(made.id, site({ 'index.html': 'one', 'old.txt': 'old' }));
    await deploy(made.id, site({ 'index.html': 'two' }));
    expect((await get(made.slug, '/')).text).toBe('two');
    expect((await get(made.slug, '/old.txt')).status).toBe(404);
    await marque.call('POST', `/api/v1/sites/${made.id}/deployments/${first}/restore`, { as });
    expect((await get(made.slug, '/')).text).toBe('one');
    expect((await get(made.slug, '/old.txt')).text).toBe('old');
    await marque.call('DELETE', `/api/v1/sites/${made.id}`, { as: await marque.makeKey(place, 'admin') });
    expect((await get(made.slug, '/')).status).toBe(404);
  });
});

/** Of codes before 0.2. */
const formerPath = '/.marque/door?'; // cspell:disable-line
const page = { accept: 'text/html' };
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  marque.call('POST', '/api/auth/site', {
    body: new URLSearchParams(fields).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const pathOf = (location: string | null | undefined): string => {
  const url = new URL(location ?? '');
  return `${url.pathname}${url.search}`;
};
const cookieIn = (got: Got): string => (got.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';

describe('a site behind a password', () => {
  it("asks on the app's host, opens once with the code, and closes when the password changes", async () => {
    const { id, slug } = await makeSite(marque, as, {
      name: 'Secret',
      access: 'password',
      password: 'open sesame',
    });
    await deploy(id, site({ 'deep/page.html': 'inside' }));
    expect((await get(slug, '/')).status).toBe(401);
    const closed = await get(slug, '/deep/page?x=1', page);
    expect([closed.status, closed.text]).toEqual([302, '']);
    expect(closed.headers.location).toBe(
      `${marque.url}/api/auth/site?site=${slug}&to=${encodeURIComponent('/deep/page?x=1')}`,
    );
    const asked = await marque.call('GET', pathOf(closed.headers.location));
    expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(asked.bytes.toString()).toContain('type="password"');

    const wrong = await form({ site: slug, password: 'open barley', to: '/' });
    expect([wrong.status, wrong.bytes.toString().includes('Wrong password')]).toEqual([401, true]);
    const program = await form({ site: slug, password: 'open barley' }, { accept: '*/*' });
    expect([program.status, program.body.error.code]).toEqual([401, 'password']);
    const right = await form({ site: slug, password: 'open sesame', to: '/deep/page?x=1' });
    expect(right.status).toBe(303);
    const handed = right.headers.get('location') ?? '';
    expect(new URL(handed).hostname).toBe(`${slug}.sites.localhost`);
    expect(right.headers.get('set-cookie')).toBeNull();

    const elsewhere = await makeSite(marque, as, {
      name: 'Other',
      access: 'password',
      password: 'open sesame',
    });
    expect((await get(elsewhere.slug, pathOf(handed))).status).toBe(410);
    const former = await get(slug, pathOf(handed).replace('/.marque/enter?', formerPath));
    expect([former.status, former.headers.location]).toEqual([302, pathOf(handed)]);
    const entered = await get(slug, pathOf(handed));
    expect([entered.status, entered.headers.location]).toEqual([302, '/deep/page?x=1']);
    expect(entered.headers['set-cookie']?.[0]).toMatch(/^mq_site=.*; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(entered.headers['set-cookie']?.[0]).not.toContain('Domain');
    expect((await get(slug, pathOf(handed))).status).toBe(410);

    const cookie = cookieIn(entered);
    const inside = await get(slug, '/deep/page', { cookie });
    expect([inside.status, inside.text, inside.headers['cache-control']]).toEqual([
      200,
      'inside',
      'private, max-age=60',
    ]);
    expect((await get(elsewhere.slug, '/', { cookie })).status).toBe(401);
    expect((await get(slug, '/', { cookie: `${cookie}x` })).status).toBe(401);
    expect((await get(slug, '/', { cookie: 'mq_site=e30.e30' })).status).toBe(401);

    await marque.call('PATCH', `/api/v1/sites/${id}`, { as, body: { password: 'open barley' } });
    expect((await get(slug, '/deep/page', { cookie })).status).toBe(401);
    await marque.call('PATCH', `/api/v1/sites/${id}`, { as, body: { access: 'public' } });
    expect((await get(slug, '/deep/page')).status).toBe(200);
  });

  it('counts wrong passwords exactly: ten from one address, 200 in total', async () => {
    const { id, slug } = await makeSite(marque, as, {
      name: 'Guessed',
      access: 'password',
      password: 'open sesame',
    });
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, at) => form({ site: slug, password: `guess ${at}`, to: '/' })),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    const slowed = tries.filter(({ status }) => status === 429);
    expect(slowed).toHaveLength(4);
    expect(Number(slowed[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await form({ site: slug, password: 'open sesame', to: '/' })).status).toBe(429);
    const counted = await marque.service.db.query<{ points: number }>(
      `select points from marque.attempts where key like 'visitor:%'`,
    );
    expect(counted.length).toBeGreaterThan(0);
    await marque.service.db.query(`update marque.attempts set points = 201 where key like 'visitor:%'`);
    await marque.service.db.query(`delete from marque.attempts where key like 'visitor-address:%'`);
    expect((await form({ site: slug, password: 'open sesame', to: '/' })).status).toBe(429);
    expect(id).toBeTruthy();
  });

  it('never redirects to another origin', async () => {
    const { slug } = await makeSite(marque, as, {
      name: 'Straight',
      access: 'password',
      password: 'open sesame',
    });
    for (const to of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '\\\\evil.example',
    ]) {
      const { headers } = await form({ site: slug, password: 'open sesame', to });
      const handed = new URL(headers.get('location') ?? '');
      expect(handed.hostname).toBe(`${slug}.sites.localhost`);
      const entered = await get(slug, `${handed.pathname}${handed.search}`);
      expect(entered.headers.location).toMatch(/^\/(?![/\\])/);
    }
    expect((await form({ site: 'no-such-site', password: 'x', to: '/' })).status).toBe(404);
    const asked = await marque.call(
      'GET',
      `/api/auth/site?site=${slug}&to=${encodeURIComponent('/"><script>')}`,
    );
    expect(asked.bytes.toString()).not.toContain('<script>');
  });
});

describe('a site for members', () => {
  let member: Person;
  let outsider: Person;
  let slug: string;
  beforeAll(async () => {
    member = await marque.makePerson('Mara Member');
    outsider = await marque.makePerson('Otto Outsider');
    await marque.grant(member.id, 'workspace', place.workspaceId, 'read', { place });
    const made = await makeSite(marque, as, { name: 'Inside', access: 'members' });
    slug = made.slug;
    await deploy(made.id, site());
  });
  const enter = async (person: Person): Promise<string> => {
    const asked = await marque.call('GET', `/api/auth/site?site=${slug}&to=/`, {
      as: { cookie: person.cookie },
    });
    expect(asked.status).toBe(302);
    return cookieIn(await get(slug, pathOf(asked.headers.get('location'))));
  };

  it("redirects visitors to sign in, and is a 404 for people who can't read the workspace", async () => {
    const closed = await get(slug, '/', page);
    expect(closed.status).toBe(302);
    const asked = await marque.call('GET', pathOf(closed.headers.location));
    expect([asked.status, new URL(asked.headers.get('location') ?? '').pathname]).toEqual([
      302,
      '/admin/login',
    ]);
    const refused = await marque.call('GET', `/api/auth/site?site=${slug}&to=/`, {
      as: { cookie: outsider.cookie },
    });
    expect(refused.status).toBe(404);
    expect((await get(slug, '/', { cookie: member.cookie })).status).toBe(401);
  });

  it('admits members, and checks again on each request', async () => {
    const cookie = await enter(member);
    expect((await get(slug, '/', { cookie })).status).toBe(200);
    expect(cookie).not.toContain(member.cookie.split('=')[1] ?? 'none');
    await marque.service.db.query('delete from grants where user_id = $1', [member.id]);
    expect((await get(slug, '/', { cookie })).status).toBe(401);
    await marque.grant(member.id, 'organization', place.organizationId, 'read', { place });
    expect((await get(slug, '/', { cookie })).status).toBe(200);
    await marque.service.db.query('delete from users_sessions where _parent_id = $1', [member.id]);
    expect((await get(slug, '/', { cookie })).status).toBe(401);
  });

  it('accepts a code for a minute', async () => {
    const person = await marque.makeMember(place, 'read', { name: 'Late Member' });
    const asked = await marque.call('GET', `/api/auth/site?site=${slug}&to=/`, {
      as: { cookie: person.cookie },
    });
    await marque.service.db.query(`update marque.site_codes set expires_at = now() - interval '1 second'`);
    expect((await get(slug, pathOf(asked.headers.get('location')))).status).toBe(410);
  });
});
