// Creating and removing grants, and the rule that an organization always keeps an admin.
import type { PayloadRequest } from 'payload';
import { statement, type Db } from '../../db/pool.ts';
import { invalid, ApiError } from '../../errors.ts';
import type { Ability, Resource, Scope } from '../ladder.ts';
import { grantColumns, grantTables, labelOf, toGrant, type GrantRow } from '../queries.ts';
import type { Grant } from '../schemas.ts';
import { holdersInOrganization } from './grant-sql.ts';
import { collectionSlug } from '../../collection-names.ts';

/** Who a grant is for: a person or a group. */
export type Holder = { user: string } | { group: string };

export interface NewGrant {
  holder: Holder;
  resource: Resource;
  resourceId: string;
  scope: Scope;
  limits: Ability[];
  organizationId: string;
  workspaceId: string | null;
}

// Held while access changes in an organization, so that its last two admins can't be removed at the same time.
const lockOrganization = statement(
  'grants:lock',
  'select id from payload.organizations where id = $1 for update',
);
const adminsOf = statement(
  'grants:admins',
  'select count(distinct user_id) as admins from marque.effective_grants where resource_id = $1 and rank = 4',
);

/**
 * Runs work that changes access in an organization, one at a time, and makes sure that an admin remains. Counts people, whether
 * they're admins by their own grant or through a group.
 *
 * @throws not_found (the organization was just deleted), conflict (its last admin).
 */
export async function keepingAnAdmin<T>(db: Db, organizationId: string, work: () => Promise<T>): Promise<T> {
  if ((await db.query(lockOrganization, [organizationId])).length === 0)
    throw new ApiError('not_found', 'This organization was just deleted.');
  const admins = async (): Promise<number> =>
    (await db.query<{ admins: number }>(adminsOf, [organizationId]))[0]?.admins ?? 0;
  const before = await admins();
  const result = await work();
  if (before > 0 && (await admins()) === 0) {
    throw new ApiError(
      'conflict',
      'An organization needs at least one admin. Make someone else an admin first.',
    );
  }
  return result;
}

const peopleThere = statement(
  'grants:people',
  `select u.id from payload.users u where u.id = any($1::uuid[])
     and (exists (select 1 from marque.effective_grants g where g.user_id = u.id and g.organization_id = $2)
       or exists (select 1 from marque.group_members m join payload.groups x on x.id = m.group_id where m.user_id = u.id and x.organization_id = $2))`,
);
const groupThere = statement(
  'grants:group',
  'select id from payload.groups where id = $1 and organization_id = $2',
);

/** Which of these people are in the organization, by their own grant or a group. Says nothing about others. */
export async function peopleIn(db: Db, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(peopleThere, [[...ids], organizationId]);
  return new Set(rows.map(({ id }) => id));
}

/** @throws invalid if the holder isn't in this organization. */
async function demandHolder(db: Db, organizationId: string, holder: Holder): Promise<void> {
  if ('group' in holder) {
    if ((await db.query(groupThere, [holder.group, organizationId])).length === 0)
      throw invalid([{ path: 'group', message: 'No group with this ID in this organization.' }]);
  } else if (!(await peopleIn(db, organizationId, [holder.user])).has(holder.user.toLowerCase())) {
    throw invalid([{ path: 'user', message: 'No one with this ID in the organization. Invite them first.' }]);
  }
}

const present = statement(
  'grants:present',
  `select id, scope::text as scope, limits from payload.grants
   where (user_id = $1::uuid or group_id = $2::uuid) and resource::text = $3 and resource_id = $4`,
);

export interface GrantBefore {
  scope: Scope;
  limits: Ability[];
}

export interface Given {
  id: string;
  /** The grant before; null for a new one. */
  before: GrantBefore | null;
  after: GrantBefore;
}

/**
 * Creates a grant, or changes the holder's existing one.
 *
 * @throws invalid (no such person or group in the organization), conflict (an organization's last admin).
 */
export async function giveGrant(req: PayloadRequest, db: Db, grant: NewGrant): Promise<Given> {
  return keepingAnAdmin(db, grant.organizationId, async () => {
    await demandHolder(db, grant.organizationId, grant.holder);
    return putGrant(req, db, grant, () => grant);
  });
}

/**
 * The same, for work that already holds the lock and has checked the holder: `settle` returns the new grant, given the existing one.
 */
export async function putGrant(
  req: PayloadRequest,
  db: Db,
  grant: Omit<NewGrant, 'scope' | 'limits'>,
  settle: (before: GrantBefore | null) => GrantBefore,
): Promise<Given> {
  const user = 'user' in grant.holder ? grant.holder.user : null;
  const group = 'group' in grant.holder ? grant.holder.group : null;
  const [known] = await db.query<{ id: string; scope: Scope; limits: Ability[] | null }>(present, [
    user,
    group,
    grant.resource,
    grant.resourceId,
  ]);
  const before = known ? { scope: known.scope, limits: known.limits ?? [] } : null;
  const { scope, limits } = settle(before);
  const after = { scope, limits };
  if (known) {
    await req.payload.update({
      collection: collectionSlug('grants'),
      id: known.id,
      data: after,
      req,
      depth: 0,
    });
    return { id: known.id, before, after };
  }
  const { id } = await req.payload.create({
    collection: collectionSlug('grants'),
    req,
    depth: 0,
    data: {
      user,
      group,
      resource: grant.resource,
      resourceId: grant.resourceId,
      scope,
      limits,
      organization: grant.organizationId,
      workspace: grant.workspaceId,
    },
  });
  return { id, before: null, after };
}

const stillThere = statement('grants:there', 'select id from payload.grants where id = $1');

/**
 * Removes a grant.
 * @throws conflict for an organization's last admin; not_found if someone else just removed it.
 */
export async function takeGrant(req: PayloadRequest, db: Db, grant: GrantRow): Promise<void> {
  await keepingAnAdmin(db, grant.organization_id, async () => {
    // Read again under the lock: it may have been removed since the caller saw it.
    if ((await db.query(stillThere, [grant.id])).length === 0)
      throw new ApiError('not_found', 'This grant was just removed.');
    await removeGrant(req, grant.id);
  });
}

/** The same without a question about who is left: for whoever decides that elsewhere. */
export async function removeGrant(req: PayloadRequest, id: string): Promise<void> {
  await req.payload.delete({ collection: collectionSlug('grants'), id, req, depth: 0 });
}

const at = (alias: string): string =>
  `${alias}.organization_id = $1 and ($2::uuid is null or ${alias}.workspace_id is null or ${alias}.workspace_id = $2)`;
const grantsOfPlace = statement(
  'grants:at',
  () => `select ${grantColumns()}, array(select r.user_id from ${holdersInOrganization('$1')} r where r.grant_id = g.id) as people
   from ${grantTables} where ${at('g')} order by g.created_at, g.id`,
);

/** The grants in an organization, each with the people it applies to; for a workspace, those in it or above it. */
export async function grantsAt(
  db: Db,
  organizationId: string,
  workspaceId: string | null,
): Promise<{ grant: Grant; people: string[] }[]> {
  const rows = await db.query<GrantRow & { people: string[] }>(grantsOfPlace, [organizationId, workspaceId]);
  return rows.map((row) => ({ grant: toGrant(row), people: row.people }));
}

const groupsOfPlace = statement(
  'grants:groups-at',
  `select x.id, x.name from payload.groups x
   where x.organization_id = $1 and exists (select 1 from payload.grants g where g.group_id = x.id and ${at('g')}) order by lower(x.name), x.id`,
);

/** The groups with grants in an organization, by name; for a workspace, those with grants in it or above it. */
export async function groupsAt(
  db: Db,
  organizationId: string,
  workspaceId: string | null,
): Promise<{ id: string; name: string }[]> {
  return db.query(groupsOfPlace, [organizationId, workspaceId]);
}

const ownGrants = statement(
  'grants:own',
  () =>
    `select ${grantColumns()} from ${grantTables} where g.user_id = $1 and g.organization_id = $2 order by g.created_at, g.id`,
);
const dropOwn = statement(
  'grants:drop-own',
  'delete from payload.grants where user_id = $1 and organization_id = $2',
);

/** Removes a person's own grants in an organization. @returns them. */
export async function removeGrantsOf(db: Db, personId: string, organizationId: string): Promise<Grant[]> {
  const grants = (await db.query<GrantRow>(ownGrants, [personId, organizationId])).map(toGrant);
  await db.query(dropOwn, [personId, organizationId]);
  return grants;
}

const dropOn = statement(
  'grants:drop-on',
  'delete from payload.grants where resource::text = $1 and resource_id = any($2::text[])',
);

/** Removes the grants on deleted resources. */
export async function removeGrantsOn(db: Db, resource: Resource, ids: readonly string[]): Promise<void> {
  await db.query(dropOn, [resource, [...ids]]);
}

const copy = statement(
  'grants:copy',
  () => `with copied as (
     insert into payload.grants (id, user_id, group_id, resource, resource_id, scope, limits, organization_id, workspace_id, created_at, updated_at)
     select gen_random_uuid(), g.user_id, g.group_id, g.resource, $3, g.scope, g.limits, g.organization_id, g.workspace_id, now(), now()
     from payload.grants g where g.resource::text = $1 and g.resource_id = $2
     on conflict do nothing returning *)
   select c.id, c.user_id, c.group_id, c.scope::text as scope, coalesce(c.limits, '[]') as limits, c.workspace_id, ${labelOf('c')} as label
   from copied c order by c.id`,
);

export interface CopiedGrant {
  id: string;
  user_id: string | null;
  group_id: string | null;
  scope: Scope;
  limits: Ability[];
  workspace_id: string | null;
  /** Name of the resource. */
  label: string;
}

/** Gives everyone with a grant on one resource the same on another. @returns the new grants. */
export async function copyGrants(
  db: Db,
  resource: Resource,
  { from, to }: { from: string; to: string },
): Promise<CopiedGrant[]> {
  return db.query<CopiedGrant>(copy, [resource, from, to]);
}
