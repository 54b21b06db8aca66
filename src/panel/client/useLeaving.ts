'use client';
// Runs what ends on another page: busy until the browser is there, unless it failed.
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from './api.ts';
import { holdReloads } from './live.ts';

export function useLeaving() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Until this is gone: what was deleted can't be read again.
  const resume = useRef<() => void>(undefined);
  useEffect(() => () => resume.current?.(), []);
  const leave = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    resume.current = holdReloads();
    try {
      await work();
    } catch (error) {
      resume.current();
      setBusy(false);
      setProblem(wordsOf(error));
    }
  };
  return { busy, problem, leave };
}
