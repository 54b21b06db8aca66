// Background jobs of a workspace that failed: those that will be tried again, and those that were given up.
import { statement, type Db } from '../db/pool.ts';

export interface FailedJob {
  id: string;
  name: string;
  /** True: it will be tried again, at `at`. */
  retries: boolean;
  attempts: number;
  at: string;
  /** Null for a job of the whole server, whose error may be about other workspaces. */
  error: string | null;
}

const queueExists = statement(
  'jobs:queue-exists',
  `select to_regclass('marque_jobs.job') is not null as found`,
);

/** The queue is made when the first job is sent, or some seconds after the start. */
export async function isQueueThere(db: Db): Promise<boolean> {
  const [queue] = await db.query<{ found: boolean }>(queueExists);
  return queue?.found ?? false;
}

const ofWorkspace = (
  table: string,
): string => `select j.id, j.name, j.state::text = 'retry' as retries, j.retry_count + 1 as attempts,
     case when j.state::text = 'retry' then j.start_after else coalesce(j.completed_on, j.created_on) end as at,
     case when j.data->>'workspaceId' is not null then left(coalesce(j.output->>'message', j.output #>> '{value,message}'), 500) end as error
   from marque_jobs.${table} j
   where (j.state::text = 'failed' or (j.state::text = 'retry' and j.output is not null)) and j.name = any($2::text[])
     and (j.data->>'workspaceId' is null or j.data->>'workspaceId' = $1)`;

// pg-boss moves jobs to its archive some hours after they ended.
const failed = statement(
  'jobs:failed',
  `select * from (${ofWorkspace('job')} union all ${ofWorkspace('archive')}) f order by at desc, id limit 100`,
);

/**
 * The failed jobs of a workspace, and those of the whole server; newest first, at most a hundred.
 * @param names of the jobs to look for
 */
export async function failedJobs(
  db: Db,
  workspaceId: string,
  names: readonly string[],
): Promise<FailedJob[]> {
  if (!(await isQueueThere(db))) return [];
  const rows = await db.query<Omit<FailedJob, 'at'> & { at: Date }>(failed, [workspaceId, names]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
