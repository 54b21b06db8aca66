// What is queued of a job, or running.
import { statement, type Db } from '../db/pool.ts';
import { isQueueThere } from './failed.ts';

const unfinished = statement(
  'jobs:unfinished',
  `select data from marque_jobs.job where name = $1 and state <= 'active'`,
);

/** The data of each job of this name that waits, waits for a retry, or runs. */
export async function unfinishedJobs(db: Db, name: string): Promise<Record<string, unknown>[]> {
  if (!(await isQueueThere(db))) return [];
  const rows = await db.query<{ data: Record<string, unknown> | null }>(unfinished, [name]);
  return rows.map(({ data }) => ({ ...data }));
}
