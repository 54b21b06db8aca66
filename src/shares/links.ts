// Share links: created, listed, revoked. Only hashes of their tokens and passwords are stored.
import { randomBytes } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { nameOf, type Caller } from '../core/access/caller.ts';
import { hashSecret } from '../core/access/keys/keys.ts';
import { ableTo } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { invalid, ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import type { HashedPassword } from '../sharing/passwords.ts';
import { titleSql } from '../usage-rights/queries.ts';
import {
  downloadsOfReview,
  hasDownloadsOfItsOwn,
  type NewShare,
  type Share,
  type ShareKind,
  type SharePatch,
} from './schemas.ts';
import { publicPath } from '../core/public-paths.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

/** For a share `s` with its collection `k` or asset `a`. */
export const shareName = `coalesce(s.name, k.name, ${titleSql('a')})`;
export const shareTables =
  'marque.shares s left join payload.collections k on k.id = s.collection_id left join payload.assets a on a.id = s.asset_id';
const columns = `s.id, s.kind, s.collection_id, s.asset_id, ${shareName} as name, s.hash is not null as has_password, s.allow_downloads, s.created_by, s.created_at, s.expires_at`;

interface ShareRow {
  id: string;
  kind: ShareKind;
  collection_id: string | null;
  asset_id: string | null;
  name: string;
  has_password: boolean;
  allow_downloads: boolean;
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
}

function toShare(row: ShareRow): Share {
  return {
    id: row.id,
    kind: row.kind,
    collection: row.collection_id,
    asset: row.asset_id,
    name: row.name,
    hasPassword: row.has_password,
    allowDownloads: row.kind === 'view' || row.allow_downloads,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

const listed = statement(
  'shares:list',
  `${seenBy} select ${columns} from ${asSeen} join ${shareTables} on s.workspace_id = t.id
   where s.revoked_at is null and ($4::uuid is null or s.collection_id = $4) and ($5::uuid is null or s.asset_id = $5)
     and ${ableTo('share', { id: 'coalesce(s.asset_id, s.collection_id)', isPrivate: 'case when s.asset_id is null then k.effective_private else a.effective_private end', containers: collectionContainers })}
   order by s.created_at desc, s.id`,
);
const one = statement('shares:one', `select ${columns} from ${shareTables} where s.id = $1`);
const insert = statement(
  'shares:insert',
  `insert into marque.shares (workspace_id, kind, collection_id, asset_id, name, token_hash, hash, salt, created_by, expires_at, allow_downloads)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
);
const revoke = statement(
  'shares:revoke',
  'update marque.shares set revoked_at = now() where id = $1 and revoked_at is null returning workspace_id',
);

const lockRow = statement('shares:lock', 'select id from marque.shares where id = $1 for update');
const change = statement(
  'shares:change',
  `update marque.shares set name = case when $2::jsonb ? 'name' then $2::jsonb->>'name' else name end,
     expires_at = case when $2::jsonb ? 'expiresAt' then ($2::jsonb->>'expiresAt')::timestamptz else expires_at end,
     hash = case when $2::jsonb ? 'password' then $3 else hash end, salt = case when $2::jsonb ? 'password' then $4 else salt end,
     allow_downloads = coalesce(($2::jsonb->>'allowDownloads')::boolean, allow_downloads)
   where id = $1 and revoked_at is null returning workspace_id`,
);

/** The links that aren't revoked, newest first, to resources that the caller can share. */
export async function sharesSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  of: { collection?: string | undefined; asset?: string | undefined },
): Promise<Share[]> {
  const values = [...seenByValues(caller, workspaceId), of.collection ?? null, of.asset ?? null];
  return (await db.query<ShareRow>(listed, values)).map(toShare);
}

/** @throws ApiError not_found */
export async function shareNow(db: Db, id: string): Promise<Share> {
  const [row] = await db.query<ShareRow>(one, [id]);
  if (!row) throw new ApiError('not_found', 'What this link shares was just deleted.');
  return toShare(row);
}

interface Sharing {
  service: Service;
  db: Db;
  req: PayloadRequest;
  caller: Caller;
}

/** A link in events: never with its token. */
const eventDetail = ({ name, kind, collection, asset, hasPassword, allowDownloads, expiresAt }: Share) => ({
  name,
  kind,
  ...(collection ? { collection } : { asset }),
  hasPassword,
  ...(kind === 'review' ? { allowDownloads } : {}),
  expiresAt,
});

/** @throws ApiError invalid for a time in the past */
function endOf(expiresAt: string | null | undefined): Date | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end.getTime() <= Date.now())
    throw invalid([{ path: 'expiresAt', message: 'This time is in the past. Choose a later one.' }]);
  return end;
}

/**
 * Creates a link.
 *
 * @returns it with its URL, which can't be shown again.
 * @throws ApiError invalid for an expiry in the past.
 */
export async function makeShare(
  { service, db, req, caller }: Sharing,
  workspaceId: string,
  share: NewShare,
  password: HashedPassword | null,
): Promise<Share & { url: string }> {
  const expiresAt = endOf(share.expiresAt);
  const token = randomBytes(24).toString('base64url');
  const [row] = await db.query<{ id: string }>(insert, [
    workspaceId,
    share.kind,
    share.collection ?? null,
    share.asset ?? null,
    share.name ?? null,
    hashSecret(token),
    password?.hash ?? null,
    password?.salt ?? null,
    nameOf(caller),
    expiresAt,
    share.allowDownloads ?? false,
  ]);
  const made = await shareNow(db, row?.id ?? '');
  await record(req, {
    type: 'share.created',
    workspaceId,
    subject: { kind: 'share', id: made.id },
    detail: eventDetail(made),
  });
  return { ...made, url: `${service.env.serverUrl}${sharePagePath(token)}` };
}

/** The path of a link's page. */
export const sharePagePath = (token: string): string => `${publicPath('s')}/${encodeURIComponent(token)}`;

/**
 * Revokes a link: from then on it responds with 410.
 *
 * @throws ApiError not_found if it was just revoked.
 */
export async function revokeShare(req: PayloadRequest, db: Db, id: string): Promise<void> {
  const [row] = await db.query<{ workspace_id: string }>(revoke, [id]);
  if (!row) throw new ApiError('not_found', 'This link was just revoked.');
  const share = await shareNow(db, id);
  await record(req, {
    type: 'share.revoked',
    workspaceId: row.workspace_id,
    subject: { kind: 'share', id },
    detail: eventDetail(share),
  });
}

/** Locks a link until the transaction ends. */
export async function lockShare(db: Db, id: string): Promise<void> {
  await db.query(lockRow, [id]);
}

/**
 * Changes a link's name, end, password or downloads; its address stays the same.
 *
 * @param password the new one, hashed; null: none is sent, or it's removed
 * @throws ApiError invalid for an end in the past, and for downloads of a link that isn't for reviews; not_found if it was just revoked
 */
export async function changeShare(
  { db, req }: Pick<Sharing, 'db' | 'req'>,
  id: string,
  patch: SharePatch,
  password: HashedPassword | null,
): Promise<Share> {
  await lockShare(db, id);
  const before = await shareNow(db, id);
  if (!hasDownloadsOfItsOwn({ ...patch, kind: before.kind }))
    throw invalid([{ path: 'allowDownloads', message: downloadsOfReview.message }]);
  const end = endOf(patch.expiresAt);
  const set = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.expiresAt !== undefined && { expiresAt: end?.toISOString() ?? null }),
    ...(patch.password !== undefined && { password: true }),
    ...(patch.allowDownloads !== undefined && { allowDownloads: patch.allowDownloads }),
  };
  const values = [id, JSON.stringify(set), password?.hash ?? null, password?.salt ?? null];
  const [row] = await db.query<{ workspace_id: string }>(change, values);
  if (!row) throw new ApiError('not_found', 'This link was just revoked.');
  const after = await shareNow(db, id);
  const changed = [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.expiresAt === after.expiresAt ? [] : ['expiresAt']),
    ...(before.allowDownloads === after.allowDownloads ? [] : ['allowDownloads']),
    ...(patch.password === undefined || (!before.hasPassword && !after.hasPassword) ? [] : ['password']),
  ];
  if (changed.length > 0)
    await record(req, {
      type: 'share.changed',
      workspaceId: row.workspace_id,
      subject: { kind: 'share', id },
      detail: { ...eventDetail(after), changed },
    });
  return after;
}
