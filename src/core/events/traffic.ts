// Delivery traffic by workspace and day: counted in memory and saved a few times a minute, because a counter written per request would
// limit delivery to a fraction. A crashed process loses at most its last seconds.
import { statement } from '../db/pool.ts';
import type { Answer, RequestFacts } from '../operation.ts';
import { repeat } from '../repeat.ts';
import type { Service } from '../service.ts';

const flushMs = 20_000;

// Waits for a workspace that is being deleted, and then skips it.
const add = statement(
  'traffic:add',
  `with there as (select w.id from payload.workspaces w where w.id = any($1::uuid[]) order by w.id for key share)
   insert into marque.delivery_days as d (workspace_id, day, requests, bytes)
   select u.id, u.day, u.requests, u.bytes from unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[]) as u(id, day, requests, bytes)
     join there on there.id = u.id order by u.id, u.day
   on conflict (workspace_id, day) do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes`,
);

interface Traffic {
  requests: number;
  bytes: number;
}

/** By `{day} {workspace}`. */
type Counts = Map<string, Traffic>;

const pending = new WeakMap<Service, Counts>();

function addTo(counts: Counts, key: string, { requests, bytes }: Traffic): void {
  const known = counts.get(key);
  if (known) {
    known.requests += requests;
    known.bytes += bytes;
  } else {
    counts.set(key, { requests, bytes });
  }
}

function countsOf(service: Service): Counts {
  let counts = pending.get(service);
  if (!counts) {
    counts = new Map();
    pending.set(service, counts);
  }
  return counts;
}

/**
 * Counts a delivery response for a workspace and returns it. Bytes are the announced ones: a client that disconnects early received
 * fewer. 304s, redirects and HEAD count as requests without bytes.
 */
export function counted(
  service: Service,
  workspaceId: string | null,
  { method }: RequestFacts,
  answer: Answer,
): Answer {
  if (workspaceId === null || answer.status >= 400) return answer;
  const sends = method !== 'HEAD' && answer.body.kind !== 'none';
  const bytes = sends ? Number(answer.headers['content-length'] ?? 0) : 0;
  const day = new Date().toISOString().slice(0, 10);
  addTo(countsOf(service), `${day} ${workspaceId}`, { requests: 1, bytes });
  return answer;
}

/** Saves the counts. Called every few seconds, and once more on shutdown. Counts that can't be saved are kept for later. */
export async function flushTraffic(service: Service): Promise<void> {
  const counts = pending.get(service);
  if (!counts || counts.size === 0) return;
  pending.delete(service);
  const rows = [...counts];
  try {
    await service.db.query(add, [
      rows.map(([key]) => key.slice(11)),
      rows.map(([key]) => key.slice(0, 10)),
      rows.map(([, { requests }]) => requests),
      rows.map(([, { bytes }]) => bytes),
    ]);
  } catch (error) {
    const later = countsOf(service);
    for (const [key, traffic] of rows) addTo(later, key, traffic);
    throw error;
  }
}

/** Starts saving regularly; the returned function stops it. */
export const startTraffic = (service: Service): (() => void) =>
  repeat(service, flushMs, () => flushTraffic(service), 'could not save delivery traffic; will retry');
