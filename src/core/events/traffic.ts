// Delivery traffic by workspace and day.
import { statement } from '../db/pool.ts';
import type { Answer, RequestFacts } from '../operation.ts';
import type { Service } from '../service.ts';
import { dailyCounts } from './daily-counts.ts';

// Waits for a workspace that is being deleted, and then skips it.
const counts = dailyCounts(
  statement(
    'traffic:add',
    `with there as (select w.id from payload.workspaces w where w.id = any($2::uuid[]) order by w.id for key share)
     insert into marque.delivery_days as d (workspace_id, day, requests, bytes)
     select u.id, u.day, u.requests, u.bytes from unnest($1::date[], $2::uuid[], $3::bigint[], $4::bigint[]) as u(day, id, requests, bytes)
       join there on there.id = u.id order by u.id, u.day
     on conflict (workspace_id, day) do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes`,
  ),
  'could not save delivery traffic; will retry',
);

export const { flush: flushTraffic, start: startTraffic } = counts;

/** Bytes that a response announces: a client that disconnects early received fewer. 304s, redirects and HEAD have none. */
export function bytesOf({ method }: RequestFacts, { body, headers }: Answer): number {
  const sends = method !== 'HEAD' && body.kind !== 'none';
  return sends ? Number(headers['content-length'] ?? 0) : 0;
}

/** Counts a delivery response for a workspace and returns it. */
export function counted(
  service: Service,
  workspaceId: string | null,
  request: RequestFacts,
  answer: Answer,
): Answer {
  if (workspaceId === null || answer.status >= 400) return answer;
  counts.add(service, workspaceId, { requests: 1, bytes: bytesOf(request, answer) });
  return answer;
}
