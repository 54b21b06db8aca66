// The service as a child process on a data folder of its own, started the way `npm start` does; for the demo and the benches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export interface RunningServer {
  url: string;
  pid: number;
  /** From its start until it said that it is ready; a build on the way counts. */
  readyMs: number;
  /** Resolves when it ends, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  port: number;
  /** Called once, when the panel isn't built and the start takes longer. */
  onBuild?: () => void;
  /** Everything it writes, as it comes. */
  onOutput?: (text: string) => void;
  env?: Record<string, string>;
}

/** What a `.env` or the shell says of another installation isn't to reach this one. */
const ownEnv = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  DATABASE_URL: '',
  S3_BUCKET: '',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  LOG_LEVEL: 'warn',
} as const;

/**
 * Starts a server and waits until it answers.
 * @throws Error with the end of what it wrote, when it ends before
 */
export async function startServer({
  dataDir,
  port,
  onBuild,
  onOutput,
  env,
}: ServerOptions): Promise<RunningServer> {
  const url = `http://localhost:${port}`;
  const began = Date.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...ownEnv, SERVER_URL: url, PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  let said = '';
  let building = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      onOutput?.(text);
      // The set-up link must not be shown, not even when something fails.
      said = (said + text.replace(/token=\S+/g, 'token=…')).slice(-4000);
      if (!building && said.includes('Building the panel')) {
        building = true;
        onBuild?.();
      }
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  if (!ready) throw new Error(`The server did not start. It said:\n${said.trimEnd()}`);
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: Date.now() - began,
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The wanted port, or one that is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = net.createServer();
  const port = await new Promise<number | null>((resolve) => {
    server.once('error', () => {
      resolve(null);
    });
    server.listen(wanted, '127.0.0.1', () => {
      resolve((server.address() as net.AddressInfo).port);
    });
  });
  if (port === null) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
