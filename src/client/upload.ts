// Uploads in pieces, in Node and in browsers: what arrived before an interruption isn't sent again (tus 1.0, at the address of a ticket).
import type { Client } from 'openapi-fetch';
import type { components, paths } from '../generated/client.ts';
import { errorOf, orThrow } from './errors.ts';
import { defaultRetries, isTemporary, pause, waitFor, type Send } from './retry.ts';

type Filed = paths['/api/v1/assets']['post'];
type Body = Filed['requestBody']['content']['application/json'];
export type Uploaded = Filed['responses'][201]['content']['application/json'];
/** Where the bytes go, and the token to create the asset with. Keep it to resume in another process. */
export type UploadTicket = Pick<components['schemas']['UploadTicket'], 'token' | 'uploadUrl'>;

/** A `Blob` or `File` of a browser or of Node, whose types for them differ: all that is needed of it. */
export interface FileLike {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number): FileLike;
}

export interface UploadOptions {
  /** Default: the name of the `File`. */
  filename?: string | undefined;
  /** Default: the type of the `File` or `Blob`. */
  mime?: string | undefined;
  /** What else the asset is to have, such as `tags`, `collections` and `fields`. */
  meta?: Omit<Body, 'token' | 'url' | 'filename' | 'mime'> | undefined;
  /** Called at the beginning, and after each piece that arrived. */
  onProgress?: ((sent: { bytes: number; total: number }) => void) | undefined;
  /** Called once there is a ticket. */
  onTicket?: ((ticket: UploadTicket) => void) | undefined;
  /** The ticket of an upload of the same file that was interrupted. If it has expired, the upload begins again. */
  resume?: UploadTicket | undefined;
  /** Bytes in a piece. Default: 8 MiB. */
  chunkBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Uploader {
  api: Pick<Client<paths>, 'POST'>;
  /** Sends a request once. */
  send: Send;
  /** Sends it again if that may help. */
  sendAgain: Send;
  url: string;
  retries: number | undefined;
}

const defaultChunkBytes = 8 * 1024 * 1024;

/** Only the path: this program may know the server under another name than the server itself. */
const addressOf = ({ url }: Uploader, { uploadUrl }: UploadTicket): string => {
  const { pathname, search } = new URL(uploadUrl);
  return new URL(pathname + search, url).href;
};

/** The ticket has expired, or its asset exists. */
const isSpent = ({ status }: Response): boolean => status === 404 || status === 410;

/** @returns the byte to continue with; null if the ticket can't be used any more */
async function offsetOf(uploader: Uploader, address: string, signal?: AbortSignal): Promise<number | null> {
  const response = await uploader.sendAgain(new Request(address, signal ? { signal } : {}));
  if (isSpent(response)) return null;
  if (!response.ok) throw await failed(response);
  const { data } = (await response.json()) as { data: { offset: number } };
  return data.offset;
}

const failed = async (response: Response): Promise<Error> =>
  errorOf(response, await response.json().catch(() => null));

interface Piece {
  address: string;
  offset: number;
  bytes: FileLike;
  isWhole: boolean;
  signal: AbortSignal | undefined;
}

/** Sends a piece once. @returns null if the request failed, so that it's unknown what arrived */
async function sendPiece(uploader: Uploader, piece: Piece): Promise<Response | null> {
  const { address, offset, bytes, isWhole, signal } = piece;
  // Pieces are never empty, but files can be.
  const method = isWhole ? 'PUT' : 'PATCH';
  const headers: Record<string, string> = isWhole
    ? { 'content-type': 'application/octet-stream' }
    : {
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
      };
  try {
    return await uploader.send(
      new Request(address, { method, headers, body: bytes as Blob, ...(signal ? { signal } : {}) }),
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

/** A conflict: an earlier request that seemed lost has arrived after all. */
const mayPass = (response: Response | null): boolean =>
  response === null || response.status === 409 || isTemporary(response);

const failureOf = async (response: Response | null): Promise<Error> =>
  response ? failed(response) : new Error('The upload was interrupted.');

/** @returns false if the ticket can't be used any more */
async function sendBytes(
  uploader: Uploader,
  file: FileLike,
  address: string,
  options: UploadOptions,
): Promise<boolean> {
  const { onProgress, chunkBytes = defaultChunkBytes, signal } = options;
  const { retries = defaultRetries } = uploader;
  let offset = await offsetOf(uploader, address, signal);
  let failures = 0;
  while (offset !== null) {
    onProgress?.({ bytes: offset, total: file.size });
    if (offset >= file.size && file.size > 0) return true;
    const bytes = file.slice(offset, offset + chunkBytes);
    const piece = { address, offset, bytes, isWhole: file.size === 0, signal };
    const response = await sendPiece(uploader, piece);
    if (response?.ok) {
      if (piece.isWhole) return true;
      // Pages of other origins can't read the header, but a success means that all of it arrived.
      offset = Number(response.headers.get('upload-offset') ?? offset + bytes.size);
      failures = 0;
      continue;
    }
    if (response && isSpent(response)) return false;
    if (failures >= retries || !mayPass(response)) throw await failureOf(response);
    await response?.body?.cancel();
    await pause(waitFor(response, failures), signal);
    failures += 1;
    const now: number | null = await offsetOf(uploader, address, signal);
    if (now !== null && now > offset) failures = 0;
    offset = now;
  }
  return false;
}

/** Uploads a file and creates an asset from it. */
export async function uploadFile(
  uploader: Uploader,
  source: FileLike | Uint8Array,
  options: UploadOptions,
): Promise<Uploaded> {
  // Of shared memory only by its type.
  const file = ArrayBuffer.isView(source) ? new Blob([source as Uint8Array<ArrayBuffer>]) : source;
  const filename = options.filename ?? ('name' in file ? String(file.name) : 'file');
  const mime = options.mime ?? (file.type || 'application/octet-stream');
  const { signal } = options;
  const init = signal ? { signal } : {};
  let ticket = options.resume;
  for (;;) {
    const isResumed = ticket !== undefined;
    if (!ticket) {
      const body = { filename, mime, size: file.size };
      ticket = await orThrow(uploader.api.POST('/api/v1/uploads', { body, ...init }));
      options.onTicket?.(ticket);
    }
    if (await sendBytes(uploader, file, addressOf(uploader, ticket), options)) break;
    if (!isResumed) throw new Error('The upload took longer than the server keeps its beginning.');
    ticket = undefined;
  }
  const body = { ...options.meta, token: ticket.token };
  return orThrow(uploader.api.POST('/api/v1/assets', { body, ...init }));
}
