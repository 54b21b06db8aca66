// Brand rules that use an asset, with the variants that the same keys have for other contexts.
import type { Caller } from '../core/access/caller.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { stateSql } from '../assets/queries.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { assetKind } from '../assets/grantable.ts';
import { brandKind } from '../brands/grantable.ts';

/** A rule, for one context, of a key that uses the asset. */
export interface RuleOfKey {
  brand: { id: string; slug: string; name: string; default: boolean };
  key: string;
  label: string;
  context: string | null;
  /** Ids. */
  assets: string[];
}

const rulesOfKeys = statement(
  'use:rules-of-keys',
  `${seenBy} select jsonb_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'default', coalesce(b.is_default, false)) as brand,
     v.key, coalesce(v.label, v.key) as label, v.context,
     array(select e->>'id' from jsonb_array_elements(case jsonb_typeof(v.assets) when 'array' then v.assets else '[]' end) e) as assets
   from ${asSeen} join payload.brands b on b.workspace_id = t.id join payload.brand_rules v on v.brand_id = b.id
   where ${readable(brandKind, 'b')} and exists (select 1 from payload.brand_rules k where k.brand_id = b.id and k.key = v.key
     and k.assets @> jsonb_build_array(jsonb_build_object('id', $4::text)))
   order by b.is_default desc, b.slug, v.position, v.context nulls first`,
);
const active = statement(
  'use:active',
  `${seenBy} select a.id, coalesce(nullif(a.metadata->>'title', ''), a.filename) as title from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and ${stateSql('a')} = 'active' and a.superseded_by is null and ${readable(assetKind, 'a')}`,
);

/** All rules, in any context, of each key that uses the asset, in brands the caller can read. */
export function rulesOfKeysNaming(
  db: Db,
  caller: Caller,
  workspaceId: string,
  assetId: string,
): Promise<RuleOfKey[]> {
  return db.query<RuleOfKey>(rulesOfKeys, [...seenByValues(caller, workspaceId), assetId]);
}

/** The active ones of these assets that the caller can read, in the given order. */
export async function activeAssets(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: string; title: string }>(active, [
    ...seenByValues(caller, workspaceId),
    ids,
  ]);
  return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
