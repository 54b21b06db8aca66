// The rewrites that an app's Next gets: each a pattern that Next takes, and together every public path outside /api.
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { withMarque } from '../../src/app/with-marque.mjs';

interface Patterns {
  pathToRegexp: (source: string) => RegExp;
}
// Next's own copy: what it refuses fails the build of the panel.
const { pathToRegexp } = createRequire(import.meta.url)('next/dist/compiled/path-to-regexp') as Patterns;

async function sources(): Promise<string[]> {
  const rewrites = await withMarque({}).rewrites?.();
  if (!rewrites || Array.isArray(rewrites)) throw new Error('There are no rewrites that come first.');
  return (rewrites.beforeFiles ?? []).map(({ source }) => source);
}

describe('the rewrites of an app', () => {
  it('lead every public path to the operation that answers it', async () => {
    const patterns = (await sources()).map((source) => pathToRegexp(source));
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
});
