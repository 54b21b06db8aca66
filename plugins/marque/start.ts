// Starts the service of a Payload instance: migrations, connections, storage and counters.
import type { Payload } from 'payload';
import type pg from 'pg';
import { flushCalls, startKeyUsage } from '../../src/core/access/key-usage.ts';
import { dropRequestCounts } from '../../src/core/pipeline/rate-limit.ts';
import { claimKeeping } from '../../src/assets/delivery/bytes.ts';
import { openSearch } from '../../src/assets/search/search.ts';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { verifySample } from '../../src/assets/lifecycle/verify-blobs.ts';
import { syncJob } from '../../src/brands/git/source.ts';
import { runSync } from '../../src/brands/git/sync.ts';
import { migrateMarque, releaseHere, underMigrationLock } from '../../src/core/db/migrate.ts';
import { installTransactions } from '../../src/core/db/payload-transactions.ts';
import { openPool, type Pool } from '../../src/core/db/pool.ts';
import { demandSessionMode } from '../../src/core/db/session-mode.ts';
import { boundPool, withPatience } from '../../src/core/db/time-limits.ts';
import { dropKeptAnswers } from '../../src/core/pipeline/idempotency.ts';
import type { Env } from '../../src/env.ts';
import {
  dispatch,
  dispatchJob,
  deliver,
  deliveryJob,
  startListeners,
  type Listener,
} from '../../src/core/events/listeners.ts';
import { flushTraffic, startTraffic } from '../../src/core/events/traffic.ts';
import { demandUnique } from '../../src/extend.ts';
import { guarded } from '../../src/core/db/held-connection.ts';
import { createJobs, type Job } from '../../src/core/jobs/jobs.ts';
import { createLog } from '../../src/log.ts';
import { sweepConnections } from '../../src/identity/accounts/connections.ts';
import { mailResetLink, resetJob } from '../../src/identity/accounts/reset.ts';
import { deliverMail, mailJob } from '../../src/core/mail/send.ts';
import type { AnyOperation, ProtocolRoute } from '../../src/core/operation.ts';
import { reviewMailJob, tellReviewers } from '../../src/proposals/tell-reviewers.ts';
import type { SettingDefinition } from '../../src/core/settings/schemas.ts';
import { attachService, type Service } from '../../src/core/service.ts';
import { deploy, deployJob, resumeDeployments, sweepSites } from '../../src/sites/deployments.ts';
import { slugOfHost } from '../../src/sites/rules.ts';
import { answerSite } from '../../src/sites/serve.ts';
import { openStorage } from '../../src/core/storage/index.ts';

interface PostgresAdapter {
  pool: pg.Pool;
  poolOptions: { connectionString?: string };
}

/** Jobs that deliver events to listeners. */
function listenerJobs(service: () => Service, listeners: readonly Listener[]): Job[] {
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
      run: (data, signal) => deliver(service(), listeners, data, signal),
    },
  ];
}

/** Background work may use longer statement timeouts. */
const patient = (db: Pool): Pool => ({
  ...db,
  query: (what, values) => withPatience(() => db.query(what, values)),
});
const patientJob = (job: Job): Job => ({
  ...job,
  run: (data, signal) => withPatience(() => job.run(data, signal)),
});

/** All background jobs. */
function jobsOf(service: () => Service, listeners: readonly Listener[]): Job[] {
  return [
    ...(listeners.length > 0 ? listenerJobs(service, listeners) : []),
    {
      name: 'sweep',
      cron: '17 * * * *',
      expireInSeconds: 3 * 60 * 60,
      run: async (_, signal) => {
        const { db, log } = service();
        await dropRequestCounts(db);
        await dropKeptAnswers(db);
        await sweepConnections(service(), { signal });
        // Before the storage is scanned, so that what was deleted here is removed by the same run.
        await sweepSites(service());
        log.info(await sweep(service(), { signal }), 'swept');
      },
    },
    {
      name: 'verify-sample',
      cron: '43 3 * * *',
      expireInSeconds: 3 * 60 * 60,
      run: (_, signal) => verifySample(service(), signal),
    },
    {
      name: reviewMailJob,
      cron: '*/5 * * * *',
      expireInSeconds: 10 * 60,
      run: async () => {
        await tellReviewers(service());
      },
    },
    {
      name: mailJob,
      cron: null,
      expireInSeconds: 120,
      // Retried for about four hours: 30 seconds after the first failure, then twice as long each time.
      each: { atOnce: 3, retries: 8, firstRetrySeconds: 30 },
      run: (data) => deliverMail(service(), data),
    },
    {
      name: deployJob,
      cron: null,
      expireInSeconds: 60 * 60,
      each: { atOnce: 2, retries: 5, firstRetrySeconds: 10 },
      run: (data, signal) => deploy(service(), String(data.id), { signal }),
    },
    {
      name: 'resume-deployments',
      cron: '*/5 * * * *',
      atStart: true,
      expireInSeconds: 60 * 60,
      run: (_, signal) => resumeDeployments(service(), signal),
    },
    {
      name: syncJob,
      cron: null,
      expireInSeconds: 30 * 60,
      // Retried only if a process died: errors of the repository are stored as the sync's error.
      each: { atOnce: 2, retries: 2, firstRetrySeconds: 30 },
      run: (data, signal) => runSync(service(), data, signal),
    },
    {
      name: resetJob,
      cron: null,
      expireInSeconds: 60,
      each: { atOnce: 1, retries: 3, firstRetrySeconds: 10 },
      run: (data) => mailResetLink(service(), data),
    },
  ];
}

/**
 * Starts the service and attaches it to the Payload instance. Payload's own tables must exist.
 */
export async function startService(
  payload: Payload,
  options: {
    env: Env;
    operations: readonly AnyOperation[];
    routes: readonly ProtocolRoute[];
    settings: readonly SettingDefinition[];
    listeners: readonly Listener[];
  },
): Promise<Service> {
  const { env, listeners } = options;
  demandUnique(
    'operations',
    options.operations.map(({ name }) => name),
  );
  demandUnique(
    'settings',
    options.settings.map(({ key }) => key),
  );
  const adapter = payload.db as unknown as PostgresAdapter;
  const url = env.databaseUrl ?? adapter.poolOptions.connectionString;
  if (!url)
    throw new Error(
      'Marque needs PostgreSQL: use @payloadcms/db-postgres with a connection string, or set DATABASE_URL.',
    );
  const log = createLog({ level: env.logLevel, production: env.production });
  const limits = {
    statementTimeoutMs: env.databaseStatementTimeoutMs,
    onError: (error: Error) => {
      log.warn({ err: error }, 'a database connection broke');
    },
  };
  boundPool(adapter.pool, limits);
  await demandSessionMode(url);
  installTransactions(payload);
  const applied = await underMigrationLock(adapter.pool, migrateMarque);
  if (applied.length > 0) log.info({ migrations: applied }, 'database brought up to date');
  const db = openPool(url, { max: env.databasePoolSize, ...limits });
  const opened = openStorage({ dataDir: env.dataDir, ...(env.s3 ? { s3: env.s3 } : {}) });
  const storage = guarded('storage', claimKeeping(opened, db));
  const jobs = createJobs({ db: patient(db), log, jobs: jobsOf(() => service, listeners).map(patientJob) });
  const service: Service = {
    env,
    log,
    db,
    payload,
    storage,
    secret: payload.config.secret,
    operations: options.operations,
    settings: options.settings,
    routes: options.routes,
    jobs,
    sites: {
      holds: (host) => slugOfHost(env, host) !== null,
      answer: (facts) => answerSite(service, facts),
    },
    version: releaseHere(),
    close: async () => {
      stopListeners();
      await jobs.stop();
      stopUsage();
      stopTraffic();
      await search.close();
      for (const flush of [flushCalls, flushTraffic])
        await flush(service).catch((error: unknown) => {
          log.warn({ err: error }, 'could not save the last counters');
        });
      await db.close();
    },
  };
  const stopUsage = startKeyUsage(service);
  const stopTraffic = startTraffic(service);
  const stopListeners = await startListeners(service, listeners);
  const search = openSearch(service, url);
  search.start();
  jobs.startSoon();
  attachService(payload, service);
  return service;
}
