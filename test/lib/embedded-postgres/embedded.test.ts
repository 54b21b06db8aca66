// Kills, interrupts and misplaces the embedded database, and checks that committed data is still there.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { canEnter, isRoot } from '../../../src/lib/embedded-postgres/account.ts';
import { readPostmaster, worksIn } from '../../../src/lib/embedded-postgres/postmaster.ts';
import {
  findEmbedded,
  startEmbedded,
  type EmbeddedDatabase,
} from '../../../src/lib/embedded-postgres/index.ts';
import { createLog } from '../../../src/log.ts';
import { kill, makeFolder, startScript, until, untilItSays } from '../../setup/children.ts';

const log = createLog({ level: 'silent', production: true });
const asRoot = isRoot() ? it : it.skip;

let folder: { path: string; remove(): Promise<void> };
let running: EmbeddedDatabase[];

beforeEach(async () => {
  folder = await makeFolder();
  running = [];
});

afterEach(async () => {
  for (const database of running) await database.stop();
  await folder.remove();
});

async function start(dataDir = folder.path, durable = false): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log, durable });
  running.push(database);
  return database;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the server is killed under it
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const answers = (url: string): Promise<boolean> =>
  query(url, 'select').then(
    () => true,
    () => false,
  );

async function serverPid(dataDir = folder.path): Promise<number> {
  const server = await readPostmaster(path.join(dataDir, 'postgres'));
  if (!server) throw new Error('No server is running.');
  return server.pid;
}

describe('the embedded database', () => {
  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 7 as n');
    await first.stop();
    expect(await answers(first.url)).toBe(false);

    const second = await start();

    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('has no port, and a password that only its owner can read', async () => {
    const { url } = await start();

    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect((await stat(path.join(folder.path, 'postgres-password'))).mode & 0o777).toBe(0o600);
    const guess = new URL(url);
    guess.password = 'marque';
    await expect(query(guess.href, 'select')).rejects.toThrow('password authentication failed');
  });

  it('is used whatever the environment says about other databases', async () => {
    const { PGPORT, PGHOST, PGDATA } = process.env;
    Object.assign(process.env, { PGPORT: '1', PGHOST: 'db.example', PGDATA: '/nowhere' });
    try {
      const { url } = await start();
      expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    } finally {
      for (const [name, value] of Object.entries({ PGPORT, PGHOST, PGDATA })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('is found by a command beside it while it runs, and not after', async () => {
    expect(await findEmbedded(folder.path)).toBeUndefined();
    const { url, stop } = await start();

    expect(await findEmbedded(folder.path)).toBe(url);
    await stop();
    expect(await findEmbedded(folder.path)).toBeUndefined();
  });

  it('restarts under the same URL when its server is killed, with all committed data', async () => {
    const { url } = await start(folder.path, true);
    await query(url, 'create table kept as select 7 as n');

    process.kill(await serverPid(), 'SIGKILL');

    await until(() => answers(url));
    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('restarts even if a long query of the killed server is still running', async () => {
    const { url } = await start();
    const busy = query(url, `select count(*) from generate_series(1, 1e12) n`).catch(() => 'cut');
    await until(
      async () => (await query(url, `select from pg_stat_activity where query like '%1e12%'`)).length > 1,
    );

    process.kill(await serverPid(), 'SIGKILL');

    expect(await busy).toBe('cut');
    await until(() => answers(url));
  });

  it('stops for good, even if it is being restarted at that moment', async () => {
    const { url, stop } = await start();
    process.kill(await serverPid(), 'SIGKILL');

    await stop();
    await stop();

    expect(await answers(url)).toBe(false);
    expect(await findEmbedded(folder.path)).toBeUndefined();
  });

  it('ends with a process that is killed, and the next start finds everything', async () => {
    const child = startScript('test/lib/embedded-postgres/hold.ts', [folder.path, 'database']);
    await untilItSays(child, 'holding');
    const orphan = await serverPid();
    await query((await findEmbedded(folder.path)) ?? '', 'create table kept as select 7 as n');
    await kill(child);
    await until(async () => !(await worksIn(path.join(folder.path, 'postgres'), orphan)));

    const { url } = await start();

    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
    expect(await serverPid()).not.toBe(orphan);
    expect(await worksIn(path.join(folder.path, 'postgres'), orphan)).toBe(false);
  });

  it("isn't restarted, and stops no other, once the folder belongs to another process", async () => {
    let held = true;
    let lost = 0;
    const { stop } = await startEmbedded({
      dataDir: folder.path,
      log: createLog({ level: 'silent', production: true }),
      durable: false,
      isHeld: async () => held,
      onLost: () => (lost += 1),
    });
    held = false;
    // The other process clears the folder before its start, as every start does.
    const { url } = await start();
    const theirs = await serverPid();
    await until(async () => lost === 1);
    expect(await answers(url)).toBe(true);
    await stop();
    expect(await serverPid()).toBe(theirs);
    expect(await answers(url)).toBe(true);
  });

  it('ends with a process that exits without stopping it', async () => {
    const child = startScript('test/lib/embedded-postgres/hold.ts', [folder.path, 'leave']);
    await untilItSays(child, 'holding');

    await until(async () => (await readPostmaster(path.join(folder.path, 'postgres'))) === undefined);
  });

  it('starts even if the process id in its pid file now belongs to another program', async () => {
    await (await start()).stop();
    const pidFile = path.join(folder.path, 'postgres', 'postmaster.pid');
    await writeFile(
      pidFile,
      `${process.pid}\n${folder.path}/postgres\n1700000000\n5432\n/tmp\n\n 1 1\nready\n`,
    );

    expect(await answers((await start()).url)).toBe(true);
  });

  it('is initialized again if the first time was interrupted', async () => {
    const child = startScript('test/lib/embedded-postgres/hold.ts', [folder.path, 'database']);
    const halfway = async (): Promise<boolean> =>
      (await readdir(folder.path)).some((name) => name.startsWith('postgres.new-'));
    await until(halfway);
    await kill(child);
    expect(await halfway()).toBe(true);

    expect(await answers((await start()).url)).toBe(true);
    expect(await halfway()).toBe(false);
  });

  it("reports a missing password file, and doesn't start over", async () => {
    await (await start()).stop();
    await rm(path.join(folder.path, 'postgres-password'));

    await expect(start()).rejects.toThrow('postgres-password is missing');
  });

  it("reports the end of its log if it can't start", async () => {
    await (await start()).stop();
    await writeFile(path.join(folder.path, 'postgres', 'postgresql.conf'), 'no_such_setting = on\n');

    await expect(start()).rejects.toThrow('no_such_setting');
  });
});

describe('as root', () => {
  asRoot('runs as another account', async () => {
    await start();

    expect((await stat(`/proc/${await serverPid()}`)).uid).not.toBe(0);
    expect((await stat(path.join(folder.path, 'postgres-password'))).uid).toBe(0);
  });

  asRoot('keeps the cluster elsewhere when the data folder lies in a closed one', async () => {
    const dataDir = path.join(folder.path, '.data'); // mkdtemp closes its folder to others, like /root
    const first = await start(dataDir);
    await query(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const elsewhere = path.dirname(await readlink(path.join(dataDir, 'postgres')));

    const second = await start(dataDir);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();

    expect(await readFile(path.join(elsewhere, 'README'), 'utf8')).toContain(dataDir);
    await rm(elsewhere, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(`${elsewhere}/postgres, which is gone`);
    expect((await lstat(path.join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
  });

  asRoot('knows which folders an account can enter', async () => {
    const inner = path.join(folder.path, 'inner');
    await mkdir(inner);
    const stranger = { uid: 12345, gid: 12345 };

    expect(await canEnter(stranger, inner)).toBe(false);
    await chmod(folder.path, 0o711);
    expect(await canEnter(stranger, inner)).toBe(true);
    await chmod(inner, 0o750);
    expect(await canEnter(stranger, inner)).toBe(false);
    expect(await canEnter({ uid: 12345, gid: 0 }, inner)).toBe(true);
  });
});
