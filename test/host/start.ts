// Starts the host app of config.ts as a process.
import { spawn, type ChildProcess } from 'node:child_process';
import { bundleAll } from '../setup/run/bundle.js';
import { freePort, kill, listenTo, until } from '../setup/children.ts';

/** The app's scripts, and its config, as a project would have them compiled. */
export const [serve = '', cli = '', checkSql = '', config = ''] = bundleAll([
  'test/host/serve.ts',
  'src/commands/cli.ts',
  'test/host/check-sql.ts',
  'test/host/config.ts',
]);

export interface Host {
  url: string;
  output: () => string;
  /** Starts what happens once an hour. */
  sweep: () => void;
  stop: () => Promise<void>;
}

/** The environment of a process of the app. */
export const envOf = (
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string>,
): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'development',
  SECRET: 'a secret of the host app, long enough',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  ...env,
});

export async function start(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<Host> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, [serve], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: envOf(databaseUrl, dataDir, { PORT: String(port), SERVER_URL: url, ...env }),
  });
  const output = listenTo(child);
  await until(() => {
    if (child.exitCode !== null) throw new Error(`The host app ended: ${output()}`);
    return Promise.resolve(output().includes('ready '));
  });
  return { url, output, sweep: () => child.kill('SIGUSR2'), stop: () => kill(child) };
}
