// The HTTP app: every operation at its route. The same app runs on our own server and behind Payload's endpoint; on Node it streams
// files straight to the socket.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as HonoContext } from 'hono';
import { addressOf, peerOf } from '../access/address.ts';
import {
  Answer,
  methodOf,
  pathOf,
  type AnyOperation,
  type ProtocolRoute,
  type RequestFacts,
  type Routed,
} from '../operation.ts';
import { addressNotFound, ApiError } from '../errors.ts';
import { routePath } from '../public-paths.ts';
import type { What } from '../failures.ts';
import { hostModule, type Service } from '../service.ts';
import { countVisit } from '../pipeline/rate-limit.ts';
import { isInInterface } from '../pipeline/conditional-requests.ts';
import { answerOf } from '../pipeline/error-response.ts';
import { bytesOfFile, ofLength } from '../pipeline/file-bytes.ts';
import type { RawInput } from '../pipeline/input.ts';
import { closing, discardIncoming, discardStream, isUnread, leavable } from './rest-of-body.ts';
import { run } from '../pipeline/run.ts';
import { nameRequest } from '../telemetry/request.ts';
import { answerPreflight, readableByPages } from './other-origins.ts';

/** Set on our own Node server; missing behind Payload's endpoint. */
export interface Bindings {
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  /** True if Payload's own endpoint passed the request on. */
  behindPayload?: boolean;
}

type C = HonoContext<{ Bindings: Bindings }>;

/** Maximum header size of a Node server: 500 IDs in a URL (download_assets) are 20 KB, and Node's default is 16 KiB. */
export const maxHeaderBytes = 64 * 1024;

function factsOf(c: C, service: Service): RequestFacts {
  const request = c.req.raw;
  const { incoming } = c.env;
  const peer = incoming?.socket.remoteAddress ?? peerOf(service.secret, request.headers);
  return {
    method: request.method,
    // Lazy, like the signal: each costs as much as everything else here.
    get url() {
      return new URL(request.url);
    },
    headers: request.headers,
    address: addressOf(request.headers, peer, service.env.trustProxy),
    peer,
    behindPayload: c.env.behindPayload ?? false,
    // The Node stream if there is one: faster than a web stream on top of it. Stopping early (too large) must keep the connection open
    // for the response.
    get body(): AsyncIterable<Uint8Array> | null {
      if (incoming)
        return { [Symbol.asyncIterator]: () => leavable(incoming.iterator({ destroyOnReturn: false })) };
      const stream = request.body as
        | (ReadableStream<Uint8Array> & {
            values(options: { preventCancel: boolean }): AsyncIterableIterator<Uint8Array>;
          })
        | null;
      return stream && { [Symbol.asyncIterator]: () => leavable(stream.values({ preventCancel: true })) };
    },
    get signal() {
      return request.signal;
    },
  };
}

function rawOf(c: C): RawInput {
  const queries = c.req.queries();
  return { path: c.req.param(), query: c.req.query(), queries };
}

async function respond(c: C, service: Service, answer: Answer): Promise<Response> {
  const head = c.req.raw.method === 'HEAD';
  const headers = { ...answer.headers };
  const { body } = answer;
  if (body.kind === 'json' || body.kind === 'text') {
    headers['content-type'] = 'application/json';
    headers['cache-control'] ??= 'private, no-cache';
  }
  const { incoming, outgoing } = c.env;
  if (!outgoing) {
    const rest = await discardStream(c.req.raw.body);
    const response = await asResponse(c, service, new Answer(answer.status, body, headers), head);
    return rest ? closing(response, rest) : response;
  }
  // Straight to the socket: an intermediate Response would cost a third of a short response's time.
  try {
    const sent = head ? textOf(body) : await bytesOf(body, headers);
    if (sent !== null && !(sent instanceof Readable))
      headers['content-length'] ??= String(Buffer.byteLength(sent));
    const unread = incoming && isUnread(incoming);
    if (unread) headers.connection = 'close';
    outgoing.writeHead(answer.status, headers);
    if (unread && typeof sent === 'string') {
      // The response is complete; its end closes the connection.
      outgoing.write(sent);
      await discardIncoming(incoming);
      outgoing.end();
    } else if (sent instanceof Readable) await pipeline(sent, outgoing);
    else outgoing.end(head || sent === null ? undefined : sent);
  } catch (error) {
    if (!outgoing.headersSent)
      return respond(c, service, answerOf(error, service.log, { operation: 'answer' }));
    // Too late for an error response: the connection is closed, so that half a file isn't mistaken for a whole one.
    logBrokenOff(c, service, error);
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** A response that ended early. A client that disconnected isn't logged; anything else is a server failure. */
function logBrokenOff(c: C, service: Service, error: unknown): void {
  // Next says it by the signal only.
  if ((error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE' || c.req.raw.signal.aborted) return;
  const about = { err: error, method: c.req.method, path: c.req.path };
  service.log.error(about, 'a response failed midway and its connection was closed');
}

/** JSON as text: Node sends a string together with the headers in one write. */
function textOf(body: Answer['body']): string | null {
  if (body.kind === 'json') return JSON.stringify(body.value);
  return body.kind === 'text' ? body.json : null;
}

async function bytesOf(
  body: Answer['body'],
  headers: Answer['headers'],
): Promise<string | Uint8Array | Readable | null> {
  if (body.kind === 'file') return bytesOfFile(body.file);
  if (body.kind === 'stream') {
    const length = headers['content-length'];
    return length === undefined
      ? Readable.from(body.open(), { objectMode: false })
      : ofLength(body.open(), Number(length));
  }
  return body.kind === 'bytes' ? body.bytes : textOf(body);
}

async function asResponse(
  c: C,
  service: Service,
  { status, headers: fields, body }: Answer,
  head: boolean,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const sent = head ? null : await bytesOf(body, fields);
  if (!(sent instanceof Readable))
    return new Response(sent === null || typeof sent === 'string' ? sent : Buffer.from(sent), {
      status,
      headers,
    });
  sent.on('error', (error) => {
    logBrokenOff(c, service, error);
  });
  return new Response(Readable.toWeb(sent) as unknown as ReadableStream, { status, headers });
}

/** `/api/v1/assets/{id}` in Hono's syntax, where it is in this app. */
function honoPath(at: Routed): string {
  return routePath(pathOf(at)).replace(/\{([A-Za-z]+)\}/g, ':$1');
}

/** Sorts fixed segments before parameters, so that `/assets/download` isn't taken for the asset "download", whatever the order of modules. */
export function bySpecificity(one: Routed, other: Routed): number {
  const shape = (at: Routed): string =>
    pathOf(at).replace(/[^/{]+|\{[^}]*\}/g, (part) => (part.startsWith('{') ? '1' : '0'));
  return shape(one) < shape(other) ? -1 : shape(one) > shape(other) ? 1 : 0;
}

/** Files are asked for by the hundred. */
const isFile = (operation: Routed): boolean => /^\/[ac]\//.test(pathOf(operation));

/** @param what the module that answers, if the operation doesn't say: whether it fails shows in `/api/health`. */
async function answerOrError(
  service: Service,
  operation: string,
  perform: () => Promise<Answer>,
  what?: What,
): Promise<Answer> {
  try {
    const answer = await perform();
    if (what) service.failures.recovered(what);
    return answer;
  } catch (error) {
    const answer = answerOf(error, service.log, { operation, ...(what && { module: what.module }) });
    if (what && answer.status === 500) service.failures.note(what);
    return answer;
  }
}

/** Counts a request for its address, and handles it unless the limit is reached. */
async function counted(
  service: Service,
  facts: RequestFacts,
  kind: 'pages' | 'files',
  operation: string,
  perform: () => Promise<Answer>,
  what?: What,
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const wait = countVisit(service, facts.address, kind);
    if (wait) await wait;
    return perform();
  };
  return answerOrError(service, operation, work, what);
}

async function answerOperation(c: C, service: Service, operation: AnyOperation): Promise<Answer> {
  nameRequest(operation.name);
  const facts = factsOf(c, service);
  const perform = (): Promise<Answer> => run(service, operation, rawOf(c), facts);
  // Operations of the interface are counted per caller, once known.
  const answer =
    isInInterface(operation) || operation.http.uncounted
      ? await perform()
      : await counted(service, facts, isFile(operation) ? 'files' : 'pages', operation.name, perform);
  const { headers } = operation.http;
  return headers ? new Answer(answer.status, answer.body, { ...headers, ...answer.headers }) : answer;
}

function answerRoute(c: C, service: Service, at: ProtocolRoute, what: What | undefined): Promise<Answer> {
  nameRequest(at.route);
  const facts = factsOf(c, service);
  const perform = (): Promise<Answer> => at.answer(service, facts, c.req.param());
  return at.countsCallers
    ? answerOrError(service, at.route, perform, what)
    : counted(service, facts, 'pages', at.route, perform, what);
}

const callOf = (module: string, name: string): What => ({ module, during: 'call', name });

function methodNotAllowed(method: string, allowed: ReadonlySet<string>): ApiError {
  const allow = [...allowed].sort();
  const message = `Method not allowed: ${method}. Use ${allow.join(' or ')}.`;
  return new ApiError('method_not_allowed', message, { allow });
}

/** Builds the app of a service. */
export function createApp(service: Service): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  const respondError = (c: C, error: unknown, operation: string): Promise<Response> =>
    respond(c, service, answerOf(error, service.log, { operation }));

  // Before every route: sites have their own hosts.
  app.use('*', async (c: C, next) => {
    const held = hostModule(service, c.req.header('host') ?? '');
    const module = held instanceof Promise ? await held : held;
    if (!module) return next();
    nameRequest(`host of ${module.name}`);
    const facts = factsOf(c, service);
    const perform = async (): Promise<Answer> => module.hosts.answer(service, facts);
    const what = callOf(module.name, 'host');
    return respond(c, service, await counted(service, facts, 'files', what.name, perform, what));
  });

  const methods = new Map<string, Set<string>>();
  const openToPages = new Set<string>();
  const mount = (at: Routed, answerTo: (c: C) => Promise<Answer>): void => {
    const path = honoPath(at);
    const method = methodOf(at);
    app.on(method, path, async (c) => respond(c, service, await answerTo(c)));
    const known = methods.get(path) ?? new Set<string>();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    methods.set(path, known);
  };
  for (const operation of service.operations.toSorted(bySpecificity))
    mount(operation, (c) => answerOperation(c, service, operation));
  for (const route of service.routes) {
    const owner = service.modules.find(({ routes }) => routes?.includes(route));
    const what = owner && callOf(owner.name, route.route);
    if (route.openToPages) openToPages.add(honoPath(route));
    mount(route, async (c) => {
      const answer = await answerRoute(c, service, route, what);
      return route.openToPages ? readableByPages(answer) : answer;
    });
  }
  // Nothing that answers is free: these are counted too.
  for (const path of openToPages) {
    const preflight = (): Promise<Answer> => Promise.resolve(answerPreflight(methods.get(path) ?? []));
    app.options(path, async (c) =>
      respond(c, service, await counted(service, factsOf(c, service), 'pages', path, preflight)),
    );
  }
  const refuse = async (c: C, error: ApiError, operation: string): Promise<Response> => {
    const answer = await counted(service, factsOf(c, service), 'pages', operation, () =>
      Promise.reject(error),
    );
    return respond(c, service, openToPages.has(operation) ? readableByPages(answer) : answer);
  };
  for (const [path, allowed] of methods)
    app.all(path, (c) => refuse(c, methodNotAllowed(c.req.method, allowed), path));

  app.notFound((c) => refuse(c, addressNotFound(), 'none'));
  app.onError((error, c) => respondError(c, error, 'http'));
  return app;
}
