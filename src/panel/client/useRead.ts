'use client';
// Loads data for a view, and reloads it on demand.
import { useCallback, useEffect, useState } from 'react';
import { send, wordsOf } from './api.ts';

export interface Reading<T> {
  /** Null until loaded. The old data stays during a reload. */
  data: T | null;
  problem: string | null;
  again: () => void;
}

/**
 * @param path null: nothing is loaded. The response's `data` property is returned.
 * @param workspace id of the workspace to read in, if not the person's current one.
 */
export function useRead<T>(path: string | null, workspace: string | null = null): Reading<T> {
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ path: string; data: T } | null>(null);
  const [failed, setFailed] = useState<{ path: string; words: string } | null>(null);
  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    send<{ data: T }>('GET', path, { signal: controller.signal, workspace }).then(
      ({ data }) => {
        setRead({ path, data });
        setFailed(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailed({ path, words: wordsOf(error) });
      },
    );
    return () => {
      controller.abort();
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
