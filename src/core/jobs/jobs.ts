// Background jobs, on pg-boss in the same PostgreSQL. Each runs at least once, so each must be safe to run twice; only one process runs it.
// Jobs of a process that died are taken over by others.
import PgBoss from 'pg-boss';
import type { Db, Pool } from '../db/pool.ts';
import { logContext, type Log } from '../../log.ts';
import type { OnGivenUp } from './claims.ts';
import { QueueConnection } from './queue-connection.ts';
import { defaultTiming, Workers, type Timing } from './worker.ts';

export interface Job {
  /** Letters, digits and dashes. */
  name: string;
  /** Whose it is, for the log. */
  module?: string;
  /** Cron expression, UTC; null: only when sent. */
  cron: string | null;
  /** True: also runs when the workers of a process have started, to continue what a killed process left. */
  atStart?: true;
  /** Aborted and retried after this long. Up to a day. */
  expireInSeconds: number;
  /**
   * Omitted: sending while one is queued does nothing (a cleanup); retried three times. Given: every job that is sent runs on its own (an
   * email), `atOnce` at a time per process.
   */
  each?: { atOnce: number; retries: number; firstRetrySeconds: number };
  /**
   * @param signal aborted when the process stops, the time is up, or another process has taken the job over: stop at the next
   *   safe point, the job will run again.
   */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Starts working after a while, so that short-lived processes (a command, a build) never pay for it. */
  startSoon(): void;
  /**
   * Queues a job, for this or another process.
   * @param db of a transaction: the job is queued when it commits, and never if it's rolled back.
   */
  send(name: string, data?: Record<string, unknown>, db?: Db): Promise<void>;
  /** False: the last try to start failed. */
  ready(): boolean;
  /** Lets running jobs reach a safe point, and stops. */
  stop(): Promise<void>;
}

/** Requests come first: workers start once the service has been up for a while. */
const startDelayMs = 10_000;
/** After a failed start: the database may be down. */
const startAgainMs = 5_000;
const stopMs = 15_000;

async function openQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      name: job.name,
      // Stately: at most one queued and one running.
      policy: job.each ? 'standard' : 'stately',
      expireInSeconds: job.expireInSeconds,
      retryLimit: job.each?.retries ?? 3,
      ...(job.each ? { retryDelay: job.each.firstRetrySeconds } : {}),
      retryBackoff: true,
    });
    if (job.cron !== null) await boss.schedule(job.name, job.cron);
    if (job.atStart) await boss.send(job.name, {});
  }
}

interface Running {
  boss: PgBoss;
  workers: Workers;
}

interface JobsOptions {
  /** Provides the connections: no pool of its own, one statement at a time. */
  db: Pool;
  log: Log;
  jobs: readonly Job[];
  onGivenUp?: OnGivenUp;
  /** For tests. */
  timing?: Timing;
}

/** @param hasWorkers false: jobs can be sent, and nothing is run */
async function startQueue(
  connection: QueueConnection,
  { db, log, jobs, onGivenUp, timing = defaultTiming }: JobsOptions,
  hasWorkers: boolean,
): Promise<Running> {
  const { executeSql } = connection;
  const boss = new PgBoss({ db: { executeSql }, schema: 'marque_jobs', deleteAfterDays: 7 });
  boss.on('error', (error) => {
    log.warn({ err: error }, 'the job queue had an error');
  });
  await connection.whileStarting(async () => {
    try {
      await openQueues(boss, jobs);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  });
  const workers = new Workers(db, boss, log, timing, onGivenUp);
  if (hasWorkers) workers.start(jobs);
  return { boss, workers };
}

/** A connection, as pg-boss uses one. */
const sqlOn = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await db.query<object>(text, values),
  }),
});

export function createJobs(options: JobsOptions): Jobs {
  const { db, log } = options;
  const connection = new QueueConnection(db, log);
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let started: Promise<Running> | undefined;
  let hasFailed = false;

  const begin = async (): Promise<Running> => {
    const isLate = isStopping;
    const running = await startQueue(connection, options, !isLate);
    // A request that outlives the service can still send a job. Others run it: nobody would stop it here.
    if (isLate) await running.boss.stop({ graceful: false });
    hasFailed = false;
    return running;
  };

  const whenStarted = (): Promise<Running> => {
    clearTimeout(timer);
    // Whatever request needs them first, it isn't what they're for.
    started ??= logContext.run({}, begin).catch((error: unknown) => {
      started = undefined;
      hasFailed = true;
      startIn(startAgainMs);
      throw error;
    });
    return started;
  };

  const startIn = (ms: number): void => {
    if (isStopping) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      whenStarted().catch((error: unknown) => {
        log.error({ err: error }, 'could not start the job queue; will retry');
      });
    }, ms);
    timer.unref();
  };

  return {
    startSoon() {
      startIn(startDelayMs);
    },
    async send(name, data = {}, on = db) {
      const { boss, workers } = await whenStarted();
      await boss.send(name, data, { db: sqlOn(on) });
      const wakeHere = (): void => {
        workers.wake(name);
      };
      // A worker that looked before the commit would find nothing.
      if (on.afterCommit) on.afterCommit(wakeHere);
      else wakeHere();
    },
    ready: () => !hasFailed,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const running = await started?.catch(() => undefined);
      await running?.workers.stop(stopMs);
      await running?.boss.stop({ graceful: true, timeout: stopMs });
      await connection.settled();
    },
  };
}
