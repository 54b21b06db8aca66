// The rewrites of an app's Next config: each a pattern that Next accepts, and together every public path
// outside /api.
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { withMarque } from '../../src/app/with-marque.mjs';

interface Patterns {
  pathToRegexp: (source: string) => RegExp;
}
// Next's own copy: a pattern that it rejects fails the build of the panel.
const { pathToRegexp } = createRequire(import.meta.url)('next/dist/compiled/path-to-regexp') as Patterns;

async function rewritesOf(options?: Parameters<typeof withMarque>[1]) {
  const rewrites = await withMarque({}, options).rewrites?.();
  if (!rewrites || Array.isArray(rewrites)) throw new Error('There are no rewrites that come first.');
  return rewrites.beforeFiles ?? [];
}

describe('the rewrites of an app', () => {
  it('route every public path to the operation that answers it', async () => {
    const patterns = (await rewritesOf()).filter(({ has }) => !has).map(({ source }) => pathToRegexp(source));
    for (const path of [
      '/a/00000000-0000-0000-0000-000000000000/w_80',
      '/c/00000000-0000-0000-0000-000000000000',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/api/v1/mcp',
      '/.well-known/oauth-authorization-server',
    ])
      expect([path, patterns.some((pattern) => pattern.test(path))]).toEqual([path, true]);
    expect(patterns.some((pattern) => pattern.test('/.well-known/security.txt'))).toBe(false);
  });

  it("route every path on a site's host to the site, and no other host", async () => {
    const [first] = await rewritesOf({ sitesHost: 'sites.example.com:8080' });
    const [host] = first?.has ?? [];
    const matches = (name: string): boolean => new RegExp(`^${host?.value}$`).test(name);
    expect(matches('guide.sites.example.com')).toBe(true);
    const others = [
      'sites.example.com',
      'example.com',
      'guide.sitesxexample.com',
      'guide.sites.example.com.evil',
    ];
    for (const name of others) expect([name, matches(name)]).toEqual([name, false]);
    const pattern = pathToRegexp(first?.source ?? '');
    for (const path of ['/', '/docs/', '/_next/static/x.js', '/a/b/c.txt'])
      expect([path, pattern.test(path)]).toEqual([path, true]);
  });
});
