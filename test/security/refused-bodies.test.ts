// Bodies that are refused midway, on keep-alive connections: the answer is immediate, and then the connection
// either closes, as announced, or answers the next request correctly.
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { handleEndpoints } from 'payload';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, writer: editor } = await startWithWorkspace({
  RATE_LIMIT: '0',
  MAX_UPLOAD_BYTES: String(1024 * 1024),
});
let behindPayload: http.Server;
const ports: Record<string, number> = {};

beforeAll(async () => {
  ports['our own server'] = Number(new URL(marque.url).port);
  // As Next passes requests to Payload's routes.
  const listener = getRequestListener(
    (request) =>
      handleEndpoints({ config: marque.payload.config, payloadInstanceCacheKey: marque.url, request }),
    { overrideGlobalObjects: false, autoCleanupIncoming: false },
  );
  behindPayload = http.createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    void listener(request, response);
  });
  await new Promise<void>((resolve) => behindPayload.listen(0, '127.0.0.1', resolve));
  ports["Payload's endpoint"] = (behindPayload.address() as AddressInfo).port;
});
afterAll(async () => {
  behindPayload.closeAllConnections();
  behindPayload.close();
  await marque.close();
});

interface Exchange {
  status: number;
  announcesEnd: boolean;
  /** Whether the connection then ended; otherwise the answer to its next request. */
  next: 'ended' | number;
}

/**
 * Sends the beginning of a request, waits for its answer, sends the rest as far as it is accepted, and one
 * more request.
 */
async function exchange(port: number, begin: string, rest: (socket: net.Socket) => void): Promise<Exchange> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  let ended = false;
  let wake: () => void = () => undefined;
  const look = (): void => wake();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    look();
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      ended = true;
      look();
    });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
  };
  const answers = (): RegExpMatchArray[] => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
  const isWhole = (): boolean => /\r\n\r\n\{.*\}/s.test(received);
  socket.write(begin);
  await until(() => (answers().length > 0 && isWhole()) || ended);
  const status = Number(answers()[0]?.[1] ?? 0);
  const announcesEnd = /\r\nconnection: close\r\n/i.test(received);
  rest(socket);
  socket.write('GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await until(() => answers().length > 1 || ended);
  socket.destroy();
  return { status, announcesEnd, next: answers().length > 1 ? Number(answers()[1]?.[1]) : 'ended' };
}

const chunk = (size: number): string => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const head = (lines: string[]): string => `${lines.join('\r\n')}\r\nHost: 127.0.0.1\r\n\r\n`;
const bearer = (): string => `Authorization: Bearer ${editor.key}`;
const json = 'Content-Type: application/json';
const large = 8 * 1024 * 1024;

const beginUpload = (): string =>
  head([
    'POST /api/v1/assets HTTP/1.1',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${large}`,
  ]) + 'x'.repeat(100_000);

const cases: Record<string, { status: number; begin: () => string; rest?: string }> = {
  'a large upload without a key': {
    status: 401,
    begin: beginUpload,
    rest: 'x'.repeat(large - 100_000),
  },
  'one whose rest never comes': {
    status: 401,
    begin: beginUpload,
  },
  'JSON that is too long, with its length': {
    status: 413,
    begin: () =>
      head(['POST /api/v1/collections HTTP/1.1', bearer(), json, `Content-Length: ${large}`]) +
      ' '.repeat(5 * 1024 * 1024),
    rest: ' '.repeat(3 * 1024 * 1024),
  },
  'JSON that is too long, in chunks': {
    status: 413,
    begin: () =>
      head(['POST /api/v1/collections HTTP/1.1', bearer(), json, 'Transfer-Encoding: chunked']) +
      chunk(1024 * 1024).repeat(5),
    rest: `${chunk(1024 * 1024)}0\r\n\r\n`,
  },
  'a file that is too large, in chunks': {
    status: 413,
    begin: () =>
      head([
        'POST /api/v1/assets HTTP/1.1',
        bearer(),
        'Content-Type: multipart/form-data; boundary=edge',
        'Transfer-Encoding: chunked',
      ]) +
      (() => {
        const part =
          '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
        return `${part.length.toString(16)}\r\n${part}\r\n`;
      })() +
      chunk(512 * 1024).repeat(4),
    rest: `${chunk(512 * 1024)}0\r\n\r\n`,
  },
  'a type that is not taken': {
    status: 415,
    begin: () =>
      head([
        'POST /api/v1/collections HTTP/1.1',
        bearer(),
        'Content-Type: text/plain',
        'Transfer-Encoding: chunked',
      ]) + chunk(1024 * 1024).repeat(5),
    rest: '0\r\n\r\n',
  },
  'a small body without a key': {
    status: 401,
    begin: () => head(['POST /api/v1/collections HTTP/1.1', json, 'Content-Length: 2']) + '{}',
  },
};

describe.each(['our own server', "Payload's endpoint"])(
  '%s answers and stays in step with its client after',
  (where) => {
    it.each(Object.entries(cases))('%s', async (_, { status, begin, rest }) => {
      const seen = await exchange(ports[where] ?? 0, begin(), (socket) => {
        if (rest) socket.write(rest);
      });
      // A body that is too large for its type may get either error.
      expect([status, 413]).toContain(seen.status);
      if (seen.announcesEnd) expect(seen.next).toBe('ended');
      else expect(seen.next).toBe(401);
    });

    it('a client that looks for the answer once it has sent everything', async () => {
      const socket = net.connect(ports[where] ?? 0, '127.0.0.1');
      const failures: Error[] = [];
      socket.on('error', (error) => failures.push(error));
      const send = (piece: string) => new Promise<void>((resolve) => socket.write(piece, () => resolve()));
      const { begin } = cases['JSON that is too long, in chunks']!;
      await send(begin());
      for (let sent = 0; sent < 10; sent += 1) {
        await send(chunk(100_000));
        await setTimeout(20);
      }
      await send('0\r\n\r\n');
      const received = (await text(socket).catch(() => '')).slice(0, 12);
      expect([failures, received]).toEqual([[], 'HTTP/1.1 413']);
    });

    it('a disk that fills up in the middle of an upload', async () => {
      const { storage } = marque.service;
      const stage = storage.stage.bind(storage);
      storage.stage = async (source) => {
        for await (const _ of source) break;
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      };
      try {
        const part =
          '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
        const begin = `${head(['POST /api/v1/assets HTTP/1.1', bearer(), 'Content-Type: multipart/form-data; boundary=edge', `Content-Length: ${large}`])}${part}${'x'.repeat(300_000)}`;
        const seen = await exchange(ports[where] ?? 0, begin, (socket) =>
          socket.write('x'.repeat(1_000_000)),
        );
        expect(seen.status).toBeGreaterThanOrEqual(400);
        if (seen.announcesEnd) expect(seen.next).toBe('ended');
        else expect(seen.next).toBe(401);
      } finally {
        storage.stage = stage;
      }
    });
  },
);
