// Starts the service of a Payload instance: migrations, connections, storage, jobs and modules.
import type { Payload } from 'payload';
import pg from 'pg';
import { dropRequestCounts } from '../../src/core/pipeline/rate-limit.ts';
import { claimKeeping } from '../../src/assets/delivery/bytes.ts';
import { migrateMarque, underMigrationLock } from '../../src/core/db/migrate.ts';
import { installTransactions } from '../../src/core/db/payload-transactions.ts';
import { keepNames } from '../../src/core/db/installation.ts';
import { restoreIndexes } from '../../src/core/db/payload-table-indexes.ts';
import { connectionOf, type Connection, type DatabaseAdapter } from '../../src/core/db/app-database.ts';
import { openPool, type Pool } from '../../src/core/db/pool.ts';
import { demandSessionMode } from '../../src/core/db/session-mode.ts';
import { boundPool, outliveConnections, withPatience } from '../../src/core/db/time-limits.ts';
import { dropKeptAnswers } from '../../src/core/pipeline/idempotency.ts';
import type { Env } from '../../src/env.ts';
import {
  dispatch,
  dispatchJob,
  deliver,
  deliveryJob,
  startListeners,
} from '../../src/core/events/listeners.ts';
import { recordGivenUp } from '../../src/core/events/given-up.ts';
import { guarded } from '../../src/core/db/held-connection.ts';
import { createJobs, type Job } from '../../src/core/jobs/jobs.ts';
import { Failures, reportFailure } from '../../src/core/failures.ts';
import { demandUniqueNames, type Module } from '../../src/core/module.ts';
import { createLog, logContext, type Log } from '../../src/log.ts';
import { attachService, type Service } from '../../src/core/service.ts';
import { openNamedStorage, type OpenStorage } from '../../src/core/storage/index.ts';
import { measurePools, measureService, measureStorage } from '../../src/core/telemetry/measured.ts';
import { Metrics } from '../../src/core/telemetry/metrics.ts';
import { ownVersion } from '../../src/lib/own-package.ts';
import { modules as ownModules } from './modules/index.ts';
import type { LeftOut } from './left-out.ts';
import { isOwnApp } from './own-app.ts';

interface PostgresAdapter extends DatabaseAdapter {
  /** Vercel's adapter keeps its own to itself. */
  pool?: pg.Pool;
  /** False: the tables only change by migrations. */
  push?: boolean;
}

/** Jobs that deliver events to listeners. */
function listenerJobs(service: () => Service, modules: readonly Module[]): Job[] {
  const listeners = modules.flatMap((module) => module.listeners ?? []);
  if (listeners.length === 0) return [];
  const moduleOf = (listener: string): string =>
    modules.find((one) => one.listeners?.some(({ name }) => name === listener))?.name ?? '';
  return [
    {
      name: dispatchJob,
      // For events recorded by other processes; those of this process wake it.
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 5 * 60,
      run: (_, signal) => dispatch(service(), signal),
    },
    {
      name: deliveryJob,
      cron: null,
      expireInSeconds: 120,
      // Retried for about eight hours: 30 seconds after the first failure, then twice as long each time.
      each: { atOnce: 3, retries: 10, firstRetrySeconds: 30 },
      run: (data, signal) => {
        const name = String(data.listener);
        const what = { module: moduleOf(name), during: 'event', name } as const;
        return service().failures.around(what, () => deliver(service(), listeners, data, signal));
      },
    },
  ];
}

/** Background work may use longer statement timeouts. */
const patient = (db: Pool): Pool => ({
  ...db,
  query: (what, values) => withPatience(() => db.query(what, values)),
});
const patientJob = (job: Job, metrics: Metrics | null): Job => ({
  ...job,
  run: (data, signal) =>
    logContext.run({ job: job.name }, () => {
      const run = (): Promise<void> => withPatience(() => job.run(data, signal));
      return metrics ? metrics.job(job.name, run) : run();
    }),
});

/** The core's jobs, and every module's. */
function jobsOf(service: () => Service, modules: readonly Module[]): Job[] {
  const own = modules.flatMap(({ name: module, jobs = [] }) =>
    jobs.map((job): Job => {
      const what = { module, during: 'job', name: job.name } as const;
      return {
        ...job,
        module,
        run: (data, signal) => service().failures.around(what, () => job.run(service(), data, signal)),
      };
    }),
  );
  return [
    ...listenerJobs(service, modules),
    {
      name: 'sweep',
      cron: '17 * * * *',
      expireInSeconds: 3 * 60 * 60,
      run: (_, signal) => sweepAll(service(), modules, signal),
    },
    ...own,
  ];
}

/**
 * Dependents first, so that what they release is removed by the same sweep. A module that fails keeps no other from its turn.
 * @throws Error of the first that failed, so that the job is tried again
 */
async function sweepAll(service: Service, modules: readonly Module[], signal: AbortSignal): Promise<void> {
  await dropRequestCounts(service.db);
  await dropKeptAnswers(service.db);
  const swept: Record<string, number> = {};
  const failed: unknown[] = [];
  for (const module of modules.toReversed()) {
    const what = { module: module.name, during: 'clean-up', name: module.name } as const;
    await service.failures
      .around(what, async () => Object.assign(swept, await module.sweep?.(service, signal)))
      .catch((error: unknown) => failed.push(error));
  }
  service.log.info(swept, 'swept');
  if (failed.length > 0) throw failed[0];
}

/** Names the modules that are left out, and the one whose storage can't be opened. */
function reportMissing(
  service: Service,
  leftOut: readonly LeftOut[],
  { name: storage, failure }: OpenStorage,
): void {
  for (const { name, error } of leftOut)
    reportFailure(service, { module: name, during: 'start', name }, error);
  if (failure)
    reportFailure(service, { module: failure.module, during: 'start', name: storage }, failure.error);
}

type Stop = () => Promise<void> | void;

/**
 * Starts what modules start. One of the app's that fails is named in the log and in `/api/health`; the others go on.
 * @param started collects what stops each of them, even if a later one can't start
 */
async function startModules(service: Service, connection: Connection, started: Stop[]): Promise<void> {
  for (const module of service.modules) {
    const what = { module: module.name, during: 'start', name: module.name } as const;
    try {
      const stop = await module.start?.(service, { connection });
      if (stop) started.push(stop);
    } catch (error) {
      if (ownModules.includes(module)) throw error;
      service.failures.note(what);
      service.log.error({ err: error, module: module.name }, 'a module could not start');
    }
  }
}

/** Stops one after another. If one fails, the others are stopped all the same. @throws Error of the first that failed */
async function stopEach(stops: readonly Stop[]): Promise<void> {
  const failed: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}

const logProperty = Symbol.for('marque.log');

/** Readable logs are written by a thread, and one is enough for all services that `next dev` starts, or can't start. */
function logOf(payload: Payload, { logLevel, production }: Env): Log {
  const holder = payload as Payload & { [logProperty]?: Log };
  return (holder[logProperty] ??= createLog({ level: logLevel, production }));
}

interface Database {
  /** For reads. */
  db: Pool;
  connection: Connection;
  close: () => Promise<void>;
}

/**
 * The pool for Marque's transactions: in our own app Payload's; in someone else's one of its own, on the same database, so that the app's
 * is limited in nothing.
 */
function openWrites(
  payload: Payload,
  connection: Connection,
  env: Env,
  limits: Parameters<typeof boundPool>[1],
): pg.Pool {
  const { pool, poolOptions } = payload.db as unknown as PostgresAdapter;
  if (pool && isOwnApp(payload.config)) {
    boundPool(pool, limits);
    installTransactions(payload, null);
    return pool;
  }
  if (pool) outliveConnections(pool, limits.onError);
  const writes = new pg.Pool({
    ...poolOptions,
    ...connection,
    max: env.databasePoolSize,
    application_name: 'marque',
  });
  boundPool(writes, limits);
  installTransactions(payload, writes);
  return writes;
}

/** Migrates the database and opens our pools. */
async function openDatabase(
  payload: Payload,
  env: Env,
  log: Log,
  metrics: Metrics | null,
): Promise<Database> {
  const adapter = payload.db as unknown as PostgresAdapter;
  const connection = connectionOf(adapter);
  const onError = (error: Error): void => {
    log.warn({ err: error }, 'a database connection broke');
  };
  await demandSessionMode(connection);
  const onSlow = (): void => {
    metrics?.slowStatement();
  };
  const slow = env.slowMs > 0 ? { ms: env.slowMs, log, onSlow } : undefined;
  const limits = { statementTimeoutMs: env.databaseStatementTimeoutMs, onError, slow };
  const writes = openWrites(payload, connection, env, limits);
  const closeWrites = async (): Promise<void> => {
    if (writes !== adapter.pool) await writes.end();
  };
  try {
    const applied = await underMigrationLock(writes, async (client) => {
      const migrated = await migrateMarque(client);
      await keepNames(client);
      if (adapter.push !== false && process.env.NODE_ENV !== 'production') await restoreIndexes(client);
      return migrated;
    });
    if (applied.length > 0) log.info({ migrations: applied }, 'database brought up to date');
  } catch (error) {
    await closeWrites();
    throw error;
  }
  const db = openPool(connection, { max: env.databasePoolSize, ...limits });
  if (metrics) measurePools({ reads: db.pool, writes }, metrics);
  return { db, connection, close: () => stopEach([() => db.close(), closeWrites]) };
}

/**
 * Starts the service and attaches it to the Payload instance. Payload's own tables must exist.
 */
export async function startService(
  payload: Payload,
  options: {
    env: Env;
    modules: readonly Module[];
    leftOut: readonly LeftOut[];
  },
): Promise<Service> {
  const { env, modules, leftOut } = options;
  demandUniqueNames(modules);
  const log = logOf(payload, env);
  const opened = openNamedStorage(env);
  const version = ownVersion();
  const metrics = env.metricsToken || env.metricsPort ? await Metrics.open(version) : null;
  if (metrics) measureStorage(opened.storage, metrics);
  const { db, connection, close } = await openDatabase(payload, env, log, metrics);
  const storage = guarded('storage', claimKeeping(opened.storage, db));
  let stopListeners: Stop = () => undefined;
  const started: Stop[] = [];
  const all = jobsOf(() => service, modules);
  const jobNames = all.map(({ name }) => name);
  const jobs = createJobs({
    db: patient(db),
    log,
    jobs: all.map((job) => patientJob(job, metrics)),
    onGivenUp: recordGivenUp,
  });
  const service: Service = {
    env,
    log,
    db,
    payload,
    storage,
    secret: payload.config.secret,
    operations: modules.flatMap((module) => module.operations ?? []),
    settings: modules.flatMap((module) => module.settings ?? []),
    routes: modules.flatMap((module) => module.routes ?? []),
    jobs,
    modules,
    metrics,
    failures: new Failures(),
    version,
    close: () => stopEach([() => stopListeners(), () => jobs.stop(), ...started.toReversed(), close]),
  };
  reportMissing(service, leftOut, opened);
  if (metrics) measureService(service, jobNames, metrics);
  try {
    stopListeners = await startListeners(
      service,
      modules.flatMap((module) => module.listeners ?? []),
    );
    await startModules(service, connection, started);
  } catch (error) {
    // The process may go on without Marque, as under `next dev`, and nothing of it may stay.
    await service.close().catch(() => undefined);
    throw error;
  }
  jobs.startSoon();
  attachService(payload, service);
  return service;
}
