// The connections of our Node server: how long one may be idle in each state, how many an address may keep idle, and their end.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedAddress } from '../access/address.ts';
import { maxHeaderBytes } from './http.ts';

export interface ConnectionLimits {
  /** From the first byte of a request, or from the connection's beginning, to the end of its headers. */
  headersMs: number;
  /** Without a byte of a body that is being sent, or read of an answer that is. However long the whole takes is not bounded. */
  idleMs: number;
  /** Connections of one address that wait for a request. Not enforced behind a proxy, which keeps its own for everybody. */
  idlePerAddress: number;
}

export const defaultLimits: ConnectionLimits = { headersMs: 30_000, idleMs: 60_000, idlePerAddress: 100 };

/** Longer than a load balancer's 60 s, which would otherwise send a request into a connection that is being closed. */
const keepAliveMs = 65_000;

/** A connection that opened or answered just now is on its way to another request. */
const graceMs = 1_000;

export interface ConnectionOptions {
  limits?: Partial<ConnectionLimits>;
  /** Whether connections come from a proxy, which speaks for many clients. */
  behindProxy?: boolean;
  /** Whether `Upgrade` may be taken: Next's development server reloads pages over WebSocket. */
  upgrades?: boolean;
}

export interface HttpServer {
  server: http.Server;
  /** Takes no new connections, lets requests in flight finish, and cuts whatever is left after `cutAfterMs`. */
  drain: (options: { cutAfterMs: number; onCut: () => void }) => Promise<void>;
}

/** What a connection is at. */
interface State {
  /** The latest request; an earlier one of the connection has been received whole. */
  request: IncomingMessage | null;
  responses: Set<ServerResponse>;
  /** When it began to wait for a request. */
  idleSince: number;
}

/** Makes the Node server. Node's own `requestTimeout` bounds a body as a whole, so it stays off: an upload may take hours. */
export function createHttpServer(options: ConnectionOptions = {}): HttpServer {
  const limits = { ...defaultLimits, ...options.limits };
  const server = http.createServer({
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    // Said here, since Node takes the smaller of the two as the default.
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

/** True when the silence is ours: the request is here, or held back since we read slowly, and no answer waits for its reader. */
function isWorking({ request, responses }: State, socket: Socket): boolean {
  if (!request || responses.size === 0 || socket.writableLength > 0) return false;
  return request.complete || request.readableLength >= request.readableHighWaterMark;
}

/** Ends what waits for a request beyond the number for one address, the longest wait first. */
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
 * Answers requests with `Upgrade` as if it weren't there, which HTTP allows (RFC 9110, 7.8), and closes their connections. Node does so
 * where nobody listens; Next listens by itself from its first request on, and in production leaves such sockets open for good.
 */
function ignoreUpgrades(server: http.Server): void {
  server.on('newListener', (event: string, listener: (...args: unknown[]) => void) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener));
  });
  server.on('request', (request, response) => {
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
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
      // Sockets that were upgraded, or sent nothing yet, are none of the HTTP server's own connections.
      for (const socket of connections.keys()) socket.destroy();
    }, cutAfterMs);
    // A connection whose last request has just ended is kept alive: it would be waited for until it is cut.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
