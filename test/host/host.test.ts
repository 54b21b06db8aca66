// Someone else's Payload app: what it has works as without Marque, and Marque works in it, whatever its ids are.
// cspell:ignore indexdef conname constraintdef connamespace
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeFolder, until } from '../setup/children.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { account } from './account.ts';
import { checkSql, cli, config, envOf, start, type Host } from './start.ts';

/** Runs `marque` in the app. */
async function command(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PAYLOAD_CONFIG_PATH: config,
      SECRET: 'a secret of the host app, long enough',
      ...env,
    },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

interface Account {
  id: number | string;
  token: { authorization: string };
}

describe.each([
  { idType: 'serial', access: false },
  { idType: 'uuid', access: true },
])('an app whose ids are $idType (grants by the app: $access)', ({ idType, access }) => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let sql: pg.Client;
  let host: Host;
  let proxy: DatabaseProxy;
  let ada: Account;

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

  const env = { ID_TYPE: idType, MODULE: '1', ...(access ? { ACCESS: '1' } : {}) };

  const signIn = async (email: string): Promise<Account> => {
    const { body } = await call('POST', '/api/users/login', { ...account, email });
    return { id: body.user.id, token: { authorization: `JWT ${body.token}` } };
  };
  /** Made by an admin of the app. */
  const join = async (email: string, role?: string): Promise<Account> => {
    await call('POST', '/api/users', { ...account, email, name: email.split('@')[0], role }, ada.token);
    return signIn(email);
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
    proxy = await openDatabaseProxy(database.url);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    host = await start(proxy.url, folder.path, env);
    const first = await call('POST', '/api/users/first-register', { ...account, name: 'Ada', role: 'admin' });
    if (first.status !== 200) throw new Error(`${JSON.stringify(first.body)} ${host.output().slice(-3000)}`);
    ada = { id: first.body.user.id, token: { authorization: `JWT ${first.body.token}` } };
  });
  afterAll(async () => {
    await host?.stop();
    await proxy?.close();
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
    const made = await call('POST', '/api/posts', { title: 'Hello', author: ada.id }, ada.token);
    expect(made.status).toBe(201);
    expect(typeof made.body.doc.id).toBe(idType === 'serial' ? 'number' : 'string');
    const german = await call(
      'PATCH',
      `/api/posts/${made.body.doc.id}?locale=de`,
      { title: 'Hallo' },
      ada.token,
    );
    expect(german.body.doc.title).toBe('Hallo');
    const listed = await call('GET', '/api/posts?where[title][equals]=Hello', undefined, ada.token);
    expect(listed.body.docs).toHaveLength(1);
    expect(listed.body.docs[0].author).toMatchObject({ id: ada.id });
    expect((await call('POST', '/api/collections', { season: 'Winter' }, ada.token)).status).toBe(201);
  });

  it('signs its people in to Marque, the first as admin', async () => {
    const me = await call('GET', '/api/v1/me', undefined, ada.token);
    expect(me.body.data).toMatchObject({ kind: 'person', name: 'Ada', email: account.email, scope: 'admin' });
    const key = await call('POST', '/api/v1/keys', { name: 'Set-up', scope: 'admin' }, ada.token);
    const bearer = { authorization: `Bearer ${key.body.data.secret}` };
    const upload = { filename: 'note.txt', mime: 'text/plain', size: 5 };
    const { body: begun } = await call('POST', '/api/v1/uploads', upload, bearer);
    expect((await fetch(begun.uploadUrl as string, { method: 'PUT', body: 'hello' })).status).toBe(200);
    const filed = await call('POST', '/api/v1/assets', { token: begun.token }, bearer);
    expect(filed.status).toBe(201);
    expect((await call('GET', '/api/v1/assets', undefined, bearer)).body.data).toHaveLength(1);
    const listed = await call('GET', '/api/marque-assets', undefined, ada.token);
    expect(listed.body.docs).toHaveLength(1);
    expect((await call('GET', '/api/marque-assets')).body.docs ?? []).toHaveLength(0);
  });

  it('leaves passwords and sessions to the app', async () => {
    expect((await call('POST', '/api/auth/sign-in', account)).status).toBe(404);
    expect((await call('PATCH', '/api/v1/me', { name: 'Someone' }, ada.token)).status).toBe(405);
    expect((await call('POST', '/api/marque-users/login', account)).status).not.toBe(200);
    const { paths } = (await call('GET', '/api/v1/openapi.json')).body;
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/auth'))).toEqual([
      '/api/auth/session',
      '/api/auth/site',
    ]);
  });

  it('takes writes with its cookie from its own pages only', async () => {
    const { headers } = await call('POST', '/api/users/login', account);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const ask = (origin: string) =>
      call('POST', '/api/v1/keys', { name: 'By cookie', scope: 'read' }, { cookie, origin });
    expect((await ask(host.url)).status).toBe(201);
    expect([401, 403]).toContain((await ask('https://elsewhere.example')).status);
  });

  it("knows whom a strategy of the app's own knows", async () => {
    const headers = { 'x-staff': account.email };
    expect((await call('GET', '/api/v1/me', undefined, headers)).body.data).toMatchObject({
      email: account.email,
    });
    expect((await call('GET', '/api/v1/me', undefined, { 'x-staff': 'nobody@example.com' })).status).toBe(
      401,
    );
  });

  it("doesn't take its people for signed out while the database is away", async () => {
    const me = () => call('GET', '/api/v1/me', undefined, ada.token);
    proxy.fault = 'refuse';
    proxy.cut();
    const away = await me();
    proxy.fault = 'pass';
    expect(away.status).toBe(503);
    await until(async () => (await me()).status === 200);
  });

  it('gives others nothing until an admin, or the app, gives it', async () => {
    const grace = await join('grace@example.com');
    expect((await call('GET', '/api/v1/assets', undefined, grace.token)).status).toBe(404);
    expect((await call('GET', '/api/v1/me', undefined, grace.token)).body.data).toMatchObject({
      scope: null,
    });
    if (access) {
      await call('PATCH', `/api/users/${grace.id}`, { role: 'editor' }, ada.token);
    } else {
      const { body: me } = await call('GET', '/api/v1/me', undefined, ada.token);
      const offer = {
        email: 'grace@example.com',
        resource: 'workspace',
        resourceId: me.data.workspace.id,
        scope: 'write',
      };
      const sent = await call('POST', '/api/v1/invitations', offer, ada.token);
      const token = new URL(sent.body.data.url as string).searchParams.get('token') ?? '';
      expect((await call('POST', `/api/v1/invite/${token}`, {}, grace.token)).status).toBe(200);
    }
    expect((await call('GET', '/api/v1/me', undefined, grace.token)).body.data).toMatchObject({
      scope: 'write',
    });
    const { body: people } = await call('GET', '/api/v1/members', undefined, ada.token);
    expect(people.data.map((one: { email: string }) => one.email).sort()).toEqual([
      'ada@example.com',
      'grace@example.com',
    ]);
  });

  it('ends access here with the session, the role and the user there', async () => {
    const grace = await signIn('grace@example.com');
    const key = await call('POST', '/api/v1/keys', { name: 'Agent', scope: 'read', own: true }, grace.token);
    const bearer = { authorization: `Bearer ${key.body.data.secret}` };
    const sees = async (headers: Record<string, string>) =>
      (await call('GET', '/api/v1/assets', undefined, headers)).status;
    expect([await sees(grace.token), await sees(bearer)]).toEqual([200, 200]);

    expect((await call('POST', '/api/users/logout', undefined, grace.token)).status).toBe(200);
    expect([await sees(grace.token), await sees(bearer)]).toEqual([401, 200]);
    const again = await signIn('grace@example.com');
    expect(await sees(again.token)).toBe(200);

    if (access) {
      await call('PATCH', `/api/users/${grace.id}`, { role: null }, ada.token);
      expect([await sees(again.token), await sees(bearer)]).toEqual([404, 404]);
      await call('PATCH', `/api/users/${grace.id}`, { role: 'editor', name: 'Grace H.' }, ada.token);
      expect([await sees(again.token), await sees(bearer)]).toEqual([200, 200]);
      const me = await call('GET', '/api/v1/me', undefined, again.token);
      expect(me.body.data).toMatchObject({ name: 'Grace H.', scope: 'write' });
    }
    expect((await call('DELETE', `/api/users/${grace.id}`, undefined, ada.token)).status).toBe(200);
    expect([await sees(again.token), await sees(bearer)]).toEqual([401, 401]);
    const { body: people } = await call('GET', '/api/v1/members', undefined, ada.token);
    expect(people.data.map((one: { email: string }) => one.email)).toEqual(['ada@example.com']);
  });

  if (access)
    it('ends access here for whom the app disables, and the keys for good', async () => {
      const mary = await join('mary@example.com', 'editor');
      const makeKey = async (): Promise<Record<string, string>> => {
        const key = { name: 'Agent', scope: 'read', own: true };
        const { body } = await call('POST', '/api/v1/keys', key, mary.token);
        return { authorization: `Bearer ${body.data.secret}` };
      };
      const bearer = await makeKey();
      const statuses = async (key: Record<string, string>): Promise<number[]> => [
        (await call('GET', '/api/v1/assets', undefined, mary.token)).status,
        (await call('GET', '/api/marque-assets', undefined, mary.token)).status,
        (await call('GET', '/api/v1/assets', undefined, key)).status,
      ];
      expect(await statuses(bearer)).toEqual([200, 200, 200]);
      await call('PATCH', `/api/users/${mary.id}`, { role: 'gone' }, ada.token);
      expect(await statuses(bearer)).toEqual([401, 403, 401]);
      // The app's own is the app's affair.
      expect((await call('GET', '/api/posts', undefined, mary.token)).status).toBe(200);
      await call('PATCH', `/api/users/${mary.id}`, { role: 'editor' }, ada.token);
      expect(await statuses(bearer)).toEqual([200, 200, 401]);

      // Past Payload, it's noticed with the person's next request, or within an hour.
      const another = await makeKey();
      await sql.query(`update users set role = 'gone' where email = 'mary@example.com'`);
      expect((await call('GET', '/api/v1/assets', undefined, another)).status).toBe(200);
      host.sweep();
      await until(async () => (await call('GET', '/api/v1/assets', undefined, another)).status === 401);
      expect(await statuses(another)).toEqual([401, 403, 401]);
    });

  it('lets its people into a site for members until they sign out', async () => {
    const site = await call(
      'POST',
      '/api/v1/sites',
      { name: `Docs ${idType}`, access: 'members' },
      ada.token,
    );
    expect(site.status).toBe(201);
    const jean = await join('jean@example.com', 'admin');
    const visit = (headers: Record<string, string>) =>
      fetch(`${host.url}/api/auth/site?site=${site.body.data.slug}`, { headers, redirect: 'manual' });
    const sessions = async () =>
      (
        await sql.query(
          `select s.id from marque_users_sessions s join marque_users u on u.id = s._parent_id where u.email = 'jean@example.com'`,
        )
      ).rows;
    expect((await visit({})).headers.get('location')).toContain('/admin/login?redirect=');
    const passed = await visit(jean.token);
    if (access) {
      expect(passed.headers.get('location')).toContain('code=');
      expect(await sessions()).toHaveLength(1);
      await call('POST', '/api/users/logout', undefined, jean.token);
      expect(await sessions()).toHaveLength(0);
    } else {
      expect(passed.status).toBe(404);
      expect((await visit(ada.token)).headers.get('location')).toContain('code=');
    }
  });

  it('removes people whose user was deleted past Payload', async () => {
    const joan = await join('joan@example.com', 'editor');
    await call('GET', '/api/v1/me', undefined, joan.token);
    const ours = () => sql.query("select id from marque_users where email = 'joan@example.com'");
    expect((await ours()).rows).toHaveLength(1);
    await sql.query("delete from users where email = 'joan@example.com'");
    host.sweep();
    await until(async () => (await ours()).rows.length === 0);
    const { rows: others } = await sql.query("select id from marque_users where email = 'ada@example.com'");
    expect(others).toHaveLength(1);
  });

  // The same for both, and slow.
  if (idType === 'serial')
    it('names its tables in every statement', async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [checkSql], {
        env: envOf(database.url, folder.path, env),
      });
      const { statements, found } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
        statements: number;
        found: string[];
      };
      expect(found).toEqual([]);
      expect(statements).toBeGreaterThan(300);
    });

  it("is found to be in order by the package's doctor, and has keys made for it", async () => {
    const here = { ...env, SERVER_URL: host.url, DATABASE_URL: database.url, DATA_DIR: folder.path };
    const { stdout } = await command(['doctor', '--json', '--url', host.url], here);
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
      here,
    );
    const me = await call('GET', '/api/v1/me', undefined, { authorization: `Bearer ${made.stdout.trim()}` });
    expect(me.body.data).toMatchObject({ kind: 'key', name: 'Own', scope: 'read' });
    expect((await command(['key'], here)).stderr).toMatch(/Usage: npx marque key --workspace/);
  });

  it('has the same tables after another start', async () => {
    const before = await schemaOf();
    await host.stop();
    host = await start(proxy.url, folder.path, env);
    expect(await schemaOf()).toEqual(before);
    expect(before.filter((line) => line.includes('marque_one_holder'))).toHaveLength(1);
    expect(before.filter((line) => line.includes('marque_grants_once'))).toHaveLength(1);
  });
});
