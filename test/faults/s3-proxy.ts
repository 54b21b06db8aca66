// An HTTP proxy between the service and an S3 server that fails as networks and services do.
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * - `refuse`: refuses connections. `blackhole`: takes what is sent, and nothing comes back. `delay`: an
 * answer takes 4 s.
 * - `cut`: the connection breaks in the middle of a body. `stall`: the body stops half-way, and the
 * connection stays.
 * - `short`: a body without its last bytes, with a matching length. `flip`: one bit of a body is flipped.
 * - `500`, `403`, `full`: the errors of S3 services for these cases.
 */
export type Fault =
  'refuse' | 'blackhole' | 'delay' | 'cut' | 'stall' | 'short' | 'flip' | '500' | '403' | 'full';

export interface FaultProxy {
  endpoint: string;
  fault: Fault | null;
  /** How many reads of objects were delayed. */
  delayedReads: number;
  close(): Promise<void>;
}

const delayMs = 4_000;

const refusals: Partial<Record<Fault, { status: number; code: string }>> = {
  '500': { status: 500, code: 'InternalError' },
  '403': { status: 403, code: 'AccessDenied' },
  full: { status: 507, code: 'InsufficientStorage' },
};

/** @param target `http://127.0.0.1:port` */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const to = new URL(target);
  const state: FaultProxy = { endpoint: '', fault: null, delayedReads: 0, close };
  const server = http.createServer((request, response) => {
    const { fault } = state;
    const apiError = fault === null ? undefined : refusals[fault];
    if (apiError) {
      request.resume().once('end', () => {
        response.writeHead(apiError.status, { 'content-type': 'application/xml' });
        response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${apiError.code}</Code></Error>`);
      });
      return;
    }
    if (fault === 'blackhole') return void request.resume();
    if (fault === 'delay' && request.method === 'GET') state.delayedReads += 1;
    // The signature covers the client's host, and the server doesn't check it.
    const forwarded = http.request(
      {
        host: to.hostname,
        port: to.port,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          const body = Buffer.concat(chunks);
          const send = (): void => {
            passOn(answer, request.method === 'HEAD' ? null : body, response, fault);
          };
          if (fault === 'delay') setTimeout(send, delayMs).unref();
          else send();
        });
      },
    );
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    if (state.fault === 'refuse') socket.destroy();
    socket.on('error', () => undefined);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request) => {
    // Cuts a connection that was opened before as well.
    if (state.fault === 'refuse') request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

function passOn(
  answer: http.IncomingMessage,
  body: Buffer | null,
  response: http.ServerResponse,
  fault: Fault | null,
): void {
  const status = answer.statusCode ?? 502;
  // Only bodies of objects: these faults aren't about the XML answers.
  const isObject = body !== null && body.length > 0 && answer.headers['content-type'] !== 'application/xml';
  if (!isObject || fault === null || fault === 'delay') {
    response.writeHead(status, answer.headers).end(body ?? undefined);
    return;
  }
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault === 'short') {
    response.writeHead(status, { ...answer.headers, 'content-length': half.length }).end(half);
  } else if (fault === 'flip') {
    const flipped = Buffer.from(body);
    flipped[half.length] = (flipped[half.length] ?? 0) ^ 1;
    response.writeHead(status, answer.headers).end(flipped);
  } else {
    response.writeHead(status, answer.headers);
    response.write(half, () => {
      if (fault === 'cut') response.destroy();
    });
  }
}
