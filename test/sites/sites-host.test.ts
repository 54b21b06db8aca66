// SITES_HOST: which hosts are accepted, a site's address, and which hosts are sites.
import { describe, expect, it } from '@jest/globals';
import { readEnv } from '../../src/env.ts';
import { originOfSite, slugOfHost } from '../../src/sites/rules.ts';

const env = (variables: Record<string, string>) => readEnv({ NODE_ENV: 'test', ...variables });

describe('SITES_HOST', () => {
  it("is sites.localhost on the server's port by default", () => {
    expect(env({}).sitesHost).toBe('sites.localhost:3000');
    expect(env({ PORT: '4000' }).sitesHost).toBe('sites.localhost:4000');
  });

  it('is refused if it shares its registrable domain with SERVER_URL, unless that is allowed', () => {
    const shared = { SERVER_URL: 'https://marque.example.co.uk', SITES_HOST: 'sites.example.co.uk' };
    expect(() => env(shared)).toThrow(/shares the domain example\.co\.uk/);
    expect(env({ ...shared, ALLOW_SAME_SITE: '1' }).sitesHost).toBe('sites.example.co.uk');
    expect(() => env({ SERVER_URL: 'https://a.example', SITES_HOST: 'a.example' })).toThrow(/shares/);
    expect(() => env({ SERVER_URL: 'http://app.sites.localhost:3000' })).toThrow(/shares/);
    // Two customers under github.io are two sites to a browser.
    expect(env({ SERVER_URL: 'https://a.github.io', SITES_HOST: 'b.github.io' }).sitesHost).toBe(
      'b.github.io',
    );
  });

  it.each(['https://sites.example', 'sites.example/path', 'sites_example', '*.example', '.example'])(
    'is refused as %s',
    (host) => {
      expect(() => env({ SITES_HOST: host })).toThrow(/SITES_HOST must be a host/);
    },
  );

  it('gives each site an origin, with https if the server has it', () => {
    expect(originOfSite(env({}), 'guide')).toBe('http://guide.sites.localhost:3000');
    const deployed = { SERVER_URL: 'https://marque.example', SITES_HOST: 'sites.example' };
    expect(originOfSite(env(deployed), 'guide')).toBe('https://guide.sites.example');
    expect(originOfSite(env({ SERVER_URL: 'https://marque.example' }), 'guide')).toBe(
      'http://guide.sites.localhost:3000',
    );
  });

  it('distinguishes the hosts of sites from all others', () => {
    const { sitesHost } = env({});
    const slug = (host: string) => slugOfHost({ sitesHost }, host);
    expect(slug('guide.sites.localhost:3000')).toBe('guide');
    expect(slug('GUIDE.sites.localhost.')).toBe('guide');
    expect(slug('a.b.sites.localhost')).toBe('a.b');
    for (const host of [
      'localhost:3000',
      'sites.localhost:3000',
      'guide.sites.example',
      'evilsites.localhost',
      '',
    ])
      expect(slug(host)).toBeNull();
  });
});
