// The HTTP app: every operation at its route, drawn from the one list. The same app answers on our own server and behind Payload's
// endpoint; on Node it streams files straight to the socket.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as HonoContext } from 'hono';
import { addressOf, peerOf } from '../access/address.ts';
import type { Answer } from '../operation.ts';
import { methodOf, pathOf, type AnyOperation, type FileBody, type RequestFacts } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { answerOf } from './errors.ts';
import { run, type RawInput } from './run.ts';

/** Present when our own Node server answers; absent behind Payload's endpoint. */
export interface Bindings {
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
}

type C = HonoContext<{ Bindings: Bindings }>;

/** What is read away of a body that nobody wanted. */
const restMs = 500;
const maxRestBytes = 64 * 1024 * 1024;

/** Files up to this size are read whole: one system call instead of a stream's many. */
const wholeFileBytes = 128 * 1024;

function factsOf(c: C, service: Service): RequestFacts {
  const request = c.req.raw;
  const { incoming } = c.env;
  const peer = incoming?.socket.remoteAddress ?? peerOf(service.secret, request.headers);
  return {
    method: request.method,
    url: new URL(request.url),
    headers: request.headers,
    address: addressOf(request.headers, peer, service.env.trustProxy),
    peer,
    // The Node stream itself where there is one: it is faster than the web stream made of it. A body that is left early (too large)
    // must not take the connection with it: the answer still goes out over it.
    get body(): AsyncIterable<Uint8Array> | null {
      if (incoming) return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
      const stream = request.body as
        | (ReadableStream<Uint8Array> & {
            values(options: { preventCancel: boolean }): AsyncIterableIterator<Uint8Array>;
          })
        | null;
      return stream && { [Symbol.asyncIterator]: () => stream.values({ preventCancel: true }) };
    },
    signal: request.signal,
  };
}

/**
 * Reads away what an answer left of the body: the next request on the connection stands behind it. On our own server the listener
 * does the same, in the same bounds; whoever sends more loses the connection.
 */
async function discardRest(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const cut = setTimeout(() => void reader.cancel().catch(() => undefined), restMs);
  try {
    for (let left = maxRestBytes; left > 0;) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has gone: nothing is left to be read.
  } finally {
    clearTimeout(cut);
  }
}

function rawOf(c: C): RawInput {
  const queries = c.req.queries();
  return { path: c.req.param(), query: c.req.query(), queries };
}

/** Ends once the file is on its way; a client that leaves in the middle is no error. */
async function sendFile(
  outgoing: ServerResponse,
  status: number,
  headers: Answer['headers'],
  file: FileBody,
): Promise<void> {
  const size = file.end - file.start + 1;
  if (size <= 0) {
    outgoing.writeHead(status, headers);
    outgoing.end();
    return;
  }
  if (file.path !== null && size <= wholeFileBytes && file.start === 0 && status === 200) {
    const bytes = await readFile(file.path);
    outgoing.writeHead(status, headers);
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(status, headers);
  const source =
    file.path === null
      ? Readable.from(await file.open(file.start, file.end))
      : createReadStream(file.path, { start: file.start, end: file.end, highWaterMark: 256 * 1024 });
  await pipeline(source, outgoing);
}

async function respond(c: C, service: Service, answer: Answer): Promise<Response> {
  const head = c.req.raw.method === 'HEAD';
  const headers = { ...answer.headers };
  const { body } = answer;
  if (body.kind === 'json' || body.kind === 'text') {
    headers['content-type'] = 'application/json';
    headers['cache-control'] ??= 'private, no-cache';
  }
  const { outgoing } = c.env;
  if (!outgoing) return asResponse(answer.status, headers, body, head);
  // Straight to the socket: a Response made only to be taken apart again costs a third of a short answer's time.
  try {
    if (body.kind === 'file' && !head) {
      await sendFile(outgoing, answer.status, headers, body.file);
      return RESPONSE_ALREADY_SENT;
    }
    if (body.kind === 'stream' && !head) {
      outgoing.writeHead(answer.status, headers);
      await pipeline(Readable.from(body.open(), { objectMode: false }), outgoing);
      return RESPONSE_ALREADY_SENT;
    }
    const bytes = bytesOf(body);
    if (bytes) headers['content-length'] = String(bytes.byteLength);
    outgoing.writeHead(answer.status, headers);
    outgoing.end(head || !bytes ? undefined : bytes);
  } catch (error) {
    // Too late for another answer: the connection is cut, so that a half file is not taken for a whole one.
    if (!outgoing.destroyed) service.log.warn({ err: error }, 'an answer could not be sent to its end');
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

function bytesOf(body: Answer['body']): Uint8Array<ArrayBuffer> | null {
  if (body.kind === 'json') return Buffer.from(JSON.stringify(body.value));
  if (body.kind === 'text') return Buffer.from(body.json);
  return body.kind === 'bytes' ? Buffer.from(body.bytes) : null;
}

async function asResponse(
  status: number,
  fields: Answer['headers'],
  body: Answer['body'],
  head: boolean,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const streamed = (source: Readable): Response =>
    new Response(Readable.toWeb(source) as unknown as ReadableStream, { status, headers });
  if (head || body.kind === 'none') return new Response(null, { status, headers });
  if (body.kind === 'json' || body.kind === 'text') return new Response(bytesOf(body), { status, headers });
  if (body.kind === 'bytes') return new Response(Buffer.from(body.bytes), { status, headers });
  if (body.kind === 'stream') return streamed(Readable.from(body.open(), { objectMode: false }));
  if (body.file.end < body.file.start) return new Response(null, { status, headers });
  return streamed(Readable.from(await body.file.open(body.file.start, body.file.end)));
}

/** `/api/v1/assets/{id}` as Hono writes it. */
function honoPath(operation: AnyOperation): string {
  return pathOf(operation).replace(/\{([A-Za-z]+)\}/g, ':$1');
}

/** True for the paths that the app answers itself; everything else on our server is Next's. */
export function isOurs(pathname: string): boolean {
  return /^\/(?:api\/(?:v1|auth|health)|a|c)(?:\/|$)/.test(pathname);
}

/** Builds the app of a service. */
export function createApp(service: Service): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  const methods = new Map<string, Set<string>>();
  for (const operation of service.operations) {
    const path = honoPath(operation);
    const method = methodOf(operation);
    app.on(method, path, async (c) => {
      const answer = await run(service, operation, rawOf(c), factsOf(c, service));
      if (!c.env.incoming) void discardRest(c.req.raw.body);
      return respond(c, service, answer);
    });
    const known = methods.get(path) ?? new Set<string>();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    methods.set(path, known);
  }
  for (const [path, allowed] of methods) {
    app.all(path, (c) => {
      const allow = [...allowed].sort();
      const refusal = new Refusal(
        'method_not_allowed',
        `${c.req.method} is not taken here. Use ${allow.join(' or ')}.`,
        { allow },
      );
      return respond(c, service, answerOf(refusal, service.log, { operation: path }));
    });
  }
  app.notFound((c) =>
    respond(
      c,
      service,
      answerOf(new Refusal('not_found', 'There is nothing at this address.'), service.log, {
        operation: 'none',
      }),
    ),
  );
  app.onError((error, c) => respond(c, service, answerOf(error, service.log, { operation: 'door' })));
  return app;
}
