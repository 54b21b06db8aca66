// Checks whether a domain's challenge is there: soon after it was added, and then daily. Slow network work comes first, with no transaction
// open; what it found is settled in one.
import type { Caller } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import type { Service } from '../core/service.ts';
import { findChallenge, type Finding } from './challenge.ts';
import { recordDomain } from './events.ts';
import { domainById, lockDomain, type DomainRow } from './rows.ts';
import type { DomainProblem, DomainState } from './schemas.ts';

export const checkJob = 'check-domain';

/** How long a verified domain stays, once its challenge is gone: DNS is edited by people. */
const graceDays = 3;
const graceMs = graceDays * 24 * 60 * 60 * 1000;

/** Domains that are checked at a time. */
const atOnce = 8;

const due = statement(
  'domains:due',
  'select id from marque.domains where next_at <= now() order by next_at limit 1000',
);
// One after the other, so that two don't both get the host.
const lockHost = statement(
  'domains:lock-host',
  `select pg_advisory_xact_lock(hashtextextended('domain ' || $1::text, 0))`,
);
const holder = statement(
  'domains:holder',
  `select id from marque.domains where host = $1 and state = 'verified' and id <> $2`,
);
const settle = statement(
  'domains:settle',
  `update marque.domains set state = $2::text, problem = $3::text, checked_at = now(),
     verified_at = case when $4::boolean then now() else verified_at end,
     failing_since = case when $3::text = 'unreachable' then failing_since when $3::text is not null then coalesce(failing_since, now()) end,
     next_at = case when $2::text <> 'pending' then now() + interval '1 day'
       when created_at > now() - interval '1 hour' then now() + interval '1 minute'
       when created_at > now() - interval '2 days' then now() + interval '15 minutes'
       when created_at > now() - interval '30 days' then now() + interval '1 day' end
   where id = $1`,
);

/** A verified domain whose challenge has been gone for longer than that isn't any more. DNS servers that don't answer say nothing. */
function stateAfter(row: DomainRow, problem: DomainProblem | null): DomainState {
  if (problem === null) return 'verified';
  if (row.state !== 'verified' || problem === 'unreachable' || row.failing_since === null) return row.state;
  return Date.now() - row.failing_since.getTime() > graceMs ? 'failed' : 'verified';
}

/**
 * Writes down what a check has found.
 * @returns false if the domain was removed meanwhile
 */
export async function settleCheck(
  db: Db,
  caller: Caller | 'system',
  { id, host }: Pick<DomainRow, 'id' | 'host'>,
  finding: Finding,
): Promise<boolean> {
  await db.query(lockHost, [host]);
  const row = await lockDomain(db, id);
  if (!row) return false;
  const isTaken =
    finding === null && row.state !== 'verified' && (await db.query(holder, [host, id])).length > 0;
  const problem: DomainProblem | null = isTaken ? 'taken' : finding;
  const state = stateAfter(row, problem);
  const becomesVerified = state === 'verified' && row.state !== 'verified';
  await db.query(settle, [id, state, problem, becomesVerified]);
  if (becomesVerified) await recordDomain(db, caller, row, 'verified');
  if (state === 'failed' && row.state !== 'failed') await recordDomain(db, caller, row, 'failed');
  return true;
}

/** Checks one domain. Does nothing if it was removed. */
export async function checkDomain(service: Service, id: string): Promise<void> {
  const row = await domainById(service.db, id);
  if (!row) return;
  const finding = await findChallenge(service.env, row.host, row.token);
  await inSqlTransaction(service.db.pool, (db) => settleCheck(db, 'system', row, finding));
}

/**
 * Checks every domain whose time has come. One that can't be checked comes first again at the next run, so it doesn't end this one.
 * @throws AggregateError after the others
 */
export async function checkDueDomains(service: Service, signal: AbortSignal): Promise<void> {
  const ids = (await service.db.query<{ id: string }>(due)).map(({ id }) => id);
  const failures: unknown[] = [];
  while (ids.length > 0 && !signal.aborted) {
    const checked = await Promise.allSettled(ids.splice(0, atOnce).map((id) => checkDomain(service, id)));
    failures.push(...checked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some domains couldn’t be checked.');
}
