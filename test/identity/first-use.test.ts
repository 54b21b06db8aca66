// What a fresh installation does before anyone can use it.
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { openFirst } from '../../src/identity/first-use.ts';
import { until } from '../setup/children.ts';
import { startService } from '../setup/service.ts';

const marque = await startService({
  ADMIN_EMAIL: 'ada@example.com',
  ADMIN_PASSWORD: 'correct horse battery',
});
const other = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' });
await other.connect();

afterAll(async () => {
  await other.end();
  await marque.close();
});

const count = async (table: string): Promise<number> =>
  (await other.query<{ n: number }>(`select count(*)::int as n from public.${table}`)).rows[0]?.n ?? -1;

it('creates the first account even if the database drops the connection meanwhile', async () => {
  await other.query('begin');
  await other.query('lock table public.workspaces in access exclusive mode');
  const opened = openFirst(marque.service);
  await until(async () => {
    const { rowCount } = await other.query(
      `select pg_terminate_backend(l.pid) from pg_locks l
       where l.relation = 'public.workspaces'::regclass and not l.granted and l.pid <> pg_backend_pid()`,
    );
    return rowCount === 1;
  });
  await other.query('rollback');
  await opened;

  expect(await count('users')).toBe(1);
  expect(await count('organizations')).toBe(1);
  expect(await count('workspaces')).toBe(1);
});

it('creates nothing on the next start', async () => {
  await openFirst(marque.service);
  expect(await count('users')).toBe(1);
  expect(await count('organizations')).toBe(1);
});
