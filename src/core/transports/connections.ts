// Connections of our Node server: idle timeouts, idle connections per address, and shutdown.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedAddress } from '../access/address.ts';
import { maxHeaderBytes } from './http.ts';
import { restMs } from './rest-of-body.ts';

export interface ConnectionLimits {
  /** From the first byte of a request, or the start of the connection, to the end of its headers. */
  headersMs: number;
  /** Without progress in receiving a body or sending a response. The total time isn't limited. */
  idleMs: number;
  /** Idle connections per address. Not enforced behind a proxy, which pools connections for everyone. */
  idlePerAddress: number;
}

export const defaultLimits: ConnectionLimits = { headersMs: 30_000, idleMs: 60_000, idlePerAddress: 100 };

/** Longer than a load balancer's 60 s, which would otherwise send requests into a closing connection. */
const keepAliveMs = 65_000;

/** A connection that just opened or answered is likely about to be used. */
const graceMs = 1_000;

export interface ConnectionOptions {
  limits?: Partial<ConnectionLimits>;
  /** Whether connections come from a proxy, which serves many clients. */
  behindProxy?: boolean;
  /** Whether to accept `Upgrade`: Next's development server reloads pages over WebSocket. */
  upgrades?: boolean;
}

export interface HttpServer {
  server: http.Server;
  /** Stops accepting connections, lets requests in flight finish, and closes the rest after `cutAfterMs`. */
  drain: (options: { cutAfterMs: number; onCut: () => void }) => Promise<void>;
}

/** The state of a connection. */
interface State {
  /** The latest request; earlier ones on the connection are complete. */
  request: IncomingMessage | null;
  responses: Set<ServerResponse>;
  /** Since when it has been idle. */
  idleSince: number;
}

/** Creates the Node server. Node's `requestTimeout` limits the whole body, so it's off: an upload may take hours. */
export function createHttpServer(options: ConnectionOptions = {}): HttpServer {
  const limits = { ...defaultLimits, ...options.limits };
  const server = http.createServer({
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    // Set explicitly, since Node's default is the smaller of the two.
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: Math.max(10, Math.min(5_000, limits.headersMs / 4)),
    maxHeaderSize: maxHeaderBytes,
  });
  server.timeout = limits.idleMs;
  const connections = track(server);
  server.on('timeout', (socket: Socket) => {
    const state = connections.get(socket);
    if (state && isWorking(state, socket)) socket.setTimeout(limits.idleMs);
    else socket.destroy();
  });
  answerParseErrors(server);
  if (!options.upgrades) ignoreUpgrades(server);
  const sweep = options.behindProxy
    ? undefined
    : setInterval(() => closeExcess(connections, limits.idlePerAddress), graceMs).unref();
  server.once('close', () => clearInterval(sweep));
  return { server, drain: (how) => drain(server, connections, how) };
}

function track(server: http.Server): Map<Socket, State> {
  const connections = new Map<Socket, State>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: null, responses: new Set(), idleSince: Date.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const state = connections.get(request.socket);
    if (!state) return;
    state.request = request;
    state.responses.add(response);
    response.once('close', () => {
      state.responses.delete(response);
      state.idleSince = Date.now();
    });
  });
  return connections;
}

/** True if we're the slow side: the request has arrived or we're reading slowly, and the client isn't slow in reading a response. */
function isWorking({ request, responses }: State, socket: Socket): boolean {
  if (!request || responses.size === 0 || socket.writableLength > 0) return false;
  return request.complete || request.readableLength >= request.readableHighWaterMark;
}

/** Closes idle connections beyond the limit per address, longest idle first. */
function closeExcess(connections: Map<Socket, State>, idlePerAddress: number): void {
  if (connections.size <= idlePerAddress) return;
  const before = Date.now() - graceMs;
  const idle = new Map<string, { socket: Socket; since: number }[]>();
  for (const [socket, { responses, idleSince }] of connections) {
    if (responses.size > 0) continue;
    const address = countedAddress(socket.remoteAddress ?? 'unknown') ?? '';
    const known = idle.get(address) ?? [];
    known.push({ socket, since: idleSince });
    idle.set(address, known);
  }
  for (const all of idle.values()) {
    if (all.length <= idlePerAddress) continue;
    all.sort((one, other) => one.since - other.since);
    for (const { socket, since } of all.slice(0, all.length - idlePerAddress))
      if (since <= before) socket.destroy();
  }
}

/**
 * Ignores `Upgrade` on requests, which HTTP allows (RFC 9110, 7.8), and closes their connections. Node does so without listeners, but
 * Next adds one on its first request, and in production leaves such sockets open forever.
 */
function ignoreUpgrades(server: http.Server): void {
  server.on('newListener', (event: string, listener: (...args: unknown[]) => void) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener));
  });
  server.on('request', (request, response) => {
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}

const parseErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers requests that Node can't parse as Node does, but keeps reading for a moment before closing: a client that is still sending
 * would lose the response to a reset (RFC 9112, 9.6).
 */
export function answerParseErrors(server: http.Server): void {
  const answered = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What arrives after the error is an error again.
    if (answered.has(socket)) return;
    answered.add(socket);
    const { _httpMessage: response } = socket as { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || error.code === 'ECONNRESET' || response?.headersSent) {
      socket.destroy();
      return;
    }
    socket.end(`HTTP/1.1 ${parseErrors[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    const cut = setTimeout(() => socket.destroy(), restMs);
    socket.once('close', () => {
      clearTimeout(cut);
    });
  });
}

function drain(
  server: http.Server,
  connections: Map<Socket, State>,
  { cutAfterMs, onCut }: { cutAfterMs: number; onCut: () => void },
): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      onCut();
      // The HTTP server doesn't know sockets that were upgraded or haven't sent anything yet.
      for (const socket of connections.keys()) socket.destroy();
    }, cutAfterMs);
    // A connection whose last request just ended is kept alive, so it must be closed too.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
