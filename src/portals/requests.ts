// Access requests: anyone may ask, the people who manage the portal decide, and an approved request gets its
// own link.
import { countedAddress } from '../core/access/address.ts';
import { nameOf, type Caller } from '../core/access/caller.ts';
import { defineCounter, take } from '../core/access/sign-in/attempts.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { recordOn } from '../core/events/record.ts';
import { sendMail } from '../core/mail/send.ts';
import { accessMail } from './mails.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { requestKey, type PortalFacts } from './visibility.ts';
import { addressOf } from './rules.ts';
import type { NewRequest, PortalRequest } from './schemas.ts';

// Of one portal: in total, and from one address.
const asked = defineCounter('portal-requests', 200);
const askedFromAddress = defineCounter('portal-requests-address', 10);

/** Days for which the link of an approved request opens the portal. */
const approvedDays = 90;

// A repeated request updates the pending one; a decided one stays. The response doesn't reveal which.
const ask = statement(
  'portal-requests:ask',
  `insert into marque.portal_requests as r (portal_id, email, name, note)
   select y.id, $2, $3, $4 from payload.portals y where y.id = $1 for key share
   on conflict (portal_id, email) do update set name = coalesce(excluded.name, r.name), note = coalesce(excluded.note, r.note)
     where r.status = 'pending'
   returning (xmax = 0) as new`,
);

/**
 * Rate limits requests, whatever e-mail address they give.
 *
 * @throws ApiError rate_limited after ten from one address or 200 in total in ten minutes.
 */
export async function countAsking(service: Service, portalId: string, address: string): Promise<void> {
  const from = countedAddress(address);
  if (from !== null) await take(service.db, askedFromAddress, `${portalId} ${from}`, 'requests');
  await take(service.db, asked, portalId, 'requests');
}

/** Saves an access request. The response reveals neither what was saved nor whether it was the first. */
export async function askToEnter(
  db: Db,
  caller: Caller,
  portal: Pick<PortalFacts, 'id' | 'name' | 'workspaceId'>,
  { email, name, note }: NewRequest,
): Promise<void> {
  const [row] = await db.query<{ new: boolean }>(ask, [portal.id, email, name ?? null, note ?? null]);
  if (!row?.new) return;
  // Without the person's data: those who decide find it in the list of requests.
  await recordOn(db, caller, {
    type: 'portal.requested',
    workspaceId: portal.workspaceId,
    subject: { kind: 'portal', id: portal.id },
    detail: { name: portal.name },
  });
}

interface RequestRow {
  id: string;
  portal_id: string;
  portal_name: string;
  slug: string;
  workspace_id: string;
  organization_id: string;
  email: string;
  name: string | null;
  note: string | null;
  status: PortalRequest['status'];
  created_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  expires_at: Date | null;
}

const columns = `r.id, r.portal_id, y.name as portal_name, y.slug, y.workspace_id, w.organization_id, r.email, r.name, r.note, r.status, r.created_at,
    r.decided_at, r.decided_by, r.expires_at`;
const tables = `marque.portal_requests r join payload.portals y on y.id = r.portal_id join payload.workspaces w on w.id = y.workspace_id`;
const ofPortal = statement(
  'portal-requests:list',
  `select ${columns} from ${tables} where r.portal_id = $1 order by r.created_at desc, r.id limit 1000`,
);
const one = statement(
  'portal-requests:one',
  `select ${columns} from ${tables} where r.portal_id = $1 and r.id = $2`,
);
const held = statement(
  'portal-requests:hold',
  'select status from marque.portal_requests where portal_id = $1 and id = $2 for update',
);
const decide = statement(
  'portal-requests:decide',
  `update marque.portal_requests set status = $3, decided_at = date_trunc('milliseconds', clock_timestamp()), decided_by = $4,
     expires_at = case when $3 = 'approved' then date_trunc('milliseconds', clock_timestamp()) + interval '${approvedDays} days' end
   where portal_id = $1 and id = $2`,
);

function toRequest(service: Service, row: RequestRow): PortalRequest {
  const { expires_at: until } = row;
  const key = row.status === 'approved' && until ? requestKey(service, row.portal_id, row.id, until) : null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    note: row.note,
    status: row.status,
    url: key === null ? null : `${addressOf(service.env, row.slug)}?${new URLSearchParams({ key })}`,
    expiresAt: until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
  };
}

/** The access requests of a portal, newest first. */
export async function requestsOf(service: Service, db: Db, portalId: string): Promise<PortalRequest[]> {
  return (await db.query<RequestRow>(ofPortal, [portalId])).map((row) => toRequest(service, row));
}

const noRequest = (): ApiError => new ApiError('not_found', 'Request not found on this portal.');

/** @throws ApiError not_found */
export async function requestNow(
  service: Service,
  db: Db,
  portalId: string,
  id: string,
): Promise<PortalRequest> {
  const [row] = await db.query<RequestRow>(one, [portalId, id]);
  if (!row) throw noRequest();
  return toRequest(service, row);
}

/** Locks a request until the transaction ends. @throws ApiError not_found */
export async function lockRequest(db: Db, portalId: string, id: string): Promise<PortalRequest['status']> {
  const [row] = await db.query<{ status: PortalRequest['status'] }>(held, [portalId, id]);
  if (!row) throw noRequest();
  return row.status;
}

/**
 * Decides a request: approving creates a link that opens the portal for 90 days, mailed if e-mail is set up;
 * denying revokes it. Repeating a decision changes nothing.
 *
 * @throws ApiError not_found
 */
export async function decideRequest(
  { service, db, caller }: { service: Service; db: Db; caller: Caller },
  portalId: string,
  id: string,
  status: 'approved' | 'denied',
): Promise<PortalRequest> {
  const before = await lockRequest(db, portalId, id);
  if (before === status) return requestNow(service, db, portalId, id);
  await db.query(decide, [portalId, id, status, nameOf(caller)]);
  const [row] = await db.query<RequestRow>(one, [portalId, id]);
  if (!row) throw noRequest();
  const request = toRequest(service, row);
  // Without the link: reading the audit log must not give access.
  await recordOn(db, caller, {
    type: status === 'approved' ? 'portal.request_approved' : 'portal.request_denied',
    workspaceId: row.workspace_id,
    subject: { kind: 'portal', id: portalId },
    detail: { name: row.portal_name, email: row.email },
  });
  if (request.url !== null) {
    await sendMail(service, db, {
      organizationId: row.organization_id,
      to: row.email,
      ...accessMail(row.portal_name, approvedDays, request.url),
    });
  }
  return request;
}
