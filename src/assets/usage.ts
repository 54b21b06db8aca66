// Usage terms of an asset: credit line, terms, licensor, and whether data mining and model training are allowed.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { minings } from './mining.ts';

const text = (most: number) => z.string().trim().min(1).max(most);

export const UsageInput = z.strictObject({
  credit: text(500).nullish().describe('Credit line, exactly as it must be printed'),
  terms: text(5000).nullish().describe('Other terms of use'),
  licensorUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish()
    .describe('Where to get a license'),
  mining: z.enum(minings).nullish().describe('Whether text and data mining and model training are allowed'),
});
export type UsageInput = z.infer<typeof UsageInput>;

export const AssetUsage = z
  .object({
    credit: z.string().nullable(),
    terms: z.string().nullable(),
    licensorUrl: z.string().nullable(),
    mining: z.enum(minings).nullable(),
  })
  .meta({ id: 'AssetUsage' });
export type AssetUsage = z.infer<typeof AssetUsage>;

const columns = (u: string): string =>
  `'credit', ${u}.credit, 'terms', ${u}.terms, 'licensorUrl', ${u}.licensor_url, 'mining', ${u}.mining`;

/** The usage terms of asset `a`, an `AssetUsage`. */
export const usageSql = (a: string): string =>
  `(select json_build_object(${columns('u')}) from (select ${a}.id) o left join marque.asset_usage u on u.asset_id = o.id)`;

const read = statement('usage:read', `select ${usageSql('a')} as usage from (select $1::uuid as id) a`);
const write = statement(
  'usage:write',
  // The search index, which knows `mining`, follows changes of assets.
  `with written as (insert into marque.asset_usage (asset_id, credit, terms, licensor_url, mining) values ($1, $2, $3, $4, $5)
     on conflict (asset_id) do update set credit = excluded.credit, terms = excluded.terms, licensor_url = excluded.licensor_url, mining = excluded.mining
     returning asset_id),
   changed as (insert into marque.asset_changes (asset_id, workspace_id)
     select a.id, a.workspace_id from written join payload.assets a on a.id = written.asset_id where a.workspace_id is not null returning 1)
   select pg_notify('marque_assets', '') from changed`,
);

/** The recorded usage terms; null for none. */
export async function usageOf(db: Db, assetId: string): Promise<AssetUsage> {
  const [row] = await db.query<{ usage: AssetUsage }>(read, [assetId]);
  return row?.usage ?? { credit: null, terms: null, licensorUrl: null, mining: null };
}

/** Replaces all usage terms; anything left out is cleared. The asset must be locked. */
export async function setUsage(db: Db, assetId: string, given: UsageInput): Promise<AssetUsage> {
  const usage: AssetUsage = {
    credit: given.credit ?? null,
    terms: given.terms ?? null,
    licensorUrl: given.licensorUrl ?? null,
    mining: given.mining ?? null,
  };
  await db.query(write, [assetId, usage.credit, usage.terms, usage.licensorUrl, usage.mining]);
  return usage;
}
