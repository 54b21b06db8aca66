// Renditions of sizes that aren't standard, as public addresses ask for them: so many for each file.
import { statement } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import type { Service } from '../../core/service.ts';

/** How many non-standard sizes of one file can be rendered through public URLs. */
const looseRenditions = 16;

const takeLoose = statement(
  'delivery:loose',
  `with known as (select 1 from marque.loose_renditions where sha256 = $1 and transform = $2),
     added as (insert into marque.loose_renditions (sha256, transform)
       select $1, $2 where not exists (select 1 from known) and (select count(*) from marque.loose_renditions where sha256 = $1) < ${looseRenditions}
       on conflict do nothing returning 1)
   select exists (select 1 from known) or exists (select 1 from added) as allowed`,
);

// Serialized per file, so that concurrent requests don't all pass the count.
const lockLoose = statement(
  'delivery:lock-loose',
  `select pg_advisory_xact_lock(hashtextextended('loose ' || $1::text, 0))`,
);

/** @returns whether it may be made: it was before, or there are fewer than the limit */
export async function allowLoose(service: Service, sha256: string, transform: string): Promise<boolean> {
  return inSqlTransaction(service.db.pool, async (db) => {
    await db.query(lockLoose, [sha256]);
    const [row] = await db.query<{ allowed: boolean }>(takeLoose, [sha256, transform]);
    return row?.allowed ?? false;
  });
}
