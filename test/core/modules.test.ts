// Modules are independent: a service without one starts, answers without it, and passes the other modules'
// tests.
import { execFile } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { modules } from '../../plugins/marque/modules/index.ts';
import { marque } from '../../plugins/marque/index.ts';
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

it('the plugin refuses an app with a collection of the same name, and says which option gives ours another', () => {
  const app = { collections: [{ slug: 'marque-assets', fields: [] }] };
  expect(() => marque()(app as never)).toThrow(
    /This app and Marque both have the collections marque-assets\. .*slugPrefix/,
  );
  expect(() => marque({ slugPrefix: 'dam-' })(app as never)).not.toThrow(/both have/);
});
