// Queues a job once what it works on is committed. For jobs with a schedule: it finds what a killed process leaves.
import type { Log } from '../../log.ts';
import type { Db } from '../db/pool.ts';
import type { Jobs } from './jobs.ts';

/** @param db of the transaction, if there is one */
export function sendSoon({ jobs, log }: { jobs: Pick<Jobs, 'send'>; log: Log }, db: Db, job: string): void {
  const send = (): void => {
    jobs.send(job).catch((error: unknown) => {
      log.warn({ err: error, job }, 'could not queue a job; its schedule runs it within a minute');
    });
  };
  if (db.afterCommit) db.afterCommit(send);
  else send();
}
