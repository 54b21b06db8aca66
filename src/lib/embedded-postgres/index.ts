// The embedded database: PostgreSQL's own programs from npm, started on a folder, supervised and stopped. It only listens on a socket in a
// private folder, so no port can conflict and no other user of the machine can connect.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { canEnter, type Account } from './account.ts';
import { cleanEnv, openCluster, readPassword, roleName, type Cluster } from './cluster.ts';
import { endLeftovers, readPostmaster, worksIn } from './postmaster.ts';
import { Supervised } from './supervised.ts';

/** A running embedded database. */
export interface EmbeddedDatabase {
  /** For `pg` and libpq alike; unchanged when the server is restarted after a crash. */
  url: string;
  /** Closes connections, writes everything, waits for the server to exit. Idempotent. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** Contains `postgres/`, `postgres-password` (mode 600) and `postgres.log`; created if missing. */
  dataDir: string;
  log: Logger;
  /** Whether the caller still holds the folder. Checked before the database is restarted; defaults to true. */
  isHeld?: () => Promise<boolean>;
  /** Called if it doesn't: the database has ended, and another process may use the folder. */
  onLost?: () => void;
  /** False disables durability across power cuts, which is faster: for tests. */
  durable?: boolean;
}

const databaseName = 'marque';

/** Only a part of the socket's name; in the URL as well, since clients would use PGPORT otherwise. */
const socketPort = 5432;

/** The log is kept in two files of about this size, checked when the server starts. */
const maxLogBytes = 10 * 1024 ** 2;

/** A first start that fails this often has a permanent reason, which is in the log. */
const startAttempts = 4;

/** sun_path is 104 bytes on macOS, 108 on Linux, with a closing zero. */
const maxSocketPathBytes = 103;

/**
 * Starts the embedded PostgreSQL of a data folder and keeps it running: if it dies, it is restarted under the same URL.
 * Leftovers of a killed process (a running server, a stale PID file, half a cluster) are removed first. The server is in
 * a session of its own, so that Ctrl-C reaches Marque alone and requests can drain before `stop`.
 * The caller must have locked the folder (`lockDataDir`): a second call would take the database away from the first.
 * @throws Error for the person who starts the server, with the end of postgres.log if it gives the reason
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
  isHeld = () => Promise.resolve(true),
  onLost,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database needs Linux or macOS (on Windows: WSL). Set DATABASE_URL to use your own.',
    );
  }
  const cluster = await openCluster({ dataDir, durable, log });
  await clear(cluster, log);
  const socketDir = await makeSocketDir(cluster.account);
  const url = urlOf(cluster.password, socketDir);
  const logFile = path.join(dataDir, 'postgres.log');

  const server = new Supervised({
    start: () => launch({ cluster, socketDir, logFile, durable, log }),
    clear: () => endLeftovers(cluster.dir),
    isHeld,
    onLost,
    log,
  });
  const sweep = (): void => rmSync(socketDir, { recursive: true, force: true });
  process.once('exit', sweep);
  const stop = async (): Promise<void> => {
    await server.stop();
    process.off('exit', sweep);
    sweep();
  };
  try {
    await startFirst(server, logFile, log);
    await createDatabase(url);
  } catch (error) {
    await stop();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return { url, stop: () => (stopped ??= stop()) };
}

/**
 * Finds the embedded database that a running server keeps for a data folder, for commands that work beside it.
 * @returns its URL, or `undefined` when none is running
 */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const password = await readPassword(dataDir);
  const clusterDir = await realpath(path.join(dataDir, 'postgres')).catch(() => undefined);
  const server = clusterDir === undefined ? undefined : await readPostmaster(clusterDir);
  if (!password || !clusterDir || !server?.ready || !(await worksIn(clusterDir, server.pid)))
    return undefined;
  return urlOf(password, server.socketDir);
}

/** `localhost` is there for readers that want a host; `host` in the query is what pg and libpq connect to. */
function urlOf(password: string, socketDir: string): string {
  return `postgres://${roleName}:${password}@localhost:${socketPort}/${databaseName}?host=${encodeURIComponent(socketDir)}`;
}

async function clear(cluster: Cluster, log: Logger): Promise<void> {
  const before = await readPostmaster(cluster.dir);
  const ended = await endLeftovers(cluster.dir);
  if (ended !== undefined)
    log.warn({ pid: ended }, 'stopped the embedded database of a killed Marque process');
  if (before && isSocketDir(before.socketDir)) await rm(before.socketDir, { recursive: true, force: true });
}

const socketDirPrefix = 'marque-postgres-';

/** Guards a removal: the path comes from a file that the database's account may write. */
function isSocketDir(dir: string): boolean {
  return socketParents().includes(path.dirname(dir)) && path.basename(dir).startsWith(socketDirPrefix);
}

function socketParents(): string[] {
  return [os.tmpdir(), '/tmp'];
}

/** Not in the data folder: its path may be longer than a socket's can be, and shared folders of virtual machines take no sockets. */
async function makeSocketDir(account: Account | undefined): Promise<string> {
  for (const parent of socketParents()) {
    const longest = path.join(parent, `${socketDirPrefix}XXXXXX`, `.s.PGSQL.${socketPort}.lock`);
    if (Buffer.byteLength(longest) > maxSocketPathBytes) continue;
    if (account && !(await canEnter(account, parent))) continue;
    const dir = await mkdtemp(path.join(parent, socketDirPrefix));
    if (account) await chown(dir, account.uid, account.gid);
    return dir;
  }
  throw new Error(
    `The embedded database has no place for its socket. Set TMPDIR to a short path, or make /tmp writable.`,
  );
}

async function startFirst(server: Supervised, logFile: string, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt === startAttempts) {
        throw new Error(
          `The embedded database doesn't start. The end of ${logFile}:\n${await tail(logFile)}`,
          { cause: error },
        );
      }
      log.warn({ attempt, log: logFile }, 'the embedded database did not start; retrying');
      await pause(100 * 2 ** attempt);
    }
  }
}

/** Starts the server and waits until it accepts connections, however long recovery after a crash takes. */
async function launch(options: {
  cluster: Cluster;
  socketDir: string;
  logFile: string;
  durable: boolean;
  log: Logger;
}): Promise<ChildProcess> {
  const { cluster, socketDir, logFile, durable, log } = options;
  const output = await openLog(logFile);
  const switches = settings(socketDir, durable).flatMap((setting) => ['-c', setting]);
  const server = spawn(cluster.binaries.postgres, ['-D', cluster.dir, ...switches], {
    cwd: '/',
    env: cleanEnv,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    ...cluster.account,
  });
  try {
    if (server.pid === undefined) await once(server, 'spawn'); // rejects with the reason
  } finally {
    await output.close();
  }
  if (server.pid !== undefined) endWithThisProcess(server, server.pid);
  const begun = Date.now();
  let isReported = false;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`postgres ended at once (${server.signalCode ?? server.exitCode})`);
    }
    const now = await readPostmaster(cluster.dir);
    if (now?.pid === server.pid && now?.ready) break;
    if (!isReported && Date.now() - begun > 10_000) {
      isReported = true;
      log.warn({ log: logFile }, 'the embedded database is still recovering');
    }
    await pause(20);
  }
  return server;
}

/**
 * Stops the server when this process is killed and can't do so itself. A shell waits for the end of a pipe that only this process
 * keeps open; the kernel closes it, however this process dies. SIGINT cuts connections and writes everything.
 */
function endWithThisProcess(server: ChildProcess, pid: number): void {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    env: cleanEnv,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, the next start ends the leftover server.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  // Once the server has ended, its PID may belong to another process.
  server.once('exit', () => guard.kill('SIGKILL'));
}

/** On the command line and not in postgresql.conf, so that a newer version applies its own to an older cluster. */
function settings(socketDir: string, durable: boolean): string[] {
  return [
    `listen_addresses=`,
    `unix_socket_directories=${socketDir}`,
    `unix_socket_permissions=0700`,
    `port=${socketPort}`,
    `max_connections=120`, // two pools and pg-boss in the server, the same again in commands beside it
    `shared_buffers=128MB`,
    `effective_cache_size=1GB`,
    `work_mem=8MB`,
    `maintenance_work_mem=128MB`,
    `max_wal_size=2GB`,
    `checkpoint_timeout=10min`,
    `wal_compression=on`,
    `random_page_cost=1.1`, // solid-state disks
    `jit=off`, // compiling costs more than the short queries here take
    // Parallel workers share memory in /dev/shm, of which a container has 64 MB, and compete with requests for few cores.
    `max_parallel_workers_per_gather=0`,
    `huge_pages=off`,
    `timezone=UTC`,
    `log_timezone=UTC`,
    `log_line_prefix=%m [%p] `,
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(file, `${file}.1`);
  return open(file, 'a', 0o600);
}

async function tail(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-10).join('\n');
}

/** Created here and not by initdb, which only creates its own three; if a start is interrupted in between, the next one creates it. */
async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
