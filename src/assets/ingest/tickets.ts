// Upload tickets: a URL whose secret is the permission to send bytes, and a token with which the same caller creates the asset, once.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../core/access/keys/keys.ts';
import { isId } from '../../core/access/ids.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { isApiError, ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { blobKey, missingStaged, type Staged } from '../../core/storage/contract.ts';
import { cleanFilename, takeIn, trustListOf, type Arrival } from './file-asset.ts';
import { joinPieces } from './resumable.ts';

/** How long a ticket is valid for sending the bytes and creating the asset. */
const ticketSeconds = 24 * 60 * 60;

const insertTicket = statement(
  'tickets:insert',
  `insert into marque.upload_tickets (secret_hash, workspace_id, caller_id, filename, mime, size, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning id`,
);
const bySecret = statement(
  'tickets:by-secret',
  `select id, caller_id as "callerId", workspace_id as "workspaceId", size, staged_key, state, expires_at < now() as expired from marque.upload_tickets where secret_hash = $1`,
);
// Returns the staging key of bytes sent earlier, so that they can be deleted.
const setStaged = statement(
  'tickets:staged',
  `with before as (select id, staged_key from marque.upload_tickets where id = $1 and state in ('open', 'staged') for update)
   update marque.upload_tickets t set state = 'staged', staged_key = $2, sha256 = $3 from before where t.id = before.id
   returning before.staged_key as replaced`,
);
const byToken = statement(
  'tickets:by-token',
  `select id, workspace_id, filename, mime, size, state, staged_key, sha256, expires_at < now() as expired
   from marque.upload_tickets where id = $1 and caller_id = $2`,
);
// Each applies only to the bytes that were probed, because others may have been sent since.
const setKept = statement(
  'tickets:kept',
  `update marque.upload_tickets set staged_key = null where id = $1 and state = 'staged' and staged_key = $2`,
);
const setOpen = statement(
  'tickets:open',
  `update marque.upload_tickets set state = 'open', staged_key = null, sha256 = null
   where id = $1 and state = 'staged' and sha256 = $2 and staged_key is not distinct from $3`,
);
const spend = statement(
  'tickets:spend',
  `with before as (select id, staged_key from marque.upload_tickets where id = $1 and state = 'staged' and sha256 = $2 for update)
   update marque.upload_tickets t set state = 'spent', staged_key = null from before where t.id = before.id
   returning before.staged_key`,
);
const stateNow = statement('tickets:state', `select state from marque.upload_tickets where id = $1`);

/**
 * Creates a ticket for a caller in a workspace.
 *
 * @param size bytes that will come.
 * @throws ApiError too_large over MAX_UPLOAD_BYTES.
 */
export async function openTicket(
  service: Service,
  db: Db,
  callerId: string,
  workspaceId: string,
  file: { filename: string; mime: string; size: number },
): Promise<{ token: string; uploadUrl: string; expiresIn: number }> {
  demandSize(service, file.size);
  const secret = randomBytes(24).toString('base64url');
  const [row] = await db.query<{ id: string }>(insertTicket, [
    hashSecret(secret),
    workspaceId,
    callerId,
    cleanFilename(file.filename),
    file.mime,
    file.size,
    ticketSeconds,
  ]);
  return {
    token: row?.id ?? '',
    uploadUrl: `${service.env.serverUrl}/api/v1/uploads/${secret}`,
    expiresIn: ticketSeconds,
  };
}

export function demandSize(service: Service, bytes: number): void {
  const { maxUploadBytes } = service.env;
  if (bytes > maxUploadBytes) {
    throw new ApiError(
      'too_large',
      `Files can be up to ${maxUploadBytes} bytes here; this one has ${bytes}.`,
      { maxBytes: maxUploadBytes },
    );
  }
}

const goneMessage = 'This upload has already been used or has expired. Start a new one with `create_upload`.';

/** Who opened an upload, and where. */
export interface TicketOwner {
  callerId: string;
  workspaceId: string;
}

interface Ticket extends TicketOwner {
  id: string;
  size: number;
  state: string;
  expired: boolean;
}

/**
 * Receives the bytes of a ticket. Sending them again before the asset is created replaces them.
 *
 * @throws ApiError not_found, gone, too_large, invalid_request (fewer bytes than the ticket says), unavailable.
 */
export async function receiveBytes(
  service: Service,
  secret: string,
  body: AsyncIterable<Uint8Array> | null,
  declaredBytes: number | null,
): Promise<{ staged: Staged; owner: TicketOwner }> {
  const [ticket] = await service.db.query<Ticket>(bySecret, [hashSecret(secret)]);
  if (!ticket) throw new ApiError('not_found', 'Upload not found. Start one with `create_upload`.');
  if (ticket.state === 'spent' || ticket.expired) throw new ApiError('gone', goneMessage);
  if (declaredBytes !== null && declaredBytes > ticket.size) {
    throw new ApiError(
      'too_large',
      `This upload is for ${ticket.size} bytes, but the request has ${declaredBytes}.`,
      { maxBytes: ticket.size },
    );
  }
  const staged = await service.storage.stage(body ?? emptyBody(), {
    maxBytes: ticket.size,
    expectedBytes: ticket.size,
  });
  const rows = await service.db.query<{ replaced: string | null }>(setStaged, [
    ticket.id,
    staged.key,
    staged.sha256,
  ]);
  const row = rows[0];
  if (!row) {
    await service.storage.discard(staged.key);
    throw new ApiError('gone', goneMessage);
  }
  if (row.replaced) await service.storage.discard(row.replaced);
  const { callerId, workspaceId } = ticket;
  return { staged, owner: { callerId, workspaceId } };
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  yield* [];
}

export interface TicketArrival {
  ticketId: string;
  workspaceId: string;
  arrival: Arrival;
}

interface StagedTicket {
  id: string;
  workspace_id: string;
  filename: string;
  mime: string;
  size: number;
  state: string;
  staged_key: string | null;
  sha256: string;
  expired: boolean;
}

async function stagedTicket(service: Service, token: string, callerId: string): Promise<StagedTicket> {
  const ticket = await openTicketOf(service, token, callerId);
  if (ticket.state === 'staged') return ticket;
  // All chunks may be there if the process was killed before it joined them.
  await joinPieces(service, ticket);
  const joined = await openTicketOf(service, token, callerId);
  if (joined.state === 'staged') return joined;
  throw new ApiError(
    'conflict',
    'The bytes have not been uploaded yet. PUT them to uploadUrl first, then create the asset.',
  );
}

async function openTicketOf(service: Service, token: string, callerId: string): Promise<StagedTicket> {
  const [ticket] = isId(token) ? await service.db.query<StagedTicket>(byToken, [token, callerId]) : [];
  // Someone else's ticket looks like one that doesn't exist.
  if (!ticket || ticket.state === 'spent' || ticket.expired) throw new ApiError('gone', goneMessage);
  return ticket;
}

/** Staged bytes go from under a call that looks into them when another call keeps them, or newer ones are sent. */
async function wasOvertaken(service: Service, { staged_key: key }: StagedTicket): Promise<boolean> {
  return key !== null && (await service.storage.stat(key)) === null;
}

/** Retries for a call that was overtaken by another one. Each time the other made progress, so two are enough. */
const maxLooks = 5;

/**
 * Probes and stores the bytes of a ticket, so that an asset can be created from them. If a later step fails (an invalid field, a
 * storage error), the call can be repeated. A rejected file is deleted, and its ticket accepts another.
 *
 * @throws ApiError gone for a ticket that is used, expired or someone else's; conflict while its bytes are missing.
 */
export async function redeem(
  service: Service,
  token: string,
  callerId: string,
  claimed: { filename?: string | undefined; mime?: string | undefined },
): Promise<TicketArrival> {
  for (let look = 1; ; look += 1) {
    const ticket = await stagedTicket(service, token, callerId);
    const blob = blobKey(ticket.sha256);
    const overtakenBefore = await wasOvertaken(service, ticket);
    const key = ticket.staged_key === null || overtakenBefore ? blob : ticket.staged_key;
    try {
      const arrival = await takeIn(
        service.storage,
        { key, size: ticket.size, sha256: ticket.sha256 },
        { filename: claimed.filename ?? ticket.filename, mime: claimed.mime ?? ticket.mime },
        trustListOf(service, ticket.workspace_id),
      );
      if (ticket.staged_key !== null) await service.db.query(setKept, [ticket.id, ticket.staged_key]);
      return { ticketId: ticket.id, workspaceId: ticket.workspace_id, arrival };
    } catch (error) {
      const isRefused = isApiError(error) && (error.code === 'unsupported' || error.code === 'invalid');
      // Errors of the probe too: a file that is deleted while it is read looks damaged.
      if (look < maxLooks && (await wasOvertaken(service, ticket))) continue;
      const isLost = isApiError(error) && (error.code === 'not_found' || error.code === 'gone');
      if (isRefused || isLost) await forget(service, ticket);
      if (isLost) throw missingStaged();
      throw error;
    }
  }
}

async function forget(service: Service, ticket: StagedTicket): Promise<void> {
  await service.db.query(setOpen, [ticket.id, ticket.sha256, ticket.staged_key]);
  if (ticket.staged_key !== null) await service.storage.discard(ticket.staged_key);
}

/** The bytes of a ticket, unprobed. */
export interface TicketBytes extends Staged {
  ticketId: string;
  workspaceId: string;
}

/**
 * What was sent to a ticket, without looking into it. `key` is where it lies now: sent again, it lies elsewhere.
 *
 * @throws ApiError gone for a ticket that is used, expired or someone else's; conflict while its bytes are missing.
 */
export async function bytesOfTicket(service: Service, token: string, callerId: string): Promise<TicketBytes> {
  const {
    id,
    workspace_id: workspaceId,
    staged_key,
    sha256,
    size,
  } = await stagedTicket(service, token, callerId);
  return { ticketId: id, workspaceId, key: staged_key ?? blobKey(sha256), sha256, size };
}

/**
 * Marks a ticket used, in the transaction that files its bytes: of two at once, one finds it spent.
 *
 * @returns the staging place of its bytes, which is the caller's from now on; null where they are kept already.
 * @throws ApiError gone; conflict when other bytes were sent since these were looked into.
 */
export async function spendTicket(db: Db, ticketId: string, sha256: string): Promise<string | null> {
  const [spent] = await db.query<{ staged_key: string | null }>(spend, [ticketId, sha256]);
  if (spent) return spent.staged_key;
  const [now] = await db.query<{ state: string }>(stateNow, [ticketId]);
  if (now && now.state !== 'spent')
    throw new ApiError(
      'conflict',
      'The uploaded bytes were replaced in the meantime. Create the asset again.',
    );
  throw new ApiError('gone', goneMessage);
}
