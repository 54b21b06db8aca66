// The server as a separate process, the way people run it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, listenTo, until } from '../setup/children.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface Running {
  child: ChildProcess;
  url: string;
  output: () => string;
  /** Waits for its end. */
  ended: () => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface Run {
  env?: Record<string, string>;
  cwd?: string;
  /** As `npm start`, through npm. */
  npm?: boolean;
}

/** Starts it, without waiting. */
export async function launch({ env = {}, cwd = root, npm = false }: Run): Promise<Running> {
  const port = env.PORT ?? String(await freePort());
  const [command, ...args] = npm ? ['npm', 'start'] : [process.execPath, path.join(root, 'src/start.mjs')];
  const child = spawn(command ?? '', args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: npm,
    // None of this run's own variables; NODE_ENV is the server's choice.
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
    output: listenTo(child),
    ended: async () => {
      const [code, signal] = await exit;
      return { code, signal };
    },
  };
}

/** Starts it and waits until it reports that it's ready. */
export async function startServer(run: Run): Promise<Running> {
  const running = await launch(run);
  await until(async () => {
    if (running.child.exitCode !== null) throw new Error(`The server ended: ${running.output()}`);
    return running.output().includes('is running at') && running.output().includes('  files ');
  });
  return running;
}

/** Starts one that must fail. @returns its output */
export async function apiError(run: Run): Promise<string> {
  const running = await launch(run);
  const { code } = await running.ended();
  if (code !== 1) throw new Error(`It ended with ${code}: ${running.output()}`);
  return running.output();
}
