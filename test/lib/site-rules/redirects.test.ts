// `_redirects`: the documented examples of Netlify and Cloudflare Pages, and what can't be used.
// cspell:ignore ecommerce notrailing nottrailing querystrings
import { describe, expect, it } from '@jest/globals';
import { parseRedirects, Redirects } from '../../../src/lib/site-rules/redirects.ts';

/** What a request to `address` leads to, as `status target`, with `over` if it comes before a file; null if no rule applies. */
function follow(file: string, address: string, mount = ''): string | null {
  const { rules, problems } = parseRedirects(file);
  expect(problems).toEqual([]);
  const url = new URL(`http://guide.sites.localhost${mount}${address}`);
  const path = decodeURIComponent(url.pathname.slice(mount.length) || '/');
  const outcome = new Redirects(rules).find({ path, mount, url });
  if (!outcome) return null;
  const target = outcome.kind === 'redirect' ? outcome.location : `file ${outcome.path}`;
  return `${outcome.status} ${target}${outcome.over ? ', over' : ''}`;
}

/** From the page about redirects of Cloudflare Pages. */
const cloudflare = `
/home301 / 301
/home302 / 302
/querystrings /?query=string 301
/twitch https://twitch.tv
/trailing /trailing/ 301
/notrailing/ /nottrailing 301
/page/ /page2/#fragment 301
/blog/* https://blog.my.domain/:splat
/products/:code/:name /products?code=:code&name=:name
`;

/** From the pages about redirects of Netlify. */
const netlify = `
# Redirects from what the browser requests to what we serve
/home              /
/blog/my-post.php  /blog/my-post # a comment after a rule
/news              /blog
/cuties            https://www.petsofnetlify.com

# Redirect with a 301
/home-again   /              301

# Redirect with a 302
/my-redirect  /              302

# Rewrite a path
/pass-through /index.html    200

# Show a custom 404 for this path
/ecommerce    /store-closed  404

/news/:month/:date/:year/:slug  /blog/:year/:month/:date/:slug
/news/*  /blog/:splat
/store id=:id  /blog/:id  301
/articles id=:id tag=:tag /posts/:tag/:id 301
/articles id=:id /posts/:id 301
/articles /posts 301
/en/*  /en/404.html 404
/app/*  /app/index.html  200!
/*    /index.html   200
`;

describe('a documented example', () => {
  it.each([
    ['/home301', '301 /, over'],
    ['/home302', '302 /, over'],
    ['/home302?a=b', '302 /?a=b, over'],
    ['/querystrings', '301 /?query=string, over'],
    ['/querystrings?a=b', '301 /?query=string, over'],
    ['/twitch', '302 https://twitch.tv/, over'],
    ['/twitch/', '302 https://twitch.tv/, over'],
    ['/trailing', '301 /trailing/'],
    ['/trailing/', null],
    ['/notrailing/', '301 /nottrailing, over'],
    ['/page/', '301 /page2/#fragment, over'],
    ['/blog/a/b?c=d', '302 https://blog.my.domain/a/b?c=d'],
    ['/blog', '302 https://blog.my.domain/'],
    ['/products/12/chair%20%26%20table', '302 /products?code=12&name=chair%20%26%20table'],
    ['/products/12', null],
    ['/Home301', null],
    ['/', null],
  ])('of Cloudflare Pages at %s leads to %s', (address, expected) => {
    expect(follow(cloudflare, address)).toBe(expected);
  });

  it.each([
    ['/home', '302 /, over'],
    ['/blog/my-post.php', '302 /blog/my-post, over'],
    ['/news', '302 /blog, over'],
    ['/cuties', '302 https://www.petsofnetlify.com/, over'],
    ['/home-again', '301 /, over'],
    ['/my-redirect', '302 /, over'],
    ['/pass-through', '200 file /index.html, over'],
    ['/ecommerce', '404 file /store-closed, over'],
    ['/news/02/12/2004/my-story', '302 /blog/2004/02/12/my-story'],
    ['/news/2004/01/10/deep/my-story', '302 /blog/2004/01/10/deep/my-story'],
    ['/store?id=my-blog-post', '301 /blog/my-blog-post, over'],
    ['/store?id=a&other=b', '200 file /index.html'],
    ['/articles?tag=chairs&id=7', '301 /posts/chairs/7, over'],
    ['/articles?id=7', '301 /posts/7, over'],
    ['/articles', '301 /posts, over'],
    ['/en/lost', '404 file /en/404.html'],
    ['/app/settings', '200 file /app/index.html, over'],
    ['/anything/else', '200 file /index.html'],
    ['/', '200 file /index.html'],
  ])('of Netlify at %s leads to %s', (address, expected) => {
    expect(follow(netlify, address)).toBe(expected);
  });

  it('that serves one path for another follows only the first rule', () => {
    expect(follow('/a /b 200\n/b /c 200', '/a')).toBe('200 file /b, over');
    expect(follow('/a /b 200\n/b /c 200', '/b')).toBe('200 file /c, over');
  });
});

describe('a rule', () => {
  it.each([
    [
      'matches names that are encoded',
      '/größe%20ü/* /size/:splat',
      '/gr%C3%B6%C3%9Fe%20%C3%BC/a',
      '302 /size/a',
    ],
    ['has text around a placeholder', '/:name.html /pages/:name 308', '/chair.html', '308 /pages/chair'],
    ['has a splat inside', '/a/*/z /b/:splat', '/a/1/2/z', '302 /b/1/2'],
    [
      'keeps what only looks like a placeholder',
      '/s/* /wiki/Special:Search?q=:splat',
      '/s/x',
      '302 /wiki/Special:Search?q=x',
    ],
    ['compares a parameter with a value', '/p v=1 /one 301\n/p v=2 /two 301', '/p?v=2', '301 /two, over'],
    [
      'never leads to another host through what it captures',
      '/go/* /:splat',
      '/go//evil.example',
      '302 /evil.example',
    ],
    ['nor through dots', '/go/* /a/:splat', '/go/..%2f..%2f%2fevil.example', '302 /evil.example'],
    ['nor through backslashes', '/go/* /:splat', '/go/%5Cevil.example', '302 /%5Cevil.example'],
    ['that leads nowhere else is passed over', '/a/* /a/:splat\n/a/b /c', '/a/b', '302 /c, over'],
    [
      'with ! comes before a file',
      '/* https://new.example/:splat 301!',
      '/x',
      '301 https://new.example/x, over',
    ],
    [
      'between addresses of one page leaves a page to its file',
      '/about.html /about 301!',
      '/about.html',
      '301 /about',
    ],
    ['takes a status of its own', '/gone /404.html 410', '/gone', '410 file /404.html, over'],
    ['takes 303', '/a /b 303', '/a', '303 /b, over'],
    ['takes 307', '/a /b 307', '/a', '307 /b, over'],
  ])('%s', (_, file, address, expected) => {
    expect(follow(file, address)).toBe(expected);
  });

  it('of a build that is mounted below a path stays below it', () => {
    expect(follow('/old /new 301', '/old', '/docs')).toBe('301 /docs/new, over');
    expect(follow('/* /index.html 200', '/a/b', '/docs')).toBe('200 file /index.html');
    expect(follow('/out https://a.example/b', '/out', '/docs')).toBe('302 https://a.example/b, over');
  });

  it.each([
    ['/api/*  https://api.example.com/:splat  200', /forwarded to another host .*Redirect there with 302/],
    ['/a https://b.example/ 404', /forwarded to another host/],
    ['/ /anz 302 Country=au,nz', /the condition Country=au,nz isn't supported\. Remove it, or the line\./],
    ['/ /china 302 Language=zh', /the condition Language=zh/],
    ['/admin/* /admin/:splat 200! Role=admin', /the condition Role=admin/],
    ['/* /preview/:splat 302 Cookie=preview', /the condition Cookie=preview/],
    ['/admin/* 200! Role=admin', /the target is missing/],
    ['/a', /the target is missing/],
    ['http://blog.example.com/* https://www.example.com/blog/:splat 301!', /Leave out its host/],
    ['blog/* /x', /starts with a path/],
    ['/shop?id=1 /blog', /query parameters come after the path/],
    ['/a /b 500', /status 500 isn't supported\. Use one of 200, 301, 302, 303, 307, 308, 404, 410\./],
    ['/a /b 301 302', /302 is one too many/],
    ['/a/*/* /b', /Use \* only once/],
    ['/:a/:a /b', /Use :a only once/],
    ['/:a-:b /c', /one placeholder or \* between two slashes/],
    ['/a/* /b/*', /write :splat/],
    ['/a/:id /b/:ID', /:ID isn't in the source/],
    ['/a/:id https://:id.example.com/', /can't be part of a host/],
    ['/a mailto:a@example.com', /must be a path of this site, or start with https/],
    ['/a //evil.example', /must be a path of this site/],
    ['/a /.netlify/functions/a 200', /functions aren't supported/],
    ['/a /a 301', /redirects to itself/],
    ['/a id=:a tag=:a /b', /used only once/],
    [`/${'a'.repeat(2000)} /b`, /up to 2000 characters/],
    [`/*${'a'.repeat(199)} /b`, /A path with a placeholder or \* can have up to 200 characters\./],
    [`/:a/${'a'.repeat(197)} /b`, /up to 200 characters/],
  ])('%s is refused', (line, reason) => {
    const { rules, problems } = parseRedirects(`# a comment\n\n${line}\n/fine /well`);
    expect(rules).toHaveLength(1);
    expect(problems).toEqual([{ line: 3, message: expect.stringMatching(reason) }]);
  });

  it('for one path can be longer than a pattern', () => {
    const long = `/${'a'.repeat(300)}`;
    expect(follow(`${long} /b`, long)).toBe('302 /b, over');
    expect(follow(`/*${'a'.repeat(198)} /b`, `/x${'a'.repeat(198)}`)).toBe('302 /b');
  });

  it('is one of a bounded number', () => {
    const many = (count: number, rule: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => rule(at)).join('\n');
    expect(parseRedirects(many(10_000, (at) => `/a${at} /b`)).problems).toEqual([]);
    expect(parseRedirects(many(10_001, (at) => `/a${at} /b`)).problems).toEqual([
      { line: 10_001, message: expect.stringContaining('up to 10000 rules') },
    ]);
    expect(parseRedirects(many(501, (at) => `/a${at}/* /b`)).problems).toEqual([
      { line: 501, message: expect.stringContaining('500 of them with placeholders') },
    ]);
  });
});
