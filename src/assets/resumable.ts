// Uploads that outlast a connection: tus 1.0's HEAD and PATCH (https://tus.io/protocols/resumable-upload) at the address of a ticket,
// which is an existing upload to its clients. Each piece is staged on its own, so that any process can take the next one, on a disk or
// on S3; the last one joins them.
import { hashSecret } from '../access/keys.ts';
import { statement } from '../db/pool.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Staged } from '../storage/contract.ts';

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
  'select key, size from marque.upload_parts where ticket_id = $1 order by start',
);
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
  if (!ticket)
    throw new Refusal('not_found', 'There is no such upload. POST /api/v1/uploads gives its address.');
  if (ticket.state === 'spent' || ticket.expired) {
    throw new Refusal('gone', 'This upload was used or has run out. POST /api/v1/uploads for a new one.');
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
    throw new Refusal(
      'conflict',
      `${upload.offset} bytes are in: the next piece begins there, not at ${piece.offset}.`,
      { offset: upload.offset },
    );
  }
  const room = upload.size - upload.offset;
  if (piece.declaredBytes !== null && piece.declaredBytes > room) {
    throw new Refusal(
      'too_large',
      `This upload was opened for ${upload.size} bytes: ${room} are left, ${piece.declaredBytes} are coming.`,
      { maxBytes: room },
    );
  }
  if (upload.complete || room === 0) return upload.offset;
  const staged = await service.storage.stage(untilBroken(piece.body, piece.signal), { maxBytes: room });
  const added =
    staged.size > 0
      ? await service.db.query(addPart, [upload.id, upload.offset, staged.size, staged.key])
      : [];
  if (added.length === 0) {
    await service.storage.discard(staged.key);
    if (staged.size === 0) return upload.offset;
    throw new Refusal('conflict', 'Another call has brought this piece. Ask with HEAD where to go on.');
  }
  const received = upload.offset + staged.size;
  if (received === upload.size) await join(service, upload, upload.offset === 0 ? staged : null);
  return received;
}

/** Makes one staged file of the pieces, hashed on the way; a single piece is that already. */
async function join(service: Service, upload: Upload, only: Staged | null): Promise<void> {
  const parts = await service.db.query<{ key: string; size: number }>(partsOf, [upload.id]);
  const keys = parts.map(({ key }) => key);
  const whole =
    only ??
    (await service.storage.stage(concatenated(service, keys), {
      maxBytes: upload.size,
      expectedBytes: upload.size,
    }));
  const done = await service.db.query(finish, [upload.id, whole.key, whole.sha256]);
  for (const key of keys) if (key !== whole.key) await service.storage.discard(key);
  if (done.length === 0) await service.storage.discard(whole.key);
}

async function* concatenated(service: Service, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const part = await service.storage.read(key);
    if (!part) throw new Refusal('gone', 'A piece of this upload has been swept away. Start it again.');
    yield* part as AsyncIterable<Uint8Array>;
  }
}
