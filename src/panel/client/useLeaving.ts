'use client';
// Runs what ends on another page: busy until the browser is there, unless it failed.
import { useState } from 'react';
import { wordsOf } from './api.ts';

export function useLeaving() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setBusy(false);
      setProblem(wordsOf(error));
    }
  };
  return { busy, problem, leave };
}
