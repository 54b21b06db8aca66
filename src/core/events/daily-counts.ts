// Requests and bytes by day, counted in memory and saved a few times a minute, because a counter written per request would limit delivery
// to a fraction. A crashed process loses at most its last seconds.
import type { Statement } from '../db/pool.ts';
import { repeat } from '../repeat.ts';
import type { Service } from '../service.ts';

const flushMs = 20_000;

export interface Traffic {
  requests: number;
  bytes: number;
}

/** By `{day} {ids}`. */
type Counts = Map<string, Traffic>;

export interface DailyCounts {
  /** @param ids what it's counted for, separated by spaces */
  add: (service: Service, ids: string, traffic: Traffic) => void;
  /** Saves the counts. Called every few seconds, and once more on shutdown. Counts that can't be saved are kept for later. */
  flush: (service: Service) => Promise<void>;
  /** Starts saving regularly; the returned function stops it. */
  start: (service: Service) => () => void;
}

/**
 * Counts by day and something else.
 *
 * @param save given a list for each column: the days, each of the ids, the requests and the bytes; adds to what is there
 * @param failure what the log says
 */
export function dailyCounts(save: Statement, failure: string): DailyCounts {
  const pending = new WeakMap<Service, Counts>();

  function addTo(service: Service, key: string, { requests, bytes }: Traffic): void {
    const counts: Counts = pending.get(service) ?? new Map<string, Traffic>();
    pending.set(service, counts);
    const known = counts.get(key);
    if (known) {
      known.requests += requests;
      known.bytes += bytes;
    } else {
      counts.set(key, { requests, bytes });
    }
  }

  async function flush(service: Service): Promise<void> {
    const counts = pending.get(service);
    if (!counts || counts.size === 0) return;
    pending.delete(service);
    const rows = [...counts].map(([key, traffic]) => ({ key, keys: key.split(' '), traffic }));
    const columns = rows[0]?.keys ?? [];
    try {
      await service.db.query(save, [
        ...columns.map((_, at) => rows.map(({ keys }) => keys[at])),
        rows.map(({ traffic }) => traffic.requests),
        rows.map(({ traffic }) => traffic.bytes),
      ]);
    } catch (error) {
      for (const { key, traffic } of rows) addTo(service, key, traffic);
      throw error;
    }
  }

  return {
    add: (service, ids, traffic) => {
      addTo(service, `${new Date().toISOString().slice(0, 10)} ${ids}`, traffic);
    },
    flush,
    start: (service) => repeat(service, flushMs, () => flush(service), failure),
  };
}
