// The rewrites of an app's Next config: each a pattern that Next accepts, and together every public path
// outside /api.
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { withMarque } from '../../src/with-marque.mjs';

interface Patterns {
  pathToRegexp: (source: string, keys?: unknown[], options?: { strict: boolean }) => RegExp;
}
// Next's own copy: a pattern that it rejects fails the build of the panel.
const { pathToRegexp } = createRequire(import.meta.url)('next/dist/compiled/path-to-regexp') as Patterns;

type Config = Parameters<typeof withMarque>[0];
type Options = Parameters<typeof withMarque>[1];

async function stagesOf(config: Config, options?: Options) {
  const rewrites = await withMarque(config, options).rewrites?.();
  if (!rewrites || Array.isArray(rewrites)) throw new Error('There are no rewrites that come first.');
  const { beforeFiles = [], afterFiles = [], fallback = [] } = rewrites;
  return { beforeFiles, afterFiles, fallback };
}

async function rewritesOf(options?: Options) {
  const { beforeFiles, fallback } = await stagesOf({}, options);
  return [...beforeFiles, ...fallback];
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
      '/.well-known/ai-catalog.json',
      '/.well-known/mcp/server-card.json',
    ])
      expect([path, patterns.some((pattern) => pattern.test(path))]).toEqual([path, true]);
  });

  it('lead to what modules have at /.well-known, after the files and routes of the app', async () => {
    const leadsTo = (rewrites: { source: string }[], path: string): boolean =>
      rewrites.some(({ source }) => pathToRegexp(source).test(path));
    const { beforeFiles, afterFiles, fallback } = await stagesOf({});
    const route = '/.well-known/agency.json';
    const others = beforeFiles.filter(({ has }) => !has);
    expect([leadsTo(others, route), leadsTo(afterFiles, route), leadsTo(fallback, route)]).toEqual([
      false,
      false,
      true,
    ]);
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

  it("route every host but the app's own to Marque, where the app names its own", async () => {
    const [first] = await rewritesOf({ appHosts: ['www.client.example', 'localhost:3000'] });
    const matches = (name: string): boolean => new RegExp(`^${first?.has?.[0]?.value}$`).test(name);
    const others = ['brand.client.example', 'guide.sites.example.com', 'www.client.example.evil'];
    for (const name of others) expect([name, matches(name)]).toEqual([name, true]);
    for (const name of ['www.client.example', 'localhost'])
      expect([name, matches(name)]).toEqual([name, false]);
    const [none] = await rewritesOf({ sitesHost: 'sites.example.com', appHosts: [] });
    expect(none?.has?.[0]?.value).toBe('.+\\.sites\\.example\\.com');
  });

  it("leave /a, /c, /s and /p to the app's own pages, but in an app of Marque alone", async () => {
    const isPage = ({ source }: { source: string }): boolean => /^\/(?:a|c|p|s)\//.test(source);
    const inApp = await stagesOf({});
    expect(inApp.beforeFiles.filter(isPage)).toEqual([]);
    expect(inApp.fallback.filter(isPage)).toHaveLength(4);
    const alone = await stagesOf({}, { isOwnApp: true });
    expect(alone.beforeFiles.filter(isPage)).toHaveLength(4);
    expect(alone.fallback).toEqual([]);
    // A host has one catalog of what is there: an app's own comes before ours.
    const isCatalog = ({ source }: { source: string }): boolean => source === '/.well-known/:path*';
    expect(alone.beforeFiles.filter(isCatalog)).toHaveLength(1);
    const { beforeFiles, fallback } = await stagesOf({}, { prefix: '/dam' });
    expect([beforeFiles.filter(isCatalog).length, fallback.filter(isCatalog).length]).toEqual([0, 1]);
  });

  it('put them below a prefix, before all pages of the app, which may catch everything', async () => {
    const { beforeFiles, fallback } = await stagesOf({}, { prefix: '/dam' });
    const sources = beforeFiles.map(({ source }) => source);
    for (const kind of ['a', 'c', 'p', 's']) expect(sources).toContain(`/dam/${kind}/:path*`);
    expect(beforeFiles.at(-1)?.destination).toMatch(/^\/api\/v1\/~\/dam\//);
    expect(
      [...sources, ...fallback.map(({ source }) => source)].filter((one) => /^\/(?:a|c|p|s)\//.test(one)),
    ).toEqual([]);
    expect(withMarque({ env: { THEIRS: '1' } }, { prefix: '/dam' }).env).toEqual({
      THEIRS: '1',
      MARQUE_REWRITES: '/dam',
      MARQUE_PANEL_PATH: '',
    });
    for (const prefix of ['dam', '/dam/', '/'])
      expect(() => withMarque({}, { prefix })).toThrow(`prefix "${prefix}"`);
  });

  it("lead from Marque's API to Payload's, where the app has moved that", async () => {
    const { beforeFiles } = await stagesOf({}, { apiRoute: '/cms/api' });
    expect(beforeFiles).toContainEqual({ source: '/api/v1/:path*', destination: '/cms/api/v1/:path*' });
    const here = await stagesOf({});
    expect(
      Object.values(here)
        .flat()
        .filter(({ source }) => source.startsWith('/api/')),
    ).toEqual([]);
  });

  it("leave the app's health check and sign-in to it, where it has moved Payload's API", async () => {
    const { beforeFiles, afterFiles, fallback } = await stagesOf({}, { apiRoute: '/cms/api' });
    const sources = beforeFiles.map(({ source }) => source);
    expect(sources.filter((source) => /^\/api\/(?:auth|health)/.test(source))).toEqual([]);
    expect(afterFiles).toEqual([{ source: '/api/health/:path*', destination: '/cms/api/health/:path*' }]);
    expect(fallback).toContainEqual({ source: '/api/auth/:path*', destination: '/cms/api/auth/:path*' });
  });

  it('keep those that the app has', async () => {
    const theirs = { source: '/old', destination: '/new' };
    const { afterFiles } = await stagesOf({ rewrites: () => Promise.resolve([theirs]) });
    expect(afterFiles).toEqual([theirs]);
    const staged = { beforeFiles: [theirs], afterFiles: [], fallback: [theirs] };
    const { beforeFiles, fallback } = await stagesOf({ rewrites: () => Promise.resolve(staged) });
    expect(beforeFiles.at(-1)).toEqual(theirs);
    expect(fallback[0]).toEqual(theirs);
  });
});

describe('trailing slashes', () => {
  async function redirected(config: Config, path: string): Promise<boolean> {
    const redirects = (await withMarque(config).redirects?.()) ?? [];
    return redirects.some(({ source }) => pathToRegexp(source, [], { strict: true }).test(path));
  }

  it("are redirected as by Next, except on sites' hosts", async () => {
    expect(await redirected({}, '/about/')).toBe(true);
    expect(await redirected({}, '/about')).toBe(false);
    const [redirect] = (await withMarque({}).redirects?.()) ?? [];
    expect(redirect?.missing?.[0]).toMatchObject({ type: 'host' });
  });

  it('are added where the app wants them, but not to addresses of Marque', async () => {
    const config = { trailingSlash: true };
    expect(await redirected(config, '/about')).toBe(true);
    expect(await redirected(config, '/about/')).toBe(false);
    expect(await redirected(config, '/logo.svg/')).toBe(true);
    for (const path of ['/api/v1/assets', '/api/v1', '/a/0', '/p/demo/files', '/.well-known/x'])
      expect([path, await redirected(config, path)]).toEqual([path, false]);
  });

  it('are left alone where the app has switched the redirects off', async () => {
    expect(await redirected({ skipTrailingSlashRedirect: true }, '/about/')).toBe(false);
  });
});

it('an app below a basePath is refused, with the reason', () => {
  expect(() => withMarque({ basePath: '/cms' })).toThrow(/basePath "\/cms"/);
});

it('standalone output gets what is found by path at run time', () => {
  const files = withMarque({
    outputFileTracingIncludes: { '/api/**': ['./fonts/**'] },
  }).outputFileTracingIncludes;
  expect(files?.['/api/**']).toEqual(
    expect.arrayContaining([
      './fonts/**',
      './node_modules/marque/package.json',
      './node_modules/marque/src/lib/decoders/**',
    ]),
  );
});
