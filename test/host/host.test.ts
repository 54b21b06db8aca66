// Someone else's Payload app: what it has works as without Marque, and Marque works in it, whatever its ids are.
// cspell:ignore indexdef conname constraintdef connamespace
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeFolder } from '../setup/children.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { account, start, type Host } from './start.ts';

/** Runs `marque` in the app. */
async function command(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/cli.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PAYLOAD_CONFIG_PATH: 'test/host/config.ts',
      SECRET: 'a secret of the host app, long enough',
      ...env,
    },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

describe.each(['serial', 'uuid'])('an app whose ids are %s', (idType) => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let sql: pg.Client;
  let host: Host;
  let cookie: string;

  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: {
        origin: host.url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const sent = await response.text();
    return { status: response.status, headers: response.headers, body: sent && JSON.parse(sent) };
  };

  const schemaOf = async (): Promise<string[]> => {
    const { rows } = await sql.query<{ line: string }>(
      `select tablename || ' ' || indexdef as line from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace order by 1`,
    );
    return rows.map(({ line }) => line);
  };

  beforeAll(async () => {
    [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    host = await start(database.url, folder.path, { ID_TYPE: idType });
  });
  afterAll(async () => {
    await host?.stop();
    await sql?.end();
    await database?.drop();
    await folder?.remove();
  });

  it('keeps its own tables, and gets ours with UUIDs', async () => {
    const { rows } = await sql.query<{ name: string; type: string }>(
      `select table_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and column_name = 'id' order by 1`,
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    expect(types.get('posts')).toBe(idType === 'serial' ? 'integer' : 'uuid');
    expect(types.get('users')).toBe(idType === 'serial' ? 'integer' : 'uuid');
    for (const table of ['assets', 'brands', 'collections', 'grants', 'keys', 'users', 'workspaces'])
      expect([table, types.get(`marque_${table}`)]).toEqual([table, 'uuid']);
  });

  it('serves its own collections', async () => {
    const first = await call('POST', '/api/users/first-register', { ...account, name: 'Host' });
    if (first.status !== 200) throw new Error(`${JSON.stringify(first.body)} ${host.output().slice(-3000)}`);
    const token = { authorization: `JWT ${first.body.token}` };
    const made = await call('POST', '/api/posts', { title: 'Hello', author: first.body.user.id }, token);
    expect(made.status).toBe(201);
    expect(typeof made.body.doc.id).toBe(idType === 'serial' ? 'number' : 'string');
    const german = await call('PATCH', `/api/posts/${made.body.doc.id}?locale=de`, { title: 'Hallo' }, token);
    expect(german.body.doc.title).toBe('Hallo');
    const listed = await call('GET', '/api/posts?where[title][equals]=Hello', undefined, token);
    expect(listed.body.docs).toHaveLength(1);
    expect(listed.body.docs[0].author).toMatchObject({ id: first.body.user.id });
    expect((await call('POST', '/api/collections', { season: 'Winter' }, token)).status).toBe(201);
  });

  it('serves Marque, which knows its own people', async () => {
    const signedIn = await call('POST', '/api/auth/sign-in', account);
    expect(signedIn.status).toBe(200);
    cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const me = await call('GET', '/api/v1/me', undefined, { cookie });
    expect(me.body.data).toMatchObject({ kind: 'person', email: account.email, scope: 'admin' });
    const { body } = await call('POST', '/api/v1/keys', { name: 'Set-up', scope: 'admin' }, { cookie });
    const bearer = { authorization: `Bearer ${body.data.secret}` };
    const upload = { filename: 'note.txt', mime: 'text/plain', size: 5 };
    const { body: begun } = await call('POST', '/api/v1/uploads', upload, bearer);
    expect((await fetch(begun.uploadUrl as string, { method: 'PUT', body: 'hello' })).status).toBe(200);
    const filed = await call('POST', '/api/v1/assets', { token: begun.token }, bearer);
    expect(filed.status).toBe(201);
    expect((await call('GET', '/api/v1/assets', undefined, bearer)).body.data).toHaveLength(1);
  });

  it("shows people who sign in to Marque their assets through Payload's REST", async () => {
    const listed = await call('GET', '/api/marque-assets', undefined, { cookie });
    expect(listed.status).toBe(200);
    expect(listed.body.docs).toHaveLength(1);
    expect((await call('GET', '/api/marque-assets')).body.docs ?? []).toHaveLength(0);
  });

  it("is found to be in order by the package's doctor, and has keys made for it", async () => {
    const env = { ID_TYPE: idType, SERVER_URL: host.url, DATABASE_URL: database.url, DATA_DIR: folder.path };
    const { stdout } = await command(['doctor', '--json', '--url', host.url], env);
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; status: string; message: string }[];
    };
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
    for (const check of [
      'versions',
      'secret',
      'import map',
      'database',
      'schema',
      'ids',
      'storage',
      'addresses',
    ])
      expect(findings).toContainEqual(expect.objectContaining({ check, status: 'ok' }));

    const [place] = (
      await sql.query<{ address: string }>(
        `select o.slug || '/' || w.slug as address from marque_workspaces w join marque_organizations o on o.id = w.organization_id`,
      )
    ).rows;
    const made = await command(
      ['key', '--workspace', place?.address ?? '', '--scope', 'read', '--name', 'Own'],
      env,
    );
    const me = await call('GET', '/api/v1/me', undefined, { authorization: `Bearer ${made.stdout.trim()}` });
    expect(me.body.data).toMatchObject({ kind: 'key', name: 'Own', scope: 'read' });
    expect((await command(['key'], env)).stderr).toMatch(/Usage: npx marque key --workspace/);
  });

  it('has the same tables after another start', async () => {
    const before = await schemaOf();
    await host.stop();
    host = await start(database.url, folder.path, { ID_TYPE: idType });
    expect(await schemaOf()).toEqual(before);
    expect(before.filter((line) => line.includes('marque_one_holder'))).toHaveLength(1);
    expect(before.filter((line) => line.includes('marque_grants_once'))).toHaveLength(1);
  });
});
