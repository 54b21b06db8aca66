// An app that names its database in a way of its own: Marque, its commands and Payload are all on that one.
// cspell:ignore pgboss PGPASSWORD PGUSER
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeFolder } from '../setup/children.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { account } from './account.ts';
import { cli, config, envOf, start, type Host } from './start.ts';

const inParts = (url: string): Record<string, string> => {
  const { host, port, database, user = '', password = '' } = new pg.Client({ connectionString: url });
  return {
    DATABASE_PARTS: JSON.stringify({ host, port, database }),
    PGUSER: user,
    PGPASSWORD: password,
  };
};

describe.each([
  { by: 'DATABASE_URI', named: (url: string) => ({ DATABASE_URI: url }) },
  { by: 'parts', named: inParts },
])('by $by, beside a DATABASE_URL of something else', ({ named }) => {
  let database: TestDatabase;
  let other: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let host: Host;
  let env: Record<string, string>;

  beforeAll(async () => {
    [database, other, folder] = await Promise.all([
      createDatabase({ empty: true }),
      createDatabase({ empty: true }),
      makeFolder(),
    ]);
    env = named(database.url);
    host = await start(other.url, folder.path, env);
  });
  afterAll(async () => {
    await host?.stop();
    await database?.drop();
    await other?.drop();
    await folder?.remove();
  });

  async function command(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...envOf(other.url, folder.path, env),
        PAYLOAD_CONFIG_PATH: config,
        SERVER_URL: host.url,
      },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr };
  }

  async function schemasIn(url: string): Promise<string[]> {
    const sql = new pg.Client({ connectionString: url });
    await sql.connect();
    const { rows } = await sql.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname in ('marque', 'pgboss')
       union all select 'users' where to_regclass('public.users') is not null order by 1`,
    );
    await sql.end();
    return rows.map(({ name }) => name);
  }

  it("keeps Payload's tables, Marque's and the jobs together", async () => {
    expect(await schemasIn(database.url)).toEqual(expect.arrayContaining(['marque', 'users']));
    expect(await schemasIn(other.url)).toEqual([]);
  });

  it('has keys made where they are asked for', async () => {
    const headers = { origin: host.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...account, name: 'Ada', role: 'admin' });
    const registered = await fetch(`${host.url}/api/users/first-register`, { method: 'POST', headers, body });
    const { token } = (await registered.json()) as { token: string };
    await fetch(`${host.url}/api/v1/me`, { headers: { authorization: `JWT ${token}` } });
    const { stdout, stderr } = await command(
      'key',
      '--workspace',
      'home/library',
      '--scope',
      'read',
      '--name',
      'A',
    );
    expect(stderr).toBe('');
    const me = await fetch(`${host.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    });
    expect(await me.json()).toMatchObject({ data: { kind: 'key', name: 'A' } });
  });

  it("is told by the doctor which one that is, and that the other isn't used", async () => {
    const { stdout } = await command('doctor', '--json');
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; status: string; message: string }[];
    };
    const about = findings.filter(({ check }) => check === 'database');
    const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname;
    expect(about).toContainEqual(
      expect.objectContaining({ status: 'ok', message: expect.stringContaining(nameOf(database)) }),
    );
    expect(about).toContainEqual(
      expect.objectContaining({ status: 'warning', message: expect.stringContaining(nameOf(other)) }),
    );
  });
});
