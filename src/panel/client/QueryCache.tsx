'use client';
// Gives the panel its one cache of what was read.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useAuth } from '@payloadcms/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { followChanges, newQueryClient } from './query-cache.ts';

let ofTab: QueryClient | undefined;

/** React may draw a page anew before it is there: what the tab has read stays. A server has as many as pages. */
const clientHere = (): QueryClient =>
  typeof window === 'undefined' ? newQueryClient() : (ofTab ??= newQueryClient());

export function QueryCache({ children }: { children?: ReactNode }) {
  const [client] = useState(clientHere);
  useEffect(() => followChanges(client), [client]);
  const userId = useAuth().user?.id;
  const known = useRef(userId);
  useEffect(() => {
    if (userId === undefined) return;
    // Somebody else signed in: nothing stays of what the one before has read.
    if (known.current !== undefined && known.current !== userId) void client.resetQueries();
    known.current = userId;
  }, [client, userId]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
