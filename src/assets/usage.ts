// Usage terms of an asset: credit line, terms, licensor, and whether data mining and model training are allowed.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';

export const minings = ['allowed', 'search-only', 'disallowed'] as const;

const text = (most: number) => z.string().trim().min(1).max(most);

export const UsageInput = z.strictObject({
  credit: text(500).nullish().describe('Credit line, exactly as it must be printed'),
  terms: text(5000).nullish().describe('Other terms of use'),
  licensorUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish()
    .describe('Where to get a licence'),
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

const read = statement(
  'usage:read',
  'select credit, terms, licensor_url as "licensorUrl", mining from marque.asset_usage where asset_id = $1',
);
const write = statement(
  'usage:write',
  `insert into marque.asset_usage (asset_id, credit, terms, licensor_url, mining) values ($1, $2, $3, $4, $5)
   on conflict (asset_id) do update set credit = excluded.credit, terms = excluded.terms, licensor_url = excluded.licensor_url, mining = excluded.mining`,
);

/** The recorded usage terms; null for none. */
export async function usageOf(db: Db, assetId: string): Promise<AssetUsage> {
  const [row] = await db.query<AssetUsage>(read, [assetId]);
  return row ?? { credit: null, terms: null, licensorUrl: null, mining: null };
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
