// The built service in a separate process, on a database of its own.
import { spawn } from 'node:child_process';
import pg from 'pg';
import { freePort, kill, listenTo, makeFolder, until } from './children.ts';
import { createDatabase } from './database.ts';

export interface PanelService {
  url: string;
  databaseUrl: string;
  /** What it has written so far. */
  output(): string;
  close(): Promise<void>;
}

async function holdsAccount(databaseUrl: string): Promise<boolean> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const { rows } = await sql.query('select 1 from grants').finally(() => sql.end());
  return rows.length > 0;
}

/** Starts it with `env`, and waits until it answers. Builds the panel first if needed. */
export async function startPanelService(env: Record<string, string>): Promise<PanelService> {
  const [database, folder, port] = await Promise.all([createDatabase(), makeFolder(), freePort()]);
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['src/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: String(port),
      SERVER_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const output = listenTo(child);
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The service ended before it answered.');
    const answers = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    // It answers while it still opens the first account.
    return answers && (env.ADMIN_EMAIL === undefined || holdsAccount(database.url));
  });
  return {
    url,
    databaseUrl: database.url,
    output,
    async close() {
      process.off('exit', end);
      await kill(child);
      await database.drop();
      await folder.remove();
    },
  };
}
