'use client';
// The deleted assets of the workspace, page by page. What was restored leaves the list.
import { useCallback, useEffect, useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { changesTo, useLive } from '../../client/live.ts';
import { call } from '../../client/operations.ts';
import { reading } from '../../client/reading.ts';

interface Trash {
  /** Null until loaded. */
  assets: readonly Asset[] | null;
  total: number;
  problem: string | null;
  /** Loads the next page; null if there is none. */
  loadMore: (() => void) | null;
  leave: (ids: readonly string[]) => void;
}

const pageSize = 60;

export function useTrash(): Trash {
  const [cursor, setCursor] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [assets, setAssets] = useState<readonly Asset[] | null>(null);
  const [total, setTotal] = useState(0);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const query = { status: ['deleted' as const], limit: pageSize, ...(cursor === null ? {} : { cursor }) };
    return reading(
      (signal) => call('list_assets', query, { signal }),
      (page) => {
        setAssets((before) => (cursor === null ? page.data : [...(before ?? []), ...page.data]));
        setTotal(page.total);
        setNext(page.next);
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [cursor, round]);
  // Further down, the list stays as it is until it's opened again.
  useLive(changesTo('asset'), () => {
    if (cursor === null) setRound((before) => before + 1);
  });
  const leave = useCallback((ids: readonly string[]) => {
    setAssets((before) => before?.filter(({ id }) => !ids.includes(id)) ?? null);
    setTotal((before) => before - ids.length);
  }, []);
  return { assets, total, problem, loadMore: next === null ? null : () => setCursor(next), leave };
}
