// What the panel has read, by address: one cache for the tab. Views show what is there at once and read it again; a change made here,
// or an event about one made elsewhere, drops what isn't shown, so that nobody comes back to something out of date.
import { QueryClient } from '@tanstack/react-query';
import { afterWrites } from './api.ts';
import { onLiveEvent, type LiveEvent } from './live.ts';
import type { OperationName } from './operations.ts';

/** How long an answer isn't asked for again: the views of one page ask at about the same time. */
const freshMs = 5_000;
/** How long what isn't shown is kept. */
const keptMs = 5 * 60_000;

export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        gcTime: keptMs,
        // Failures are shown, with a way to try again.
        retry: false,
        // Events say when something changed.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
    },
  });
  // Lists of thousands, which nobody compares.
  client.setQueryDefaults(['assets'], { structuralSharing: false });
  return client;
}

export const keyOf = (url: string, workspace: string | null): readonly [string, string | null, string] => [
  'operation',
  workspace,
  url,
];

/** What operations that views only show are about: these are read again when an event says that it changed. */
const followed: Partial<Record<OperationName, readonly string[]>> = {
  list_collections: ['collection'],
  list_searches: ['search'],
  list_asset_uses: ['portal', 'brand', 'share', 'site'],
};

export interface OperationMeta extends Record<string, unknown> {
  operation: OperationName;
}

function isAbout(meta: Record<string, unknown> | undefined, types: ReadonlySet<string>): boolean {
  const about = followed[meta?.operation as OperationName] ?? [];
  return about.some((type) => types.has(type));
}

/** One action of somebody is several events. */
const gatherMs = 250;

/** Keeps the cache true until the returned function is called. */
export function followChanges(client: QueryClient): () => void {
  // Reads under way stay: removing one would fail whoever waits for it, and it's read again when it's shown later.
  const drop = (): void => client.removeQueries({ type: 'inactive', fetchStatus: 'idle' });
  const changed = new Set<string>();
  let waiting: number | undefined;
  const refresh = (): void => {
    waiting = undefined;
    const types = new Set(changed);
    changed.clear();
    void client.invalidateQueries({ predicate: ({ meta }) => isAbout(meta, types), refetchType: 'active' });
  };
  const onEvent = (event: LiveEvent | null): void => {
    drop();
    const types = event === null ? Object.values(followed).flat() : [event.resource?.type ?? ''];
    for (const type of types) changed.add(type);
    waiting ??= window.setTimeout(refresh, gatherMs);
  };
  const ends = [afterWrites(drop), onLiveEvent(onEvent)];
  return () => {
    window.clearTimeout(waiting);
    for (const end of ends) end();
  };
}
