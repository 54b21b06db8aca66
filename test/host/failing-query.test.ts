// Queries and commits in someone else's app. The log says which query failed, and for our collections never with which values. Time limits
// and errors of commits are for Marque's work: the app's own is as without it.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeFolder, until } from '../setup/children.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { account } from './account.ts';
import { start, type Host } from './start.ts';

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let sql: pg.Client;
let host: Host;
let authorization: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  host = await start(database.url, folder.path, { ID_TYPE: 'serial', MODULE: '1' });
  const { body } = await send('POST', '/api/users/first-register', { ...account, name: 'Ada' });
  authorization = `JWT ${body.token}`;
});
afterAll(async () => {
  await host?.stop();
  await sql?.end();
  await database?.drop();
  await folder?.remove();
});

async function send(method: string, path: string, body: unknown) {
  const response = await fetch(`${host.url}${path}`, {
    method,
    headers: {
      origin: host.url,
      'content-type': 'application/json',
      ...(authorization ? { authorization } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** What is logged until a failed query is in it. */
async function logged(since: number): Promise<string> {
  await until(async () => /Failed query/.test(host.output().slice(since)));
  return host.output().slice(since);
}

it('is logged without values if it is ours', async () => {
  const me = await send('GET', '/api/v1/me', undefined);
  expect(me.status).toBe(200);
  await sql.query('alter table marque_brands add constraint no_secret check (name not like $$%secret%$$)');
  const since = host.output().length;
  const { status } = await send('POST', '/api/marque-brands', { name: 'A secret name', slug: 'a-name' });
  expect(status).toBe(500);
  const output = await logged(since);
  expect(output).toMatch(/insert into "?marque_brands/);
  expect(output).toMatch(/no_secret/);
  expect(output).not.toMatch(/A secret name/);
});

it('is logged as ever if it is the app’s', async () => {
  await sql.query('alter table collections add constraint no_secret check (season not like $$%secret%$$)');
  const since = host.output().length;
  const { status } = await send('POST', '/api/collections', { season: 'A secret season' });
  expect(status).toBe(500);
  expect(await logged(since)).toMatch(/A secret season/);
});

it('has time limits in Marque’s work only', async () => {
  const { body } = await send('GET', '/api/limits', undefined);
  const none = { statement_timeout: '0' };
  expect(body).toEqual({ pool: none, transaction: none, waitMs: 0 });
  const ours = await send('POST', '/api/v1/agency/limits', {});
  expect(ours.body.data).toEqual({ transaction: '10s' });
});

it('commits as Payload does what the app writes, and Marque’s own work never without an error', async () => {
  expect((await send('GET', '/api/past-a-miss', undefined)).body).toEqual({ done: true });
  await sql.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at the commit'; end $$`,
  );
  for (const table of ['posts', 'marque_collections'])
    await sql.query(
      `create constraint trigger refuse after insert on ${table} deferrable initially deferred for each row execute function refuse()`,
    );
  // Payload passes over it.
  expect((await send('POST', '/api/posts', { title: 'Lost' })).status).toBe(201);
  for (const path of ['/api/marque-collections', '/api/v1/collections'])
    expect([path, (await send('POST', path, { name: 'Lost' })).status]).toEqual([path, 500]);
  const { rowCount } = await sql.query('select from posts union all select from marque_collections');
  expect(rowCount).toBe(0);
});
