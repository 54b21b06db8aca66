// The start of a statement that finds who has access to a resource through grants. The access report and mentions continue it.
import { rankOf } from '../ladder.ts';
import { collectionsAbove } from './collections-above.ts';
import { highestGrants } from './grant-sql.ts';

/** A kind of resource; `other` for those of other modules. */
export const reachedTables = {
  workspace: `select x.id, x.id as workspace_id, false as private, false as deleted from payload.workspaces x`,
  brand: `select x.id, x.workspace_id, coalesce(x.private, false) as private, false as deleted from payload.brands x`,
  collection: `select x.id, x.workspace_id, coalesce(x.effective_private, false) as private, false as deleted from payload.collections x`,
  asset: `select x.id, x.workspace_id, coalesce(x.effective_private, false) as private, x.deleted_at is not null as deleted from payload.assets x`,
  other: `select x.id, x.workspace_id, x.private, false as deleted from marque.resources x`,
} as const;
export type Reached = keyof typeof reachedTables;

/**
 * `t` the resource ($1), `path` the resources whose grants apply to it, `best` each person's highest grant
 * there. A private resource ignores grants from above, except admins'; deleted resources are visible to those
 * who could restore them: `t.least` is the rank that sees it.
 */
export const bestOn = (reached: Reached): string => `with t as (
    select x.*, w.organization_id, w.name as workspace_name, o.name as organization_name, case when x.deleted then ${rankOf('write')} else 1 end as least
    from (${reachedTables[reached]} where x.id = $1) x join payload.workspaces w on w.id = x.workspace_id join payload.organizations o on o.id = w.organization_id),
  path as (
    select t.id as resource_id, false as closed from t
    union all select p.id, t.private from t cross join lateral (values (t.workspace_id), (t.organization_id)) p(id) where p.id <> t.id
    union all select h.id, not h.open from t cross join lateral ${collectionsAbove('t.id')} h),
  best as ${highestGrants}`;
