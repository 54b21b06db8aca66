// Modules that throw while the service is put together: each is left out whole, and named; what others contribute is there.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Config } from 'payload';
import { Answer, defineModule, defineOperation, extend, z, type Module } from '../../src/extend.ts';
import { openNamedStorage } from '../../src/core/storage/index.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type Place, type TestService } from '../setup/service.ts';

const oops = (): never => {
  throw new Error('It broke, with details.');
};

/** A module with one of everything that is installed. */
const moduleNamed = (name: string): Module =>
  defineModule({
    name,
    operations: [
      defineOperation({
        name: `get_${name}`,
        http: { route: `GET /api/v1/${name}`, tag: name },
        summary: 'Get one',
        access: { scope: 'read', within: true },
        output: z.object({}),
        run: () => Promise.resolve({}),
      }),
    ],
    tags: { [name]: name },
    jobs: [{ name: `${name}-job`, cron: null, expireInSeconds: 60, run: () => Promise.resolve() }],
    panel: { pages: [{ path: `/${name}`, label: name, component: `./none.tsx#${name}` }] },
    fieldTypes: [{ name: `${name}-type`, label: name, takes: 'anything', kind: 'text', value: z.string() }],
  });

const draw = () => Promise.resolve(Buffer.from(''));
const read = () => Promise.resolve([]);
const broken: Module[] = [
  { ...moduleNamed('lists'), collections: oops },
  { ...moduleNamed('draws'), previewers: [{ name: 'draws', types: { 'a/draws': [] }, missing: oops, draw }] },
  { ...moduleNamed('reads'), textReaders: [{ name: 'reads', types: ['a/reads'], missing: oops, read }] },
];
const late: Module = { ...moduleNamed('late'), collections: oops };
const names = [...broken, late].map(({ name }) => name);

let service: TestService;
let place: Place;

beforeAll(async () => {
  service = await startService({}, undefined, () =>
    configWith({ modules: [...broken, moduleNamed('fine')] }, undefined, [
      (config: Config) => extend(config, late),
    ]),
  );
  place = await service.makePlace('Northlight');
}, 300_000);
afterAll(() => service?.close());

it('are named in the health, which is good', async () => {
  const { status, body } = await service.call('GET', '/api/health');
  expect([status, body.ok]).toEqual([200, true]);
  const failing = body.failing as { module: string; during: string; name: string }[];
  expect(failing.map(({ module, during, name }) => [module, during, name]).toSorted()).toEqual(
    names.toSorted().map((name) => [name, 'start', name]),
  );
});

it('contribute nothing, and the others everything', async () => {
  const as = await service.makeKey(place, 'read');
  const { paths, tags } = (await service.call('GET', '/api/v1/openapi.json')).body as {
    paths: object;
    tags: { name: string }[];
  };
  const types = (await service.call('GET', '/api/v1/field-types', { as })).body.data as { name: string }[];
  const { config } = service.service.payload;
  const parts = JSON.stringify([
    config.custom?.marqueMenu,
    config.admin.dependencies,
    config.admin.components?.views,
  ]);
  const has = async (name: string) => ({
    status: (await service.call('GET', `/api/v1/${name}`, { as })).status,
    described: Object.keys(paths).includes(`/api/v1/${name}`) || tags.some((tag) => tag.name === name),
    type: types.some((one) => one.name === `${name}-type`),
    inPanel: parts.includes(`#${name}`),
    module: service.service.modules.some((one) => one.name === name),
  });
  expect(await has('fine')).toEqual({
    status: 200,
    described: true,
    type: true,
    inPanel: true,
    module: true,
  });
  for (const name of names)
    expect([name, await has(name)]).toEqual([
      name,
      { status: 404, described: false, type: false, inPanel: false, module: false },
    ]);
});

it('get no migration that would drop their tables', async () => {
  const { payload } = service.service;
  await expect(async () => payload.db.createMigration({ payload, migrationName: 'any' })).rejects.toThrow(
    /The module "lists" throws, .*drop its tables/,
  );
});

it('whose storage can’t be opened fails the calls that need files; nothing is stored elsewhere', async () => {
  const shut = defineModule({
    name: 'shut',
    storages: [{ name: 'Shut', open: oops }],
    routes: [{ route: 'GET /fine', answer: () => Promise.resolve(Answer.json(200, { fine: true })) }],
  });
  const other = await startService({}, undefined, () => configWith({ modules: [shut] }));
  try {
    const key = await other.makeKey(await other.makePlace('Northlight'), 'write');
    const body = { filename: 'a.txt', mime: 'text/plain', size: 2 };
    const { uploadUrl } = (await other.call('POST', '/api/v1/uploads', { as: key, body })).body as {
      uploadUrl: string;
    };
    const uploaded = await fetch(uploadUrl, { method: 'PUT', body: 'Hi' });
    expect([uploaded.status, await uploaded.text()]).toEqual([503, expect.not.stringContaining('details')]);
    await expect(readdir(path.join(other.service.env.dataDir, 'blobs'))).rejects.toThrow('ENOENT');
    expect((await other.call('GET', '/api/v1/assets', { as: key })).status).toBe(200);
    expect((await other.call('GET', '/fine')).status).toBe(200);
    expect((await other.call('GET', '/api/health')).body).toMatchObject({
      storage: false,
      failing: [{ module: 'shut', during: 'start', name: 'Shut' }],
    });
    expect(openNamedStorage(other.service.env).name).toBe('Shut');
  } finally {
    await other.close();
  }
});
