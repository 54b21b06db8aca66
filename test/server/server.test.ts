// The process: what it prints, when it refuses to start, what it survives, and how it stops.
import http from 'node:http';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { buildPanel } from '../../src/build.ts';
import { describeConnection } from '../../src/core/db/app-database.ts';
import { kill, makeFolder, until } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';
import { launch, apiError, startServer, type Running } from './process.ts';

// A process takes some seconds to start, and many on a busy machine.
const root = path.resolve(import.meta.dirname, '../..');
const folders: { path: string; remove(): Promise<void> }[] = [];
const started: Running[] = [];

beforeAll(async () => {
  await buildPanel(root);
});
afterAll(async () => {
  for (const { child } of started) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await until(async () => child.exitCode !== null || child.signalCode !== null);
    }
  }
  for (const folder of folders) await folder.remove();
});

async function dataDir(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return path.join(folder.path, 'data');
}

async function start(...args: Parameters<typeof startServer>): Promise<Running> {
  const running = await startServer(...args);
  started.push(running);
  return running;
}

/** The process id of a folder's running database, from its pid file; null if none is running. */
async function postgresOf(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

const json = { 'content-type': 'application/json' };
const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

async function signUp(server: Running): Promise<string> {
  const token = /create-first-user\?token=([\w-]+)/.exec(server.output())?.[1];
  const response = await fetch(`${server.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...ada, token }),
  });
  expect(response.status).toBe(201);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function makeKey(server: Running, cookie: string, name = 'Key'): Promise<Response> {
  return fetch(`${server.url}/api/v1/keys`, {
    method: 'POST',
    headers: { ...json, cookie, origin: server.url },
    body: JSON.stringify({ name, scope: 'admin' }),
  });
}

const answer = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
};

describe('a server with only a data folder', () => {
  it('prints its address and where to create the first account, and locks its folder', async () => {
    const data = await dataDir();
    const first = await start({ env: { DATA_DIR: data } });

    expect(first.output()).toMatch(
      /Marque [\d.]+ is running at http:\/\/localhost:\d+ \(ready in [\d.]+ s\)/,
    );
    expect(first.output()).toContain('embedded PostgreSQL');
    await until(async () => first.output().includes('create-first-user?token='));
    expect((await stat(path.join(data, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await answer(`${first.url}/api/health`)).toBe(200);
    expect(await answer(`${first.url}/admin/login`)).toBeLessThan(400);

    const second = await apiError({ env: { DATA_DIR: data } });
    expect(second).toMatch(/could not start: .+ is in use by another Marque process \(PID \d+/);
    expect(second).toContain('DATA_DIR');
    expect(second).not.toContain('    at ');
    expect(await answer(`${first.url}/api/health`)).toBe(200);
  });
});

describe('a server that is killed', () => {
  it('starts again with all accounts and data', async () => {
    const env = { DATA_DIR: await dataDir() };
    const first = await start({ env });
    await until(async () => first.output().includes('create-first-user?token='));
    const cookie = await signUp(first);
    expect((await makeKey(first, cookie, 'Kept')).status).toBe(201);
    await kill(first.child);

    const second = await start({ env });
    const keys = await fetch(`${second.url}/api/v1/keys`, { headers: { cookie } });
    expect(keys.status).toBe(200);
    expect(await keys.text()).toContain('"Kept"');
    expect(second.output()).not.toContain('create-first-user');
  });
});

describe('a server whose database is killed', () => {
  it('answers 503 until it is back, and then as before, without restarting itself', async () => {
    const data = await dataDir();
    const server = await start({ env: { DATA_DIR: data, LOG_LEVEL: 'error' } });
    await until(async () => server.output().includes('create-first-user?token='));
    const cookie = await signUp(server);
    const seen = new Set<number>();
    let done = false;
    // Continuous reads and writes, so that connections break in the pool, in a statement and inside
    // transactions.
    const load = Array.from({ length: 8 }, async (_, n) => {
      while (!done) {
        const response =
          n % 2
            ? await makeKey(server, cookie)
            : await fetch(`${server.url}/api/v1/me`, { headers: { cookie } });
        const text = await response.text();
        seen.add(response.status);
        if (response.status === 503) {
          // The connection may be lost while a write is committed, too.
          const { error } = JSON.parse(text) as { error: { code: string } };
          expect(['unavailable', 'outcome_unknown']).toContain(error.code);
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        }
      }
    });
    for (let round = 0; round < 3; round += 1) {
      const pid = await postgresOf(data);
      expect(pid).not.toBeNull();
      process.kill(pid ?? 0, 'SIGKILL');
      await until(async () => {
        const now = await postgresOf(data);
        return now !== null && now !== pid && (await answer(`${server.url}/api/health`)) === 200;
      });
      await until(async () => (await makeKey(server, cookie)).status === 201);
    }
    done = true;
    await Promise.all(load);

    expect([...seen].sort()).toEqual([200, 201, 503]);
    expect(server.child.exitCode).toBeNull();
    expect(await answer(`${server.url}/api/v1/me`, { cookie })).toBe(200);
    const panel = await fetch(`${server.url}/api/users/me`, { headers: { cookie, origin: server.url } });
    expect(await panel.text()).toContain(ada.email);
  });
});

describe('a server that is asked to stop', () => {
  it('completes running requests, accepts no new ones, and leaves no database behind', async () => {
    const data = await dataDir();
    const server = await start({ env: { DATA_DIR: data } });
    await until(async () => server.output().includes('create-first-user?token='));
    const cookie = await signUp(server);
    const { data: key } = (await (await makeKey(server, cookie)).json()) as { data: { secret: string } };
    const bytes = Buffer.alloc(256 * 1024, 'marque');
    const ticket = (await (
      await fetch(`${server.url}/api/v1/uploads`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${key.secret}` },
        body: JSON.stringify({ filename: 'slow.bin', mime: 'application/octet-stream', size: bytes.length }),
      })
    ).json()) as { uploadUrl: string };

    // A keep-alive connection, as browsers use.
    const agent = new http.Agent({ keepAlive: true });
    const upload = http.request(ticket.uploadUrl.replace('localhost', '127.0.0.1'), {
      method: 'PUT',
      agent,
      headers: { 'content-length': bytes.length, expect: '100-continue' },
    });
    const accepted = new Promise((resolve) => upload.once('continue', resolve));
    const status = new Promise<number>((resolve, reject) => {
      upload.once('error', reject).once('response', (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      });
    });
    upload.flushHeaders();
    await accepted;
    await new Promise((resolve) => upload.write(bytes.subarray(0, 100_000), resolve));
    server.child.kill('SIGTERM');
    await until(async () => server.output().includes('finishing requests in flight'));
    await until(async () =>
      answer(`${server.url}/api/health`).then(
        () => false,
        () => true,
      ),
    );
    expect(server.child.exitCode).toBeNull();
    upload.end(bytes.subarray(100_000));

    expect(await status).toBe(200);
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.output()).not.toContain('closing requests');
    expect(server.output()).not.toContain('failed to stop');
    expect(await postgresOf(data)).toBeNull();
    agent.destroy();
  });

  it('while still starting leaves no database behind either', async () => {
    const data = await dataDir();
    const server = await launch({ env: { DATA_DIR: data } });
    started.push(server);
    await until(async () =>
      stat(path.join(data, 'postgres')).then(
        () => true,
        () => false,
      ),
    );
    server.child.kill('SIGTERM');

    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.output()).not.toContain('is running at');
    expect(await postgresOf(data)).toBeNull();
  });

  it.each([
    ['npm alone', (pid: number) => pid],
    ['its whole group, as a terminal and a container do', (pid: number) => -pid],
  ])('through npm, by a signal to %s, stops', async (_, target) => {
    const database = await createDatabase({ empty: true });
    const server = await start({ npm: true, env: { DATA_DIR: await dataDir(), DATABASE_URL: database.url } });
    process.kill(target(server.child.pid ?? 0), 'SIGTERM');
    await server.ended();
    await until(async () =>
      answer(`${server.url}/api/health`).then(
        () => false,
        () => true,
      ),
    );

    expect(server.output()).toContain('finishing requests in flight');
    await database.drop();
  });
});

describe('a server with an external database', () => {
  it('starts no other, and says so', async () => {
    const database = await createDatabase({ empty: true });
    const sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    // PostgreSQL searches a schema of the user's name first: none of our tables may be created there.
    await sql.query(`do $$ begin execute format('create schema if not exists %I', current_user); end $$`);
    const data = await dataDir();
    const server = await start({ env: { DATA_DIR: data, DATABASE_URL: database.url } });
    const { rows } = await sql.query<{ schema: string }>(
      `select distinct schemaname as schema from pg_tables where tablename in ('assets', 'portals', 'payload_migrations')`,
    );
    expect(rows).toEqual([{ schema: 'public' }]);
    await sql.end();

    expect(server.output()).toContain(
      `database  ${describeConnection({ connectionString: database.url })}\n`,
    );
    expect(server.output()).not.toContain(new URL(database.url).password);
    expect(await readdir(data)).not.toContain('postgres');
    expect(await answer(`${server.url}/api/health`)).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    await database.drop();
  });
});

describe('a server that can’t start', () => {
  it.each([
    ['a secret that is too short', { SECRET: 'short' }, 'SECRET must be at least 32 characters long'],
    ["a port that isn't a number", { PORT: 'abc' }, 'PORT must be a whole number'],
    [
      "an address that isn't an origin",
      { SERVER_URL: 'https://marque.example/path' },
      'SERVER_URL must be an origin',
    ],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    ['an invalid allowed address', { FETCH_ALLOW: 'not an address!' }, 'FETCH_ALLOW'],
  ])('prints one line with the reason, and starts nothing: %s', async (_, env, words) => {
    const data = await dataDir();
    const output = await apiError({ env: { DATA_DIR: data, ...env } });

    expect(output).toMatch(/^Marque could not start: /m);
    expect(output).toContain(words);
    expect(output).not.toContain('    at ');
    await expect(readdir(data)).rejects.toThrow();
  });

  it('reports that its port is taken, and stops its database', async () => {
    const data = await dataDir();
    const taker = net.createServer();
    await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve));
    const { port } = taker.address() as net.AddressInfo;
    const output = await apiError({ env: { DATA_DIR: data, PORT: String(port) } });

    expect(output).toContain(`Port ${port} is already in use. Set PORT to another one.`);
    expect(await postgresOf(data)).toBeNull();
    taker.close();
  });

  it('creates no new secret over a damaged one', async () => {
    const data = await dataDir();
    await mkdir(data);
    await writeFile(path.join(data, 'secret'), 'half');
    const output = await apiError({ env: { DATA_DIR: data } });

    expect(output).toMatch(/secret doesn't contain a secret of 32 characters/);
    expect(await readFile(path.join(data, 'secret'), 'utf8')).toBe('half');
  });
});

describe('.env in the folder it is started in', () => {
  it('is read, and overridden by the environment', async () => {
    const folder = await makeFolder();
    folders.push(folder);
    await writeFile(path.join(folder.path, '.env'), 'SECRET=from the file, short\nSERVER_URL=nonsense\n');
    const env = { DATA_DIR: path.join(folder.path, 'data') };

    expect(await apiError({ cwd: folder.path, env: { ...env, SERVER_URL: 'http://localhost:1' } })).toContain(
      'SECRET must',
    );
    expect(
      await apiError({ cwd: folder.path, env: { ...env, SECRET: 'from the environment, and long enough' } }),
    ).toContain('not "nonsense"');
  });

  it('counts after .env.local, which may say where the database is', async () => {
    const folder = await makeFolder();
    folders.push(folder);
    const data = await dataDir();
    await writeFile(path.join(folder.path, '.env'), 'SECRET=short\n');
    await writeFile(
      path.join(folder.path, '.env.local'),
      `SECRET=${'s'.repeat(40)}\nDATABASE_URL=postgres://nobody@127.0.0.1:1/none\n`,
    );
    expect(await apiError({ cwd: folder.path, env: { DATA_DIR: data } })).toContain('ECONNREFUSED');
    expect(await readdir(data)).not.toContain('postgres');
  });
});
