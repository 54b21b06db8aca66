// Receives a zip into staging: as the body itself, as the one file of a form, by an upload's token, or by
// URL.
import busboy from 'busboy';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesOfTicket } from '../assets/ingest/tickets.ts';
import { fetchGuarded } from '../core/net/guarded-fetch.ts';
import { isApiError, ApiError } from '../core/errors.ts';
import type { RequestFacts } from '../core/operation.ts';
import { reportFetched } from '../core/progress.ts';
import type { Service } from '../core/service.ts';
import type { Staged, Storage } from '../core/storage/contract.ts';
import type { ZipSource } from './schemas.ts';

export const zipTypes = [
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
] as const;
export const formType = 'multipart/form-data';

const notAZip = 'Not a zip file. Upload your build output as a single zip.';

function ofForm(storage: Storage, facts: RequestFacts, maxBytes: number): Promise<Staged> {
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { 'content-type': facts.headers.get('content-type') ?? '' },
      limits: { files: 2, fields: 20, fieldSize: 64 * 1024 },
    });
  } catch {
    throw new ApiError(
      'invalid_request',
      'The form has no boundary. Let your client set the Content-Type header.',
    );
  }
  let staging: Promise<Staged> | null = null;
  let problem: ApiError | null = null;
  parser.on('file', (name, stream) => {
    if (name !== 'file' || staging) {
      problem ??= new ApiError('invalid_request', 'Send exactly one file, in the part named file.');
      stream.resume();
      return;
    }
    staging = storage.stage(stream, { maxBytes });
    // Awaited below; if it fails, the rest of the form must still be drained.
    staging.catch(() => stream.resume());
  });
  return (async () => {
    let broken: unknown = null;
    await pipeline(Readable.from(facts.body ?? []), parser).catch((error: unknown) => {
      broken = error;
    });
    const staged = await (staging as Promise<Staged> | null)?.catch((error: unknown) => {
      problem ??= isApiError(error) ? error : null;
      if (!problem) throw error;
      return null;
    });
    if (broken) problem ??= new ApiError('invalid_request', 'The form ended too early. Send it again.');
    if (!staged) problem ??= new ApiError('invalid_request', 'Send the zip in a part named file.');
    if (problem || !staged) {
      if (staged) await storage.discard(staged.key);
      throw problem ?? new ApiError('invalid_request', notAZip);
    }
    return staged;
  })();
}

/**
 * Receives the zip of a request into staging.
 *
 * @param maxBytes of the zip.
 * @throws ApiError unsupported for another content type or a file that isn't a zip; invalid_request if it is
 * missing; too_large.
 */
export async function receiveZip(storage: Storage, facts: RequestFacts, maxBytes: number): Promise<Staged> {
  const type = (facts.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== formType && !(zipTypes as readonly string[]).includes(type))
    throw new ApiError('unsupported', `Send the zip as application/zip, not ${type}.`);
  const length = Number(facts.headers.get('content-length') ?? 0);
  if (length > maxBytes + 64 * 1024) throw tooLarge(maxBytes);
  return orDiscarded(
    storage,
    type === formType
      ? await ofForm(storage, facts, maxBytes)
      : await storage.stage(facts.body ?? Readable.from([]), { maxBytes }),
  );
}

/** How much of a deployment fetching the zip is. The rest is checking it. */
export const fetchingPart = 0.5;

/** A received zip; `ticketId` is the upload that is used up by it. */
export type ArrivedZip = Staged & { ticketId: string | null };

/**
 * Fetches the zip that a call refers to: an upload, or a public URL.
 *
 * @param where the caller, and the workspace of the site.
 * @param facts of the call: they end the fetch, bound it, and follow it.
 * @param maxBytes of the zip.
 * @throws ApiError gone and conflict for an upload; invalid at `url` if the address is refused or fails;
 * unsupported, too_large.
 */
export async function takeZip(
  service: Service,
  { token, url }: ZipSource,
  where: { callerId: string; workspaceId: string },
  facts: Pick<RequestFacts, 'cancel' | 'fetchMs' | 'report'>,
  maxBytes: number,
): Promise<ArrivedZip> {
  const { storage, env } = service;
  if (token === undefined) {
    const response = await fetchGuarded(url ?? '', {
      allow: env.fetchAllow,
      maxBytes,
      signal: facts.cancel,
      onBytes: reportFetched(facts.report, fetchingPart),
      ...(facts.fetchMs === undefined ? {} : { timeoutMs: facts.fetchMs }),
    });
    const staged = await storage.stage(response.body, { maxBytes });
    return { ...(await orDiscarded(storage, staged)), ticketId: null };
  }
  const ticket = await bytesOfTicket(service, token, where.callerId);
  if (ticket.workspaceId !== where.workspaceId)
    throw new ApiError('gone', 'This upload belongs to another workspace.');
  if (ticket.size > maxBytes) throw tooLarge(maxBytes);
  await demandZip(storage, ticket);
  return ticket;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The zip is too large. The limit here is ${maxBytes} bytes.`, {
    maxBytes,
  });
}

/**
 * Bytes sent with the call itself are deleted when refused, because the caller must send them again anyway.
 */
async function orDiscarded(storage: Storage, staged: Staged): Promise<Staged> {
  try {
    await demandZip(storage, staged);
    return staged;
  } catch (error) {
    await storage.discard(staged.key);
    throw error;
  }
}

async function demandZip(storage: Storage, { key, size }: Staged): Promise<void> {
  if (size === 0) throw new ApiError('invalid_request', 'The file is empty. Send a zip file.');
  if (!(await looksLikeZip(storage, key))) throw new ApiError('unsupported', notAZip);
}

/** A first entry, or the end record of an empty zip. */
async function looksLikeZip(storage: Storage, key: string): Promise<boolean> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await storage.read(key, { start: 0, end: 3 })) ?? [])
    chunks.push(chunk as Buffer);
  const head = Buffer.concat(chunks).toString('latin1');
  return head === 'PK\u0003\u0004' || head === 'PK\u0005\u0006';
}
