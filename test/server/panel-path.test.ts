// The option `panelPath`: where Marque's views are in the panel of an app that has views of its own.
import { afterEach, describe, expect, it } from '@jest/globals';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, type Config, type SanitizedConfig } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque, type MarqueOptions } from '../../plugins/marque/index.ts';
import { panelAddress } from '../../src/core/panel-address.ts';
import { addressProblems } from '../../src/core/public-paths.ts';
import { defineModule } from '../../src/extend.ts';
import { withMarque } from '../../src/with-marque.mjs';

type Views = NonNullable<NonNullable<NonNullable<Config['admin']>['components']>['views']>;

const campaigns = defineModule({
  name: 'campaigns',
  collections: [{ slug: 'campaigns', fields: [] }],
  panel: { pages: [{ path: '/campaigns', label: 'Campaigns', component: './panel#Campaigns' }] },
});

const shop: Views = { settings: { Component: './Shop#Shop', path: '/settings' } };

const configOf = (options: MarqueOptions, views: Views = {}): Promise<SanitizedConfig> =>
  buildConfig({
    secret: 'a secret that is long enough',
    db: postgresAdapter({ idType: 'uuid', pool: { connectionString: '' } }),
    admin: { components: { views } },
    routes: { admin: '/cms' },
    plugins: [marque({ modules: [campaigns], ...options }), agents()],
  });

const pathsIn = ({ admin }: SanitizedConfig): (string | undefined)[] =>
  Object.values(admin.components.views ?? {}).map(({ path }) => path);

/** As if Next had loaded the Next config. */
function wrapWith(options: Parameters<typeof withMarque>[1]) {
  return withMarque({}, options);
}
const before = [process.env.MARQUE_REWRITES, process.env.MARQUE_PANEL_PATH];
afterEach(() => {
  for (const [at, name] of ['MARQUE_REWRITES', 'MARQUE_PANEL_PATH'].entries()) {
    const value = before[at];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

describe('the path of Marque’s views in the panel', () => {
  it('is before all of them, and before nothing of Payload’s', async () => {
    const config = await configOf({ panelPath: '/marque' }, shop);
    const paths = pathsIn(config).filter((path) => path !== undefined);
    expect(paths.filter((path) => !path.startsWith('/marque/'))).toEqual(['/settings']);
    for (const path of [
      '/brands/:slug',
      '/settings',
      '/review',
      '/agents',
      '/connect',
      '/invite',
      '/campaigns',
    ])
      expect(paths).toContain(`/marque${path}`);
    const addresses = [
      '',
      '/settings',
      '/brands/north/pages/start?at=1',
      '/review?id=1',
      '/campaigns',
      '/collections/assets/1',
      '/collections/campaigns',
      '/login?redirect=%2F',
      '/create-first-user?token=1',
    ] as const;
    expect(addresses.map((path) => panelAddress(config, path))).toEqual([
      '/cms',
      '/cms/marque/settings',
      '/cms/marque/brands/north/pages/start?at=1',
      '/cms/marque/review?id=1',
      '/cms/marque/campaigns',
      '/cms/collections/marque-assets/1',
      '/cms/collections/campaigns',
      '/cms/login?redirect=%2F',
      '/cms/create-first-user?token=1',
    ]);
  });

  it('is the root unless given', async () => {
    const config = await configOf({});
    expect(pathsIn(config)).toContain('/settings');
    expect(panelAddress(config, '/settings')).toBe('/cms/settings');
  });

  it('is that of withMarque, which protects the views there with headers', async () => {
    const headers = await wrapWith({ adminRoute: '/cms', panelPath: '/dam/panel' }).headers?.();
    expect(headers?.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['/cms/dam/panel/settings/:path*', '/cms/dam/panel/connect']),
    );
    const config = await configOf({}, shop);
    expect(pathsIn(config)).toContain('/dam/panel/settings');
    expect(addressProblems(config)).toEqual([]);
    const other = await configOf({ panelPath: '/marque' });
    expect(addressProblems(other)).toEqual([
      expect.stringMatching(/panelPath: '\/marque'.*panelPath: '\/dam\/panel'.*differ/),
    ]);
  });

  it('is asked for where a view of the app would be lost', async () => {
    wrapWith({});
    await expect(configOf({}, shop)).rejects.toThrow(
      "This app and Marque both have a view of the panel at /settings. Move Marque's: withMarque(nextConfig, { panelPath: '/marque' })",
    );
    // Of a plugin that is added after Marque.
    await expect(configOf({}, { own: { Component: './A#A', path: '/agents/:id' } })).rejects.toThrow(
      'both have a view of the panel at /agents/:id',
    );
    await expect(configOf({}, { own: { Component: './A#A', path: '/reports' } })).resolves.toBeTruthy();
  });

  it('is a path that Payload has nothing at', () => {
    for (const wrong of ['marque', '/marque/', '/', '/m q', '/collections', '/login/x', '/globals'])
      expect(() => marque({ panelPath: wrong })({} as Config)).toThrow(`panelPath "${wrong}"`);
  });
});
