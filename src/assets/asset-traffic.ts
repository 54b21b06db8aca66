// How often each asset was delivered, and how many bytes, by day: counted in memory and saved a few times a minute, like the traffic of
// workspaces. Nothing is kept of who asked. A crashed process loses at most its last seconds.
import { z } from 'zod';
import type { Access } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { dailyCounts } from '../core/events/daily-counts.ts';
import { bytesOf, counted } from '../core/events/traffic.ts';
import type { Answer, RequestFacts } from '../core/operation.ts';
import type { Service } from '../core/service.ts';

/** Days that can be asked for, today included. The sweep removes older ones. */
export const maxTrafficDays = 90;

// Waits for a workspace that is being deleted, and then skips it.
const counts = dailyCounts(
  statement(
    'traffic:add-assets',
    `with there as (select w.id from payload.workspaces w where w.id = any($2::uuid[]) order by w.id for key share)
     insert into marque.asset_delivery_days as d (day, workspace_id, asset_id, requests, bytes)
     select u.day, u.workspace, u.asset, u.requests, u.bytes
     from unnest($1::date[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[]) as u(day, workspace, asset, requests, bytes)
       join there on there.id = u.workspace order by u.asset, u.day
     on conflict (asset_id, day) do update set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes`,
  ),
  'could not save deliveries of assets; will retry',
);

export const { flush: flushAssetTraffic, start: startAssetTraffic } = counts;

/** Whether a response is one more delivery of its asset: a video is sent in many pieces, of which the first counts. */
function isDelivery({ method }: RequestFacts, { status, headers }: Answer): boolean {
  if (method === 'HEAD') return false;
  if (status === 206) return /^bytes 0-/.test(String(headers['content-range']));
  return status === 200 || status === 304;
}

/**
 * Counts a response at `/a` for its asset and its workspace, and returns it. Redirects aren't deliveries: the request that follows is one.
 */
export function countedDelivery(
  service: Service,
  { id, workspaceId }: Access,
  request: RequestFacts,
  answer: Answer,
): Answer {
  if (id !== null && workspaceId !== null && answer.status < 400) {
    const bytes = bytesOf(request, answer);
    const requests = isDelivery(request, answer) ? 1 : 0;
    if (requests + bytes > 0) counts.add(service, `${workspaceId} ${id}`, { requests, bytes });
  }
  return counted(service, workspaceId, request, answer);
}

const count = z.int();

export const AssetTraffic = z
  .object({
    requests: count,
    bytes: count,
    days: z
      .array(z.object({ day: z.iso.date(), requests: count, bytes: count }))
      .max(maxTrafficDays)
      .describe("In UTC, oldest first. Today's numbers may lag by a minute"),
  })
  .meta({ id: 'AssetTraffic' });
export type AssetTraffic = z.infer<typeof AssetTraffic>;

const byDay = statement(
  'traffic:of-asset',
  `select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(d.requests, 0)::bigint as requests, coalesce(d.bytes, 0)::bigint as bytes
   from generate_series(0, $2::int - 1) n cross join lateral (select (now() at time zone 'UTC')::date - n as day) s
   left join marque.asset_delivery_days d on d.asset_id = $1::uuid and d.day = s.day order by s.day`,
);

/** The last days of an asset, today included. The caller's access to it was checked before. */
export async function assetTraffic(db: Db, id: string, days: number): Promise<AssetTraffic> {
  const rows = await db.query<AssetTraffic['days'][number]>(byDay, [id, days]);
  return {
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    days: rows,
  };
}
