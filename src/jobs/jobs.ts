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
  /** Given up after so long, and begun again. Up to a day. */
  expireInSeconds: number;
  /** @param signal aborted when the process stops: leave off at the next good place, the job will come again. */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Starts working a little later, so that a process that only wants to do one thing (a command, a build) never pays for it. */
  startSoon(): void;
  /** Has a job done, here or in another process. */
  send(name: string, data?: Record<string, unknown>): Promise<void>;
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
  const workers = new Map<string, string>();
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
        // One waiting and one running: sent twice is done once.
        policy: 'stately',
        expireInSeconds: job.expireInSeconds,
        retryLimit: 3,
        retryBackoff: true,
      });
      const work = async ([one]: PgBoss.Job<Record<string, unknown>>[]): Promise<void> => {
        try {
          await job.run(one?.data ?? {}, stopping.signal);
        } catch (error) {
          log.error({ err: error, job: job.name }, 'a job failed; it will be tried again');
          throw error;
        }
      };
      workers.set(job.name, await boss.work<Record<string, unknown>>(job.name, work));
      if (job.cron !== null) await boss.schedule(job.name, job.cron);
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
    async send(name, data = {}) {
      const boss = await whenStarted();
      await boss.send(name, data);
      boss.notifyWorker(workers.get(name) ?? '');
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
