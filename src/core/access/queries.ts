// Queries for workspaces, keys and grants, run with the access check: `c` is the caller, `t` their workspace.
import { statement, type Db } from '../db/pool.ts';
import type { Query } from '../operation.ts';
import { accessEpochSql } from './access-epoch.ts';
import { grantableKinds } from './grantable.ts';
import { abilities, type Ability, type Resource, type Scope, scopeOfRank } from './ladder.ts';
import type { Access, Caller } from './caller.ts';
import { keyRankSql } from './keys/key-rank.ts';
import type { Grant, Me } from './schemas.ts';
import type { z } from 'zod';

/**
 * The workspaces the caller can open. A key sees its own. `scoped` limits it to the organization of the current workspace.
 */
const workspacesSql = (
  scoped: boolean,
): string => `select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'rank', w.rank, 'inside', w.inside,
      'organization', jsonb_build_object('id', w.organization_id, 'slug', w.organization_slug, 'name', w.organization_name)) order by w.name, w.id), '[]') as workspaces
    from (
      select w.id, w.slug, w.name, o.id as organization_id, o.slug as organization_slug, o.name as organization_name,
        case when c.user_id is null then c.key_rank when g.role is null then null else least(g.role, c.key_rank) end as rank, g.inside
      from payload.workspaces w join payload.organizations o on o.id = w.organization_id
      left join lateral (select max(g.rank) filter (where g.resource_id in (w.id, w.organization_id)) as role, max(g.rank) as inside, count(*) as grants
        from marque.effective_grants g where g.user_id = c.user_id and (g.resource_id = w.organization_id or g.workspace_id = w.id)) g on true
      where (case when c.key_workspace is not null then w.id = c.key_workspace and (c.user_id is null or g.grants > 0) else g.grants > 0 end)
        ${scoped ? 'and w.organization_id = t.organization_id' : ''}
    ) w`;

export const workspacesQuery: Query<{ workspaces: WorkspaceItem[] }> = {
  name: 'workspaces',
  text: workspacesSql(true),
};

export interface WorkspaceItem {
  id: string;
  slug: string;
  name: string;
  rank: number | null;
  /** The highest of a person's grants on it and in it. */
  inside: number | null;
  organization: { id: string; slug: string; name: string };
}

export const meQuery: Query<MeRow> = {
  name: 'me',
  text: `select every.workspaces, w.slug as workspace_slug, w.name as workspace_name, o.slug as organization_slug, o.name as organization_name,
      (select max(g.rank) from marque.effective_grants g where g.user_id = c.user_id and g.resource_id = t.organization_id) as organization_rank,
      ${accessEpochSql} as access_epoch
    from (${workspacesSql(false)}) every left join payload.workspaces w on w.id = t.id left join payload.organizations o on o.id = t.organization_id`,
};

export interface MeRow {
  workspaces: WorkspaceItem[];
  workspace_slug: string | null;
  workspace_name: string | null;
  organization_slug: string | null;
  organization_name: string | null;
  organization_rank: number | null;
  access_epoch: string;
}

/**
 * The caller, from the row of `meQuery`.
 * @param onOrganization a key's access to its organization, which isn't in the row.
 */
export function meOf(
  caller: Exclude<Caller, { kind: 'nobody' }>,
  access: Access,
  row: MeRow,
  onOrganization: Access | null,
): z.input<typeof Me> {
  return {
    kind: caller.kind,
    id: caller.id,
    name: caller.name,
    email: caller.kind === 'person' ? caller.email : (caller.owner?.email ?? null),
    scope: access.scope,
    organizationScope: onOrganization ? onOrganization.scope : scopeOrNull(row.organization_rank),
    organization: access.organizationId
      ? { id: access.organizationId, slug: row.organization_slug ?? '', name: row.organization_name ?? '' }
      : null,
    workspace: access.workspaceId
      ? { id: access.workspaceId, slug: row.workspace_slug ?? '', name: row.workspace_name ?? '' }
      : null,
    workspaces: row.workspaces.map(({ rank, inside: _, ...workspace }) => ({
      ...workspace,
      scope: scopeOrNull(rank),
    })),
    accessEpoch: row.access_epoch,
  };
}

const keyColumns = `k.id, k.name, k.prefix, k.scope::text as scope,
    ${keyRankSql('k', '(select w.organization_id from payload.workspaces w where w.id = k.workspace_id)')} as rank, k.owner_id, o.name as owner_name, k.created_at,
    exists (select 1 from marque.oauth_connections n where n.key_id = k.id) as connected,
    coalesce((select max(r.expires_at) from marque.oauth_refreshes r where r.key_id = k.id and r.used_at is null), k.expires_at) as expires_at, k.last_used_at, k.calls,
    (select count(*) from marque.proposals q left join payload.assets a on a.id = q.asset_id
      where q.by_id = k.id and q.status = 'waiting' and a.deleted_at is null) as waiting`;

const keysOfWorkspace = statement(
  'keys:of-workspace',
  `select ${keyColumns} from payload.keys k left join payload.users o on o.id = k.owner_id where k.workspace_id = $1 and ($2::uuid is null or k.owner_id = $2) order by k.created_at desc, k.id`,
);
const keyById = statement(
  'keys:one',
  `select ${keyColumns}, k.workspace_id from payload.keys k left join payload.users o on o.id = k.owner_id where k.id = $1`,
);

interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  scope: Scope;
  rank: number;
  owner_id: string | null;
  owner_name: string | null;
  connected: boolean;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  calls: number | null;
  waiting: number;
  workspace_id: string;
}

export function toKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope,
    effectiveScope: scopeOrNull(row.rank) ?? row.scope,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
    connected: row.connected,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    calls: row.calls ?? 0,
    waiting: row.waiting,
  };
}

/** The keys of a workspace, newest first; only those of `owner` if given. */
export async function listKeys(db: Db, workspaceId: string, ownerId: string | null) {
  return (await db.query<KeyRow>(keysOfWorkspace, [workspaceId, ownerId])).map(toKey);
}

export async function findKey(db: Db, id: string): Promise<KeyRow | null> {
  return (await db.query<KeyRow>(keyById, [id]))[0] ?? null;
}

/** SQL for the name of the resource of a grant or invitation. */
export function labelOf(alias: string): string {
  const own = [
    { name: 'organization', table: 'payload.organizations', label: 'name' },
    { name: 'workspace', table: 'payload.workspaces', label: 'name' },
    ...grantableKinds(),
  ].map(
    ({ name, table, label }) =>
      `when '${name}' then (select x.${label} from ${table} x where x.id = ${alias}.resource_id::uuid)`,
  );
  return `coalesce(case ${alias}.resource::text ${own.join(' ')}
    else (select x.name from marque.resources x where x.id = ${alias}.resource_id::uuid) end, '')`;
}

/**
 * Columns of a grant `g` with its holder, for `from ${grantTables}`. Call it in a statement's function: it depends on which modules are
 * registered.
 */
export const grantColumns =
  (): string => `g.id, g.user_id, u.name as user_name, u.email as user_email, g.group_id, x.name as group_name,
    g.resource::text as resource, g.resource_id, ${labelOf('g')} as label, g.scope::text as scope, g.limits, g.created_at, g.organization_id, g.workspace_id`;
export const grantTables = `payload.grants g left join payload.users u on u.id = g.user_id left join payload.groups x on x.id = g.group_id`;

const grantById = statement(
  'grants:one',
  () => `select ${grantColumns()} from ${grantTables} where g.id = $1`,
);

export interface GrantRow {
  id: string;
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  group_id: string | null;
  group_name: string | null;
  resource: Resource;
  resource_id: string;
  label: string;
  scope: Scope;
  limits: Ability[] | null;
  created_at: Date;
  organization_id: string;
  workspace_id: string | null;
}

export async function findGrant(db: Db, id: string): Promise<GrantRow | null> {
  return (await db.query<GrantRow>(grantById, [id]))[0] ?? null;
}

export function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    user:
      row.user_id === null
        ? null
        : { id: row.user_id, name: row.user_name ?? '', email: row.user_email ?? '' },
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
    resource: row.resource,
    resourceId: row.resource_id,
    label: row.label,
    scope: row.scope,
    limits: abilities.filter((ability) => (row.limits ?? []).includes(ability)),
    createdAt: row.created_at.toISOString(),
  };
}

export function scopeOrNull(rank: unknown): Scope | null {
  return typeof rank === 'number' ? scopeOfRank(rank) : null;
}
