// Modules are independent: a service without one starts, answers without it, and passes the other modules'
// tests.
import { execFile } from 'node:child_process';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { describe, expect, it } from '@jest/globals';
import {
  buildConfig,
  type ArrayField,
  type CollectionConfig,
  type Field,
  type Payload,
  type Plugin,
  type SanitizedConfig,
} from 'payload';
import { modules } from '../../plugins/marque/modules/index.ts';
import { marque, type MarqueOptions } from '../../plugins/marque/index.ts';
import { apiEndpoints, orderEndpoints } from '../../src/core/transports/payload.ts';
import { defineModule, extend } from '../../src/extend.ts';
import { fileBytes, makePicture } from '../assets/library.ts';
import { configWith } from '../setup/config-with.ts';
import { startService } from '../setup/service.ts';

describe.each(['sites', 'portals'])('a service without %s', (name) => {
  it('starts, answers everything else, and nothing of the module', async () => {
    const service = await startService({}, undefined, () => configWith({ without: [name] }));
    try {
      const place = await service.makePlace('Acme');
      const as = await service.makeKey(place, 'write');
      const filed = await fileBytes(service, as, await makePicture());
      expect(filed.status).toBe(201);
      const { id } = filed.body.data as { id: string };
      for (const path of [`/api/v1/assets/${id}/description`, `/api/v1/assets?q=x`, '/api/v1/brands'])
        expect((await service.call('GET', path, { as })).status).toBe(200);
      const report = await service.call('GET', `/api/v1/catalog/${id}/access`, { as });
      expect(report.status).toBe(200);

      const own = modules.find((one) => one.name === name)?.operations ?? [];
      const { paths } = (await service.call('GET', '/api/v1/openapi.json')).body as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      const listed = Object.values(paths).flatMap((one) =>
        Object.values(one).map(({ operationId }) => operationId),
      );
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((operation) => listed.includes(operation.name))).toEqual([]);
      expect((await service.call('GET', `/api/v1/${name}`, { as })).status).toBe(404);
    } finally {
      await service.close();
    }
  });
});

it('the tests of other modules pass without sites and portals', async () => {
  const files = [
    'test/assets/lifecycle/lifecycle.test.ts',
    'test/brands/rules/rules.test.ts',
    'test/fields/fields.test.ts',
  ];
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--forceExit', '-w', '1'];
    execFile(
      process.execPath,
      [...args, '--runTestsByPath', ...files],
      { env: { ...process.env, TEST_WITHOUT: 'sites,portals' }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error ? 1 : 0, output: stdout + stderr });
      },
    );
  });
  expect(output).toMatch(/\d+ passed, 0 failed/);
  expect(code).toBe(0);
});

it('the plugin refuses to leave out an unknown module', () => {
  expect(() => marque({ without: ['nowhere'] })({} as never)).toThrow(/There is no module "nowhere"/);
});

it.each(["room' or true --", 'Room', '1st', '', 'organization', 'workspace'])(
  'a kind that grants can be on is refused the name "%s"',
  (name) => {
    const kind = { name, table: 'agency_rooms', label: 'name', privacy: 'private', width: 40 };
    const grantable = defineModule({ name: 'rooms', grantable: [kind] });
    expect(() => extend({} as never, grantable)).toThrow(`"${name}" can't name a resource.`);
  },
);

/** An app, with plugins after Marque. */
const appWith = (
  collections: CollectionConfig[],
  options: MarqueOptions = {},
  later: Plugin[] = [],
): Promise<SanitizedConfig> =>
  buildConfig({
    secret: 'a secret for tests, long enough to be taken',
    db: postgresAdapter({ pool: { connectionString: '' } }),
    collections: [{ slug: 'people', auth: true, fields: [] }, ...collections],
    typescript: { autoGenerate: false },
    plugins: [marque(options), ...later],
  });

/** Makes the tables of an app, as its start does before it connects. */
async function makeTables(...app: Parameters<typeof appWith>): Promise<void> {
  const config = await appWith(...app);
  const known = config.collections.map((one) => [one.slug, { config: one }]);
  const payload = {
    config,
    collections: Object.fromEntries(known) as object,
    logger: { warn: () => undefined },
  } as unknown as Payload;
  const adapter = config.db.init({ payload });
  adapter.payload = payload;
  await adapter.init?.();
}

const adding =
  (collection: CollectionConfig): Plugin =>
  (config) => ({ ...config, collections: [...(config.collections ?? []), collection] });

const tags: CollectionConfig = { slug: 'tags', fields: [] };
const tagging = defineModule({ name: 'tagging', collections: [tags] });

describe('two collections of one name', () => {
  it('are refused, and the option that gives ours another is named', () => {
    const app = { collections: [{ slug: 'marque-assets', fields: [] }] };
    expect(() => marque()(app as never)).toThrow(
      /This app and Marque both have the collections marque-assets\. .*slugPrefix: 'dam-'/,
    );
    expect(() => marque({ slugPrefix: 'dam-' })(app as never)).not.toThrow(/both have/);
  });

  it("are refused where one is a module's, which no prefix renames", () => {
    const refused = /both have the collections tags\. Give the module's collection another slug/;
    const app = { collections: [tags] };
    expect(() => marque({ modules: [tagging] })(app as never)).toThrow(/This app and the module "tagging"/);
    expect(() => marque({ modules: [tagging] })(app as never)).toThrow(refused);
    const another = defineModule({ name: 'another', collections: [tags] });
    expect(() => marque({ modules: [tagging, another] })({ collections: [] } as never)).toThrow(refused);
  });

  it("are refused where a module's would be one of ours in SQL", () => {
    for (const slug of ['assets', 'brandPages']) {
      const modules = [defineModule({ name: 'x', collections: [{ slug, fields: [] }] })];
      expect(() => marque({ modules })({ collections: [] } as never)).toThrow(
        /Marque's SQL means its own table by payload\.\w+, and the module "x" has the collection/,
      );
    }
  });

  it('are refused where a module comes in after Marque', async () => {
    const late: Plugin = (config) => extend(config, tagging);
    await expect(makeTables([tags], {}, [late])).rejects.toThrow(
      /This app and the module "tagging" both have the collections tags\./,
    );
    await makeTables([], {}, [late]);
  });
});

describe('two collections of one table', () => {
  const posts = (more: Partial<CollectionConfig>): CollectionConfig => ({
    slug: 'posts',
    fields: [],
    ...more,
  });

  it('are refused by name, with the option', async () => {
    await expect(makeTables([posts({ dbName: 'marque_assets' })])).rejects.toThrow(
      /The collections posts of this app and marque-assets of Marque both have the table marque_assets\. .*slugPrefix: 'dam-'/,
    );
    await makeTables([posts({ dbName: 'marque_assets' })], { slugPrefix: 'dam-' });
  });

  it('are refused where one is made of a field, a group or a version', async () => {
    const list: ArrayField = { name: 'users', type: 'array', fields: [{ name: 'name', type: 'text' }] };
    const named =
      /The collections marque of this app and marque-users of Marque both have the table marque_users\./;
    await expect(makeTables([{ slug: 'marque', fields: [list] }])).rejects.toThrow(named);
    const inGroup: Field = { name: 'app', type: 'group', fields: [{ ...list, name: 'tags' }] };
    const versions = [{ slug: 'acme', versions: true, fields: [inGroup] }] satisfies CollectionConfig[];
    for (const dbName of ['acme_app_tags', '_acme_v', '_acme_v_version_app_tags']) {
      const modules = [defineModule({ name: 'x', collections: [{ ...tags, dbName }] })];
      await expect(makeTables(versions, { modules })).rejects.toThrow(
        `The collections acme of this app and tags of the module "x" both have the table ${dbName}.`,
      );
    }
    await makeTables([{ slug: 'marque', fields: [{ ...list, name: 'friends' }] }, ...versions]);
  });

  it('are refused where another plugin adds one after Marque', async () => {
    await expect(makeTables([], {}, [adding(posts({ dbName: 'marque_grants' }))])).rejects.toThrow(
      /The collections marque-grants of Marque and posts of this app both have the table marque_grants\./,
    );
  });
});

it('the panel begins with Marque’s dashboard only where the app asks for it', async () => {
  const firstView = async (options: MarqueOptions) =>
    (await appWith([], options)).admin.components.views?.dashboard?.Component;
  expect(await firstView({})).toBeUndefined();
  expect(await firstView({ dashboard: true })).toBe('marque/client-components#Dashboard');
});

describe('endpoints of the app', () => {
  const endpointAt =
    (path: string): Plugin =>
    (config) => ({
      ...config,
      endpoints: [...(config.endpoints ?? []), { path, method: 'get', handler: () => Response.json({}) }],
    });
  const places = (config: SanitizedConfig, ...paths: string[]): number[] =>
    paths.map((path) => config.endpoints.findIndex((one) => one.path === path && one.method === 'get'));

  it('come before ours, but for the API, whichever plugin adds them', async () => {
    const config = await appWith([], {}, [endpointAt('/health'), endpointAt('/auth/:provider')]);
    orderEndpoints(config);
    const [api = -1, health = -1, ours = -1] = places(config, '/v1/:path*', '/health', '/health/:path*');
    expect([api, api < health, health < ours]).toEqual([0, true, true]);
    const [auth = -1, ourAuth = -1] = places(config, '/auth/:provider', '/auth/:path*');
    expect([auth > 0, auth < ourAuth]).toEqual([true, true]);
    // Another start, as after a change under `next dev`, adds none.
    const before = config.endpoints.length;
    orderEndpoints(config);
    expect(config.endpoints).toHaveLength(before);
    expect(config.endpoints.slice(0, apiEndpoints.length)).toEqual(apiEndpoints);
  });

  it('end the start where nobody would reach them', async () => {
    const config = await appWith([], {}, [endpointAt('/v1/products')]);
    expect(() => orderEndpoints(config)).toThrow(
      'This app has an endpoint at /api/v1/products, where Marque has its API. Move it to another path, such as /api/app/v1/products.',
    );
  });
});
