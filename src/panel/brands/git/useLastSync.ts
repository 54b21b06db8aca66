'use client';
// The last sync of a brand with its Git repository, polled while it runs.
import { useEffect, useState } from 'react';
import type { SyncAnswer } from '../../../brands/git/source-schemas.ts';
import { call } from '../../client/operations.ts';

const pauseMs = 1000;
export const goesOn = (sync: SyncAnswer | null): boolean =>
  sync?.state === 'waiting' || sync?.state === 'running';

/** @param brand null: not connected. @returns null if there was none. */
export function useLastSync(
  brand: string | null,
  onEnd: () => void,
): [SyncAnswer | null, (sync: SyncAnswer | null) => void] {
  const [last, setLast] = useState<SyncAnswer | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (brand === null) return;
    const controller = new AbortController();
    call('get_brand_sync', { slug: brand }, { signal: controller.signal }).then(
      ({ data }) => {
        setLast(data);
      },
      () => undefined, // None yet.
    );
    return () => {
      controller.abort();
    };
  }, [brand]);
  useEffect(() => {
    if (brand === null || !goesOn(last)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('get_brand_sync', { slug: brand }, { signal: controller.signal }).then(
        ({ data }) => {
          setLast(data);
          if (!goesOn(data)) onEnd();
        },
        () => {
          if (!controller.signal.aborted) setFailures((count) => count + 1);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [brand, last, failures, onEnd]);
  return [last, setLast];
}
