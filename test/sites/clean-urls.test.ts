// Each page of a site has one address, as on Cloudflare Pages.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '../setup/service.ts';
import { getFromSite, makeSite, sendZip } from './site-calls.ts';
import { makeZip, site } from './zips.ts';

const marque = await startService();
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
afterAll(() => marque.close());

const get = (slug: string, path: string) => getFromSite(marque, slug, path);

describe('a site', () => {
  let slug: string;
  beforeAll(async () => {
    const made = await makeSite(marque, as, { name: 'Clean' });
    slug = made.slug;
    const zip = makeZip([
      { name: 'index.html', content: 'home' },
      { name: 'about.html', content: 'about' },
      { name: 'blog/index.html', content: 'blog' },
      { name: 'both.html', content: 'page' },
      { name: 'both/index.html', content: 'folder' },
      { name: 'größe ü.html', content: 'size' },
      { name: '404.html', content: 'lost' },
      { name: 'what?#.html', content: 'signs' },
      { name: 'raw', content: 'the file' },
      { name: 'raw.html', content: 'the page' },
      { name: 'old.htm', content: 'as it is' },
    ]);
    for (const [bytes, query] of [
      [zip, ''],
      [site(), '&path=/docs'],
      [site(), '&path=/docs/v2'],
    ] as const) {
      const { body } = await sendZip(marque, as, made.id, bytes, `?wait=true${query}`);
      expect(body.data).toMatchObject({ state: 'live', error: null });
    }
  });

  it.each([
    ['/about.html', '/about'],
    ['/about/', '/about'],
    ['/about.html?a=b&c', '/about?a=b&c'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/index/', '/'],
    ['/blog?page=2', '/blog/?page=2'],
    ['/blog/index.html', '/blog/'],
    ['/blog/index', '/blog/'],
    ['/blog/index/', '/blog/'],
    ['/both.html', '/both'],
    ['/404.html', '/404'],
    ['/raw/', '/raw.html'],
    ['/raw/?a=b', '/raw.html?a=b'],
    ['/docs', '/docs/'],
    ['/docs/index.html', '/docs/'],
    ['/docs/v2', '/docs/v2/'],
    ['//blog', '/blog/'],
    ['/gr%C3%B6%C3%9Fe%20%C3%BC.html', '/gr%C3%B6%C3%9Fe%20%C3%BC'],
    ['/what%3F%23.html', '/what%3F%23'],
  ])('has one address for each page: %s leads to %s', async (path, location) => {
    const got = await get(slug, path);
    expect([got.status, got.headers.location, got.headers['cache-control']]).toEqual([
      308,
      location,
      'public, max-age=60',
    ]);
    expect((await get(slug, location)).status).toBe(200);
  });

  it("keeps the name of a page that has a file with its clean name beside it, and of what isn't a page", async () => {
    expect((await get(slug, '/raw.html')).text).toBe('the page');
    expect((await get(slug, '/raw')).text).toBe('the file');
    expect((await get(slug, '/old.htm')).text).toBe('as it is');
    expect((await get(slug, '/old')).status).toBe(404);
  });
});
