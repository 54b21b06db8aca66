// Giving and taking grants.
import type { PayloadRequest } from 'payload';
import { statement, type Db } from '../db/pool.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Ability, Resource, Scope } from './ladder.ts';
import type { GrantRow } from './queries.ts';

export interface NewGrant {
  userId: string;
  resource: Resource;
  resourceId: string;
  scope: Scope;
  limits: Ability[];
  organizationId: string;
  workspaceId: string | null;
}

const personThere = statement('grants:person', 'select id from users where id = $1');
const present = statement(
  'grants:present',
  `select id, scope::text as scope, limits from grants where user_id = $1 and resource::text = $2 and resource_id = $3`,
);
const scopeNow = statement('grants:scope', 'select scope::text as scope from grants where id = $1');
// Held while an organization's admins change, so that the last two can't be taken at the same moment.
const lockOrganization = statement('grants:lock', 'select id from organizations where id = $1 for update');
const adminsLeft = statement(
  'grants:admins',
  `select count(*) as admins from marque.grant_reach where resource_id = $1 and rank = 4 and grant_id <> $2`,
);

/**
 * Gives a grant, or changes the one that the holder has there.
 *
 * @returns what was there before: null for a new one.
 * @throws Refusal invalid (no such person), conflict (an organization's last admin).
 */
export async function giveGrant(
  req: PayloadRequest,
  db: Db,
  grant: NewGrant,
): Promise<{ id: string; before: { scope: Scope; limits: Ability[] } | null }> {
  await db.query(lockOrganization, [grant.organizationId]);
  if ((await db.query(personThere, [grant.userId])).length === 0)
    throw invalid([{ path: 'user', message: 'There is no such person here. Invite them first.' }]);
  const [known] = await db.query<{ id: string; scope: Scope; limits: Ability[] | null }>(present, [
    grant.userId,
    grant.resource,
    grant.resourceId,
  ]);
  if (known) {
    if (known.scope === 'admin' && grant.scope !== 'admin') await keepAnAdmin(db, grant, known.id);
    await req.payload.update({
      collection: 'grants',
      id: known.id,
      data: { scope: grant.scope, limits: grant.limits },
      req,
      depth: 0,
    });
    return { id: known.id, before: { scope: known.scope, limits: known.limits ?? [] } };
  }
  const { id } = await req.payload.create({
    collection: 'grants',
    req,
    depth: 0,
    data: {
      user: grant.userId,
      resource: grant.resource,
      resourceId: grant.resourceId,
      scope: grant.scope,
      limits: grant.limits,
      organization: grant.organizationId,
      workspace: grant.workspaceId,
    },
  });
  return { id, before: null };
}

/**
 * Takes a grant back.
 * @throws Refusal conflict for an organization's last admin; not_found when somebody else has just taken it.
 */
export async function takeGrant(req: PayloadRequest, db: Db, grant: GrantRow): Promise<void> {
  await db.query(lockOrganization, [grant.organization_id]);
  // Read again under the lock: it may have been changed, or taken, since the caller saw it.
  const [now] = await db.query<{ scope: Scope }>(scopeNow, [grant.id]);
  if (!now) throw new Refusal('not_found', 'This grant has just been taken back.');
  if (now.scope === 'admin')
    await keepAnAdmin(db, { resource: grant.resource, resourceId: grant.resource_id }, grant.id);
  await req.payload.delete({ collection: 'grants', id: grant.id, req, depth: 0 });
}

async function keepAnAdmin(
  db: Db,
  on: { resource: Resource; resourceId: string },
  grantId: string,
): Promise<void> {
  if (on.resource !== 'organization') return;
  const [left] = await db.query<{ admins: number }>(adminsLeft, [on.resourceId, grantId]);
  if ((left?.admins ?? 0) === 0) {
    throw new Refusal(
      'conflict',
      'An organization keeps at least one admin. Make somebody else an admin first.',
    );
  }
}
