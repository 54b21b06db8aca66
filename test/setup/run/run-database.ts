// One embedded PostgreSQL for a whole run, with a migrated template that each test file copies (database.ts).
import { mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { endLeftovers } from '../../../src/lib/embedded-postgres/postmaster.ts';
import { startEmbedded } from '../../../src/lib/embedded-postgres/index.ts';
import { lockDataDir } from '../../../src/lib/embedded-postgres/folder-lock.ts';
import { createLog } from '../../../src/log.ts';
import { databaseIn, serverVariable, templateName } from '../database.ts';
import { fillTemplate } from './template.ts';

const prefix = 'marque-test-';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** What a run may take there: each test file has a database of some 25 MB. */
const memoryNeeded = 4 * 1024 ** 3;

/** In memory, where there's room: each test file makes and drops a thousand files, which disks are slow at. */
async function parentFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > memoryNeeded ? memory : os.tmpdir();
}

/** Starts the database with the template. @returns a function that stops it and removes its files */
export async function startDatabase(): Promise<() => Promise<void>> {
  const stop = await startEmptyDatabase();
  await makeTemplate(process.env[serverVariable] ?? '');
  return stop;
}

/**
 * Starts the database without the template, and passes its URL to `createDatabase` and the workers in an environment variable, which they
 * inherit.
 * @returns a function that stops it and removes its files
 */
export async function startEmptyDatabase(): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(path.join(await parentFolder(), prefix));
  const lock = await lockDataDir(dataDir);
  const log = createLog({ level: 'error', production: true });
  const database = await startEmbedded({ dataDir, log, durable: false });
  // Without a listener Ctrl-C ends node before its exit listeners run, and the database would stay.
  process.once('SIGINT', () => process.exit(130));
  process.env[serverVariable] = database.url;
  return async () => {
    await database.stop();
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${templateName}`);
    await fillTemplate(databaseIn(url, templateName));
    // Payload's pool leaks a connection, and a database with open connections can't be copied.
    await client.query(`alter database ${templateName} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      templateName,
    ]);
  } finally {
    await client.end();
  }
}

async function abandonedIn(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => path.join(parent, name));
}

/** Killed runs leave a server and a folder behind; a folder that can be locked is unused. */
async function removeAbandoned(): Promise<void> {
  for (const dataDir of (await Promise.all([os.tmpdir(), memory].map(abandonedIn))).flat()) {
    const lock = await lockDataDir(dataDir).catch(() => undefined);
    if (!lock) continue;
    const cluster = await realpath(path.join(dataDir, 'postgres')).catch(() => undefined);
    if (cluster) await endLeftovers(cluster);
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}
