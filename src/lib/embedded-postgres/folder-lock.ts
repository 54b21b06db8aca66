// Allows one server per data folder. The holder listens on a socket inside it, which the kernel closes when the process dies: there is no PID
// to be reused, and processes in other containers on the same volume count too.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A locked data folder. */
export interface DataDirLock {
  release: () => Promise<void>;
  /** False once the lock was removed by hand, or another process has taken the folder. */
  isHeld: () => Promise<boolean>;
}

/** Another process has locked the folder. */
export class DataDirHeld extends Error {}

/** The response of a holder or a candidate. */
interface Answer {
  pid: number;
  /** Of two candidates, the one with the smaller token wins. */
  token: string;
  held: boolean;
}

/** How long a name may exist without a listener before it counts as left behind. */
const bindingMs = 60_000;

const answerMs = 2_000;

/** sun_path is 104 bytes on macOS, 108 on Linux, with a closing zero. */
const maxSocketPathBytes = 103;

/**
 * Locks a data folder for this process until `release`, or until the process ends.
 * Each candidate listens under a name of its own in `{dataDir}/lock` before it looks for others, so of two that start
 * together at least one sees the other; a name that nobody answers can be removed, since it never comes to life again.
 * @throws DataDirHeld naming the process that has locked it
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = path.join(dataDir, 'lock');
  const me: Answer = { pid: process.pid, token: randomBytes(12).toString('hex'), held: false };
  const lock = await enter(folder, me);
  try {
    while (await somebodyIsFirst(dataDir, folder, me)) await pause(20);
    me.held = true;
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** True while another candidate is still deciding that it must give way to this one. */
async function somebodyIsFirst(dataDir: string, folder: string, me: Answer): Promise<boolean> {
  let wait = false;
  for (const name of await readdir(folder)) {
    if (name === `${me.token}.socket`) continue;
    const file = path.join(folder, name);
    const other = name.endsWith('.socket') ? await ask(folder, name) : await stillBinding(file);
    if (other === 'nobody') await rm(file, { force: true });
    else if (other === 'silent')
      throw new Error(`${dataDir} is in use by another Marque process, which isn't responding.`);
    else if (other === 'undecided') wait = true;
    else if (other !== 'binding') {
      if (other.held || other.token < me.token) throw heldBy(dataDir, other.pid);
      wait = true;
    }
  }
  return wait;
}

function heldBy(dataDir: string, pid: number): DataDirHeld {
  return new DataDirHeld(
    `${dataDir} is in use by another Marque process (PID ${pid}). Stop it first, or use another DATA_DIR.`,
  );
}

async function enter(folder: string, me: Answer): Promise<DataDirLock> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await listen(folder, me);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw cause;
    throw new Error(
      `${folder} can't be written. Run Marque as the user who started it before, or set DATA_DIR.`,
      { cause },
    );
  }
}

/** Between bind and listen a socket refuses like a dead one, so it gets the name that others look at only when it listens. */
async function listen(folder: string, me: Answer): Promise<DataDirLock> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined); // the asking process disconnected
    socket.end(`${JSON.stringify(me)}\n`);
  });
  const named = path.join(folder, `${me.token}.socket`);
  await atShortPath(folder, `${me.token}.new`, async (address) => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
    await rename(path.join(folder, `${me.token}.new`), named);
  });
  server.unref();
  return {
    isHeld: async () => {
      if (!server.listening || !(await exists(named))) return false;
      for (const name of await readdir(folder)) {
        if (!name.endsWith('.socket') || name === path.basename(named)) continue;
        const other = await ask(folder, name);
        if (typeof other === 'object' && other.held) return false;
      }
      return true;
    },
    release: async () => {
      await rm(named, { force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function ask(folder: string, name: string): Promise<Answer | 'nobody' | 'silent' | 'undecided'> {
  return atShortPath(folder, name, async (address) => {
    const socket = net.connect(address);
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer')));
    let text = '';
    try {
      for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
      return JSON.parse(text) as Answer;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nobody';
      // It ended in the middle of its answer: ask again, it is gone by then or answers in full.
      if (code === 'ECONNRESET' || error instanceof SyntaxError) return 'undecided';
      // A stopped process, or another user's: it counts as the holder.
      return 'silent';
    }
  });
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function stillBinding(file: string): Promise<'binding' | 'nobody'> {
  const since = await stat(file).then(
    (found) => found.mtimeMs,
    () => 0,
  );
  return Date.now() - since < bindingMs ? 'binding' : 'nobody';
}

/** The path of a data folder may be longer than a socket's path can be: Linux gets there through an open handle. */
async function atShortPath<T>(
  folder: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const address = path.join(folder, name);
  if (Buffer.byteLength(address) <= maxSocketPathBytes) return use(address);
  if (process.platform !== 'linux') throw new Error(`The path of DATA_DIR is too long: ${folder}`);
  const handle = await open(folder);
  try {
    return await use(`/proc/self/fd/${handle.fd}/${name}`);
  } finally {
    await handle.close();
  }
}
