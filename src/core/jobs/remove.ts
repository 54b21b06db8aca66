// Deletes the jobs of workspaces that are deleted: what they were sent, and the errors of those that failed, are about what was in there.
import { statement, type Db } from '../db/pool.ts';
import { isQueueThere } from './failed.ts';

const ofWorkspaces = (table: 'job' | 'archive'): string =>
  `delete from marque_jobs.${table} where data->>'workspaceId' = any($1::text[])`;
const queued = statement('remove:jobs-of-workspaces', ofWorkspaces('job'));
const archived = statement('remove:archived-jobs-of-workspaces', ofWorkspaces('archive'));

/** Those that are running finish, and are forgotten then. */
export async function removeJobsOfWorkspaces(db: Db, workspaceIds: readonly string[]): Promise<void> {
  if (!(await isQueueThere(db))) return;
  await db.query(queued, [workspaceIds]);
  await db.query(archived, [workspaceIds]);
}
