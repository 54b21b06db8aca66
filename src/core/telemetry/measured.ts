// What the metrics say of the parts of a service: its storage, its pools of connections, its queue, and whether it's ready.
import type pg from 'pg';
import { statement, type Db } from '../db/pool.ts';
import type { Service } from '../service.ts';
import type { Storage } from '../storage/contract.ts';
import { timed, type Metrics, type SetGauge } from './metrics.ts';
import { parts, readinessOf } from './readiness.ts';

/** Those that take as long as the caller's own work (`withFile`, `list`) say nothing of the storage. */
const measuredCalls = [
  'stage',
  'keep',
  'discard',
  'put',
  'read',
  'stat',
  'look',
  'remove',
  'removeAll',
] as const satisfies readonly (keyof Storage)[];

/** What is wrong with a call, such as a body that is too large, isn't the storage's failure. */
const isStorageFailure = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === 'unavailable' || code === 'insufficient_storage' || !(error instanceof Error);
};

/** Measures the calls of a storage, in place. */
export function measureStorage(storage: Storage, metrics: Metrics): void {
  for (const call of measuredCalls) {
    const usual = (storage[call] as (...all: unknown[]) => Promise<unknown>).bind(storage);
    const measured = (...all: unknown[]): Promise<unknown> =>
      timed(
        () => usual(...all),
        (result, ms) => {
          metrics.storage(call, result, ms);
        },
        isStorageFailure,
      );
    Object.assign(storage, { [call]: measured });
  }
}

/** @param pools by name */
export function measurePools(pools: Readonly<Record<string, pg.Pool>>, metrics: Metrics): void {
  metrics.gauge('marque_db_connections', 'Connections to the database', ['pool', 'state'], (set) => {
    for (const [pool, { idleCount, totalCount }] of Object.entries(pools)) {
      set({ pool, state: 'idle' }, idleCount);
      set({ pool, state: 'used' }, totalCount - idleCount);
    }
  });
  metrics.gauge('marque_db_connections_max', 'Connections that a pool may have', ['pool'], (set) => {
    for (const [pool, { options }] of Object.entries(pools)) set({ pool }, options.max);
  });
  metrics.gauge('marque_db_waiting', 'Callers waiting for a database connection', ['pool'], (set) => {
    for (const [pool, { waitingCount }] of Object.entries(pools)) set({ pool }, waitingCount);
  });
}

const queueThere = statement('telemetry:queue', `select to_regclass('marque_jobs.job') is not null as there`);
const queued = statement(
  'telemetry:jobs',
  `select name, case when state::text in ('created', 'retry') then case when start_after <= now() then 'due' else 'later' end
     else state::text end as state, count(*) as jobs, extract(epoch from now() - min(start_after))::float8 as seconds
   from marque_jobs.job where name = any($1::text[]) and state::text in ('created', 'retry', 'active', 'failed') group by 1, 2`,
);

interface QueuedRow {
  name: string;
  state: string;
  jobs: number;
  seconds: number;
}

async function queuedJobs(db: Db, names: readonly string[]): Promise<QueuedRow[]> {
  const [queue] = await db.query<{ there: boolean }>(queueThere);
  return queue?.there ? db.query<QueuedRow>(queued, [names]) : [];
}

/** Measures the queue, which all processes share. */
function measureQueue(db: Db, names: readonly string[], metrics: Metrics): void {
  // Both gauges are read by one scrape, and by several processes at once.
  let asked: { at: number; rows: Promise<QueuedRow[]> } | null = null;
  const rowsNow = (): Promise<QueuedRow[]> => {
    if (!asked || performance.now() - asked.at > 1_000)
      asked = { at: performance.now(), rows: queuedJobs(db, names) };
    return asked.rows;
  };
  const states = ['due', 'later', 'active', 'failed'];
  metrics.gauge(
    'marque_jobs',
    'Background jobs in the queue, which all processes share',
    ['job', 'state'],
    async (set) => {
      const rows = await rowsNow();
      for (const job of names) for (const state of states) set({ job, state }, 0);
      for (const { name, state, jobs } of rows) set({ job: name, state }, jobs);
    },
  );
  const age = async (set: SetGauge): Promise<void> => {
    const rows = await rowsNow();
    for (const job of names) set({ job }, 0);
    for (const { name, state, seconds } of rows)
      if (state === 'due') set({ job: name }, Math.max(0, seconds));
  };
  metrics.gauge('marque_job_wait_seconds', 'Time that the oldest due job has been waiting', ['job'], age);
}

/** Says which parts are ready. */
function measureReadiness(service: Service, metrics: Metrics): void {
  metrics.gauge(
    'marque_ready',
    '1 for the parts that work, 0 for the others, as in /readyz',
    ['part'],
    async (set) => {
      const readiness = await readinessOf(service);
      for (const part of parts) set({ part }, readiness[part] ? 1 : 0);
    },
  );
}

/** Adds what is asked of the whole service. @param jobNames the jobs of all modules */
export function measureService(service: Service, jobNames: readonly string[], metrics: Metrics): void {
  measureQueue(service.db, jobNames, metrics);
  measureReadiness(service, metrics);
}
