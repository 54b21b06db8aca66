// Serves a stored file over HTTP, with conditional and range requests (RFC 9110).
import contentDisposition from 'content-disposition';
import { clientHas } from '../../lib/entity-tags.ts';
import { Answer, type FileBody, type RequestFacts } from '../../core/operation.ts';
import { ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { lostBytes } from '../../core/storage/checked.ts';
import { showsInline } from '../metadata/kinds.ts';
import { miningHeaders, type Mining } from '../mining.ts';

/** Headers of every response at /a and /c: any page may read it, redirects and errors included, and browsers don't sniff its type. */
export const openHeaders = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** What the operations that send a file have in common: parts of it on request, and nothing if it's known. */
export const sentFile = {
  also: { 206: 'The requested range', 304: 'Not modified' },
  headers: openHeaders,
} as const;

/** Keeps active content from running in our origin. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * The one range a request asks for (RFC 9110, 14). Several at once are answered whole, which is allowed and bounded, and so is what
 * is no range at all (`bytes=5-2`).
 *
 * @throws ApiError range_not_satisfiable where it lies outside.
 */
export function rangeOf(
  facts: RequestFacts,
  size: number,
  etag: string,
): { start: number; end: number } | null {
  const header = facts.headers.get('range');
  const condition = facts.headers.get('if-range');
  if (facts.method !== 'GET' || header === null || (condition !== null && condition !== etag)) return null;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size) throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`);
  return { start, end };
}

export interface Piece {
  key: string;
  size: number;
  etag: string;
  mime: string;
  filename: string;
  download: boolean;
  /** Of Cache-Control. */
  cache: string;
  vary: boolean;
  /** Whether machines may learn from it; null: nobody has said. */
  mining: Mining | null;
  /** Of a rendition that shows the first frame only, because the animation is too large. */
  isTooLargeToMove?: boolean;
  /** Of an original, which is compared with it on its way out. */
  sha256?: string;
  /** Where the bytes are not those of the key as they lie there. */
  open?: FileBody['open'];
}

/**
 * Answers a piece, or as much of it as was asked for.
 *
 * @param bytes of the piece where they are at hand; null sends what is stored.
 */
export function answerPiece(
  service: Service,
  facts: RequestFacts,
  piece: Piece,
  bytes: Buffer | null,
): Answer {
  const headers: Record<string, string> = {
    'content-type': piece.mime,
    'content-disposition': contentDisposition(piece.filename, {
      type: piece.download ? 'attachment' : 'inline',
    }),
    ...(showsInline(piece.mime) ? {} : { 'content-security-policy': sandbox }),
    etag: piece.etag,
    'accept-ranges': 'bytes',
    'cache-control': piece.cache,
    ...(piece.vary ? { vary: 'Accept' } : {}),
    ...(piece.isTooLargeToMove && { 'x-animation': 'still; reason=too-large' }),
    ...miningHeaders(piece.mining),
  };
  if (clientHas(facts.headers, piece.etag)) return new Answer(304, { kind: 'none' }, headers);
  let range: { start: number; end: number } | null;
  try {
    range = rangeOf(facts, piece.size, piece.etag);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Answer.json(
      416,
      { error: { code: error.code, message: error.message } },
      { 'content-range': `bytes */${piece.size}`, 'cache-control': 'no-store' },
    );
  }
  const { start, end } = range ?? { start: 0, end: piece.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${piece.size}`;
  const status = range ? 206 : 200;
  if (bytes) return new Answer(status, { kind: 'bytes', bytes: bytes.subarray(start, end + 1) }, headers);
  const file: FileBody = {
    key: piece.key,
    ...(piece.sha256 === undefined || piece.open
      ? {}
      : { stored: { size: piece.size, sha256: piece.sha256 } }),
    path: piece.open ? null : service.storage.localPath(piece.key),
    start,
    end,
    open:
      piece.open ??
      (async (from, to) => {
        const stream = await service.storage.read(piece.key, { start: from, end: to });
        if (!stream) throw lostBytes(piece.key);
        return stream;
      }),
  };
  return new Answer(status, { kind: 'file', file }, headers);
}
