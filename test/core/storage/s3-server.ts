// A small in-memory S3 on a real socket: what src/core/storage/s3.ts needs of one, answered as S3 does (path
// style).
// Requires a signature without checking it.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredObject {
  bytes: Buffer;
  modifiedAt: Date;
}

interface UnfinishedUpload {
  key: string;
  initiatedAt: Date;
  parts: Map<number, Buffer>;
}

/** A request as a test sees it, to count it or to refuse it. */
export interface SeenRequest {
  method: string;
  key: string;
  query: URLSearchParams;
}

export interface S3Server {
  endpoint: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  uploads: Map<string, UnfinishedUpload>;
  requests: SeenRequest[];
  /** Answers with the S3 error this returns; cleared with undefined. */
  refuse: ((request: SeenRequest) => { status: number; code: string } | undefined) | undefined;
  close(): Promise<void>;
}

class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Starts the server on a free port of the loopback interface, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const state = {
    bucket: 'marque-test',
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    refuse: undefined,
  };
  const s3: Omit<S3Server, 'endpoint' | 'close'> = state;
  const server = createServer((request, response) => {
    answer(s3, request, response).catch((error: unknown) => {
      if (error instanceof S3Error) sendError(request, response, error);
      else response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(s3, {
    endpoint: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type State = Omit<S3Server, 'endpoint' | 'close'>;

async function answer(s3: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3');
  const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const seen = { method: request.method ?? 'GET', key: rest.join('/'), query: url.searchParams };
  s3.requests.push(seen);
  const body = await wholeBody(request);
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) throw new S3Error(403, 'AccessDenied');
  const refused = s3.refuse?.(seen);
  if (refused) throw new S3Error(refused.status, refused.code);
  if (bucket !== s3.bucket) throw new S3Error(404, 'NoSuchBucket');
  if (seen.key === '') answerBucket(s3, seen, response);
  else answerObject(s3, seen, request, body, response);
}

function answerBucket(s3: State, { method, query }: SeenRequest, response: ServerResponse): void {
  if (method === 'HEAD') return void response.end();
  if (query.has('uploads')) return listUploads(s3, query, response);
  return listObjects(s3, query, response);
}

/** Pages of three, so that every listing of a test crosses a page. */
const pageLength = 3;

function listObjects(s3: State, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? '';
  const keys = [...s3.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, pageLength);
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = found(s3, key);
    return `<Contents><Key>${key}</Key><Size>${bytes.byteLength}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
  });
  const next =
    keys.length > pageLength ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  sendXml(
    response,
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function listUploads(s3: State, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('upload-id-marker') ?? '';
  const uploads = [...s3.uploads]
    .filter(([id, { key }]) => key.startsWith(query.get('prefix') ?? '') && id > after)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const page = uploads.slice(0, pageLength);
  const entries = page.map(
    ([id, { key, initiatedAt }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiatedAt.toISOString()}</Initiated></Upload>`,
  );
  const [lastId, last] = page.at(-1) ?? [];
  const next =
    uploads.length > pageLength
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
      : '';
  sendXml(
    response,
    `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`,
  );
}

function answerObject(
  s3: State,
  { method, key, query }: SeenRequest,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const uploadId = query.get('uploadId');
  if (method === 'POST' && query.has('uploads')) return createUpload(s3, key, response);
  if (method === 'POST' && uploadId) return completeUpload(s3, uploadId, body, response);
  if (method === 'PUT' && uploadId)
    return putPart(s3, uploadId, Number(query.get('partNumber')), request, body, response);
  if (method === 'DELETE' && uploadId) return abortUpload(s3, uploadId, response);
  if (method === 'PUT') return putObject(s3, key, request, body, response);
  if (method === 'DELETE') return deleteObject(s3, key, response);
  return getObject(found(s3, key), method, request.headers.range, response);
}

function createUpload(s3: State, key: string, response: ServerResponse): void {
  const uploadId = randomUUID();
  s3.uploads.set(uploadId, { key, initiatedAt: new Date(), parts: new Map() });
  sendXml(
    response,
    `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function putPart(
  s3: State,
  uploadId: string,
  partNumber: number,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const upload = unfinished(s3, uploadId);
  const source = request.headers['x-amz-copy-source'];
  if (typeof source === 'string') {
    const [start = 0, end = 0] =
      /\d+-\d+/.exec(String(request.headers['x-amz-copy-source-range']))?.[0].split('-').map(Number) ?? [];
    upload.parts.set(partNumber, sourceOf(s3, source).bytes.subarray(start, end + 1));
    return sendXml(response, `<CopyPartResult><ETag>"${partNumber}"</ETag></CopyPartResult>`);
  }
  upload.parts.set(partNumber, body);
  response.setHeader('etag', etagOf(body));
  return void response.end();
}

function completeUpload(s3: State, uploadId: string, body: Buffer, response: ServerResponse): void {
  const { key, parts } = unfinished(s3, uploadId);
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) =>
    Number(match[1]),
  );
  const pieces = numbers.map((number) => parts.get(number));
  if (numbers.length === 0 || pieces.includes(undefined)) throw new S3Error(400, 'InvalidPart');
  if (pieces.slice(0, -1).some((piece) => (piece?.byteLength ?? 0) < 5 * 1024 ** 2))
    throw new S3Error(400, 'EntityTooSmall');
  s3.objects.set(key, { bytes: Buffer.concat(pieces as Buffer[]), modifiedAt: new Date() });
  s3.uploads.delete(uploadId);
  sendXml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

function abortUpload(s3: State, uploadId: string, response: ServerResponse): void {
  unfinished(s3, uploadId);
  s3.uploads.delete(uploadId);
  response.writeHead(204).end();
}

function putObject(
  s3: State,
  key: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const source = request.headers['x-amz-copy-source'];
  if (typeof source === 'string') {
    s3.objects.set(key, { bytes: sourceOf(s3, source).bytes, modifiedAt: new Date() });
    return sendXml(response, '<CopyObjectResult><ETag>"copied"</ETag></CopyObjectResult>');
  }
  s3.objects.set(key, { bytes: body, modifiedAt: new Date() });
  response.setHeader('etag', etagOf(body));
  return void response.end();
}

function deleteObject(s3: State, key: string, response: ServerResponse): void {
  s3.objects.delete(key);
  response.writeHead(204).end();
}

function getObject(
  { bytes }: StoredObject,
  method: string,
  range: string | undefined,
  response: ServerResponse,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(Number(to ?? Infinity), bytes.byteLength - 1);
  if (range !== undefined && start >= bytes.byteLength) throw new S3Error(416, 'InvalidRange');
  const part = bytes.subarray(start, end + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-length': part.byteLength,
    etag: etagOf(bytes),
  });
  response.end(method === 'HEAD' ? undefined : part);
}

function found(s3: State, key: string): StoredObject {
  const object = s3.objects.get(key);
  if (!object) throw new S3Error(404, 'NoSuchKey');
  return object;
}

function unfinished(s3: State, uploadId: string): UnfinishedUpload {
  const upload = s3.uploads.get(uploadId);
  if (!upload) throw new S3Error(404, 'NoSuchUpload');
  return upload;
}

function sourceOf(s3: State, source: string): StoredObject {
  const [bucket, ...key] = source.replace(/^\//, '').split('/').map(decodeURIComponent);
  if (bucket !== s3.bucket) throw new S3Error(404, 'NoSuchBucket');
  return found(s3, key.join('/'));
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendXml(response: ServerResponse, xml: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

function sendError(request: IncomingMessage, response: ServerResponse, { status, code }: S3Error): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
