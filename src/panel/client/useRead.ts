'use client';
// Reading something once for a view, and again when it is told to.
import { useCallback, useEffect, useState } from 'react';
import { call, wordsOf } from './api.ts';

export interface Reading<T> {
  /** Null until it is there. What was read before stays while it is read again. */
  data: T | null;
  problem: string | null;
  again: () => void;
}

/**
 * @param path null: nothing is read. The answer's `data` is what is given.
 * @param workspace id of the workspace to read in, where it isn't the one the person works in.
 */
export function useRead<T>(path: string | null, workspace: string | null = null): Reading<T> {
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ path: string; data: T } | null>(null);
  const [failed, setFailed] = useState<{ path: string; words: string } | null>(null);
  useEffect(() => {
    if (path === null) return;
    const left = new AbortController();
    call<{ data: T }>('GET', path, { signal: left.signal, workspace }).then(
      ({ data }) => {
        setRead({ path, data });
        setFailed(null);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setFailed({ path, words: wordsOf(error) });
      },
    );
    return () => {
      left.abort();
    };
  }, [path, workspace, round]);
  const again = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  return {
    data: read && read.path === path ? read.data : null,
    problem: failed && failed.path === path ? failed.words : null,
    again,
  };
}
