// The server process, attacked from outside: upgrades, bodies for Next, floods of Payload's own routes, and
// stopping it under load.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net, { type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPanel } from '../../src/build.ts';
import { kill, makeFolder, until } from '../setup/children.ts';
import { startServer, type Running } from '../server/process.ts';

const limit = 300;
const root = path.resolve(import.meta.dirname, '../..');
const folders: { path: string; remove(): Promise<void> }[] = [];
const started: Running[] = [];
let server: Running;
let data: string;

beforeAll(async () => {
  await buildPanel(root);
  ({ server, data } = await start());
});
afterAll(async () => {
  for (const { child } of started) await kill(child);
  for (const folder of folders) await folder.remove();
});

async function start(): Promise<{ server: Running; data: string }> {
  const folder = await makeFolder();
  folders.push(folder);
  const dataDir = path.join(folder.path, 'data');
  const running = await startServer({
    env: { DATA_DIR: dataDir, RATE_LIMIT: String(limit), SERVER_URL: 'https://marque.example' },
  });
  started.push(running);
  return { server: running, data: dataDir };
}

async function databaseRuns(dataDir: string): Promise<boolean> {
  const text = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  try {
    return Boolean(Number(text.split('\n')[0])) && process.kill(Number(text.split('\n')[0]), 0);
  } catch {
    return false;
  }
}

async function send(running: Running, text: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { port } = new URL(running.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => resolve(received)).on('close', () => resolve(received));
  });
  await once(socket, 'connect');
  socket.write(text);
  return { socket, ended };
}

const upgrade = (at: string): string =>
  `GET ${at} HTTP/1.1\r\nHost: marque.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

describe('an upgrade request', () => {
  it.each(['/', '/admin/login', '/_next/webpack-hmr', '/api/users/me', '/api/v1/me', '/a/x'])(
    'is answered without an upgrade, and its connection closed: %s',
    async (at) => {
      const { ended } = await send(server, upgrade(at));
      expect(await ended).toMatch(/^HTTP\/1\.1 [2345]\d\d /);
    },
  );
});

describe('a request without a path', () => {
  it('gets the allowed methods, if it asks for the whole server', async () => {
    const { ended } = await send(server, 'OPTIONS * HTTP/1.1\r\nHost: marque.example\r\n\r\n');
    expect(await ended).toMatch(/^HTTP\/1\.1 204 .*\r\nallow: .*GET/is);
  });

  it.each(['GET *', 'OPTIONS x', 'GET ftp://x/'])('is refused otherwise: %s', async (line) => {
    const { ended } = await send(server, `${line} HTTP/1.1\r\nHost: marque.example\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is one for its path in the absolute form', async () => {
    const { ended } = await send(
      server,
      'GET http://marque.example/api/health HTTP/1.1\r\nHost: marque.example\r\nConnection: close\r\n\r\n',
    );
    expect(await ended).toMatch(/^HTTP\/1\.1 [23]\d\d /);
  });
});

describe('every answer behind https', () => {
  it.each(['/admin/login', '/api/users/me', '/api/v1/me', '/api/health', '/api/nothing'])(
    'of the panel and the API can be framed by us alone, and never sniffed: %s',
    async (at) => {
      const { headers } = await fetch(`${server.url}${at}`, { redirect: 'manual' });
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    },
  );

  it("keeps a page's own stricter headers", async () => {
    const { headers } = await fetch(`${server.url}/admin/connect`, { redirect: 'manual' });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await fetch(`${server.url}/a/x`)).headers.get('strict-transport-security')).toMatch(/^max-age/);
  });
});

describe('a deep body for Next', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  it("is refused before Payload's routes read it", async () => {
    for (const at of ['/api/users/login', '/api/assets']) {
      const { status } = await fetch(`${server.url}${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: deep,
      });
      expect(status).toBe(400);
    }
  });

  it("doesn't block the server as the arguments of a server function either", async () => {
    const began = performance.now();
    await fetch(`${server.url}/admin/login`, {
      method: 'POST',
      headers: {
        'next-action': '0'.repeat(42),
        'content-type': 'text/plain;charset=UTF-8',
        accept: 'text/x-component',
      },
      body: deep,
    });
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    // 16 s and more where code walks it in quadratic time.
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("Payload's own routes", () => {
  it('are counted per address, separately from the operations', async () => {
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < limit + 50; sent += 1) {
      const { status } = await fetch(`${server.url}/api/users/me`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) break;
    }
    expect(statuses.get(429)).toBe(1);
    const refused = await fetch(`${server.url}/api/users/me`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: { code: 'rate_limited' },
      errors: [{ message: expect.stringContaining('Wait') }],
    });
    expect((await fetch(`${server.url}/api/v1/me`)).status).toBe(401);
  });
});

describe('stopping the server', () => {
  it('works although connections hang in every state, and stops the database as well', async () => {
    await send(server, upgrade('/'));
    await send(server, 'GET /admin/login HTTP/1.1\r\nHost: x\r\nX-Half: ');
    await send(server, 'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    await send(
      server,
      'PUT /api/v1/uploads/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    );
    server.child.kill('SIGTERM');
    const { signal } = await server.ended();
    expect(signal).toBeNull();
    await until(async () => !(await databaseRuns(data)));
  });

  it('by killing it stops the database as well', async () => {
    const second = await start();
    expect(await databaseRuns(second.data)).toBe(true);
    await kill(second.server.child);
    await until(async () => !(await databaseRuns(second.data)));
  });
});
