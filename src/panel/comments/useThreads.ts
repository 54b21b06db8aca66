'use client';
// The comment threads on an asset and its other versions, as they are now.
import { useCallback, useEffect, useState } from 'react';
import type { Thread } from '../../comments/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { useLive, type LiveEvent } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { reading } from '../client/reading.ts';

const perPage = 100;

interface Read {
  of: string;
  threads: Thread[];
  hasMore: boolean;
}

async function readPages(id: string, pages: number, signal: AbortSignal): Promise<Read> {
  const threads: Thread[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { data, next } = await call('list_asset_comments', { id, limit: perPage, cursor }, { signal });
    threads.push(...data);
    if (next === null) return { of: id, threads, hasMore: false };
    cursor = next;
  }
  return { of: id, threads, hasMore: true };
}

const isComment = ({ type }: LiveEvent): boolean => type.startsWith('comment.');

export interface Threads {
  /** Newest first; null until loaded. */
  threads: readonly Thread[] | null;
  problem: string | null;
  /** Loads older ones; null if these are all. */
  more: (() => void) | null;
  reload: () => void;
}

export function useThreads(assetId: string | null): Threads {
  const [pages, setPages] = useState(1);
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (assetId === null) return;
    return reading(
      (signal) => readPages(assetId, pages, signal),
      (result) => {
        setRead(result);
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [assetId, pages, round]);

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  useLive(isComment, reload);
  const current = read && read.of === assetId ? read : null;
  return {
    threads: current && current.threads,
    problem,
    more: current?.hasMore ? () => setPages(pages + 1) : null,
    reload,
  };
}
