// An organization's usage: storage, people, places, and deliveries in the last 30 days.
import { z } from 'zod';
import { holdersInOrganization } from '../core/access/grants/grant-sql.ts';
import { statement, type Db } from '../core/db/pool.ts';

const deliveryDays = 30;

const count = z.int();

export const Usage = z
  .object({
    storage: z.object({
      assets: count.describe('Includes deleted assets that can still be restored'),
      bytes: count.describe('The size of every asset'),
      bytesHeldOnce: count.describe('The size with identical files counted once, as they are stored'),
    }),
    people: count.describe('People with a grant in it'),
    workspaces: count,
    brands: count,
    delivery: z.object({
      requests: count,
      bytes: count,
      days: z
        .array(z.object({ day: z.iso.date(), requests: count, bytes: count }))
        .length(deliveryDays)
        .describe("The last 30 days in UTC, oldest first. Today's numbers may lag by a minute"),
    }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

const usageNow = statement(
  'usage:now',
  `with own as (select id from payload.workspaces where organization_id = $1),
     files as (select a.sha256, count(*) as assets, coalesce(max(a.filesize), 0) as bytes, coalesce(sum(a.filesize), 0) as total
       from payload.assets a join own on own.id = a.workspace_id group by a.sha256)
   select (select coalesce(sum(assets), 0) from files) as assets, (select coalesce(sum(total), 0) from files) as bytes,
     (select coalesce(sum(bytes), 0) from files) as held,
     (select count(distinct g.user_id) from ${holdersInOrganization('$1')} g) as people,
     (select count(*) from own) as workspaces,
     (select count(*) from payload.brands b join own on own.id = b.workspace_id) as brands`,
);
const traffic = statement(
  'usage:traffic',
  `select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(sum(d.requests), 0) as requests, coalesce(sum(d.bytes), 0) as bytes
   from generate_series(0, ${deliveryDays - 1}) n cross join lateral (select (now() at time zone 'UTC')::date - n as day) s
   left join marque.delivery_days d on d.day = s.day and d.workspace_id in (select id from payload.workspaces where organization_id = $1)
   group by s.day order by s.day`,
);

interface UsageRow {
  assets: number;
  bytes: number;
  held: number;
  people: number;
  workspaces: number;
  brands: number;
}

export async function usageOf(db: Db, organizationId: string): Promise<Usage> {
  const [row] = await db.query<UsageRow>(usageNow, [organizationId]);
  const days = await db.query<Usage['delivery']['days'][number]>(traffic, [organizationId]);
  if (!row) throw new Error('Usage could not be read.');
  return {
    storage: { assets: row.assets, bytes: row.bytes, bytesHeldOnce: row.held },
    people: row.people,
    workspaces: row.workspaces,
    brands: row.brands,
    delivery: {
      requests: days.reduce((sum, day) => sum + day.requests, 0),
      bytes: days.reduce((sum, day) => sum + day.bytes, 0),
      days,
    },
  };
}
