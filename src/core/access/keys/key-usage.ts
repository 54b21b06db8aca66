// When a key was last used, and how often: counted in memory and saved a few times a minute. A counter written per request would
// limit throughput to a fraction.
import { statement } from '../../db/pool.ts';
import { repeat } from '../../repeat.ts';
import type { Service } from '../../service.ts';

const flushMs = 20_000;

const add = statement(
  'keys:usage',
  `update payload.keys k set calls = coalesce(k.calls, 0) + u.calls, last_used_at = greatest(k.last_used_at, u.at)
   from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as u(id, calls, at) where k.id = u.id`,
);

interface Usage {
  calls: number;
  at: number;
}

const pending = new WeakMap<Service, Map<string, Usage>>();

/** Counts one call of a key. */
export function countCall(service: Service, keyId: string): void {
  let counts = pending.get(service);
  if (!counts) {
    counts = new Map();
    pending.set(service, counts);
  }
  const usage = counts.get(keyId);
  if (usage) {
    usage.calls += 1;
    usage.at = Date.now();
  } else {
    counts.set(keyId, { calls: 1, at: Date.now() });
  }
}

/** Saves the counts. Called every few seconds, and once more on shutdown. */
export async function flushCalls(service: Service): Promise<void> {
  const counts = pending.get(service);
  if (!counts || counts.size === 0) return;
  pending.delete(service);
  const rows = [...counts];
  await service.db.query(add, [
    rows.map(([id]) => id),
    rows.map(([, { calls }]) => calls),
    rows.map(([, { at }]) => new Date(at)),
  ]);
}

/** Starts saving regularly; the returned function stops it. */
export const startKeyUsage = (service: Service): (() => void) =>
  repeat(service, flushMs, () => flushCalls(service), 'could not save API key usage');
