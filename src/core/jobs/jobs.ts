// Background jobs, on pg-boss in the same PostgreSQL. Each runs at least once, so each must be safe to run twice; only one process runs it.
// Jobs of a process that died are taken over by others.
import pg from 'pg';
import PgBoss from 'pg-boss';
import { queryOn, type Db, type Pool } from '../db/pool.ts';
import type { Log } from '../../log.ts';
import { defaultTiming, Workers, type Timing } from './worker.ts';

export interface Job {
  /** Letters, digits and dashes. */
  name: string;
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
  /** Lets running jobs reach a safe point, and stops. */
  stop(): Promise<void>;
}

/** Requests come first: workers start once the service has been up for a while. */
const startDelayMs = 10_000;
/** After a failed start: the database may be down. */
const startAgainMs = 5_000;
const stopMs = 15_000;

/** pg-boss sends this to its own queue without awaiting it: a failure would end the process. */
const endsJob = /^\s*WITH (?:results|deleted_jobs) AS/;

/**
 * @param db provides the connections: no pool of its own, one statement at a time.
 * @param timing for tests.
 */
export function createJobs({
  db,
  log,
  jobs,
  timing = defaultTiming,
}: {
  db: Pool;
  log: Log;
  jobs: readonly Job[];
  timing?: Timing;
}): Jobs {
  const inFlight = new Set<Promise<unknown>>();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let started: Promise<Running> | undefined;
  /** While the queue starts: requests may hold all connections of the pool, each waiting for this start to send a job. */
  let startingPool: pg.Pool | undefined;

  const run = async (text: string, values: unknown[]): Promise<object[]> => {
    try {
      // Several statements with their own BEGIN: a failure must not leave a connection inside a transaction.
      const pool = startingPool;
      if (/^\s*BEGIN;/.test(text)) return await runBlock(pool ?? db.pool, text);
      return pool ? await queryOn<object>(pool, text, values) : await db.query<object>(text, values);
    } catch (error) {
      if (!endsJob.test(text)) throw error;
      log.warn({ err: error }, 'the job queue had an error');
      return [{ count: '0' }];
    }
  };

  /** pg-boss leaves statements it doesn't await; connections are closed once these have finished. */
  const executeSql = async (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
    const query = run(text, values ?? []);
    inFlight.add(query);
    try {
      return { rows: await query };
    } finally {
      inFlight.delete(query);
    }
  };

  const openQueues = async (boss: PgBoss): Promise<void> => {
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
  };

  const start = async (): Promise<Running> => {
    const boss = new PgBoss({ db: { executeSql }, schema: 'marque_jobs', deleteAfterDays: 7 });
    boss.on('error', (error) => {
      log.warn({ err: error }, 'the job queue had an error');
    });
    const own = new pg.Pool({ ...db.pool.options, max: 1 });
    own.on('error', () => undefined);
    startingPool = own;
    try {
      await openQueues(boss);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    } finally {
      startingPool = undefined;
      await own.end();
    }
    const workers = new Workers(db, boss, log, timing);
    workers.start(jobs);
    return { boss, workers };
  };

  const whenStarted = (): Promise<Running> => {
    clearTimeout(timer);
    started ??= start().catch((error: unknown) => {
      started = undefined;
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
      const executeSql = async (text: string, values?: unknown[]) => ({
        rows: await on.query<object>(text, values ?? []),
      });
      await boss.send(name, data, { db: { executeSql } });
      const wakeHere = (): void => {
        workers.wake(name);
      };
      // A worker that looked before the commit would find nothing.
      if (on.afterCommit) on.afterCommit(wakeHere);
      else wakeHere();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const running = await started?.catch(() => undefined);
      await running?.workers.stop(stopMs);
      await running?.boss.stop({ graceful: true, timeout: stopMs });
      await Promise.allSettled(inFlight);
    },
  };
}

interface Running {
  boss: PgBoss;
  workers: Workers;
}

async function runBlock(pool: pg.Pool, text: string): Promise<object[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return (await client.query<object>(text)).rows;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
