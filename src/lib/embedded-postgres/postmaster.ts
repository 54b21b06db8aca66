// Reads `postmaster.pid` in a cluster's folder, and checks whether the process that it names is really that cluster's server:
// if we are killed, the server lives on, and after a reboot its PID may belong to any other program.
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Larger than any PID of Linux or macOS. */
const nobodysPid = 2 ** 31 - 2;

/** What a server writes into its cluster's folder (PostgreSQL's miscadmin.h, "postmaster.pid"). */
export interface Postmaster {
  pid: number;
  socketDir: string;
  /** True once it accepts connections. */
  ready: boolean;
}

/** Reads `postmaster.pid`; `undefined` when there is none or it is still being written. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** Whether a process is a PostgreSQL server (or one of its children) that works in this cluster. */
export async function worksIn(clusterDir: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // Every process of a server has the cluster as its working directory; so may somebody's shell, which isn't called postgres.
    // A zombie has neither link, and is rightly not counted. "(deleted)" follows the name of a program that npm replaced.
    return Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]).then(
      ([cwd, program]) => cwd === clusterDir && /\/postgres( \(deleted\))?$/.test(program),
      () => false,
    );
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes('postgres') && stdout.includes(clusterDir),
    () => false,
  );
}

/**
 * Ends the processes that a killed predecessor left in a cluster, so that a new server can start on it.
 * A server is asked to shut down (SIGINT: connections are cut, everything is written); children whose server was killed are
 * ended too, since one in the middle of a long query would block the cluster for as long as the query takes.
 * @param clusterDir real path (no symbolic links)
 * @returns the PID of the server that was still running, if any
 * @throws Error when it doesn't end within 60 seconds
 */
export async function endLeftovers(clusterDir: string): Promise<number | undefined> {
  const left = await readPostmaster(clusterDir);
  const server = left && (await worksIn(clusterDir, left.pid)) ? left.pid : undefined;
  if (server !== undefined) await end(clusterDir, server);
  for (const child of await processesIn(clusterDir)) signal(child, 'SIGQUIT');
  if (left && server === undefined && isAlive(left.pid)) await disown(clusterDir);
  return server;
}

async function end(clusterDir: string, pid: number): Promise<void> {
  for (const [how, seconds] of [
    ['SIGINT', 45],
    ['SIGQUIT', 15], // without a checkpoint: the next start recovers from the log
  ] as const) {
    signal(pid, how);
    for (let waited = 0; waited < seconds * 1000; waited += 50) {
      if (!(await worksIn(clusterDir, pid))) return;
      await pause(50);
    }
  }
  throw new Error(
    `The PostgreSQL server ${pid} of ${clusterDir} doesn't stop. Kill that process, then start again.`,
  );
}

/**
 * If the PID in `postmaster.pid` now belongs to another program, PostgreSQL would refuse to start. The file isn't
 * removed but gets a PID that doesn't exist: from its other lines the server checks that no child of the old one is left.
 */
async function disown(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [nobodysPid, ...rest].join('\n'));
}

/** Linux only: elsewhere working directories of others can't be read cheaply, and the server waits for its old children itself. */
async function processesIn(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0); // the rest are names, NaN
  const works = await Promise.all(pids.map((pid) => worksIn(clusterDir, pid)));
  return pids.filter((_, at) => works[at]);
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** Sends a signal; true if the process exists, even if it is another user's. */
function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
