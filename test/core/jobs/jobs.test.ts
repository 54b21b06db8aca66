// Jobs on a real PostgreSQL: run at least once, by one process at a time, and stopped at a safe point.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPool, type Pool } from '../../../src/core/db/pool.ts';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import { createJobs, type Job, type Jobs } from '../../../src/core/jobs/jobs.ts';
import { defaultTiming } from '../../../src/core/jobs/worker.ts';
import { createLog } from '../../../src/log.ts';
import { until } from '../../setup/children.ts';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';

let database: TestDatabase;
let db: Pool;
const log = createLog({ level: 'silent', production: true });

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function start(job: Partial<Job> & Pick<Job, 'name' | 'run'>): Jobs {
  return createJobs({ db, log, jobs: [{ cron: null, expireInSeconds: 60, ...job }] });
}

describe('a job', () => {
  it('is run by one of two processes, with its data', async () => {
    const done: unknown[] = [];
    const run: Job['run'] = async (data) => {
      done.push(data);
    };
    const [one, other] = [start({ name: 'once', run }), start({ name: 'once', run })];
    await one.send('once', { asset: 7 });
    await until(async () => done.length > 0);
    await Promise.all([one.stop(), other.stop()]);
    expect(done).toEqual([{ asset: 7 }]);
  });

  it('that is running reaches a safe point before the process stops', async () => {
    const steps: string[] = [];
    const jobs = start({
      name: 'long',
      run: async (_, signal) => {
        steps.push('begun');
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
        steps.push('left off');
      },
    });
    await jobs.send('long');
    await until(async () => steps.length > 0);
    await jobs.stop();
    expect(steps).toEqual(['begun', 'left off']);
    const [row] = await db.query<{ state: string }>(
      `select state::text as state from marque_jobs.job where name = 'long'`,
    );
    expect(row?.state).toBe('completed');
  });

  it('can be sent by transactions that hold every connection before the queue has started', async () => {
    const few = openPool(database.url, { max: 2 });
    const done: unknown[] = [];
    const run: Job['run'] = async (data) => {
      done.push(data);
    };
    const jobs = createJobs({
      db: few,
      log,
      jobs: [
        {
          name: 'sent',
          cron: null,
          expireInSeconds: 60,
          each: { atOnce: 1, retries: 0, firstRetrySeconds: 1 },
          run,
        },
      ],
    });
    const sendOne = (number: number) =>
      inSqlTransaction(few.pool, (transaction) => jobs.send('sent', { number }, transaction));
    await Promise.all([sendOne(1), sendOne(2)]);
    await until(async () => done.length === 2);
    await jobs.stop();
    await few.close();
    expect(done).toHaveLength(2);
  });

  it('that failed waits to be retried', async () => {
    let tries = 0;
    const jobs = start({
      name: 'failing',
      run: async () => {
        tries += 1;
        throw new Error('The disk was full.');
      },
    });
    await jobs.send('failing');
    await until(async () => tries > 0);
    await jobs.stop();
    const [row] = await db.query<{ state: string }>(
      `select state::text as state from marque_jobs.job where name = 'failing'`,
    );
    expect(row?.state).toBe('retry');
  });
});

/** Far above what it takes on a busy machine, and below what nobody should wait for. */
const soonSeconds = 15;

async function secondsUntil(holds: () => boolean): Promise<number> {
  const began = performance.now();
  await until(() => Promise.resolve(holds()));
  return (performance.now() - began) / 1000;
}

describe('a job that a process is not told about starts soon', () => {
  it('although the answer to the commit that sent it was lost', async () => {
    let runs = 0;
    const jobs = start({ name: 'unheard', run: async () => void (runs += 1) });
    await jobs.send('unheard');
    await until(async () => runs === 1);
    await jobs.send('unheard', {}, { query: db.query.bind(db), afterCommit: () => undefined });
    expect(await secondsUntil(() => runs === 2)).toBeLessThan(soonSeconds);
    await jobs.stop();
  });

  it('when it is to be tried again', async () => {
    let tries = 0;
    const jobs = start({
      name: 'again',
      each: { atOnce: 1, retries: 1, firstRetrySeconds: 1 },
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error('The disk was full.');
      },
    });
    await jobs.send('again');
    expect(await secondsUntil(() => tries === 2)).toBeLessThan(soonSeconds);
    await jobs.stop();
  });

  it('when the process that sent it has stopped', async () => {
    let runs = 0;
    const run: Job['run'] = async () => void (runs += 1);
    const [left, stays] = [start({ name: 'handed-on', run }), start({ name: 'handed-on', run })];
    await stays.send('handed-on');
    await until(async () => runs === 1);
    await left.send('handed-on', {}, { query: db.query.bind(db), afterCommit: () => undefined });
    await left.stop();
    expect(await secondsUntil(() => runs === 2)).toBeLessThan(soonSeconds);
    await stays.stop();
  });

  it('when a request sends it that outlives its service, where nothing starts again', async () => {
    const runs: string[] = [];
    const warnings: unknown[] = [];
    const jobBy = (name: string) => ({
      name: 'late',
      cron: null,
      expireInSeconds: 60,
      run: async () => void runs.push(name),
    });
    const pool = openPool(database.url);
    const over = createJobs({
      db: pool,
      log: Object.assign(Object.create(log), { warn: (about: unknown) => warnings.push(about) }),
      jobs: [jobBy('the one that is over')],
      timing: { ...defaultTiming, lookMs: 10, renewMs: 10 },
    });
    await over.stop();
    await over.send('late', {}, db);
    await pool.close();
    const other = start(jobBy('another'));
    await other.send('late');
    await until(async () => runs.length > 0);
    await other.stop();
    expect(new Set(runs)).toEqual(new Set(['another']));
    expect(warnings).toEqual([]);
  });
});

describe('a process that does one task and exits', () => {
  it('never starts the jobs, and has nothing to stop', async () => {
    const fresh = await createDatabase();
    const pool = openPool(fresh.url);
    const jobs = createJobs({ db: pool, log, jobs: [] });
    jobs.startSoon();
    await jobs.stop();
    const rows = await pool.query(
      `select 1 from information_schema.schemata where schema_name = 'marque_jobs'`,
    );
    expect(rows).toEqual([]);
    await pool.close();
    await fresh.drop();
  });
});
