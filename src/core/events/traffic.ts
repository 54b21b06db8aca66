// How often delivery answered with bytes, and with how many, by workspace and day: counted in memory and added to the table a few
// times a minute, because a counter written per request would cap delivery at a fraction of what it answers. What a process that
// crashes had not written yet is lost: at most the last seconds.
import { statement } from '../db/pool.ts';
import type { Answer, RequestFacts } from '../operation.ts';
import type { Service } from '../service.ts';

const flushMs = 20_000;

// A workspace that is being deleted meanwhile is waited for, and then passed over.
const add = statement(
  'traffic:add',
  `with there as (select w.id from workspaces w where w.id = any($1::uuid[]) order by w.id for key share)
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
 * Counts an answer of delivery for a workspace, and hands it on. Bytes are those that the answer announces: a client that leaves early
 * took fewer. One that has them already (304), is sent elsewhere, or asks for the head alone is a request without bytes.
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

/** Writes what was counted. Called every few seconds, and once more when the process stops. What can't be written is kept for later. */
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

/** Starts writing regularly; the answer stops it. */
export function startTraffic(service: Service): () => void {
  const timer = setInterval(() => {
    flushTraffic(service).catch((error: unknown) => {
      service.log.warn({ err: error }, 'delivery traffic could not be written; it will be tried again');
    });
  }, flushMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
