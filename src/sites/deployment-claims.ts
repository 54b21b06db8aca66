// Who works on a deployment: a few at a time in a process, and one process at a time on each.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';

/** Deployments that a process reads at the same time: each takes a processor. */
const atOnce = 2;
const waiting: (() => void)[] = [];
let working = 0;

export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on.
    if (next) next();
    else working -= 1;
  }
}

/** A process that died is replaced after so long; one that lives renews its claim well before. */
const claimSeconds = 20;
const renewMs = (claimSeconds * 1000) / 4;
/** How often a call that waits for another process looks again. */
const lookMs = 500;

const claim = statement(
  'deployments:claim',
  `with claimed as (
     update marque.deployments set worker = $2, worker_until = now() + make_interval(secs => ${claimSeconds})
     where id = $1 and state = 'checking' and (worker_until is null or worker_until < now()) returning 1)
   select exists (select 1 from claimed) as claimed,
     exists (select 1 from marque.deployments where id = $1 and state = 'checking') as checking`,
);
const renewClaim = statement(
  'deployments:renew-claim',
  `update marque.deployments set worker_until = now() + make_interval(secs => ${claimSeconds})
   where id = $1 and worker = $2`,
);
const releaseClaim = statement(
  'deployments:release-claim',
  'update marque.deployments set worker = null, worker_until = null where id = $1 and worker = $2',
);

/**
 * Runs `work` while no other process works on the deployment. The claim is a row and not a lock, so no connection is held while the
 * storage is read. Should two work on one after all (a process that was stopped for longer than its claim lasts), the row's state lets
 * one of them through.
 *
 * @param wait false: when another works on it already, nothing is done.
 */
export async function alone(
  { db }: Service,
  id: string,
  { wait, signal }: { wait: boolean; signal?: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  const worker = randomUUID();
  for (;;) {
    const [row] = await db.query<{ claimed: boolean; checking: boolean }>(claim, [id, worker]);
    if (row?.claimed) break;
    if (!wait || !row?.checking || signal?.aborted) return;
    await pause(lookMs);
  }
  const renewing = setInterval(() => {
    // What can't be renewed runs out, and another process takes the deployment up.
    db.query(renewClaim, [id, worker]).catch(() => undefined);
  }, renewMs).unref();
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await db.query(releaseClaim, [id, worker]).catch(() => undefined);
  }
}
