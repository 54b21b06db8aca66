'use client';
// Counts the proposals waiting for the viewer, on every page change and after every decision, here or by others.
import { usePathname } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Policy } from '../../core/settings/schemas.ts';
import { movesQueue, useLive } from './live.ts';
import { call, type InputFor } from './operations.ts';
import { reading } from './reading.ts';

const moved = 'marque-queue-moved';

/** Announces that the queue changed, so counters reload. */
export function queueMoved(): void {
  window.dispatchEvent(new Event(moved));
}

/** The proposals to count: all for reviewers, else the viewer's own. Null: none. */
export function waitingFor(policy: Policy | null, limit: number): InputFor<'list_proposals'> | null {
  if (!policy?.review.proposes) return null;
  return { limit, ...(policy.review.decides ? {} : { by: 'me' }) };
}

/** @returns null until loaded, and for those who have no queue. */
export function useWaiting(policy: Policy | null): number | null {
  const here = usePathname();
  const [round, setRound] = useState(0);
  const [waiting, setWaiting] = useState<number | null>(null);
  useEffect(() => {
    const again = (): void => {
      setRound((before) => before + 1);
    };
    window.addEventListener(moved, again);
    return () => {
      window.removeEventListener(moved, again);
    };
  }, []);
  useLive(movesQueue, queueMoved);
  useEffect(() => {
    const waits = waitingFor(policy, 1);
    if (waits === null) return;
    // The link works without a number.
    return reading(
      (signal) => call('list_proposals', waits, { signal }),
      ({ total }) => {
        setWaiting(total);
      },
    );
  }, [policy, here, round]);
  return waitingFor(policy, 1) && waiting;
}
