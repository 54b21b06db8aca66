// What a verdict must know, in the statement that decides access; and what replaces an asset, asked for only where something does.
import { readableBeside } from '../access/reach.ts';
import { availabilitySql, stateSql } from '../assets/queries.ts';
import type { Rights, Status } from '../assets/schemas.ts';
import type { Ride } from '../operation.ts';

export const titleSql = (a: string): string => `coalesce(nullif(${a}.metadata->>'title', ''), ${a}.filename)`;

/** Hops from a replaced asset to what replaces the replacement, and so on. */
const maxHops = 20;

/**
 * The last of the chain of replacements that is active and that the caller may read. A chain that turns in a circle ends after
 * `maxHops`, with one of the others in it.
 */
const replacementSql = `with recursive chain as (
      select n.id, n.superseded_by, 1 as hop from assets n where n.id = a.superseded_by::uuid
      union all
      select n.id, n.superseded_by, chain.hop + 1 from chain join assets n on n.id = chain.superseded_by::uuid where chain.hop < ${maxHops})
    select json_build_object('id', n.id, 'title', ${titleSql('n')}) from chain join assets n on n.id = chain.id
    where n.workspace_id = a.workspace_id and n.id <> a.id and ${stateSql('n')} = 'active' and ${readableBeside('n')}
    order by chain.hop desc limit 1`;

export const useRide: Ride = {
  name: 'use',
  text: `select a.id, ${titleSql('a')} as title, a.rights, a.superseded_by is not null as superseded, ${availabilitySql('a')},
      case when a.superseded_by is not null then (${replacementSql}) end as replacement,
      exists (select 1 from brand_rules r where r.workspace_id = a.workspace_id
        and r.assets @> jsonb_build_array(jsonb_build_object('id', a.id::text))) as "inRules"
    from assets a where a.id = t.id`,
};

export interface UseRow {
  id: string;
  title: string;
  rights: Rights | null;
  superseded: boolean;
  status: Status;
  deleted: boolean;
  embargo: string | null;
  expires: string | null;
  replacement: { id: string; title: string } | null;
  /** True when a rule of some brand names it. */
  inRules: boolean;
}
