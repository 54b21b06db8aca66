// A database migrated by a later release: an older release refuses it before changing anything.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Payload } from 'payload';
import pg from 'pg';
import { serviceOf } from '../../../src/core/service.ts';
import { makeFolder } from '../../setup/children.ts';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';
import { ownVersion } from '../../../src/lib/own-package.ts';

let database: TestDatabase;
let client: pg.Client;
let folder: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  database = await createDatabase();
  folder = await makeFolder();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    SECRET: 'a secret for tests, long enough to be taken',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await folder.remove();
});

let starts = 0;

async function start(): Promise<Payload> {
  const { getPayload } = await import('payload');
  const { default: config } = await import('../../../payload.config.ts');
  return getPayload({ config, key: `${database.url} ${(starts += 1)}` });
}

/** Every table with its columns, and the applied migrations. */
async function shape(): Promise<unknown[]> {
  const { rows: columns } = await client.query(
    `select table_schema, table_name, column_name, data_type from information_schema.columns
     where table_schema in ('public', 'marque') order by 1, 2, 3`,
  );
  const { rows: applied } = await client.query('select * from marque.migrations order by name');
  const { rows: payloads } = await client.query(
    'select name, batch::text from payload_migrations order by name, batch',
  );
  return [columns, applied, payloads];
}

describe('a database migrated by a later release', () => {
  it('is refused with the release it needs, and stays unchanged', async () => {
    await client.query(
      `insert into marque.migrations (name, release) values ('9001-later', '98.2.0'), ('9002-latest', '98.10.0')`,
    );
    // What an upgrade by this release would change.
    await client.query(`delete from marque.migrations where name = '0040-listeners'`);
    const before = await shape();
    await expect(start()).rejects.toThrow(/9001-later, 9002-latest.*98\.10\.0 or later/s);
    expect(await shape()).toEqual(before);
    await client.query(`delete from marque.migrations where name like '900%'`);
    await client.query(`insert into marque.migrations (name) values ('0040-listeners')`);
  });

  it("is refused for Payload's own migrations too", async () => {
    await client.query(`insert into payload_migrations (name, batch) values ('29991231_later', 9)`);
    const before = await shape();
    await expect(start()).rejects.toThrow(/payload:29991231_later.*later/s);
    expect(await shape()).toEqual(before);
    await client.query(`delete from payload_migrations where name = '29991231_later'`);
  });
});

it('a database of the previous release is upgraded, and each migration keeps the release that added it', async () => {
  await client.query('alter table marque.migrations drop column release');
  await client.query(`delete from marque.migrations where name like 'payload:%'`);
  await serviceOf(await start()).close();
  const { rows } = await client.query<{ name: string; release: string | null }>(
    'select name, release from marque.migrations',
  );
  const releases = new Map(rows.map((row) => [row.name, row.release]));
  expect(releases.get('0001-spine')).toBeNull();
  expect([...releases].filter(([name]) => name.startsWith('payload:'))[0]?.[1]).toBe(ownVersion());
});
