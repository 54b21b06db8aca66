// Clients that open connections and keep them: half a request, half a body, an unread answer, upgrades, idle
// ones.
import type http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createHttpServer,
  type ConnectionOptions,
  type HttpServer,
} from '../../src/core/transports/connections.ts';
import { until } from '../setup/children.ts';

/** Short enough for a test, long enough for a busy machine to answer in between. */
const limits = { headersMs: 1_000, idleMs: 1_500, idlePerAddress: 5 };
const opened: { server: http.Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

interface Running extends HttpServer {
  port: number;
  /** The server's side of its connections. */
  sockets: Set<Socket>;
}

async function start(answer: http.RequestListener, options: ConnectionOptions = {}): Promise<Running> {
  const made = createHttpServer({ limits, ...options });
  const sockets = new Set<Socket>();
  made.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  made.server.on('request', answer);
  made.server.listen(0, '127.0.0.1');
  await once(made.server, 'listening');
  opened.push({ server: made.server, sockets });
  return { ...made, sockets, port: (made.server.address() as AddressInfo).port };
}

async function connect(port: number, text = ''): Promise<{ socket: Socket; received: () => string }> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received };
}

const ok: http.RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('ok'));
};
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('a request whose head is too long is answered 431 while the client is still sending, without a reset', async () => {
  const { port, sockets } = await start(ok);
  const { socket, received } = await connect(port);
  let failure: Error | null = null;
  socket.on('error', (error) => (failure = error));
  const piece = 'x'.repeat(100_000);
  socket.write(`POST /${piece}`);
  await until(async () => received().includes('431'));
  // As a client does that looks for an answer only when it has sent everything.
  for (let sent = 0; sent < 3; sent += 1)
    await new Promise<void>((done) => socket.write(piece, () => done()));
  expect([failure, received()]).toEqual([
    null,
    expect.stringMatching(/^HTTP\/1\.1 431 .*Connection: close/s),
  ]);
  await until(async () => sockets.size === 0);
});

describe('a connection is closed', () => {
  it.each([
    ['that sends nothing', ''],
    ['that sends half of its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['that sends half of its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'],
    [
      'that sends half of a chunked body',
      'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ],
  ])('%s', async (_, text) => {
    const { port, sockets } = await start(ok);
    await connect(port, text);
    await until(async () => sockets.size === 1);
    await until(async () => sockets.size === 0);
  });

  it("if its client doesn't read the answer", async () => {
    const piece = Buffer.alloc(1024 * 1024);
    const { port, sockets } = await start((_, response) => {
      const fill = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', fill);
      };
      fill();
    });
    const { socket } = await connect(port);
    socket.pause();
    socket.removeAllListeners('data');
    socket.write(get);
    await until(async () => sockets.size === 1);
    await until(async () => sockets.size === 0);
  });

  it('if its address has too many idle ones, but never a busy one', async () => {
    let release: () => void = () => undefined;
    const { port, sockets } = await start(
      (_, response) => {
        release = () => response.end('late');
      },
      { limits: { headersMs: 60_000, idleMs: 60_000, idlePerAddress: 5 } },
    );
    const busy = await connect(port, get);
    await Promise.all(Array.from({ length: 30 }, () => connect(port)));
    await until(async () => sockets.size === 6);
    release();
    await until(async () => busy.received().includes('late'));
  });
});

describe('a connection is kept', () => {
  it('while its body arrives slowly, for longer than the idle timeout', async () => {
    const { port } = await start(ok);
    const { socket, received } = await connect(
      port,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 25\r\n\r\n',
    );
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < 25) socket.write('.');
      else clearInterval(timer);
    }, limits.idleMs / 10);
    await until(async () => received().includes('200 OK'));
    socket.destroy();
  });

  it('while the answer takes longer than the idle timeout', async () => {
    const { port } = await start((_, response) => {
      setTimeout(() => response.end('at last'), limits.idleMs * 2);
    });
    const { received, socket } = await connect(port, get);
    await until(async () => received().includes('at last') || socket.destroyed);
    expect(received()).toContain('at last');
  });

  it('for a proxy, however many there are', async () => {
    const { port, sockets } = await start(ok, {
      behindProxy: true,
      limits: { headersMs: 60_000, idleMs: 60_000, idlePerAddress: 5 },
    });
    const first = await connect(port, get);
    await Promise.all(Array.from({ length: 30 }, () => connect(port)));
    // The check for excess connections runs each second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(sockets.size).toBe(31);
    first.socket.write(get);
    await until(async () => first.received().split('200 OK').length === 3);
  });
});

describe('an upgrade request', () => {
  it.each(['websocket', 'h2c'])(
    'is answered as an ordinary request, and leaves no socket behind: %s',
    async (to) => {
      const { port, server, sockets } = await start(ok);
      // As Next does on its first request.
      server.on('upgrade', () => undefined);
      const { received } = await connect(
        port,
        `GET /any HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n\r\n`,
      );
      await until(async () => received().includes('ok'));
      expect(received()).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(received().toLowerCase()).toContain('connection: close');
      await until(async () => sockets.size === 0);
      expect(server.listenerCount('upgrade')).toBe(0);
    },
  );
});

describe('stopping the server', () => {
  it('waits for running requests, and closes every kind of connection after a time limit', async () => {
    const { port, drain, sockets } = await start(() => undefined, {
      upgrades: true,
      limits: { headersMs: 60_000, idleMs: 60_000 },
    });
    opened.at(-1)?.server.on('upgrade', () => undefined);
    await connect(port, get);
    await connect(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await connect(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    await connect(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ');
    await until(async () => sockets.size === 4);
    let cuts = 0;
    await drain({ cutAfterMs: 300, onCut: () => (cuts += 1) });
    expect(cuts).toBe(1);
    await until(async () => sockets.size === 0);
  });
});
