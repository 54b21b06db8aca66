// The start of a statement that finds who has access to a resource through grants. The access report and mentions continue it.
import { anyRecord, grantableKind, recordsOf } from '../grantable.ts';
import { rankOf } from '../ladder.ts';
import { highestGrants } from './grant-sql.ts';

/** What `bestOn` is asked by: a workspace, a kind that a module declares, or else `anyRecord`. */
export const kindOfBest = (kind: string): string =>
  kind === 'workspace' || grantableKind(kind) ? kind : anyRecord;

/** The resource: `id, workspace_id, private, deleted`. */
function rowOf(kind: string): string {
  if (kind === 'workspace')
    return `select x.id, x.id as workspace_id, false as private, false as deleted from payload.workspaces x`;
  const { table, privacy, deletedAt } = grantableKind(kind) ?? recordsOf(anyRecord);
  const deleted = deletedAt === undefined ? 'false' : `x.${deletedAt} is not null`;
  return `select x.id, x.workspace_id, coalesce(x.${privacy}, false) as private, ${deleted} as deleted from ${table} x`;
}

/** The containers that it is in. */
function above(kind: string): string {
  const inherits = grantableKind(kind)?.inherits;
  return inherits
    ? `union all select h.id, not h.open from t cross join lateral ${inherits.containers.above('t.id')} h`
    : '';
}

/**
 * `t` the resource ($1), `path` the resources whose grants apply to it, `best` each person's highest grant
 * there. A private resource ignores grants from above, except admins'; deleted resources are visible to those
 * who could restore them: `t.least` is the rank that sees it.
 *
 * @param kind see `kindOfBest`. Call it in a statement's function: it depends on which modules are registered.
 */
export const bestOn = (kind: string): string => `with t as (
    select x.*, w.organization_id, w.name as workspace_name, o.name as organization_name, case when x.deleted then ${rankOf('write')} else 1 end as least
    from (${rowOf(kind)} where x.id = $1) x join payload.workspaces w on w.id = x.workspace_id join payload.organizations o on o.id = w.organization_id),
  path as (
    select t.id as resource_id, false as closed from t
    union all select p.id, t.private from t cross join lateral (values (t.workspace_id), (t.organization_id)) p(id) where p.id <> t.id
    ${above(kind)}),
  best as ${highestGrants()}`;
