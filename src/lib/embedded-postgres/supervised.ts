// Supervises a child process: restarts it when it dies, and ends it with this process.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A server that ran this long was healthy: its next failure is a new one, and it's restarted immediately. */
const wellAfterMs = 60_000;

const firstPauseMs = 100;
const longestPauseMs = 10_000;

/** How long a shutdown may take before it's forced without a checkpoint. */
const patienceMs = 60_000;

export interface SupervisedOptions {
  /** Starts the server; resolves once it's ready. */
  start: () => Promise<ChildProcess>;
  /** Cleans up after a dead server, before the next start. */
  clear: () => Promise<unknown>;
  /** Whether the folder is still held. If not, a server running on it belongs to another process. */
  isHeld: () => Promise<boolean>;
  /** Called if the server ended and the folder is no longer held: it isn't restarted. */
  onLost?: (() => void) | undefined;
  log: Logger;
}

/** Keeps one PostgreSQL server running. */
export class Supervised {
  private server: ChildProcess | undefined;
  private watching: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: SupervisedOptions) {}

  /**
   * Starts the server and, once it's ready, supervises it.
   * @throws whatever the start throws; nothing is watched then, and it may be called again
   */
  async start(): Promise<void> {
    await this.launch();
    process.once('exit', this.takeAlong);
    this.watching = this.watch();
  }

  /** Shuts the server down and waits until it has exited. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.shutDown();
    await this.watching;
    // The watch may have been in the middle of starting another one.
    await this.shutDown();
    process.off('exit', this.takeAlong);
  }

  private async launch(): Promise<void> {
    const server = await this.options.start();
    // Unreferenced: a command that forgets to stop it still ends, and stops it too.
    server.unref();
    this.server = server;
  }

  private async watch(): Promise<void> {
    const { log } = this.options;
    let pauseMs = firstPauseMs;
    while (this.server && !this.stopping.signal.aborted) {
      const since = Date.now();
      const how = await ended(this.server);
      if (this.stopping.signal.aborted) return;
      log.error(how, 'the embedded database exited; restarting it');
      if (Date.now() - since > wellAfterMs) pauseMs = firstPauseMs;
      const next = await this.restart(pauseMs);
      if (next === 'lost') return;
      pauseMs = next;
    }
  }

  /** Tries until it serves, is to stop, or the folder is lost. @returns the pause that the next failure begins with */
  private async restart(pauseMs: number): Promise<number | 'lost'> {
    const { clear, isHeld, onLost, log } = this.options;
    const { signal } = this.stopping;
    for (let wait = pauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
      // Rejects only when aborted.
      await pause(wait, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return wait;
      try {
        if (!(await isHeld())) {
          log.fatal('the data folder now belongs to another process; leaving its database alone');
          onLost?.();
          return 'lost';
        }
        await clear();
        await this.launch();
        log.info('the embedded database is running again');
        return Math.min(wait * 2, longestPauseMs);
      } catch (err) {
        log.error({ err }, 'the embedded database did not start; retrying');
      }
    }
  }

  /** SIGINT is PostgreSQL's "fast" shutdown: connections are cut, everything is written. */
  private async shutDown(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    server.kill('SIGINT');
    const impatience = setTimeout(() => server.kill('SIGQUIT'), patienceMs);
    await ended(server);
    clearTimeout(impatience);
  }

  /** However this process ends (an uncaught error, process.exit), it must not leave a database behind. */
  private readonly takeAlong = (): void => void this.server?.kill('SIGINT');
}

async function ended(server: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  return { code: server.exitCode, signal: server.signalCode };
}
