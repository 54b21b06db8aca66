// Jobs of processes that are killed, paused, or lose the database: another process takes them over, and
// nothing is completed twice.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { openPool, type Pool } from '../../../src/core/db/pool.ts';
import { createJobs, type Job, type Jobs } from '../../../src/core/jobs/jobs.ts';
import { createLog } from '../../../src/log.ts';
import { kill, listenTo, startScript, until } from '../../setup/children.ts';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';
import { quick } from './timing.ts';

let database: TestDatabase;
let db: Pool;
let children: ChildProcess[] = [];
let here: Jobs[] = [];

beforeEach(async () => {
  database = await createDatabase();
  db = openPool(database.url, { onError: () => undefined });
});
afterEach(async () => {
  for (const child of children) await kill(child);
  for (const jobs of here) await jobs.stop();
  [children, here] = [[], []];
  await db.close();
  await database.drop();
});

const silent = createLog({ level: 'silent', production: true });

const eachJob = (atOnce: number, run: Job['run']): Job => ({
  name: 'each',
  cron: null,
  expireInSeconds: 3600,
  each: { atOnce, retries: 0, firstRetrySeconds: 600 },
  run,
});

/** The same queues as in the other process, here. */
function startHere(run: Job['run']): Jobs {
  const jobs = createJobs({
    db,
    log: silent,
    jobs: [eachJob(2, run), { name: 'one-at-a-time', cron: null, expireInSeconds: 3600, run }],
    timing: quick,
  });
  here.push(jobs);
  return jobs;
}

/** A process that has started both jobs. */
async function startHolding(): Promise<{ child: ChildProcess; output: () => string }> {
  const child = startScript('test/core/jobs/holding-process.ts', [database.url]);
  children.push(child);
  const output = listenTo(child);
  await until(async () => output().includes('each begun;') && output().includes('one-at-a-time begun;'));
  return { child, output };
}

const statesOf = async (name: string, through = db): Promise<string[]> =>
  (
    await through.query<{ state: string }>(
      'select state::text as state from marque_jobs.job where name = $1 order by created_on',
      [name],
    )
  ).map(({ state }) => state);

/** Creates the queues, and leaves one job in the queue without retries. */
async function leaveOne(): Promise<void> {
  const jobs = createJobs({
    db,
    log: silent,
    jobs: [eachJob(1, () => Promise.resolve())],
    timing: quick,
  });
  await jobs.send('each', { for: 'the first' });
  await jobs.stop();
  await db.query(
    `update marque_jobs.job set state = 'created', started_on = null, completed_on = null where name = 'each'`,
  );
}

it('a queue gives the jobs of a killed process to the next, which is killed as well, and then to one that completes them', async () => {
  await leaveOne();
  await kill((await startHolding()).child);
  await kill((await startHolding()).child);
  expect(await statesOf('each')).toEqual(['active']);
  const done: string[] = [];
  const jobs = startHere(async (data) => {
    done.push(JSON.stringify(data));
  });
  await jobs.send('one-at-a-time');
  await until(async () =>
    [...(await statesOf('each')), ...(await statesOf('one-at-a-time'))].every(
      (state) => state === 'completed',
    ),
  );
  // Its queue allows no retries: a run whose process died doesn't count as a try.
  expect(done.filter((data) => data.includes('the first'))).toEqual(['{"for":"the first"}']);
});

it('a queue leaves a live process its jobs, however long they take', async () => {
  await leaveOne();
  const { output } = await startHolding();
  const done: unknown[] = [];
  await startHere(async (data) => {
    done.push(data);
  }).send('one-at-a-time');
  // Longer than a silent process keeps a job.
  const enoughAt = Date.now() + (quick.silentSeconds + 2) * 1000;
  await until(async () => Date.now() > enoughAt);
  expect(await statesOf('each')).toEqual(['active']);
  expect(done).toEqual([]);
  expect(output()).not.toContain('ended;');
});

it('a queue ends the run of a paused process, and lets it complete nothing', async () => {
  await leaveOne();
  const { child, output } = await startHolding();
  child.kill('SIGSTOP');
  let end: (() => void) | undefined;
  const running = new Promise<void>((resolve) => (end = resolve));
  let begun = 0;
  await startHere(async () => {
    begun += 1;
    await running;
  }).send('one-at-a-time');
  await until(async () => begun === 2);
  child.kill('SIGCONT');
  // It resolves once it is told to end: that would be "completed" for a run that no process took over.
  await until(async () => output().includes('each ended;') && output().includes('one-at-a-time ended;'));
  await db.query('select pg_sleep(0.5)');
  expect(await statesOf('each')).toEqual(['active']);
  end?.();
  await until(async () => (await statesOf('each')).every((state) => state === 'completed'));
});

it('a queue takes over what a release without claims left', async () => {
  await leaveOne();
  await db.query(
    `update marque_jobs.job set state = 'active', started_on = now() - interval '1 minute' where name = 'each'`,
  );
  let runs = 0;
  await startHere(async () => {
    runs += 1;
  }).send('one-at-a-time');
  // The one that was left, and the one that was sent: each on its own queue.
  await until(async () => runs >= 2 && (await statesOf('each'))[0] === 'completed');
  expect(runs).toBe(2);
});

it('a queue completes a finished job although the database was away when it finished', async () => {
  await leaveOne();
  // Its one connection is the one that's left.
  const watching = openPool(database.url, { max: 1 });
  let cut: () => void = () => undefined;
  const mayCut = new Promise<void>((resolve) => (cut = resolve));
  let runs = 0;
  const jobs = startHere(async (data) => {
    if (!('for' in data)) return;
    runs += 1;
    await mayCut;
    // The next statement on each other connection fails.
    await watching.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  });
  await jobs.send('one-at-a-time');
  cut();
  await until(async () => (await statesOf('each', watching))[0] === 'completed');
  await watching.close();
  expect(runs).toBe(1);
});

it('a queue gives up a job that every process dies of', async () => {
  await leaveOne();
  await db.query(
    `update marque_jobs.job set state = 'active', started_on = now() - interval '1 minute' where name = 'each'`,
  );
  await db.query(
    `insert into marque.job_claims (job_id, losses, seen_at) select id, 10, now() - interval '1 minute' from marque_jobs.job where name = 'each'`,
  );
  let runs = 0;
  const jobs = startHere(async (data) => {
    if ('for' in data) runs += 1;
  });
  await jobs.send('one-at-a-time');
  await until(async () => (await statesOf('each'))[0] === 'failed');
  expect(runs).toBe(0);
});
