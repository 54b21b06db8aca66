// Everything that goes wrong while fetching: too late, unreachable, refused.
import { describe, expect, test } from '@jest/globals';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { allowed, fetchAllowing, refused, resolverOf, TestServer, testServers } from './test-servers.ts';

const { server } = testServers();

describe('the timeout', () => {
  const short = { ...allowed, timeoutMs: 200 };
  /** On a busy machine the time may be up before the body starts: either way it is a timeout. */
  async function readWhole(meanwhile = (): Promise<void> => Promise.resolve()): Promise<Buffer> {
    const response = await fetchAllowing(server.url('/'), short);
    await meanwhile();
    return buffer(response.body);
  }

  test('ends a request to a server that never answers', async () => {
    server.answers.set('/', () => undefined);
    await expect(fetchAllowing(server.url('/'), short)).rejects.toMatchObject(refused('within 0.2 seconds'));
  });

  test('ends a body that never completes, however slowly it trickles', async () => {
    server.answers.set('/', (_request, response) => {
      const trickle = setInterval(() => response.write('x'), 10);
      response.once('close', () => clearInterval(trickle));
      response.write('x');
    });
    await expect(readWhole()).rejects.toMatchObject(refused('within 0.2 seconds'));
  });

  test('ends a compressed body that never completes', async () => {
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('hello').subarray(0, 12));
    });
    await expect(readWhole()).rejects.toMatchObject(refused('within 0.2 seconds'));
  });

  test.each(['identity', 'gzip'])(
    'ends reading for a caller who reads a body in %s too late',
    async (encoding) => {
      let closed = Promise.resolve();
      server.answers.set('/', (_request, response) => {
        closed = new Promise((resolve) => response.once('close', resolve));
        response.writeHead(200, { 'content-encoding': encoding }).write('x');
      });
      await expect(readWhole(() => closed)).rejects.toMatchObject(refused('within 0.2 seconds'));
    },
  );

  test('is the same for a longer one, whenever the body stalls', async () => {
    server.answers.set('/', (_request, response) => void response.writeHead(200).write('x'));
    // Timers of undici above a second count in ticks of 499 ms, and end up to one tick early.
    const timeoutMs = 3 * 499;
    const readings = Array.from({ length: 20 }, async (_, index) => {
      await wait(index * 40);
      const response = await fetchAllowing(server.url('/'), { ...allowed, timeoutMs });
      await expect(buffer(response.body)).rejects.toMatchObject(refused('within 1.497 seconds'));
    });
    await Promise.all(readings);
  });

  test('covers all redirects together', async () => {
    server.answers.set('/', (request, response) => {
      // Each step alone is fast enough; only their sum isn't.
      setTimeout(() => response.writeHead(302, { location: `${request.url ?? ''}` }).end(), 20);
    });
    const fetching = fetchAllowing(server.url('/'), { ...short, maxRedirects: 10_000 });
    await expect(fetching).rejects.toMatchObject(refused('within 0.2 seconds'));
  });

  test('ends a name lookup that never completes', async () => {
    const lookup: LookupFunction = () => undefined;
    const fetching = fetchAllowing('http://slow.test/', { ...short, lookup });
    await expect(fetching).rejects.toMatchObject(refused('within 0.2 seconds'));
  });
});

describe('a failure', () => {
  test.each([400, 401, 404, 500, 304])('is refused with its status %i', async (status) => {
    server.answers.set('/', (_request, response) => void response.writeHead(status).end());
    await expect(fetchAllowing(server.url('/'), allowed)).rejects.toMatchObject(refused(`status ${status}`));
  });

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:6379/',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://:pass@example.com/',
    'http://999.1.1.1/',
    'http://',
    'example.com/file.png',
    '',
  ])('of an invalid address, %j, is refused without a connection', async (url) => {
    const { lookup, asked } = resolverOf(['127.0.0.1']);
    await expect(fetchAllowing(url, { ...allowed, lookup })).rejects.toMatchObject({ name: 'FetchError' });
    expect(asked()).toBe(0);
  });

  test("to connect is refused, and the cause isn't revealed", async () => {
    const closed = await new TestServer().open();
    const url = closed.url('/');
    await closed.close();
    const fetching = fetchAllowing(url, allowed);
    await expect(fetching).rejects.toMatchObject({
      ...refused('could not be reached'),
      message: expect.not.stringContaining('ECONNREFUSED'),
    });
  });

  test('to resolve is refused as unknown', async () => {
    const lookup: LookupFunction = (hostname, _options, callback) => {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '', 0);
    };
    const fetching = fetchAllowing('https://nowhere.test/', { ...allowed, lookup });
    await expect(fetching).rejects.toMatchObject(refused('was not found'));
  });

  test('in the middle of the body is refused', async () => {
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    const response = await fetchAllowing(server.url('/'), allowed);
    await expect(buffer(response.body)).rejects.toMatchObject(refused('broke off'));
  });

  test('to speak HTTPS is refused', async () => {
    const fetching = fetchAllowing(server.url('/').replace('http:', 'https:'), allowed);
    await expect(fetching).rejects.toMatchObject(refused('certificate'));
  });
});
