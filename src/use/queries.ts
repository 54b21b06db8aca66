// What a verdict must know, in the statement that decides access; and what replaces an asset, asked for only where something does.
import { readableBeside } from '../access/reach.ts';
import { availabilitySql } from '../assets/queries.ts';
import type { Rights, Status } from '../assets/schemas.ts';
import type { Ride } from '../operation.ts';

const titleSql = (a: string): string => `coalesce(nullif(${a}.metadata->>'title', ''), ${a}.filename)`;

/** Hops from a replaced asset to what replaces the replacement, and so on. */
const maxHops = 20;

/**
 * The last of the chain of replacements that the caller may read, and that could be used: an asset that points in a circle, or at
 * one that is gone, has none.
 */
const replacementSql = `with recursive chain as (
      select n.id, n.superseded_by, 1 as hop from assets n where n.id::text = a.superseded_by
      union all
      select n.id, n.superseded_by, chain.hop + 1 from chain join assets n on n.id::text = chain.superseded_by where chain.hop < ${maxHops})
    select json_build_object('id', n.id, 'title', ${titleSql('n')}) from chain join assets n on n.id = chain.id
    where n.workspace_id = a.workspace_id and n.id <> a.id and n.status = 'active' and n.deleted_at is null and ${readableBeside('n')}
    order by chain.hop desc limit 1`;

export const useRide: Ride = {
  name: 'use',
  text: `select a.id, ${titleSql('a')} as title, a.rights, a.superseded_by is not null as superseded, ${availabilitySql('a')},
      case when a.superseded_by is not null then (${replacementSql}) end as replacement
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
}
