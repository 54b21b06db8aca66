// The people of an organization: their access in it, and removing someone from it.
import { holdersInOrganization } from '../../core/access/grant-sql.ts';
import { grantsAt, keepingAnAdmin, peopleIn, removeGrantsOf } from '../../core/access/grants.ts';
import type { Caller } from '../../core/access/caller.ts';
import { revokeKeys } from '../../core/access/revoke-keys.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { recordOn } from '../../core/events/record.ts';
import { ApiError } from '../../core/errors.ts';
import type { Member, Person } from './schemas.ts';

// An admin of one workspace sees everyone with access to it: through a grant in it, or from the organization above.
const inPlace = (alias: string): string =>
  `($2::uuid is null or ${alias}.workspace_id is null or ${alias}.workspace_id = $2)`;

const peopleOf = statement(
  'members:people',
  `select u.id, u.name, u.email from payload.users u where u.id in (
     select r.user_id from ${holdersInOrganization('$1')} r where ${inPlace('r')}
     union select m.user_id from marque.group_members m join payload.groups x on x.id = m.group_id where x.organization_id = $1 and $2::uuid is null)
   order by lower(u.name), u.id`,
);

/**
 * The people of an organization by name, with their access; for a workspace, only those with access to it.
 */
export async function listMembers(
  db: Db,
  organizationId: string,
  workspaceId: string | null,
): Promise<Member[]> {
  const values = [organizationId, workspaceId];
  const people = await db.query<Person>(peopleOf, values);
  const members = new Map(people.map((person): [string, Member] => [person.id, { ...person, grants: [] }]));
  for (const { grant, people: holders } of await grantsAt(db, organizationId, workspaceId))
    for (const id of holders) members.get(id)?.grants.push(grant);
  return [...members.values()];
}

const personById = statement('members:person', 'select id, name, email from payload.users where id = $1');
const leaveGroups = statement(
  'members:leave-groups',
  `delete from marque.group_members m using payload.groups x
   where m.user_id = $1 and x.id = m.group_id and x.organization_id = $2 returning x.id, x.name`,
);
const ownedKeys = statement(
  'members:owned-keys',
  'select k.id from payload.keys k join payload.workspaces w on w.id = k.workspace_id where k.owner_id = $1 and w.organization_id = $2',
);
const withdrawOffers = statement(
  'members:withdraw',
  `update marque.invitations i set withdrawn_at = now()
   where i.email = $1 and i.organization_id = $2 and i.taken_at is null and i.withdrawn_at is null returning i.id`,
);

/**
 * Removes a person from an organization: their grants, group memberships, keys and open invitations in it.
 * Their account and their work stay.
 *
 * @throws ApiError not_found (not in this organization), conflict (its last admin).
 */
export async function removeMember(
  db: Db,
  caller: Caller,
  organizationId: string,
  id: string,
): Promise<void> {
  await keepingAnAdmin(db, organizationId, async () => {
    const [person] = await db.query<Person>(personById, [id]);
    if (!person || !(await peopleIn(db, organizationId, [id])).has(id))
      throw new ApiError('not_found', 'Person not found in this organization.');
    const values = [id, organizationId];
    const grants = await removeGrantsOf(db, id, organizationId);
    const groups = await db.query(leaveGroups, values);
    const owned = await db.query<{ id: string }>(ownedKeys, values);
    const revoked = await revokeKeys(
      db,
      owned.map(({ id: key }) => key),
    );
    const keys = revoked.map(({ id: key, name, scope }) => ({ id: key, name, scope }));
    const offers = await db.query(withdrawOffers, [person.email, organizationId]);
    await recordOn(db, caller, {
      type: 'person.removed',
      organizationId,
      subject: { kind: 'person', id },
      detail: {
        name: person.name,
        before: {
          grants: grants.map(({ resource, resourceId, label, scope, limits }) => ({
            resource,
            resourceId,
            label,
            scope,
            limits,
          })),
          groups,
          keys,
          invitations: offers.length,
        },
        after: null,
      },
    });
  });
}
