// The databases that tests use.
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';

const made: TestDatabase[] = [];

async function database(): Promise<TestDatabase> {
  const one = await createDatabase();
  made.push(one);
  return one;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  for (const { drop } of made) await drop();
});

describe('a test database', () => {
  it('is separate', async () => {
    const [one, other] = await Promise.all([database(), database()]);
    await query(one.url, 'create table only_here (id int)');

    await expect(query(other.url, 'select * from only_here')).rejects.toThrow('does not exist');
  });

  it('sorts by code point and handles letters beyond ASCII', async () => {
    const { url } = await database();

    const rows = await query(url, `select 'Z' < 'a' as bytes, lower('ÄÉ') as lower, 'ü' ~ '^\\w$' as letter`);

    expect(rows).toEqual([{ bytes: true, lower: 'äé', letter: true }]);
  });

  it('can be dropped while a client is connected', async () => {
    const { url, drop } = await database();
    const client = new pg.Client({ connectionString: url });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();

    await drop();

    await cut;
    await expect(query(url, 'select 1')).rejects.toThrow('does not exist');
  });
});
