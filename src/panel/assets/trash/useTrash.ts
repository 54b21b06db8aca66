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
  /** Loads what couldn't be loaded. */
  again: () => void;
  /** Loads the next page; null if there is none. */
  loadMore: (() => void) | null;
  leave: (ids: readonly string[]) => void;
}

const pageSize = 60;

export function useTrash(): Trash {
  // A new object each time, so that what couldn't be loaded, or has changed, is loaded again.
  const [from, setFrom] = useState<{ cursor: string | null }>({ cursor: null });
  const [assets, setAssets] = useState<readonly Asset[] | null>(null);
  const [total, setTotal] = useState(0);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const { cursor } = from;
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
  }, [from]);
  // Further down, the list stays as it is until it's opened again.
  useLive(changesTo('asset'), () => {
    setFrom((before) => (before.cursor === null ? { cursor: null } : before));
  });
  const leave = useCallback((ids: readonly string[]) => {
    setAssets((before) => before?.filter(({ id }) => !ids.includes(id)) ?? null);
    setTotal((before) => before - ids.length);
  }, []);
  return {
    assets,
    total,
    problem,
    again: () => setFrom(({ cursor }) => ({ cursor })),
    loadMore: next === null ? null : () => setFrom({ cursor: next }),
    leave,
  };
}
