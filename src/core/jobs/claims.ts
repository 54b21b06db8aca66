// Claims: which process runs a job. pg-boss 10 only knows how long a job may take, so a job of a killed process would stay active for up to
// an hour. Here each process renews its claims, and a job whose claim wasn't renewed is given to another process. Only the holder
// of a claim can finish its job. All times are the database's.
// The statements use pg-boss's own tables, as of version 10.
import { randomUUID } from 'node:crypto';
import type PgBoss from 'pg-boss';
import { statement, type Db, type Pool } from '../db/pool.ts';
import { inSqlTransaction } from '../db/sql-transaction.ts';

/** Called in the transaction that gives a job up, after its last attempt. */
export type OnGivenUp = (
  db: Db,
  job: Pick<ClaimedJob, 'id' | 'name' | 'data'> & { attempts: number },
  error: unknown,
) => Promise<void>;

/** A job that this process runs. */
export interface ClaimedJob {
  id: string;
  name: string;
  data: Record<string, unknown>;
  expireInSeconds: number;
  claim: string;
}

const takeNext = statement(
  'jobs:take',
  `with next as (
     select id from marque_jobs.job where name = $1 and state < 'active' and start_after < now()
     order by priority desc, created_on, id limit 1 for update skip locked
   ), taken as (
     update marque_jobs.job j set state = 'active', started_on = now(),
       retry_count = case when started_on is not null then retry_count + 1 else retry_count end
     from next where j.name = $1 and j.id = next.id
     returning j.id, j.data, extract(epoch from j.expire_in) as "expireInSeconds"
   ), claimed as (
     insert into marque.job_claims as c (job_id, claim) select id, $2 from taken
     on conflict (job_id) do update set claim = excluded.claim, seen_at = now()
   )
   select * from taken`,
);
// Not the queues that may run one job at a time, while another process runs it.
const withDueJobs = statement(
  'jobs:due',
  `select queue.name from unnest($1::text[]) as queue (name)
   where exists (select 1 from marque_jobs.job j where j.name = queue.name and j.state < 'active' and j.start_after < now())
     and not exists (select 1 from marque_jobs.job j where j.name = queue.name and j.state = 'active' and j.policy = 'stately')`,
);
const renew = statement(
  'jobs:renew',
  'update marque.job_claims set seen_at = now() where claim = any($1::uuid[]) returning claim',
);
const complete = statement(
  'jobs:complete',
  `with mine as (delete from marque.job_claims where job_id = $2 and claim = $3 returning job_id)
   update marque_jobs.job j set state = 'completed', completed_on = now()
   from mine where j.name = $1 and j.id = mine.job_id and j.state = 'active'`,
);
const dropClaim = statement(
  'jobs:drop-claim',
  'delete from marque.job_claims where job_id = $1 and claim = $2 returning job_id',
);
// A stately queue has at most one job per state: if another already waits for a retry, it counts for both.
const waitsAlready = `j.policy = 'stately' and exists (
  select 1 from marque_jobs.job w where w.name = j.name and w.state = 'retry')`;
// Without its start time, the next run doesn't count as another attempt.
const putBack = statement(
  'jobs:put-back',
  `with mine as (delete from marque.job_claims where job_id = $2 and claim = $3 returning job_id)
   update marque_jobs.job j set started_on = null, start_after = now(),
     state = (case when ${waitsAlready} then 'completed' else 'retry' end)::marque_jobs.job_state,
     completed_on = case when ${waitsAlready} then now() end
   from mine where j.name = $1 and j.id = mine.job_id and j.state = 'active'`,
);

// Not one that another retry of a stately queue replaces.
const givenUpNow = statement(
  'jobs:given-up',
  `select retry_count + 1 as attempts from marque_jobs.job where name = $1 and id = $2 and state = 'failed' and retry_count >= retry_limit`,
);

/** A job that killed this many processes may be the cause: from then on each death counts as a failed attempt. */
const maxLosses = 10;
const lostTooOften = 'The processes that ran it ended before it was done.';

// Jobs without a claim count too: those of older releases, and those of pg-boss's own queue.
const takeOver = statement(
  'jobs:take-over',
  `with lost as (
     select j.name, j.id, coalesce(c.losses, 0) < ${maxLosses} as free, ${waitsAlready} as doubled
     from marque_jobs.job j left join marque.job_claims c on c.job_id = j.id
     where j.state = 'active' and greatest(c.seen_at, j.started_on) < now() - make_interval(secs => $1)
     for update of j skip locked
   ), counted as (
     insert into marque.job_claims as c (job_id, losses) select id, 1 from lost
     on conflict (job_id) do update set claim = null, losses = c.losses + 1, seen_at = now()
   ), next as (
     select *, case when doubled then 'completed' when free or j.retry_count < j.retry_limit then 'retry' else 'failed' end as state_next
     from lost join marque_jobs.job j using (name, id)
   )
   update marque_jobs.job j set state = n.state_next::marque_jobs.job_state, start_after = now(),
     started_on = case when n.free then null else j.started_on end,
     completed_on = case when n.state_next <> 'retry' then now() end
   from next n where j.name = n.name and j.id = n.id
   returning j.name, j.id, j.data, j.retry_count + 1 as attempts, n.state_next = 'failed' as "isGivenUp"`,
);
const forgetClaims = statement(
  'jobs:forget-claims',
  `delete from marque.job_claims c where c.seen_at < now() - interval '1 day'
     and not exists (select 1 from marque_jobs.job j where j.id = c.job_id and j.state <= 'active')`,
);

const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/** The next job of a queue for this process; null if none is due, or one of a stately queue is already running. */
export async function takeJob(db: Db, name: string): Promise<ClaimedJob | null> {
  const claim = randomUUID();
  try {
    const [row] = await db.query<Omit<ClaimedJob, 'name' | 'claim' | 'data'> & { data: object | null }>(
      takeNext,
      [name, claim],
    );
    return row ? { ...row, data: { ...row.data }, name, claim } : null;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Those of the queues that have a job to take. */
export async function dueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  return (await db.query<{ name: string }>(withDueJobs, [names])).map(({ name }) => name);
}

/** @returns the claims that are still held. */
export async function renewClaims(db: Db, claims: readonly string[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  return new Set((await db.query<{ claim: string }>(renew, [claims])).map(({ claim }) => claim));
}

/** Does nothing if the job was taken over meanwhile; the same for the next two functions. */
export async function completeJob(db: Db, { name, id, claim }: ClaimedJob): Promise<void> {
  await db.query(complete, [name, id, claim]);
}

/** Fails the job: it's retried as its queue says, or given up. */
export async function failJob(
  db: Pool,
  boss: PgBoss,
  job: ClaimedJob,
  error: unknown,
  onGivenUp?: OnGivenUp,
): Promise<void> {
  await inSqlTransaction(db.pool, async (transaction) => {
    const mine = await transaction.query(dropClaim, [job.id, job.claim]);
    if (mine.length === 0) return;
    const executeSql = async (text: string, values?: unknown[]) => ({
      rows: await transaction.query<object>(text, values ?? []),
    });
    await boss.fail(job.name, job.id, error as object, { db: { executeSql } });
    if (!onGivenUp) return;
    const [givenUp] = await transaction.query<{ attempts: number }>(givenUpNow, [job.name, job.id]);
    if (givenUp) await onGivenUp(transaction, { ...job, ...givenUp }, error);
  });
}

/** Puts the job back for the next process, immediately. It doesn't count as an attempt. */
export async function putJobBack(db: Db, { name, id, claim }: ClaimedJob): Promise<void> {
  await db.query(putBack, [name, id, claim]);
}

interface LostJob {
  name: string;
  id: string;
  data: Record<string, unknown> | null;
  attempts: number;
  isGivenUp: boolean;
}

/**
 * Puts back the jobs of processes that stopped renewing their claims.
 *
 * @returns what was put back.
 */
export async function takeOverLost(
  db: Pool,
  silentSeconds: number,
  onGivenUp?: OnGivenUp,
): Promise<{ name: string; id: string }[]> {
  if (!onGivenUp) return db.query<LostJob>(takeOver, [silentSeconds]);
  return inSqlTransaction(db.pool, async (transaction) => {
    const lost = await transaction.query<LostJob>(takeOver, [silentSeconds]);
    for (const { name, id, data, attempts } of lost.filter(({ isGivenUp }) => isGivenUp))
      await onGivenUp(transaction, { name, id, data: { ...data }, attempts }, new Error(lostTooOften));
    return lost;
  });
}

/** Removes claims of finished jobs. */
export async function forgetOldClaims(db: Db): Promise<void> {
  await db.query(forgetClaims);
}
