// `marque start`: our server around an app that installs the package.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeConnection } from '../../src/core/db/app-database.ts';
import { startBareApp, type BareApp } from '../core/transports/bare-app.ts';

let app: BareApp;
beforeAll(async () => {
  app = await startBareApp({ SECRET: 'a secret of the agency, long enough', AGENCY: '1' }, 'marque start');
}, 1_200_000);
afterAll(() => app?.close());

it("answers Marque's addresses itself, and hands the rest to Next", async () => {
  const answerOf = async (path: string) => {
    const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
    return {
      status: response.status,
      next: response.headers.has('x-powered-by'),
      text: await response.text(),
    };
  };
  expect(await answerOf('/api/v1/me')).toMatchObject({ status: 401, next: false });
  for (const kind of ['a', 'c', 's', 'p'])
    expect(await answerOf(`/${kind}/none`)).toMatchObject({
      next: false,
      text: expect.stringContaining('"error"'),
    });
  expect(await answerOf('/admin/create-first-user')).toMatchObject({ status: 200, next: true });
  expect(await answerOf('/api/users/me')).toMatchObject({ status: 200, next: true });
  expect(await answerOf('/nothing')).toMatchObject({ status: 404 });
  // Next asks for the app's own first.
  for (const path of ['/api/health', '/api/health/live', '/api/health/ready', '/.well-known/agency.json'])
    expect([path, await answerOf(path)]).toMatchObject([path, { status: 200 }]);
});

it('says where it runs, and misses nothing in the Next config', () => {
  expect(app.output()).toContain(`is running at ${app.url}`);
  expect(app.output()).toContain(`${app.url}/admin/create-first-user?token=`);
  expect(app.output()).not.toMatch(/withMarque|unforeseen/);
});

it('is on the database that the Payload config uses, whatever its variable is called, and starts no other', async () => {
  const database = describeConnection({ connectionString: app.databaseUrl });
  expect(app.output()).toContain(`database  ${database}\n`);
  expect(await readdir(app.dataDir)).not.toContain('postgres');
});

it('starts no database of its own for an app that names none', async () => {
  const named = 'postgres://nobody@127.0.0.1:1/none';
  await expect(
    startBareApp(
      { SECRET: 'a secret of the agency, long enough', DATABASE_URI: '', DATABASE_URL: named },
      'marque start',
    ),
  ).rejects.toThrow(/names no database.*DATABASE_URL is set, but the config doesn't use it/);
});
