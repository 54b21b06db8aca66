// A pooler in transaction mode between the service and its database: starting fails with that reason, before
// anything is done.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { demandSessionMode } from '../../src/core/db/session-mode.ts';
import { makeFolder } from '../setup/children.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  folder = await makeFolder();
  proxy = await openDatabaseProxy(database.url);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
  await folder.remove();
});

it('a transaction pooler ends the start with one sentence that names session mode, before anything is written', async () => {
  proxy.fault = 'no session';
  Object.assign(process.env, {
    DATABASE_URL: proxy.url,
    DATA_DIR: folder.path,
    SECRET: 'a secret for tests, long enough to be taken',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
  const { getPayload } = await import('payload');
  const { default: config } = await import('../../payload.config.ts');
  await expect(getPayload({ config, key: proxy.url })).rejects.toThrow(/needs session mode/);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select table_name from information_schema.tables where table_schema in ('public', 'marque')`,
  );
  await client.end();
  expect(rows).toEqual([]);
});

it('the service accepts a database with dedicated connections', async () => {
  proxy.fault = 'pass';
  await demandSessionMode(proxy.url);
});
