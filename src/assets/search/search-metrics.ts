// What the metrics say of the search indexes of this process.
import type { Metrics } from '../../core/telemetry/metrics.ts';

interface Entry {
  ready: boolean;
  index: { readonly size: number; readonly bytes: number };
}

/** @param lastCaughtUp when the feed of changes was read, in milliseconds */
export function measureSearch(
  entries: ReadonlyMap<string, Entry>,
  lastCaughtUp: () => number,
  metrics: Metrics,
): void {
  const ready = (): Entry['index'][] =>
    [...entries.values()].filter((entry) => entry.ready).map(({ index }) => index);
  const sumOf = (key: 'size' | 'bytes'): number => ready().reduce((sum, index) => sum + index[key], 0);
  const gauge = (name: string, help: string, value: () => number): void => {
    metrics.gauge(`marque_search_${name}`, help, [], (set) => {
      set({}, value());
    });
  };
  gauge('indexes', 'Workspaces whose search index is loaded in this process', () => ready().length);
  gauge('index_assets', 'Assets in the search indexes of this process', () => sumOf('size'));
  gauge('index_bytes', 'Memory of the search indexes, without words and tags', () => sumOf('bytes'));
  gauge('index_lag_seconds', 'Time since the search indexes read what has changed', () =>
    entries.size === 0 ? 0 : (Date.now() - lastCaughtUp()) / 1000,
  );
}
