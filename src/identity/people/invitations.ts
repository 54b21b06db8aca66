// Invitations: an offer of a grant to anyone with the link; single use, valid for seven days. Only hashes of
// the tokens are stored.
import { randomBytes } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { hasGrant } from '../../core/access/grants/grant-sql.ts';
import { keepingAnAdmin, putGrant, type Given } from '../../core/access/grants/grants.ts';
import { hashSecret } from '../../core/access/keys/keys.ts';
import type { Caller } from '../../core/access/caller.ts';
import { abilities, type Ability, type Resource, type Scope } from '../../core/access/ladder.ts';
import { lockOrganizationRow } from '../organizations.ts';
import { labelOf } from '../../core/access/queries.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { recordOn } from '../../core/events/record.ts';
import { sendMail } from '../../core/mail/send.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { invitationMail } from '../mails.ts';
import { ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { addedTo } from './rules.ts';
import type { Invitation, Offer, SentInvitation } from './schemas.ts';

const lifeDays = 7;
/** How long closed invitations are kept, to explain to latecomers what happened to theirs. */
const rememberedDays = 90;

export interface InvitationRow {
  id: string;
  email: string;
  resource: Resource;
  resource_id: string;
  label: string;
  scope: Scope;
  limits: Ability[];
  organization_id: string;
  organization_name: string;
  workspace_id: string | null;
  inviter_name: string;
  created_at: Date;
  expires_at: Date;
}

// An admin of its workspace, or of the organization for invitations to that: the same as for creating a grant
// there.
const isAdminThere = (person: string): string => hasGrant(person, ['i.organization_id', 'i.workspace_id'], 4);

/**
 * True while the inviter of `i` could still create the grant themselves: nobody can give more than they have,
 * later either.
 */
const inviterMay = `case i.inviter_kind when 'person' then ${isAdminThere('i.inviter_id')}
    else exists (select 1 from payload.keys k join payload.workspaces w on w.id = k.workspace_id
      where k.id = i.inviter_id and k.scope = 'admin' and (k.expires_at is null or k.expires_at > now())
        and case when i.workspace_id is null then w.organization_id = i.organization_id and ${isAdminThere('coalesce(k.owner_id, k.made_by_id)')}
          else w.id = i.workspace_id and (k.owner_id is null or ${isAdminThere('k.owner_id')}) end) end`;

/** Call it in a statement's function: it depends on which modules are registered. */
const columns =
  (): string => `i.id, i.email, i.resource, i.resource_id, ${labelOf('i')} as label, i.scope, i.limits, i.organization_id,
    o.name as organization_name, i.workspace_id, i.inviter_name, i.created_at, i.expires_at`;
const tables = 'marque.invitations i join payload.organizations o on o.id = i.organization_id';
export const isOpen = 'i.taken_at is null and i.withdrawn_at is null';

const openOnes = statement(
  'invitations:open',
  () => `select ${columns()} from ${tables} where i.organization_id = $1 and ($2::uuid is null or i.workspace_id = $2) and ${isOpen}
   order by i.created_at desc, i.id`,
);
const openById = statement(
  'invitations:one',
  () => `select ${columns()} from ${tables} where i.id = $1 and ${isOpen}`,
);

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    resource: row.resource,
    resourceId: row.resource_id,
    label: row.label,
    scope: row.scope,
    limits: abilities.filter((ability) => row.limits.includes(ability)),
    invitedBy: row.inviter_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Open invitations, newest first, including expired ones: of a workspace, or of the whole organization. */
export async function listInvitations(
  db: Db,
  organizationId: string,
  workspaceId: string | null,
): Promise<Invitation[]> {
  return (await db.query<InvitationRow>(openOnes, [organizationId, workspaceId])).map(toInvitation);
}

/** An open invitation, or null. */
export async function findInvitation(db: Db, id: string): Promise<InvitationRow | null> {
  return (await db.query<InvitationRow>(openById, [id]))[0] ?? null;
}

export interface NewInvitation {
  email: string;
  resource: Resource;
  resourceId: string;
  scope: Scope;
  limits: Ability[];
  place: { organizationId: string; workspaceId: string | null };
}

/** The changes an invitation can have; the person who makes one becomes its inviter. */
export interface Inviting {
  service: Service;
  db: Db;
  caller: Caller;
}

const known = statement(
  'invitations:known',
  `select i.id, i.scope, i.limits from marque.invitations i where i.email = $1 and i.resource_id = $2 and ${isOpen} for update`,
);
const insert = statement(
  'invitations:insert',
  `insert into marque.invitations (email, resource, resource_id, organization_id, workspace_id, scope, limits,
     inviter_kind, inviter_id, inviter_name, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
);
const renew = statement(
  'invitations:renew',
  `update marque.invitations set scope = $2, limits = $3, inviter_kind = $4, inviter_id = $5, inviter_name = $6, expires_at = $7
   where id = $1`,
);
const replaceLinks = statement(
  'invitations:replace-links',
  'update marque.invitation_links set replaced = true where invitation_id = $1',
);
const insertLink = statement(
  'invitations:link',
  'insert into marque.invitation_links (token_hash, invitation_id) values ($1, $2)',
);
const forget = statement(
  'invitations:forget',
  `delete from marque.invitations where organization_id = $1
     and coalesce(taken_at, withdrawn_at, expires_at) < now() - make_interval(days => ${rememberedDays})`,
);

async function hold(db: Db, organizationId: string): Promise<void> {
  if (!(await lockOrganizationRow(db, organizationId)))
    throw new ApiError('not_found', 'This organization was just deleted.');
}

const inSevenDays = (): Date => new Date(Date.now() + lifeDays * 24 * 60 * 60 * 1000);

function answering(caller: Caller): [kind: string, id: string, name: string] {
  if (caller.kind === 'nobody') throw new Error('An invitation needs an inviter.');
  return [caller.kind, caller.id, caller.name];
}

/** Creates an invitation, or updates and renews the address's open one for the same resource. */
export async function invite(context: Inviting, invitation: NewInvitation): Promise<SentInvitation> {
  const { db, caller } = context;
  const { email, resource, resourceId, scope, limits, place } = invitation;
  await hold(db, place.organizationId);
  await db.query(forget, [place.organizationId]);
  const [before] = await db.query<{ id: string; scope: Scope; limits: Ability[] }>(known, [
    email,
    resourceId,
  ]);
  let id = before?.id;
  if (id) {
    await db.query(renew, [id, scope, JSON.stringify(limits), ...answering(caller), inSevenDays()]);
  } else {
    const [row] = await db.query<{ id: string }>(insert, [
      email,
      resource,
      resourceId,
      place.organizationId,
      place.workspaceId,
      scope,
      JSON.stringify(limits),
      ...answering(caller),
      inSevenDays(),
    ]);
    id = row?.id ?? '';
  }
  return send(context, id, (row) => ({
    type: before ? 'invitation.changed' : 'invitation.created',
    before: before ? { scope: before.scope, limits: before.limits } : null,
    after: { scope: row.scope, limits: row.limits },
  }));
}

/** Renews an invitation with a new link for seven days; the old link stops working. */
export async function resendInvitation(context: Inviting, row: InvitationRow): Promise<SentInvitation> {
  const { db, caller } = context;
  await hold(db, row.organization_id);
  const now = await findInvitation(db, row.id);
  if (!now) throw new ApiError('not_found', 'This invitation was just accepted or withdrawn.');
  await db.query(renew, [now.id, now.scope, JSON.stringify(now.limits), ...answering(caller), inSevenDays()]);
  return send(context, now.id, () => ({
    type: 'invitation.resent',
    before: { expiresAt: now.expires_at.toISOString() },
    after: { expiresAt: inSevenDays().toISOString() },
  }));
}

/** Creates the link, queues its mail if mail is set up, and records the event. */
async function send(
  { service, db, caller }: Inviting,
  id: string,
  what: (row: InvitationRow) => { type: string; before: unknown; after: unknown },
): Promise<SentInvitation> {
  const token = randomBytes(32).toString('base64url');
  await db.query(replaceLinks, [id]);
  await db.query(insertLink, [hashSecret(token), id]);
  const row = await findInvitation(db, id);
  if (!row) throw new Error('The new invitation could not be read back.');
  const url = panelUrl(service, `/invite?token=${token}`);
  const name = row.organization_name;
  const emailed = await sendMail(service, db, {
    organizationId: row.organization_id,
    to: row.email,
    ...invitationMail({
      organization: name,
      to: row.resource === 'organization' ? name : `${row.label} (${name})`,
      inviter: row.inviter_name,
      lifeDays,
      url,
    }),
  });
  const { type, before, after } = what(row);
  await recordOn(db, caller, {
    type,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    subject: { kind: 'invitation', id },
    detail: { ...about(row), emailed, before, after },
  });
  return { ...toInvitation(row), url, emailed };
}

const about = ({ email, resource, resource_id: resourceId, label }: InvitationRow) => ({
  email,
  resource,
  resourceId,
  label,
});

const withdraw = statement(
  'invitations:withdraw',
  `update marque.invitations i set withdrawn_at = now() where i.id = $1 and ${isOpen} returning i.id`,
);

/** @throws ApiError not_found if it was just accepted or withdrawn. */
export async function withdrawInvitation(db: Db, caller: Caller, row: InvitationRow): Promise<void> {
  await hold(db, row.organization_id);
  if ((await db.query(withdraw, [row.id])).length === 0)
    throw new ApiError('not_found', 'This invitation was just accepted or withdrawn.');
  await recordOn(db, caller, {
    type: 'invitation.withdrawn',
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    subject: { kind: 'invitation', id: row.id },
    detail: { ...about(row), before: { scope: row.scope, limits: row.limits }, after: null },
  });
}

interface OfferRow extends InvitationRow {
  replaced: boolean;
  taken: boolean;
  withdrawn: boolean;
  expired: boolean;
  vouched: boolean;
}

const byLink = statement(
  'invitations:by-link',
  () => `select ${columns()}, l.replaced, i.taken_at is not null as taken, i.withdrawn_at is not null as withdrawn,
     i.expires_at <= now() as expired, ${inviterMay} as vouched
   from marque.invitation_links l join marque.invitations i on i.id = l.invitation_id join payload.organizations o on o.id = i.organization_id
   where l.token_hash = $1`,
);

/**
 * The open invitation of a link's token.
 * @throws ApiError not_found for an unknown token; gone if it was used, withdrawn or replaced, has expired,
 * or its inviter lost access.
 */
async function offered(db: Db, token: string): Promise<OfferRow> {
  const [row] = await db.query<OfferRow>(byLink, [hashSecret(token)]);
  if (!row) throw new ApiError('not_found', 'Invitation not found. Check that you copied the whole link.');
  const why = row.taken
    ? 'This invitation was already accepted. If it was you, sign in.'
    : row.withdrawn
      ? 'This invitation was withdrawn. Ask the sender for a new one.'
      : row.replaced
        ? 'This invitation has a newer link. Use that one.'
        : row.expired
          ? `This invitation expired after ${lifeDays} days. Ask the sender for a new one.`
          : row.vouched
            ? null
            : 'The sender can no longer grant this access. Ask an admin for a new invitation.';
  if (why !== null) throw new ApiError('gone', why);
  return row;
}

/** The offer of a link. @throws ApiError as `offered`. */
export async function offerOf(db: Db, token: string): Promise<Offer> {
  const row = await offered(db, token);
  const { email, resource, label, scope, limits, invitedBy, expiresAt } = toInvitation(row);
  return { email, organization: row.organization_name, resource, label, scope, limits, invitedBy, expiresAt };
}

const accept = statement(
  'invitations:take',
  `update marque.invitations i set taken_at = now(), taken_by = $2 where i.id = $1 and ${isOpen}`,
);

/**
 * Accepts an invitation, on top of the person's current access. Of two who accept at once, one wins.
 * @throws ApiError as `offered`.
 */
export async function takeInvitation(
  req: PayloadRequest,
  db: Db,
  token: string,
  person: Extract<Caller, { kind: 'person' }>,
): Promise<Given> {
  const { organization_id: organizationId } = await offered(db, token);
  return keepingAnAdmin(db, organizationId, async () => {
    // Checked again under the organization's lock.
    const row = await offered(db, token);
    const offer = { scope: row.scope, limits: row.limits };
    const given = await putGrant(
      req,
      db,
      {
        holder: { user: person.id },
        resource: row.resource,
        resourceId: row.resource_id,
        organizationId,
        workspaceId: row.workspace_id,
      },
      (before) => addedTo(before, offer),
    );
    await db.query(accept, [row.id, person.id]);
    const { before, after } = given;
    await recordOn(db, person, {
      type: 'invitation.taken',
      organizationId,
      workspaceId: row.workspace_id,
      subject: { kind: 'invitation', id: row.id },
      detail: {
        ...about(row),
        invitedBy: row.inviter_name,
        grant: given.id,
        person: person.id,
        before,
        after,
      },
    });
    return given;
  });
}
