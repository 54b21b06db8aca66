// A process with two kinds of jobs that never end by themselves: prints "<name> begun;" for each it takes,
// and "<name> ended;" when told to end one. Arguments: the URL of the database.
import { openPool } from '../../../src/core/db/pool.ts';
import { createJobs, type Job } from '../../../src/core/jobs/jobs.ts';
import { createLog } from '../../../src/log.ts';
import { quick } from './timing.ts';

const hold = (name: string, job: Partial<Job>): Job => ({
  name,
  cron: null,
  expireInSeconds: 3600,
  ...job,
  run: (_, signal) =>
    new Promise((resolve) => {
      console.log(`${name} begun;`);
      signal.addEventListener('abort', () => {
        console.log(`${name} ended;`);
        resolve();
      });
    }),
});

const jobs = createJobs({
  db: openPool(process.argv[2] ?? ''),
  log: createLog({ level: 'silent', production: true }),
  jobs: [
    hold('each', { each: { atOnce: 2, retries: 0, firstRetrySeconds: 600 } }),
    hold('one-at-a-time', { atStart: true }),
  ],
  timing: quick,
});
// Starts its workers, which look for waiting jobs.
await jobs.send('one-at-a-time');
