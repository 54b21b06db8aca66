// The server as a process of its own, the way people run it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, listenTo, until } from '../setup/children.ts';

const root = path.resolve(import.meta.dirname, '../..');
const loader = pathToFileURL(path.join(root, 'node_modules/tsx/dist/esm/index.mjs')).href;

export interface Running {
  child: ChildProcess;
  url: string;
  said: () => string;
  /** Waits for its end. */
  ended: () => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface Run {
  env?: Record<string, string>;
  cwd?: string;
  /** As `npm start`, with npm between. */
  npm?: boolean;
}

/** Starts it, and doesn't wait for anything. */
export async function launch({ env = {}, cwd = root, npm = false }: Run): Promise<Running> {
  const port = env.PORT ?? String(await freePort());
  const [command, ...args] = npm
    ? ['npm', 'start']
    : [process.execPath, '--import', loader, path.join(root, 'src/server.ts')];
  const child = spawn(command ?? '', args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: npm,
    // Nothing of what this run has set for itself; NODE_ENV is for the server to choose.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      ...env,
    } as unknown as NodeJS.ProcessEnv,
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    said: listenTo(child),
    ended: async () => {
      const [code, signal] = await exit;
      return { code, signal };
    },
  };
}

/** Starts it and waits until it says that it answers. */
export async function startServer(run: Run): Promise<Running> {
  const running = await launch(run);
  await until(async () => {
    if (running.child.exitCode !== null) throw new Error(`The server ended: ${running.said()}`);
    return running.said().includes('is running at') && running.said().includes('  files ');
  });
  return running;
}

/** Starts one that is to refuse; what it said comes back. */
export async function apiError(run: Run): Promise<string> {
  const running = await launch(run);
  const { code } = await running.ended();
  if (code !== 1) throw new Error(`It ended with ${code}: ${running.said()}`);
  return running.said();
}
