// An app that has pages of its own at `/a`, `/c`, `/p` or `/s` moves Marque's below a prefix.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNextRoutes } from '../../../src/lib/next-routes.ts';
import { addressProblems, isOurs, setPrefix, theirPaths } from '../../../src/core/public-paths.ts';
import { makeBrand } from '../../brands/brand.ts';
import { makeAsset } from '../../assets/library.ts';
import { makeShareLink } from '../../shares/share-links.ts';
import { makeFolder } from '../../setup/children.ts';
import type { Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';

const { marque, place, writer, write } = await startWithWorkspace({ MARQUE_REWRITES: '/dam' });
afterAll(() => marque.close());

/** An address of ours without the prefix: absolute, or a path in a page's attribute or style. */
const unprefixed = new RegExp(`(?:${marque.url}|="|url\\("?)/(?:a|c|p|s)/[^"'\\s)<]*`, 'g');

async function read(path: string, options: Parameters<typeof marque.call>[2] = {}): Promise<Reply> {
  const reply = await marque.call('GET', path, { as: writer, ...options });
  const text = Buffer.from(reply.bytes).toString('latin1');
  expect([path, text.match(unprefixed) ?? []]).toEqual([path, []]);
  expect([
    path,
    reply.headers.get('location')?.match(/^(?:https?:\/\/[^/]+)?\/(?:a|c|p|s)\//) ?? null,
  ]).toEqual([path, null]);
  return reply;
}

describe('with a prefix', () => {
  it('files are below it, and nowhere else', async () => {
    const { id } = await makeAsset(marque, writer);
    const { body } = await read(`/api/v1/assets/${id}/description`);
    const texts = JSON.stringify(body);
    expect(texts).toContain(`${marque.url}/dam/a/${id}`);
    expect((await read(`/dam/a/${id}`)).status).toBe(200);
    expect((await read(`/dam/a/${id}/w_8`)).status).toBe(200);
    expect((await read(`/a/${id}`)).status).toBe(404);
    const current = await read(`/dam/c/${id}`, { redirect: 'manual' });
    expect([current.status, current.headers.get('location')]).toEqual([302, `${marque.url}/dam/a/${id}`]);
    // A spelling of the transform that isn't the canonical one.
    await read(`/dam/a/${id}/f_webp,w_8`, { redirect: 'manual' });
    await read(`/api/v1/assets/${id}/rendition-url?transform=w_8`);
    const signed = await marque.call('POST', `/api/v1/assets/${id}/signed-url`, { as: writer, body: {} });
    expect(signed.body.data.url).toContain(`${marque.url}/dam/a/${id}?`);
    const opened = await marque.call('GET', signed.body.data.url as string);
    expect(opened.status).toBe(200);
  });

  it('so are portals, with every link in them', async () => {
    const { id: collection } = await write.create('/collections', { name: 'Press' });
    await makeAsset(marque, writer, { collections: [collection] });
    const brand = await makeBrand(marque, place);
    const made = await write.create('/portals', {
      name: 'Press',
      collections: [collection],
      brands: [brand.id],
    });
    expect(made.url).toBe(`${marque.url}/dam/p/press`);
    const headers = { accept: 'text/html' };
    const home = await read('/dam/p/press', { headers });
    expect(home.status).toBe(200);
    expect(Buffer.from(home.bytes).toString()).toContain('href="/dam/p/press');
    expect((await read('/dam/p/press/-/files', { headers })).status).toBe(200);
    await read('/api/v1/portal/press/site', { headers });
    expect((await read('/p/press', { headers })).status).toBe(404);
  });

  it('share links ask for their password there, and come back', async () => {
    const { id: collection } = await write.create('/collections', { name: 'Shared' });
    await makeAsset(marque, writer, { collections: [collection] });
    const { url } = await makeShareLink(marque, writer, { kind: 'view', collection });
    expect(url).toMatch(`${marque.url}/dam/s/`);
    const page = await read(url, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
  });

  it('the API says where they are', async () => {
    const { body } = await read('/api/v1/openapi.json');
    const paths = Object.keys(body.paths as object);
    expect(paths).toEqual(expect.arrayContaining(['/dam/a/{id}', '/dam/p/{slug}', '/api/v1/assets']));
    expect(paths.filter((path) => /^\/(?:a|c|p|s)\//.test(path))).toEqual([]);
  });

  it('our server leaves the other paths to the app', () => {
    const ours = ['/dam/a/0', '/dam/p/x', '/dam/s', '/api/v1/me', '/.well-known/oauth-protected-resource'];
    expect(ours.filter((path) => !isOurs(path, false))).toEqual([]);
    const theirs = ['/a/0', '/c/news', '/p', '/dam', '/dam/x', '/damson/0'];
    expect(theirs.filter((path) => isOurs(path, true))).toEqual([]);
    // An app may have a health check, a sign-in and a catalog of its own.
    const either = ['/api/health', '/api/health/live', '/api/auth/session', '/.well-known/ai-catalog.json'];
    expect(either.filter((path) => isOurs(path, false))).toEqual([]);
    expect(either.filter((path) => !isOurs(path, true))).toEqual([]);
  });
});

describe("on our server around someone else's app, what the app has comes first", () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  const route = (page: string, regex: string) => ({ page, regex });
  beforeAll(async () => {
    folder = await makeFolder();
    await mkdir(path.join(folder.path, '.next'));
    await mkdir(path.join(folder.path, 'public/a'), { recursive: true });
    await writeFile(path.join(folder.path, 'public/a/old map.png'), '');
    const manifest = {
      staticRoutes: [route('/api/v1/theirs', '^/api/v1/theirs(?:/)?$'), route('/c/news', '^/c/news(?:/)?$')],
      dynamicRoutes: [
        route('/api/[...slug]', '^/api/(.+?)(?:/)?$'),
        route('/p/[slug]', '^/p/([^/]+?)(?:/)?$'),
      ],
    };
    await writeFile(path.join(folder.path, '.next/routes-manifest.json'), JSON.stringify(manifest));
  });
  afterAll(() => folder.remove());
  const theirs = ['/api/v1/theirs', '/c/news', '/p/spring', '/a/old%20map.png'];
  const ours = [
    '/api/v1/me',
    '/c/0',
    '/p/spring/files',
    '/a/0',
    '/s/x',
    '/.well-known/oauth-protected-resource',
  ];

  it('at the root', async () => {
    setPrefix('');
    const isTheirs = theirPaths(await readNextRoutes(folder.path), '/api');
    expect([...theirs, ...ours].filter(isTheirs)).toEqual(theirs);
    setPrefix(null);
  });

  it('but not below a prefix, or where Next forwards the API', async () => {
    setPrefix('/dam');
    const isTheirs = theirPaths(await readNextRoutes(folder.path), '/cms/api');
    expect([...theirs, '/dam/c/news'].filter(isTheirs)).toEqual([]);
    setPrefix(null);
  });

  it('and before there is a build, it has nothing', async () => {
    const isTheirs = theirPaths(await readNextRoutes(path.join(folder.path, 'public')), '/api');
    expect(theirs.filter(isTheirs)).toEqual([]);
  });
});

describe('the prefix of the Payload config', () => {
  const { config } = marque.service.payload;

  it('must be that of the Next config, and a path', () => {
    setPrefix('/dam');
    expect(addressProblems(config)).toEqual([]);
    setPrefix('/media');
    expect(addressProblems(config)).toEqual([expect.stringMatching(/prefix: '\/media'.*\/dam.*differ/)]);
    setPrefix(null);
    for (const wrong of ['dam', '/dam/', '/', '/d m', '/api', '/admin/x'])
      expect(() => setPrefix(wrong)).toThrow(`prefix "${wrong}"`);
  });

  it('is missed with one sentence where withMarque is', () => {
    const set = process.env.MARQUE_REWRITES;
    delete process.env.MARQUE_REWRITES;
    expect(addressProblems(config)).toEqual([
      expect.stringMatching(/Wrap your Next config in withMarque from "marque\/next"/),
    ]);
    process.env.MARQUE_REWRITES = set;
    expect(addressProblems(config)).toEqual([]);
  });
});
