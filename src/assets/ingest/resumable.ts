// Resumable uploads: tus 1.0's HEAD and PATCH (https://tus.io/protocols/resumable-upload) at the URL of a ticket. Each chunk is staged
// on its own, so any process can take the next one, on disk or on S3; the last one joins them. If a process is killed while joining,
// the next request joins them instead.
import { createHash } from 'node:crypto';
import { hashSecret } from '../../core/access/keys/keys.ts';
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
// If two requests send the same chunk, the primary key lets only one in.
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
  /** Bytes received. */
  offset: number;
  complete: boolean;
}

/** @throws ApiError not_found, gone. */
export async function findUpload(service: Service, secret: string): Promise<Upload> {
  const [ticket] = await service.db.query<{
    id: string;
    size: number;
    state: string;
    expired: boolean;
    received: number;
  }>(bySecret, [hashSecret(secret)]);
  if (!ticket) throw new ApiError('not_found', 'Upload not found. Start one with `create_upload`.');
  if (ticket.state === 'spent' || ticket.expired) {
    throw new ApiError(
      'gone',
      'This upload has already been used or has expired. Start a new one with `create_upload`.',
    );
  }
  const complete = ticket.state === 'staged';
  return { id: ticket.id, size: ticket.size, offset: complete ? ticket.size : ticket.received, complete };
}

/** Ends a body where its connection broke, to keep what was received. */
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
 * Receives the next chunk. If the connection breaks, the bytes received so far count.
 *
 * @param offset where the chunk begins, in bytes.
 * @returns the bytes received in total.
 * @throws ApiError conflict if the chunk doesn't begin where the last one ended; too_large; not_found, gone, unavailable.
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
    throw new ApiError('conflict', `Expected the next chunk at byte ${upload.offset}, not ${piece.offset}.`, {
      offset: upload.offset,
    });
  }
  const room = upload.size - upload.offset;
  if (piece.declaredBytes !== null && piece.declaredBytes > room) {
    throw new ApiError(
      'too_large',
      `This upload is for ${upload.size} bytes: ${room} are left, but this chunk has ${piece.declaredBytes}.`,
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
    throw new ApiError(
      'conflict',
      'Another request already sent this chunk. Get the current offset with HEAD.',
    );
  }
  const received = upload.offset + staged.size;
  if (received === upload.size) await joinPieces(service, upload, upload.offset === 0 ? staged : null);
  return received;
}

/** Joins running in this process, at most one per upload, because each reads everything. */
const joining = new Map<string, Promise<void>>();

/**
 * Joins the chunks of a complete upload into one staged file. Safe to repeat and to run concurrently; leftovers of a killed process
 * are swept.
 *
 * @param only the staged file, if the upload has a single chunk.
 * @throws ApiError conflict if chunks are missing, with the offset to resume from; unavailable.
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
    // Another process joined and deleted the chunks first.
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

/** If the storage lost a chunk or part of it (a power cut), it and everything after it must be sent again. */
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
      ? 'The bytes have not been uploaded yet. PUT them to uploadUrl first, then create the asset.'
      : `${offset} of ${upload.size} bytes have been uploaded. Send the rest from byte ${offset}, then create the asset.`;
  const missing = new ApiError('conflict', message, { offset });
  if (parts.every(({ start }) => start < offset)) throw missing;
  const dropped = await db.query<{ key: string }>(dropParts, [upload.id, offset]);
  for (const { key } of dropped) await storage.discard(key);
  throw missing;
}

async function* concatenated(service: Service, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const part = await service.storage.read(key);
    if (!part) throw new ApiError('gone', 'Part of this upload was cleaned up. Start the upload again.');
    yield* part as AsyncIterable<Uint8Array>;
  }
}
