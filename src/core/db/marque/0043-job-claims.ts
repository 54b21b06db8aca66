// Which run holds a job of the queue, and when its process was last heard of: a job whose process has died is taken over.
export const name = '0043-job-claims';

export const sql = /* sql */ `
-- No foreign key: the tables of the queue (schema marque_jobs) are made later, by pg-boss.
create table marque.job_claims (
  job_id uuid primary key,
  -- Of the run that holds the job; null while nobody does.
  claim uuid,
  -- Renewed by the process that runs it, by the clock of the database.
  seen_at timestamptz not null default now(),
  -- Runs whose process fell silent.
  losses integer not null default 0
);
create index on marque.job_claims (claim);
`;
