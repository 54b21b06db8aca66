// Making something private keeps a grant for the person who does it, so that they don't lock themselves out.
import { statement, type Db } from '../../db/pool.ts';
import type { GrantBefore } from './grants.ts';
import { abilities as everyAbility, type Ability, type Resource, type Scope } from '../ladder.ts';

const keep = statement(
  'grants:keep',
  `with known as (select scope::text as scope, limits from payload.grants where user_id = $1 and resource = $2 and resource_id = $3)
   insert into payload.grants as g (id, user_id, resource, resource_id, scope, limits, organization_id, workspace_id, created_at, updated_at)
   select gen_random_uuid(), $1, $2, $3, $4, $5, w.organization_id, w.id, now(), now() from payload.workspaces w where w.id = $6
   on conflict (user_id, resource, resource_id) do update set scope = excluded.scope, limits = excluded.limits, updated_at = now()
     where marque.scope_rank(g.scope::text) < marque.scope_rank(excluded.scope::text)
   returning id, limits, (select to_jsonb(known) from known) as before`,
);

export interface KeptGrant {
  personId: string;
  resource: Resource;
  resourceId: string;
  workspaceId: string;
  scope: Scope;
  /** The person's previous access: the grant adds no ability. */
  abilities: ReadonlySet<Ability>;
}

/** @returns the grant, with what was there before; null if the person already has one that isn't lower. */
export async function keepGrant(
  db: Db,
  grant: KeptGrant,
): Promise<{ id: string; before: GrantBefore | null; after: GrantBefore } | null> {
  const limits = everyAbility.filter((ability) => !grant.abilities.has(ability));
  const [row] = await db.query<{ id: string; limits: Ability[] | null; before: GrantBefore | null }>(keep, [
    grant.personId,
    grant.resource,
    grant.resourceId,
    grant.scope,
    JSON.stringify(limits),
    grant.workspaceId,
  ]);
  return row
    ? { id: row.id, before: row.before, after: { scope: grant.scope, limits: row.limits ?? [] } }
    : null;
}
