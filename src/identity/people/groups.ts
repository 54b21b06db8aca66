// Groups of people: their members and grants. The triggers of marque.group_members apply changes to access.
import type { PayloadRequest } from 'payload';
import { keepingAnAdmin, peopleIn } from '../../core/access/grants/grants.ts';
import { grantColumns, grantTables, toGrant, type GrantRow } from '../../core/access/queries.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import type { Group, Person } from './schemas.ts';
import { collectionSlug } from '../../core/collection-names.ts';

const groupsOf = statement(
  'groups:list',
  `select id, name, organization_id, created_at from payload.groups
   where organization_id = $1 and ($2::uuid is null or id = $2) order by lower(name), id`,
);
const membersOf = statement(
  'groups:members',
  `select m.group_id, u.id, u.name, u.email from marque.group_members m join payload.users u on u.id = m.user_id
   where m.group_id = any($1::uuid[]) order by lower(u.name), u.id`,
);
const grantsOf = statement(
  'groups:grants',
  () =>
    `select ${grantColumns()} from ${grantTables} where g.group_id = any($1::uuid[]) order by g.created_at, g.id`,
);
const groupById = statement(
  'groups:one',
  'select id, name, organization_id from payload.groups where id = $1',
);

interface GroupRow {
  id: string;
  name: string;
  organization_id: string;
}

/** @throws ApiError not_found: access was checked before, so it was deleted since. */
async function groupNow(db: Db, id: string): Promise<GroupRow> {
  const [group] = await db.query<GroupRow>(groupById, [id]);
  if (!group) throw new ApiError('not_found', 'This group was just deleted.');
  return group;
}

/** The groups of an organization by name, each with its members and grants; only one if `id` is given. */
export async function listGroups(db: Db, organizationId: string, id: string | null = null): Promise<Group[]> {
  const rows = await db.query<GroupRow & { created_at: Date }>(groupsOf, [organizationId, id]);
  const ids = rows.map((group) => group.id);
  const members = await db.query<Person & { group_id: string }>(membersOf, [ids]);
  const grants = await db.query<GrantRow>(grantsOf, [ids]);
  return rows.map((group) => ({
    id: group.id,
    name: group.name,
    members: members.filter((one) => one.group_id === group.id).map(({ group_id: _, ...person }) => person),
    grants: grants.filter((grant) => grant.group_id === group.id).map(toGrant),
    createdAt: group.created_at.toISOString(),
  }));
}

export async function oneGroup(db: Db, id: string): Promise<Group> {
  const [group] = await listGroups(db, (await groupNow(db, id)).organization_id, id);
  if (!group) throw new Error('The group could not be read back.');
  return group;
}

const sameName = statement(
  'groups:name',
  'select id from payload.groups where organization_id = $1 and lower(name) = lower($2) and id is distinct from $3::uuid',
);

async function demandFreeName(
  db: Db,
  organizationId: string,
  name: string,
  own: string | null,
): Promise<void> {
  if ((await db.query(sameName, [organizationId, name, own])).length > 0)
    throw new ApiError('conflict', `A group named ${name} already exists. Choose another name.`);
}

/**
 * Checks that people can be members: those in the organization, and current members of the group.
 * @throws ApiError invalid at the paths of all others.
 */
async function demandPeople(
  db: Db,
  organizationId: string,
  wanted: { path: string; ids: readonly string[] },
  present: readonly string[] = [],
): Promise<void> {
  const there = new Set([...present, ...(await peopleIn(db, organizationId, wanted.ids))]);
  const missing = wanted.ids.flatMap((id, at) =>
    there.has(id)
      ? []
      : [
          {
            path: `${wanted.path}[${at}]`,
            message: 'Person not found in this organization. Invite them first.',
          },
        ],
  );
  if (missing.length > 0) throw invalid(missing);
}

const addMembers = statement(
  'groups:add',
  `insert into marque.group_members (group_id, user_id) select $1::uuid, id from unnest($2::uuid[]) id
   on conflict do nothing returning user_id as id`,
);
const removeMembers = statement(
  'groups:remove',
  'delete from marque.group_members where group_id = $1 and user_id = any($2::uuid[]) returning user_id as id',
);
const namesOf = statement(
  'groups:names',
  'select id, name from payload.users where id = any($1::uuid[]) order by name, id',
);

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** Creates a group with its first members. */
export async function makeGroup(
  req: PayloadRequest,
  db: Db,
  organizationId: string,
  group: { name: string; members: string[] },
): Promise<Group> {
  return keepingAnAdmin(db, organizationId, async () => {
    await demandFreeName(db, organizationId, group.name, null);
    await demandPeople(db, organizationId, { path: 'members', ids: group.members });
    const { id } = await req.payload.create({
      collection: collectionSlug('groups'),
      data: { name: group.name, organization: organizationId },
      req,
      depth: 0,
    });
    const added = idsOf(await db.query<{ id: string }>(addMembers, [id, group.members]));
    await record(req, {
      type: 'group.created',
      organizationId,
      subject: { kind: 'group', id },
      detail: { before: null, after: { name: group.name }, added: await db.query(namesOf, [added]) },
    });
    return oneGroup(db, id);
  });
}

export interface GroupChange {
  name?: string | undefined;
  /** All members after the change. */
  members?: string[] | undefined;
  add?: string[] | undefined;
  remove?: string[] | undefined;
}

const memberIds = statement(
  'groups:member-ids',
  'select user_id as id from marque.group_members where group_id = $1',
);

/**
 * Renames a group or changes its members.
 * @throws ApiError invalid (not in the organization), conflict (name taken, or the organization's last admin
 * would leave).
 */
export async function changeGroup(
  req: PayloadRequest,
  db: Db,
  id: string,
  change: GroupChange,
): Promise<Group> {
  const { organization_id: organizationId } = await groupNow(db, id);
  return keepingAnAdmin(db, organizationId, async () => {
    const now = await groupNow(db, id);
    const { name = now.name, members } = change;
    if (name !== now.name) {
      await demandFreeName(db, organizationId, name, id);
      await req.payload.update({ collection: collectionSlug('groups'), id, data: { name }, req, depth: 0 });
    }
    const present = idsOf(await db.query<{ id: string }>(memberIds, [id]));
    const remove = members ? present.filter((one) => !members.includes(one)) : (change.remove ?? []);
    const wanted = members ?? change.add ?? [];
    await demandPeople(db, organizationId, { path: members ? 'members' : 'add', ids: wanted }, present);
    const removed = idsOf(await db.query<{ id: string }>(removeMembers, [id, remove]));
    const added = idsOf(await db.query<{ id: string }>(addMembers, [id, wanted]));
    if (name !== now.name || added.length > 0 || removed.length > 0) {
      await record(req, {
        type: 'group.changed',
        organizationId,
        subject: { kind: 'group', id },
        detail: {
          before: { name: now.name },
          after: { name },
          added: await db.query(namesOf, [added]),
          removed: await db.query(namesOf, [removed]),
        },
      });
    }
    return oneGroup(db, id);
  });
}

/**
 * Deletes a group, and with it the access its members had through it.
 * @throws ApiError conflict (the organization's last admin was in it), not_found (already deleted).
 */
export async function deleteGroup(req: PayloadRequest, db: Db, id: string): Promise<void> {
  const { organization_id: organizationId } = await groupNow(db, id);
  await keepingAnAdmin(db, organizationId, async () => {
    const before = await oneGroup(db, id);
    await req.payload.delete({ collection: collectionSlug('groups'), id, req, depth: 0 });
    await record(req, {
      type: 'group.deleted',
      organizationId,
      subject: { kind: 'group', id },
      detail: {
        before: {
          name: before.name,
          members: before.members.map(({ id, name }) => ({ id, name })),
          grants: before.grants.map(({ resource, resourceId, label, scope, limits }) => ({
            resource,
            resourceId,
            label,
            scope,
            limits,
          })),
        },
        after: null,
      },
    });
  });
}
