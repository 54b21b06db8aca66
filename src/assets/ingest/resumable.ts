// Uploads that outlast a connection: tus 1.0's HEAD and PATCH (https://tus.io/protocols/resumable-upload) at the address of a ticket,
// which is an existing upload to its clients. Each piece is staged on its own, so that any process can take the next one, on a disk or
// on S3; the last one joins them. A process may be killed in the middle of that: whoever sends or files next joins them instead.
import { createHash } from 'node:crypto';
import { hashSecret } from '../../core/access/keys.ts';
import { statement } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import type { Staged } from '../../core/storage/contract.ts';

export const tusVersion = '1.0.0';

const bySecret = statement(
  'resumable:by-secret',
  `select t.id, t.size, t.state, t.expires_at < now() as expired,
     (select coalesce(sum(p.size), 0) from marque.upload_parts p where p.ticket_id = t.id) as received
   from marque.upload_tickets t where t.secret_hash = $1`,
);
// Of two that bring the same piece one finds it taken: the primary key decides.
const addPart = statement(
  'resumable:add',
  `insert into marque.upload_parts (ticket_id, start, size, key)
   select t.id, $2, $3, $4 from marque.upload_tickets t where t.id = $1 and t.state = 'open' on conflict do nothing returning start`,
);
const partsOf = statement(
  'resumable:parts',
  'select start, key, size from marque.upload_parts where ticket_id = $1 order by start',
);
const dropParts = statement(
  'resumable:drop-parts',
  `delete from marque.upload_parts p using marque.upload_tickets t where t.id = $1 and t.state = 'open'
     and p.ticket_id = t.id and p.start >= $2 returning p.key`,
);
const stateOf = statement('resumable:state', 'select state from marque.upload_tickets where id = $1');
const finish = statement(
  'resumable:finish',
  `with gone as (delete from marque.upload_parts where ticket_id = $1)
   update marque.upload_tickets set state = 'staged', staged_key = $2, sha256 = $3 where id = $1 and state = 'open' returning id`,
);

interface Upload {
  id: string;
  size: number;
  /** Bytes that are in. */
  offset: number;
  complete: boolean;
}

/** @throws Refusal not_found, gone. */
export async function findUpload(service: Service, secret: string): Promise<Upload> {
  const [ticket] = await service.db.query<{
    id: string;
    size: number;
    state: string;
    expired: boolean;
    received: number;
  }>(bySecret, [hashSecret(secret)]);
  if (!ticket) throw new ApiError('not_found', 'No such upload. Start one with `create_upload`.');
  if (ticket.state === 'spent' || ticket.expired) {
    throw new ApiError(
      'gone',
      'This upload was used already or has expired. Start a new one with `create_upload`.',
    );
  }
  const complete = ticket.state === 'staged';
  return { id: ticket.id, size: ticket.size, offset: complete ? ticket.size : ticket.received, complete };
}

/** A body that ends where its connection broke: what came until then is worth keeping. */
async function* untilBroken(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    if (!signal.aborted && !isBroken(error)) throw error;
  }
}

function isBroken(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    (error instanceof Error && error.name === 'AbortError')
  );
}

/**
 * Takes the next piece in. What came of a piece whose connection broke counts.
 *
 * @param offset where the piece begins, in bytes.
 * @returns bytes that are in now.
 * @throws Refusal conflict where the piece doesn't begin where the last one ended; too_large; not_found, gone, unavailable.
 */
export async function appendBytes(
  service: Service,
  secret: string,
  piece: {
    offset: number;
    body: AsyncIterable<Uint8Array>;
    signal: AbortSignal;
    declaredBytes: number | null;
  },
): Promise<number> {
  const upload = await findUpload(service, secret);
  if (piece.offset !== upload.offset) {
    throw new ApiError(
      'conflict',
      `${upload.offset} bytes are in: the next piece begins there, not at ${piece.offset}.`,
      { offset: upload.offset },
    );
  }
  const room = upload.size - upload.offset;
  if (piece.declaredBytes !== null && piece.declaredBytes > room) {
    throw new ApiError(
      'too_large',
      `This upload was opened for ${upload.size} bytes: ${room} are left, ${piece.declaredBytes} are coming.`,
      { maxBytes: room },
    );
  }
  if (upload.complete) return upload.offset;
  if (room === 0) {
    await joinPieces(service, upload, null);
    return upload.offset;
  }
  const staged = await service.storage.stage(untilBroken(piece.body, piece.signal), { maxBytes: room });
  const added =
    staged.size > 0
      ? await service.db.query(addPart, [upload.id, upload.offset, staged.size, staged.key])
      : [];
  if (added.length === 0) {
    await service.storage.discard(staged.key);
    if (staged.size === 0) return upload.offset;
    throw new ApiError('conflict', 'Another call has brought this piece. Ask with HEAD where to go on.');
  }
  const received = upload.offset + staged.size;
  if (received === upload.size) await joinPieces(service, upload, upload.offset === 0 ? staged : null);
  return received;
}

/** Joins under way in this process: one is enough, and each reads everything. */
const joining = new Map<string, Promise<void>>();

/**
 * Makes one staged file of the pieces of an upload, where all of them are in. Can be done again at any time, by several at once: what a
 * process left in the middle is swept.
 *
 * @param only what the single piece of this upload is known to be.
 * @throws Refusal conflict where pieces are missing: its detail says where to go on; unavailable.
 */
export async function joinPieces(
  service: Service,
  upload: { id: string; size: number },
  only: Staged | null = null,
): Promise<void> {
  let work = joining.get(upload.id);
  if (!work) {
    work = join(service, upload, only).finally(() => joining.delete(upload.id));
    joining.set(upload.id, work);
  }
  await work;
}

interface Part {
  start: number;
  key: string;
  size: number;
}

async function join(
  service: Service,
  upload: { id: string; size: number },
  only: Staged | null,
): Promise<void> {
  const { db, storage } = service;
  const parts = await db.query<Part>(partsOf, [upload.id]);
  const keys = parts.map(({ key }) => key);
  let whole: Pick<Staged, 'key' | 'sha256'>;
  try {
    whole = only?.key === keys[0] && only !== null ? only : await wholeOf(service, upload, parts);
  } catch (error) {
    // Another process that joined them first has cleared the pieces away.
    if (!(await isOpen(service, upload.id))) return;
    throw error;
  }
  const done = await db.query(finish, [upload.id, whole.key, whole.sha256]);
  const isMine = done.length > 0;
  // A single piece is the whole: where another was first, it is in use.
  if (!isMine && !keys.includes(whole.key)) await storage.discard(whole.key);
  if (isMine) for (const key of keys) if (key !== whole.key) await storage.discard(key);
}

async function isOpen({ db }: Service, id: string): Promise<boolean> {
  const [ticket] = await db.query<{ state: string }>(stateOf, [id]);
  return ticket?.state === 'open';
}

async function wholeOf(
  service: Service,
  upload: { id: string; size: number },
  parts: readonly Part[],
): Promise<Pick<Staged, 'key' | 'sha256'>> {
  await demandPieces(service, upload, parts);
  const [first] = parts;
  const bytes = concatenated(
    service,
    parts.map(({ key }) => key),
  );
  if (!first || parts.length > 1)
    return service.storage.stage(bytes, { maxBytes: upload.size, expectedBytes: upload.size });
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return { key: first.key, sha256: hash.digest('hex') };
}

/** A piece that the storage lost, or has only a part of (a power cut), is to be sent again, and so is what follows it. */
async function demandPieces(
  { storage, db }: Service,
  upload: { id: string; size: number },
  parts: readonly Part[],
): Promise<void> {
  let offset = 0;
  for (const { key, size } of parts) {
    if ((await storage.stat(key))?.size !== size) break;
    offset += size;
  }
  if (offset === upload.size) return;
  const message =
    offset === 0
      ? 'The bytes are not here yet. PUT them to the uploadUrl first, then file them.'
      : `${offset} of ${upload.size} bytes are in. Send the rest, from ${offset} on, then file them.`;
  const missing = new ApiError('conflict', message, { offset });
  if (parts.every(({ start }) => start < offset)) throw missing;
  const dropped = await db.query<{ key: string }>(dropParts, [upload.id, offset]);
  for (const { key } of dropped) await storage.discard(key);
  throw missing;
}

async function* concatenated(service: Service, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const part = await service.storage.read(key);
    if (!part) throw new ApiError('gone', 'A piece of this upload has been swept away. Start it again.');
    yield* part as AsyncIterable<Uint8Array>;
  }
}
