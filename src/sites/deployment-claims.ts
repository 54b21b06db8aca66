// Claims on deployments: each is checked by one process at a time, and a process checks a few at once.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { Turns } from '../lib/turns.ts';

/** Deployments that a process checks at the same time: each uses a CPU core. */
const turns = new Turns(2);

export const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take(work);

/** A dead process is replaced after this time; a live one renews its claim well before. */
const claimSeconds = 20;
const renewMs = (claimSeconds * 1000) / 4;
/** How often a call that waits for another process polls. */
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
 * Runs `work` while no other process works on the deployment. The claim is a row rather than a lock, so no
 * connection is held while storage is read. If two processes do overlap (one was suspended for longer than
 * its claim), the row's state lets only one commit.
 *
 * @param wait false: do nothing if another process already works on it.
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
    // A claim that can't be renewed runs out, and another process takes over the deployment.
    db.query(renewClaim, [id, worker]).catch(() => undefined);
  }, renewMs).unref();
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await db.query(releaseClaim, [id, worker]).catch(() => undefined);
  }
}
