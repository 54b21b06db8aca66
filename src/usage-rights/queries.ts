// Reads what a verdict needs, in the same statement as the access check.
import type { Caller } from '../core/access/caller.ts';
import { readable, readableBeside } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { aiSql, availabilitySql, stateSql } from '../assets/queries.ts';
import { miningSql, type Mining } from '../assets/mining.ts';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import type { Rights, Status } from '../assets/schemas.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Query } from '../core/operation.ts';
import { assetKind } from '../assets/grantable.ts';

export const titleSql = (a: string): string => `coalesce(nullif(${a}.metadata->>'title', ''), ${a}.filename)`;

/** Maximum length of a chain of replacements. */
const maxHops = 20;

/**
 * The last asset in the chain of replacements that is active and that the caller can read. A circular chain ends after `maxHops`, at
 * another asset in it.
 */
const replacementSql = (seen: (n: string) => string): string => `with recursive chain as (
      select n.id, n.superseded_by, 1 as hop from payload.assets n where n.id = a.superseded_by::uuid
      union all
      select n.id, n.superseded_by, chain.hop + 1 from chain join payload.assets n on n.id = chain.superseded_by::uuid where chain.hop < ${maxHops})
    select json_build_object('id', n.id, 'title', ${titleSql('n')}) from chain join payload.assets n on n.id = chain.id
    where n.workspace_id = a.workspace_id and n.id <> a.id and ${stateSql('n')} = 'active' and ${seen('n')}
    order by chain.hop desc limit 1`;

/** @param seen SQL for whether the caller can read another asset. */
const columns = (seen: (n: string) => string): string => `a.id, ${titleSql('a')} as title, a.rights,
      nullif(a.metadata->>'creator', '') as creator, nullif(a.metadata->>'copyright', '') as copyright, u.credit, u.terms, ${aiSql('a')} as ai, ${miningSql('a', 't')} as mining, a.superseded_by is not null as superseded, ${availabilitySql('a')},
      case when a.superseded_by is not null then (${replacementSql(seen)}) end as replacement,
      exists (select 1 from payload.brand_rules r where r.workspace_id = a.workspace_id
        and r.assets @> jsonb_build_array(jsonb_build_object('id', a.id::text))) as "inRules"`;

export const usageQuery: Query<UseRow> = {
  name: 'use',
  text: `select ${columns((n) => readableBeside(assetKind, n))} from payload.assets a left join marque.asset_usage u on u.asset_id = a.id where a.id = t.id`,
};

const many = statement(
  'use:many',
  `${seenBy} select ${columns((n) => readable(assetKind, n))} from ${asSeen} join payload.assets a on a.workspace_id = t.id
     left join marque.asset_usage u on u.asset_id = a.id where a.id = any($4::uuid[]) and ${readable(assetKind, 'a')}`,
);

/** The assets the caller can read, by ID. */
export async function assetsForUse(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, UseRow>> {
  const rows = await db.query<UseRow>(many, [...seenByValues(caller, workspaceId), ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface UseRow {
  id: string;
  title: string;
  rights: Rights | null;
  creator: string | null;
  copyright: string | null;
  credit: string | null;
  terms: string | null;
  ai: AiAnswer;
  mining: Mining | null;
  superseded: boolean;
  status: Status;
  deleted: boolean;
  embargo: string | null;
  expires: string | null;
  replacement: { id: string; title: string } | null;
  /** True if a brand rule uses it. */
  inRules: boolean;
}
