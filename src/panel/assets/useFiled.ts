'use client';
// When to read a list again while files are added to it: a few times while that goes on, and once it is done.
import { useEffect, useEffectEvent, useState } from 'react';
import { isUnderWay } from './uploading/upload.ts';
import { useUploads } from './uploads.tsx';

/** The waits while uploads go on, each from the one before. */
const waitsMs = [2_000, 6_000, 18_000, 54_000, 162_000];

/** @returns a number that changes when lists should be read again. */
export function useFiled(): number {
  const { filed, items } = useUploads();
  const busy = items.some(isUnderWay);
  const [round, setRound] = useState(filed);
  const onTime = useEffectEvent(() => setRound(filed));
  useEffect(() => {
    if (!busy) {
      const done = setTimeout(onTime);
      return () => clearTimeout(done);
    }
    let at = 0;
    const timers = waitsMs.map((wait) => {
      at += wait;
      return setTimeout(onTime, at);
    });
    return () => timers.forEach(clearTimeout);
  }, [busy]);
  return round;
}
