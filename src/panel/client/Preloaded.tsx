'use client';
// What the server has read for a view already: its parts find it in the cache, and are drawn with their data.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { keyOf } from './query-cache.ts';

/** Answers of operations by their addresses. */
export interface Preloads {
  /** Of the request that read them. Next keeps pages for the way back, and what they brought is out of date by then. */
  id: string;
  answers: Readonly<Record<string, unknown>>;
}

const taken = new Set<string>();

function take(client: QueryClient, { id, answers }: Preloads): void {
  if (typeof window !== 'undefined') {
    if (taken.has(id)) return;
    taken.add(id);
  }
  for (const [url, answer] of Object.entries(answers)) client.setQueryData(keyOf(url, null), answer);
}

interface Props {
  preloads: Preloads;
  children: ReactNode;
}

export function Preloaded({ preloads, children }: Props) {
  const client = useQueryClient();
  const [first] = useState(() => {
    take(client, preloads);
    return preloads.id;
  });
  // The page was read again while it is shown.
  useEffect(() => {
    if (preloads.id !== first) take(client, preloads);
  }, [client, preloads, first]);
  return children;
}
