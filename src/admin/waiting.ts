'use client';
// How much waits for whoever looks: asked when they come to a page, and again when something was decided.
import { usePathname } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { call } from './api.ts';

const moved = 'marque-queue-moved';

/** Tells those who count that something was decided. */
export function queueMoved(): void {
  window.dispatchEvent(new Event(moved));
}

/** @param counts false: nothing is asked. @returns null until it is known. */
export function useWaiting(counts: boolean): number | null {
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
    if (!counts) return;
    const left = new AbortController();
    call<{ total: number }>('GET', '/api/v1/proposals?limit=1', { signal: left.signal }).then(
      ({ total }) => {
        setWaiting(total);
      },
      () => undefined, // A link without a number still leads there.
    );
    return () => {
      left.abort();
    };
  }, [counts, here, round]);
  return waiting;
}
