// Gives a person the grants that the app says they have, and takes those that it no longer says. Grants made here by hand stay, unless
// the app names the same resource: then its word counts.
import type { PayloadRequest } from 'payload';
import type { PersonCaller } from '../../core/access/caller.ts';
import { putGrant, removeGrant } from '../../core/access/grants/grants.ts';
import type { Ability } from '../../core/access/ladder.ts';
import { findGrant } from '../../core/access/queries.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { recordOn } from '../../core/events/record.ts';
import { lockOrganizationRow } from '../organizations.ts';
import type { WantedGrant } from './wanted-grants.ts';

/** A grant that the app gave earlier. */
export interface GrantOfApp extends WantedGrant {
  id: string;
}

const mark = statement(
  'app-people:mark-grant',
  'insert into marque.app_grants (grant_id, person_id) values ($1, $2) on conflict do nothing',
);

const reason = 'by the app';

async function give(
  req: PayloadRequest,
  db: Db,
  person: PersonCaller,
  { scope, limits, ...on }: WantedGrant,
): Promise<void> {
  const holder = { user: person.id };
  const given = await putGrant(req, db, { holder, ...on }, () => ({ scope, limits }));
  await db.query(mark, [given.id, person.id]);
  if (given.before?.scope === scope && sameLimits(given.before.limits, limits)) return;
  const { resource, resourceId, organizationId, workspaceId } = on;
  const label = (await findGrant(db, given.id))?.label ?? '';
  await recordOn(db, 'system', {
    type: given.before ? 'grant.changed' : 'grant.given',
    organizationId,
    workspaceId,
    subject: { kind: 'person', id: person.id },
    detail: {
      grant: given.id,
      resource,
      resourceId,
      label,
      before: given.before,
      after: given.after,
      reason,
    },
  });
}

const sameLimits = (one: readonly Ability[], other: readonly Ability[]): boolean =>
  one.length === other.length && one.every((ability) => other.includes(ability));

/** An organization's last admin goes like everyone else: the app decides, and can name another. */
async function take(req: PayloadRequest, db: Db, person: PersonCaller, grant: GrantOfApp): Promise<void> {
  const { id, resource, resourceId, organizationId, workspaceId, scope, limits } = grant;
  const label = (await findGrant(db, id))?.label ?? '';
  await removeGrant(req, id);
  await recordOn(db, 'system', {
    type: 'grant.taken',
    organizationId,
    workspaceId,
    subject: { kind: 'person', id: person.id },
    detail: { grant: id, resource, resourceId, label, before: { scope, limits }, after: null, reason },
  });
}

/** @param grants by `{resource} {id}`: `wanted` is what the app says now, `held` what it said before. */
export async function giveGrants(
  req: PayloadRequest,
  db: Db,
  person: PersonCaller,
  { wanted, held }: { wanted: ReadonlyMap<string, WantedGrant>; held: readonly GrantOfApp[] },
): Promise<void> {
  const gone = held.filter(({ resource, resourceId }) => !wanted.has(`${resource} ${resourceId}`));
  const organizations = new Set([...wanted.values(), ...gone].map((grant) => grant.organizationId));
  for (const id of [...organizations].sort()) await lockOrganizationRow(db, id);
  for (const grant of wanted.values()) await give(req, db, person, grant);
  for (const grant of gone) await take(req, db, person, grant);
}
