// Upload tickets: a URL whose secret is the permission to send bytes, and a token with which the same caller files them, once.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../access/keys.ts';
import { isId } from '../access/ids.ts';
import { statement, type Db } from '../db/pool.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { blobKey, type Staged } from '../storage/contract.ts';
import { cleanFilename, takeIn, type Arrival } from './file-asset.ts';

/** How long the bytes may take to come, and then to be filed. */
const ticketSeconds = 24 * 60 * 60;

const insertTicket = statement(
  'tickets:insert',
  `insert into marque.upload_tickets (secret_hash, workspace_id, caller_id, filename, mime, size, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning id`,
);
const bySecret = statement(
  'tickets:by-secret',
  `select id, size, staged_key, state, expires_at < now() as expired from marque.upload_tickets where secret_hash = $1`,
);
// The staging place of bytes that were sent before is given back, so that it can be emptied.
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
const setKept = statement(
  'tickets:kept',
  `update marque.upload_tickets set staged_key = null where id = $1 and state = 'staged'`,
);
const setOpen = statement(
  'tickets:open',
  `update marque.upload_tickets set state = 'open', staged_key = null, sha256 = null where id = $1 and state = 'staged'`,
);
const spend = statement(
  'tickets:spend',
  `update marque.upload_tickets set state = 'spent' where id = $1 and state = 'staged' returning id`,
);

/**
 * Opens a ticket for a caller in a workspace.
 *
 * @param size bytes that will come.
 * @throws Refusal too_large over MAX_UPLOAD_BYTES.
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
    throw new Refusal(
      'too_large',
      `A file may have up to ${maxUploadBytes} bytes here, this one has ${bytes}.`,
      { maxBytes: maxUploadBytes },
    );
  }
}

const goneMessage = 'This upload was used or has run out. POST /api/v1/uploads for a new one.';

/**
 * Takes the bytes of a ticket in. Sending them again before they are filed replaces them.
 *
 * @throws Refusal not_found, gone, too_large, invalid_request (fewer bytes than the ticket says), unavailable.
 */
export async function receiveBytes(
  service: Service,
  secret: string,
  body: AsyncIterable<Uint8Array> | null,
  declaredBytes: number | null,
): Promise<Staged> {
  const [ticket] = await service.db.query<{ id: string; size: number; state: string; expired: boolean }>(
    bySecret,
    [hashSecret(secret)],
  );
  if (!ticket)
    throw new Refusal('not_found', 'There is no such upload. POST /api/v1/uploads gives its address.');
  if (ticket.state === 'spent' || ticket.expired) throw new Refusal('gone', goneMessage);
  if (declaredBytes !== null && declaredBytes > ticket.size) {
    throw new Refusal(
      'too_large',
      `This upload was opened for ${ticket.size} bytes, ${declaredBytes} are coming.`,
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
    throw new Refusal('gone', goneMessage);
  }
  if (row.replaced) await service.storage.discard(row.replaced);
  return staged;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  yield* [];
}

export interface TicketArrival {
  ticketId: string;
  workspaceId: string;
  arrival: Arrival;
}

/**
 * Looks into the bytes of a ticket, so that they can be filed. A try that fails later (a field that doesn't fit) can be made again.
 *
 * @throws Refusal gone for a ticket that is spent, expired or somebody else's; conflict while its bytes are not in.
 */
export async function redeem(
  service: Service,
  token: string,
  callerId: string,
  claimed: { filename?: string | undefined; mime?: string | undefined },
): Promise<TicketArrival> {
  const [ticket] = isId(token)
    ? await service.db.query<{
        id: string;
        workspace_id: string;
        filename: string;
        mime: string;
        size: number;
        state: string;
        staged_key: string | null;
        sha256: string | null;
        expired: boolean;
      }>(byToken, [token, callerId])
    : [];
  // Somebody else's ticket looks like one that never was.
  if (!ticket || ticket.state === 'spent' || ticket.expired) throw new Refusal('gone', goneMessage);
  if (ticket.state !== 'staged' || ticket.sha256 === null) {
    throw new Refusal(
      'conflict',
      'The bytes are not here yet. PUT them to the uploadUrl first, then file them.',
    );
  }
  const staged = {
    key: ticket.staged_key ?? blobKey(ticket.sha256),
    size: ticket.size,
    sha256: ticket.sha256,
  };
  let arrival: Arrival;
  try {
    arrival = await takeIn(service.storage, staged, {
      filename: claimed.filename ?? ticket.filename,
      mime: claimed.mime ?? ticket.mime,
    });
  } catch (error) {
    await service.db.query(setOpen, [ticket.id]);
    throw error;
  }
  await service.db.query(setKept, [ticket.id]);
  return { ticketId: ticket.id, workspaceId: ticket.workspace_id, arrival };
}

/** Marks a ticket used, in the transaction that files its bytes: of two at once, one finds it spent. */
export async function spendTicket(db: Db, ticketId: string): Promise<void> {
  const rows = await db.query(spend, [ticketId]);
  if (rows.length === 0) throw new Refusal('gone', goneMessage);
}
