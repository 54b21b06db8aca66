// The process to kill: a server with its embedded PostgreSQL on its own data folder, as child processes of
// this one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Victim = 'server' | 'database' | 'both';

export interface TargetOptions {
  dataDir: string;
  port: number;
  /** True: as `npm start`, with the panel; otherwise the same without it, which starts in a second. */
  panel: boolean;
  account: { email: string; password: string };
}

/** Starting may include recovering the database or building the panel. */
const startMs = 300_000;

/** A database that stops writes a checkpoint first. */
const stopMs = 60_000;

export class Target {
  readonly url: string;
  #server: ChildProcess | undefined;

  constructor(private readonly options: TargetOptions) {
    this.url = `http://localhost:${options.port}`;
  }

  /** Starts the server if none is running, and waits until everything answers. */
  async up(): Promise<void> {
    const giveUpAt = Date.now() + startMs;
    while (!(await this.#answers())) {
      if (!this.#server || this.#server.exitCode !== null || this.#server.signalCode !== null) this.#spawn();
      if (Date.now() > giveUpAt) throw new Error(`The server does not come up. See ${this.log}.`);
      await pause(50);
    }
  }

  async kill(victim: Victim): Promise<void> {
    const postmaster = victim === 'server' ? null : await this.#postmaster();
    if (victim !== 'database') this.#server?.kill('SIGKILL');
    if (postmaster !== null) {
      try {
        process.kill(postmaster, 'SIGKILL');
      } catch {
        // It ended by itself, or was about to start.
      }
    }
    const server = this.#server;
    if (victim !== 'database' && server && server.exitCode === null && server.signalCode === null)
      await once(server, 'exit');
  }

  /** Stops both cleanly: afterwards nothing writes to the folder. */
  async stop(): Promise<void> {
    await this.kill('server');
    const postmaster = await this.#postmaster();
    if (postmaster === null) return;
    process.kill(postmaster, 'SIGINT');
    // PostgreSQL removes its pid file last, after its children have ended.
    const giveUpAt = Date.now() + stopMs;
    while ((await this.#postmaster()) !== null) {
      if (Date.now() > giveUpAt) throw new Error(`PostgreSQL (${postmaster}) doesn't stop. See ${this.log}.`);
      await pause(50);
    }
  }

  get log(): string {
    return path.join(this.options.dataDir, 'chaos.log');
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status === 200;
  }

  async #postmaster(): Promise<number | null> {
    const file = path.join(this.options.dataDir, 'postgres', 'postmaster.pid');
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    return pid > 0 ? pid : null;
  }

  #spawn(): void {
    const { dataDir, port, panel, account } = this.options;
    const script = panel ? ['src/start.mjs'] : ['--import', 'tsx', 'test/chaos/server.ts'];
    const child = spawn(process.execPath, script, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        HOST: '127.0.0.1',
        PORT: String(port),
        SERVER_URL: this.url,
        SECRET: 'a secret of the chaos run, long enough to be taken',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        S3_BUCKET: '',
        ADMIN_EMAIL: account.email,
        ADMIN_PASSWORD: account.password,
        RATE_LIMIT: '0',
        LOG_LEVEL: 'warn',
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        appendFileSync(this.log, text);
      });
    this.#server = child;
  }
}
