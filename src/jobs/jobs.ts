// Jobs: work beside the requests, on pg-boss in the same PostgreSQL. Each runs at least once, so each is written so that twice does
// no harm; of several processes one takes it.
import PgBoss from 'pg-boss';
import type { Db } from '../db/pool.ts';
import type { Log } from '../log.ts';

export interface Job {
  /** Letters, digits and dashes. */
  name: string;
  /** When it runs by itself, as cron has it, UTC; null: only when it is sent. */
  cron: string | null;
  /** True: also once the workers of a process have started, for what a process left that was killed. */
  atStart?: true;
  /** Given up after so long, and begun again. Up to a day. */
  expireInSeconds: number;
  /**
   * Left out: what is sent while one waits is that one (a sweep), tried three times more when it fails. Given: each that is sent is
   * done for itself (a mail), by so many at a time in a process.
   */
  each?: { atOnce: number; retries: number; firstRetrySeconds: number };
  /** @param signal aborted when the process stops: leave off at the next good place, the job will come again. */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Starts working a little later, so that a process that only wants to do one thing (a command, a build) never pays for it. */
  startSoon(): void;
  /**
   * Has a job done, here or in another process.
   * @param db of a transaction: the job is there once that is committed, and never when it is rolled back.
   */
  send(name: string, data?: Record<string, unknown>, db?: Db): Promise<void>;
  /** Lets what runs come to a good place, and stops. */
  stop(): Promise<void>;
}

/** Requests come first: the schema is looked at and workers start once the service has answered for a while. */
const startDelayMs = 10_000;
/** How often a worker looks for what other processes have sent. */
const pollSeconds = 30;
const stopMs = 15_000;

/** @param db whose connections are used: no pool of its own, one statement at a time. */
export function createJobs({ db, log, jobs }: { db: Db; log: Log; jobs: readonly Job[] }): Jobs {
  const stopping = new AbortController();
  const inFlight = new Set<Promise<unknown>>();
  const workers = new Map<string, string[]>();
  let timer: NodeJS.Timeout | undefined;
  let started: Promise<PgBoss> | undefined;

  /** pg-boss leaves statements behind that it doesn't wait for; the connections are closed once these have ended. */
  const executeSql = async (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
    const query = db.query<object>(text, values ?? []);
    inFlight.add(query);
    try {
      return { rows: await query };
    } finally {
      inFlight.delete(query);
    }
  };

  const wake = (boss: PgBoss, name: string): void => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };

  const start = async (): Promise<PgBoss> => {
    const boss = new PgBoss({
      db: { executeSql },
      schema: 'marque_jobs',
      pollingIntervalSeconds: pollSeconds,
      deleteAfterDays: 7,
    });
    boss.on('error', (error) => {
      log.warn({ err: error }, 'the job queue had an error');
    });
    await boss.start();
    for (const job of jobs) {
      await boss.createQueue(job.name, {
        name: job.name,
        // Stately: one waiting and one running.
        policy: job.each ? 'standard' : 'stately',
        expireInSeconds: job.expireInSeconds,
        retryLimit: job.each?.retries ?? 3,
        ...(job.each ? { retryDelay: job.each.firstRetrySeconds } : {}),
        retryBackoff: true,
      });
      const work = async ([one]: PgBoss.Job<Record<string, unknown>>[]): Promise<void> => {
        try {
          await job.run(one?.data ?? {}, stopping.signal);
        } catch (error) {
          log.error({ err: error, job: job.name }, 'a job failed; it will be tried again');
          throw error;
        } finally {
          // There may be more: a worker would wait for its next look otherwise.
          wake(boss, job.name);
        }
      };
      for (let worker = 0; worker < (job.each?.atOnce ?? 1); worker += 1) {
        const id = await boss.work<Record<string, unknown>>(job.name, work);
        workers.set(job.name, [...(workers.get(job.name) ?? []), id]);
      }
      if (job.cron !== null) await boss.schedule(job.name, job.cron);
      if (job.atStart) await boss.send(job.name, {});
    }
    return boss;
  };

  const whenStarted = (): Promise<PgBoss> => {
    clearTimeout(timer);
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };

  return {
    startSoon() {
      timer = setTimeout(() => {
        whenStarted().catch((error: unknown) => {
          log.error({ err: error }, 'jobs could not be started: nothing is swept until the next start');
        });
      }, startDelayMs);
      timer.unref();
    },
    async send(name, data = {}, on = db) {
      const boss = await whenStarted();
      const executeSql = async (text: string, values?: unknown[]) => ({
        rows: await on.query<object>(text, values ?? []),
      });
      await boss.send(name, data, { db: { executeSql } });
      const wakeHere = (): void => {
        wake(boss, name);
      };
      // A worker that looked before the commit would find nothing.
      if (on.afterCommit) on.afterCommit(wakeHere);
      else wakeHere();
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      const boss = await started?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: stopMs });
      await Promise.allSettled(inFlight);
    },
  };
}
