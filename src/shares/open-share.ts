// Access to share links: whether a link is valid, its password, and the cookie its page sets once the
// password was entered.
import { hashSecret } from '../core/access/keys/keys.ts';
import { countedPassword } from '../core/access/sign-in/attempts.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { RequestFacts } from '../core/operation.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { visitorCookie, passIn, sealPass, type PassCookie } from '../sharing/passes.ts';
import { sharedPasswordHolds } from '../sharing/passwords.ts';
import { shareName, shareTables } from './links.ts';
import type { ShareKind } from './schemas.ts';

/** The password header for programs. */
export const passwordHeader = 'x-share-password';

export interface OpenShare {
  id: string;
  kind: ShareKind;
  workspaceId: string;
  collection: string | null;
  asset: string | null;
  name: string;
  organization: string;
  organizationId: string;
  allowDownloads: boolean;
  expiresAt: Date | null;
  /** True of a preview only: nobody else opens an expired link. */
  isExpired?: boolean;
}

interface OpenShareRow {
  id: string;
  kind: ShareKind;
  workspace_id: string;
  collection_id: string | null;
  asset_id: string | null;
  name: string;
  organization: string;
  organization_id: string;
  hash: string | null;
  salt: string | null;
  allow_downloads: boolean;
  expires_at: Date | null;
  ended: boolean;
}

const select = `select s.id, s.kind, s.workspace_id, s.collection_id, s.asset_id, ${shareName} as name, o.name as organization, o.id as organization_id, s.hash, s.salt, s.allow_downloads, s.expires_at,
     s.revoked_at is not null or coalesce(s.expires_at <= now(), false) as ended
   from ${shareTables} join payload.workspaces w on w.id = s.workspace_id join payload.organizations o on o.id = w.organization_id`;
const byToken = statement('shares:visibility', `${select} where s.token_hash = $1`);
const byId = statement('shares:visibility-by-id', `${select} where s.id = $1 and s.revoked_at is null`);
const stillOpen = statement(
  'shares:still-open',
  'select 1 from marque.shares where id = $1 and revoked_at is null and coalesce(expires_at > now(), true) for share',
);

const ended = (): ApiError =>
  new ApiError('gone', 'This link no longer works. Ask the person who gave it to you for a new one.');

const cookieAt = (service: Service, id: string): PassCookie => ({
  origin: service.env.serverUrl,
  name: `mq_share_${id}`,
});

type Protected = Pick<OpenShareRow, 'id' | 'hash' | 'salt'>;

/** A pass carries a digest of the password's hash, so a new password invalidates it. It reveals neither. */
const passOf = ({ id, hash, salt }: Protected) => ({
  share: id,
  password: hashSecret(`${id} ${hash} ${salt}`).slice(0, 22),
});

function showsPass(service: Service, row: Protected, headers: Headers): boolean {
  const pass = passIn<ReturnType<typeof passOf>>(service, 'share', cookieAt(service, row.id), headers);
  const expected = passOf(row);
  return pass?.share === expected.share && pass.password === expected.password;
}

async function demandPassword(
  service: Service,
  { id, name, hash, salt }: OpenShareRow,
  password: string | null,
  address: string,
): Promise<void> {
  const detail = { name, access: 'password' };
  if (password === null) throw new ApiError('password', 'This link requires a password.', detail);
  const held = await countedPassword(service.db, { protectedId: `share:${id}`, address }, () =>
    sharedPasswordHolds(password, { hash, salt }),
  );
  if (!held) throw new ApiError('password', 'Wrong password. Check it, or ask for it again.', detail);
}

/** The organization of a link, for the look of its pages. */
export async function organizationOfShare(db: Db, token: string): Promise<string | null> {
  return (await db.query<OpenShareRow>(byToken, [hashSecret(token)]))[0]?.organization_id ?? null;
}

async function openShareRow(db: Db, token: string): Promise<OpenShareRow> {
  const [row] = await db.query<OpenShareRow>(byToken, [hashSecret(token)]);
  if (!row) throw new ApiError('not_found', 'Link not found. Check that you copied all of it.');
  if (row.ended) throw ended();
  return row;
}

const toOpen = (row: OpenShareRow): OpenShare => ({
  id: row.id,
  kind: row.kind,
  workspaceId: row.workspace_id,
  collection: row.collection_id,
  asset: row.asset_id,
  name: row.name,
  organization: row.organization,
  organizationId: row.organization_id,
  allowDownloads: row.kind === 'view' || row.allow_downloads,
  expiresAt: row.expires_at,
});

/** A link as its visitors see it, for somebody who may share what it shows. @throws ApiError not_found if it was just revoked */
export async function shareToPreview(db: Db, id: string): Promise<OpenShare> {
  const [row] = await db.query<OpenShareRow>(byId, [id]);
  if (!row) throw new ApiError('not_found', 'This link was just revoked.');
  return { ...toOpen(row), isExpired: row.ended };
}

/**
 * Opens a link for a request: with its password in the header, or with the cookie of its page.
 *
 * @throws ApiError not_found, gone (expired, revoked), password, rate_limited
 */
export async function openShare(service: Service, token: string, facts: RequestFacts): Promise<OpenShare> {
  const row = await openShareRow(service.db, token);
  if (row.hash !== null && !showsPass(service, row, facts.headers))
    await demandPassword(service, row, facts.headers.get(passwordHeader), facts.address);
  return toOpen(row);
}

/**
 * Checks a password typed on the page.
 *
 * @returns the cookie to set; null for a link without a password.
 * @throws ApiError not_found, gone, password, rate_limited
 */
export async function unlockShare(
  service: Service,
  token: string,
  password: string,
  address: string,
): Promise<string | null> {
  const row = await openShareRow(service.db, token);
  if (row.hash === null) return null;
  await demandPassword(service, row, password, address);
  return visitorCookie(cookieAt(service, row.id), sealPass(service, 'share', passOf(row)));
}

/**
 * Checks again inside a transaction, which blocks a concurrent revocation.
 *
 * @throws ApiError gone
 */
export async function demandStillOpen(db: Db, id: string): Promise<void> {
  if ((await db.query(stillOpen, [id])).length === 0) throw ended();
}
