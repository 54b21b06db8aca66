'use client';
// How much waits for whoever looks: asked when they come to a page, and again when something was decided.
import { usePathname } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Policy } from '../../core/settings/schemas.ts';
import { call } from './api.ts';

const moved = 'marque-queue-moved';

/** Tells those who count that something was decided. */
export function queueMoved(): void {
  window.dispatchEvent(new Event(moved));
}

/** What waits for them: everything they may decide on; of who can't decide, their own. Null: nothing does. */
export function waitingFor(policy: Policy | null, limit: number): string | null {
  if (!policy?.review.proposes) return null;
  return `/api/v1/proposals?limit=${limit}${policy.review.decides ? '' : '&by=me'}`;
}

/** @returns null until it is known. */
export function useWaiting(policy: Policy | null): number | null {
  const path = waitingFor(policy, 1);
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
  useEffect(() => {
    if (path === null) return;
    const left = new AbortController();
    call<{ total: number }>('GET', path, { signal: left.signal }).then(
      ({ total }) => {
        setWaiting(total);
      },
      () => undefined, // A link without a number still leads there.
    );
    return () => {
      left.abort();
    };
  }, [path, here, round]);
  return waiting;
}
