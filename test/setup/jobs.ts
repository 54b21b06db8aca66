// Waiting for what an earlier call left to the job queue.
import { syncJob } from '../../src/brands/git/source.ts';
import { checkJob } from '../../src/domains/checking.ts';
import { compressJob } from '../../src/sites/brotli.ts';
import { deployJob } from '../../src/sites/deployments.ts';
import { until } from './children.ts';

interface Queries {
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Lets a minute pass for the jobs of a process that was killed: longer than it may be silent and keep them. */
export async function loseJobs(db: Queries): Promise<void> {
  const minute = `interval '1 minute'`;
  await db.query(`update marque.job_claims set seen_at = seen_at - ${minute}`);
  await db.query(`update marque_jobs.job set started_on = started_on - ${minute} where state = 'active'`);
}

/**
 * Waits until no deployment, its compression, sync or check of a domain of an earlier call is queued or running: what it writes isn't a change of
 * the next call.
 */
export async function untilJobsAreDone(db: Queries): Promise<void> {
  const [queue] = await db.query<{ exists: boolean }>(
    `select to_regclass('marque_jobs.job') is not null as exists`,
  );
  if (!queue?.exists) return;
  await until(async () => {
    const rows = await db.query<object>(
      `select 1 from marque_jobs.job where name = any($1) and state in ('created', 'active') limit 1`,
      [[deployJob, compressJob, syncJob, checkJob]],
    );
    return rows.length === 0;
  });
}
