// `_headers`: the documented examples of Netlify and Cloudflare Pages, and what can't be used.
// cspell:ignore größer somepassword someuser
import { describe, expect, it } from '@jest/globals';
import { HeaderRules, parseHeaders } from '../../../src/lib/site-rules/headers.ts';

function headersOf(file: string, address: string): Record<string, string> {
  const { rules, problems } = parseHeaders(file);
  expect(problems).toEqual([]);
  const { hostname, pathname } = new URL(address);
  return Object.fromEntries(new HeaderRules(rules).of(hostname, pathname));
}

/** From the page about headers of Cloudflare Pages. */
const cloudflare = `
# This is a comment
/secure/page
  X-Frame-Options: DENY
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer

/static/*
  Access-Control-Allow-Origin: *
  X-Robots-Tag: nosnippet

https://myproject.pages.dev/*
  X-Robots-Tag: noindex
`;

const secure = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

describe('a documented example', () => {
  it.each([
    ['https://custom.domain/secure/page', secure],
    [
      'https://custom.domain/static/image.jpg',
      { 'access-control-allow-origin': '*', 'x-robots-tag': 'nosnippet' },
    ],
    ['https://myproject.pages.dev/home', { 'x-robots-tag': 'noindex' }],
    ['https://myproject.pages.dev/secure/page', { ...secure, 'x-robots-tag': 'noindex' }],
    [
      'https://myproject.pages.dev/static/styles.css',
      { 'access-control-allow-origin': '*', 'x-robots-tag': 'nosnippet, noindex' },
    ],
    ['https://custom.domain/', {}],
  ])('of Cloudflare Pages at %s', (address, expected) => {
    expect(headersOf(cloudflare, address)).toEqual(expected);
  });

  it.each([
    [
      'detaches a header',
      "/*\n  Content-Security-Policy: default-src 'self';\n\n/*.jpg\n  ! Content-Security-Policy",
      'https://a.example/b.jpg',
      {},
    ],
    [
      'keeps it elsewhere',
      "/*\n  Content-Security-Policy: default-src 'self';\n\n/*.jpg\n  ! Content-Security-Policy",
      'https://a.example/b.png',
      { 'content-security-policy': "default-src 'self';" },
    ],
    [
      'fills a placeholder',
      '/movies/:title\n  x-movie-name: You are watching ":title"',
      'https://a.example/movies/dune',
      { 'x-movie-name': 'You are watching "dune"' },
    ],
    [
      'fills a part of the host',
      'https://:project.pages.dev/*\n  Access-Control-Allow-Origin: https://staging.:project.pages.dev/',
      'https://mine.pages.dev/a',
      { 'access-control-allow-origin': 'https://staging.mine.pages.dev/' },
    ],
    [
      'hardens an application',
      "/app/*\n  X-Frame-Options: DENY\n  Permissions-Policy: document-domain=()\n  Content-Security-Policy: script-src 'self'; frame-ancestors 'none';",
      'https://a.example/app/',
      {
        'x-frame-options': 'DENY',
        'permissions-policy': 'document-domain=()',
        'content-security-policy': "script-src 'self'; frame-ancestors 'none';",
      },
    ],
    [
      'of Netlify has comments and templates',
      '# a path:\n/templates/index.html\n  # headers for that path:\n  X-Frame-Options: DENY\n# another path:\n/templates/index2.html\n  # headers for that path:\n  X-Frame-Options: SAMEORIGIN',
      'https://a.example/templates/index2.html',
      { 'x-frame-options': 'SAMEORIGIN' },
    ],
    [
      'of Netlify has several values',
      '/*\n  cache-control: max-age=0\n  cache-control: no-cache\n  cache-control: no-store\n  cache-control: must-revalidate',
      'https://a.example/x',
      { 'cache-control': 'max-age=0, no-cache, no-store, must-revalidate' },
    ],
  ])('%s', (_, file, address, expected) => {
    expect(headersOf(file, address)).toEqual(expected);
  });
});

describe('a header', () => {
  it('gets captured text encoded, so it stays one header', () => {
    const { rules } = parseHeaders('/a/:b\n  X-B: :b');
    expect([...new HeaderRules(rules).of('a.example', '/a/x\r\ny: zö')]).toEqual([
      ['x-b', 'x%0D%0Ay:%20z%C3%B6'],
    ]);
  });

  it('that was stored before it was refused is not sent', () => {
    const set: [string, string][] = [
      ['x-accel-redirect', '/internal/x'],
      ['clear-site-data', '"*"'],
      ['x-fine', 'yes'],
    ];
    const stored = { line: 1, host: null, path: '/*', set, unset: [] };
    expect([...new HeaderRules([stored]).of('a.example', '/a')]).toEqual([['x-fine', 'yes']]);
  });

  it('that is sent for security has one value, the last', () => {
    const file =
      '/*\n  X-Content-Type-Options: nosniff\n  Strict-Transport-Security: max-age=31536000\n/a\n  X-Content-Type-Options: nosniff\n  Strict-Transport-Security: max-age=63072000; preload';
    expect(headersOf(file, 'https://a.example/a')).toEqual({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=63072000; preload',
    });
  });

  it.each([
    ['X-Content-Type-Options: sniff', /can't be weakened\. Its only value is nosniff/],
    ['Strict-Transport-Security: max-age=0', /can't be weakened\. It must start with a max-age of at least/],
    ['Strict-Transport-Security: includeSubDomains; max-age=0; x=max-age=99999999', /can't be weakened/],
    ['Set-Cookie: a=b; Domain=sites.example', /Set-Cookie can't be set\. Remove the line\./],
    ['content-length: 1', /content-length can't be set/],
    ['Clear-Site-Data: "*"', /Clear-Site-Data can't be set/],
    ['X-Accel-Redirect: /internal/x', /X-Accel-Redirect can't be set/],
    ['X-Accel-Expires: 600', /X-Accel-Expires can't be set/],
    ['X-Sendfile: /etc/passwd', /X-Sendfile can't be set/],
    ['X-LIGHTTPD-send-file: /etc/passwd', /X-LIGHTTPD-send-file can't be set/],
    ['X-LiteSpeed-Location: /internal/x', /X-LiteSpeed-Location can't be set/],
    ['Location: /x', /Location can't be set/],
    ['Basic-Auth: someuser:somepassword', /Set the site's access to password instead/],
    ['X-Name', /a name, a colon and a value/],
    ['X-Name:', /X-Name has no value/],
    ['X Name: a', /isn't a header name/],
    ['__proto__: a', /isn't a header name/],
    ['X-Name: größer', /outside ASCII/],
    [`X-Name: ${'a'.repeat(2000)}`, /up to 2000 characters/],
  ])('%s is refused', (line, reason) => {
    const { problems } = parseHeaders(`/*\n  X-Fine: yes\n  ${line}`);
    expect(problems).toEqual([{ line: 3, message: expect.stringMatching(reason) }]);
  });

  it.each([
    ['  X-Name: a', /comes below the path/],
    ['http://a.example/*\n  X-Name: a', /write https:\/\/ here; it matches http as well/],
    ['https://a.example:8443/*\n  X-Name: a', /leave out the port/],
    ['https:///*\n  X-Name: a', /no valid host/],
    ['/a/*/b/*\n  X-Name: a', /Use \* only once/],
    ['https://*.example/*\n  X-Name: a', /Use \* only once/],
    ['https://:a:b.example/*\n  X-Name: a', /Use one placeholder/],
    [`/*${'a'.repeat(199)}\n  X-Name: a`, /up to 200 characters/],
    [`https://a.example/*${'a'.repeat(199)}\n  X-Name: a`, /up to 200 characters/],
  ])('at %j is refused', (file, reason) => {
    expect(parseHeaders(file).problems).toEqual([{ line: 1, message: expect.stringMatching(reason) }]);
  });
});
