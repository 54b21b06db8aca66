// Starts the service as a child process on its own data folder, the way `npm start` does; for the demo and
// the benchmarks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export interface RunningServer {
  url: string;
  pid: number;
  /** From its start until it reports that it's ready; includes a build if one is needed. */
  readyMs: number;
  /** Resolves when the process ends, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  port: number;
  /** Called once if the panel isn't built yet and starting takes longer. */
  onBuild?: () => void;
  /** Everything the process writes, as it arrives. */
  onOutput?: (text: string) => void;
  env?: Record<string, string>;
}

/** Variables of another installation, from a `.env` file or the shell, must not apply here. */
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
 * @throws Error with the last lines it wrote, if it ends before that
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
  const child = spawn(process.execPath, ['src/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...ownEnv, SERVER_URL: url, PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  let output = '';
  let building = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      onOutput?.(text);
      // The setup link must not be shown, even when something fails.
      output = (output + text.replace(/token=\S+/g, 'token=…')).slice(-4000);
      if (!building && output.includes('Building the panel')) {
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
  if (!ready) throw new Error(`The server did not start. Its output:\n${output.trimEnd()}`);
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

/** The requested port, or a free one. */
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
