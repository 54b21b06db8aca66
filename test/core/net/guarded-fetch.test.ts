// The guarded dialler against real servers on this machine: allowed addresses are reached, and no trick
// reaches others.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  dialGuarded,
  fetchGuarded,
  isPublicAddress,
  parseAllow,
  type FetchGuardedOptions,
} from '../../../src/core/net/guarded-fetch.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with answers by path, which records its requests. */
class TestServer {
  readonly answers = new Map<string, Answer>();
  readonly seen: IncomingMessage[] = [];
  readonly bodies: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.seen.push(request);
    void text(request).then((body) => {
      this.bodies.push(body);
      const answer = this.answers.get(new URL(request.url ?? '/', 'http://test').pathname);
      if (answer) answer(request, response);
      else response.writeHead(404).end('nothing here');
    });
  });

  async open(host = '127.0.0.1', port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await new TestServer().open();
  other = await new TestServer().open();
});
beforeEach(() => {
  for (const one of [server, other]) {
    one.answers.clear();
    one.seen.length = 0;
    one.bodies.length = 0;
  }
});
afterAll(async () => {
  await server.close();
  await other.close();
});

const allowed: FetchGuardedOptions = { allow: ['127.0.0.1'], maxBytes: 1_000_000 };
const nothingAllowed: FetchGuardedOptions = { allow: [], maxBytes: 1_000_000 };

const refused = (words: string) => ({
  code: 'invalid',
  detail: { issues: [{ path: 'url', message: expect.stringContaining(words) }] },
});

/** A resolver that gives these answers one after the other, repeats the last one, and counts its queries. */
function resolverOf(...answers: string[][]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    process.nextTick(() => callback(null, found));
  };
  return { lookup, asked: () => asked };
}

function redirectTo(location: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location }).end('moved');
}

describe('an allowed address', () => {
  test('is fetched, with its headers by lower-case name', async () => {
    server.answers.set('/file', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'X-Two': ['a', 'b'] }).end('hello');
    });
    const response = await fetchGuarded(server.url('/file'), allowed);
    expect(response).toMatchObject({ status: 200, url: server.url('/file'), filename: 'file' });
    expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'x-two': 'a, b' });
    expect(await text(response.body)).toBe('hello');
    expect(server.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'Marque' });
  });

  test('receives the method, headers and body', async () => {
    server.answers.set('/hook', (_request, response) => void response.writeHead(204).end());
    const response = await fetchGuarded(server.url('/hook'), {
      ...allowed,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x' },
      body: '{"a":1}',
    });
    expect(response.status).toBe(204);
    expect(await text(response.body)).toBe('');
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x', 'content-length': '7' },
    });
    expect(server.bodies).toEqual(['{"a":1}']);
  });

  test.each<[string, (port: number) => string]>([
    ['a host', () => '127.0.0.1'],
    ['a host and port', (port) => `127.0.0.1:${port}`],
    ['a range', () => '127.0.0.0/8'],
    ['a mapped address', () => '::ffff:127.0.0.1'],
    ['a mapped range', () => '::ffff:127.0.0.0/104'],
  ])('can be written as %s', async (_what, entryFor) => {
    server.answers.set('/', (_request, response) => void response.end('ok'));
    const response = await fetchGuarded(server.url('/'), { ...allowed, allow: [entryFor(server.port)] });
    expect(await text(response.body)).toBe('ok');
  });

  test.each<[string, (port: number) => string]>([
    ['on another port', (port) => `127.0.0.1:${port - 1}`],
    ['at another address', () => '127.0.0.2'],
    ['in another range', () => '10.0.0.0/8'],
    ['by a name that only looks similar', () => 'x127.0.0.1'],
    ['by using IPv6', () => '::1'],
  ])("doesn't include one that differs %s", async (_what, entryFor) => {
    const fetching = fetchGuarded(server.url('/'), { ...allowed, allow: [entryFor(server.port)] });
    await expect(fetching).rejects.toMatchObject(refused('not public'));
    expect(server.seen).toHaveLength(0);
  });

  test('allowed by name is that name alone, on its port', async () => {
    server.answers.set('/', (_request, response) => void response.end('ok'));
    const { lookup } = resolverOf(['127.0.0.1']);
    const fetchBy = (name: string, entry: string) =>
      fetchGuarded(server.url('/', name), { ...allowed, allow: [entry], lookup });
    for (const entry of ['Intranet.test', `intranet.test:${server.port}`, 'intranet.test.']) {
      expect(await text((await fetchBy('intranet.test', entry)).body)).toBe('ok');
    }
    expect(await text((await fetchBy('INTRANET.test.', 'intranet.test')).body)).toBe('ok');
    server.seen.length = 0;
    await expect(fetchBy('sub.intranet.test', 'intranet.test')).rejects.toMatchObject(refused('not public'));
    await expect(fetchBy('intranet.test', 'intranet.test:1')).rejects.toMatchObject(refused('not public'));
    expect(server.seen).toHaveLength(0);
  });

  test.each(['http://127.0.0.1', '10.0.0.0/33', 'a b', '', '[127.0.0.1]', '*', 'host:port', '::1:80:'])(
    "can't be written as %j",
    (entry) => {
      expect(() => parseAllow([entry])).toThrow(TypeError);
    },
  );
});

describe('a private address', () => {
  test.each([
    ['a literal', '127.0.0.1'],
    ['one number', '2130706433'],
    ['hexadecimal', '0x7f.1'],
    ['octal', '0177.0.0.1'],
    ['few parts', '127.1'],
    ['full-width digits', '１２７.0.0.1'],
    ['a trailing dot', '127.0.0.1.'],
    ['another loopback address', '127.255.0.9'],
    ['unspecified', '0.0.0.0'],
    ['zero', '0'],
    ['IPv6', '[::1]'],
    ['unspecified IPv6', '[::]'],
    ['mapped', '[::ffff:127.0.0.1]'],
    ['mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::7f00:1]'],
    ['local NAT64', '[64:ff9b:1::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['a name', 'localhost'],
    ['a name with a trailing dot', 'localhost.'],
    ["a cloud's metadata service", '169.254.169.254'],
  ])('is refused as %s', async (_what, host) => {
    await expect(fetchGuarded(server.url('/', host), nothingAllowed)).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(server.seen).toHaveLength(0);
  });

  test("is refused behind any name, and the error doesn't reveal it", async () => {
    const { lookup } = resolverOf(['10.1.2.3', 'fd12::7', '::ffff:192.168.7.7']);
    const fetching = fetchGuarded('http://example.test/', { ...nothingAllowed, lookup });
    await expect(fetching).rejects.toMatchObject(refused('not public'));
    const error = await fetching.catch((error: Error) =>
      JSON.stringify({ ...error, message: error.message }),
    );
    expect(error).not.toMatch(/10\.1\.2\.3|fd12|192\.168/);
  });

  test('is skipped if a name has public ones as well', async () => {
    const one = await new TestServer().open('127.0.0.3', server.port);
    try {
      one.answers.set('/', (_request, response) => void response.end('reached'));
      const { lookup } = resolverOf(['127.0.0.1', '127.0.0.3']);
      const response = await fetchGuarded(server.url('/', 'both.test'), {
        ...allowed,
        allow: ['127.0.0.3'],
        lookup,
      });
      expect(await text(response.body)).toBe('reached');
      expect(server.seen).toHaveLength(0);
    } finally {
      await one.close();
    }
  });

  test("isn't reached by a name that changes between check and use", async () => {
    const hidden = await new TestServer().open('127.0.0.2', server.port);
    try {
      server.answers.set('/', (_request, response) => void response.end('ok'));
      server.answers.set('/again', (_request, response) => {
        response.writeHead(302, { location: '/', connection: 'close' }).end();
      });
      hidden.answers.set('/', (_request, response) => void response.end('secret'));
      // Each connection resolves once, so there is no second answer to be fooled by.
      const once = resolverOf(['127.0.0.1'], ['127.0.0.2']);
      const response = await fetchGuarded(server.url('/', 'rebinds.test'), {
        ...allowed,
        lookup: once.lookup,
      });
      expect(await text(response.body)).toBe('ok');
      expect(once.asked()).toBe(1);
      // A new connection resolves again, and is checked again.
      const twice = resolverOf(['127.0.0.1'], ['127.0.0.2']);
      const fetching = fetchGuarded(server.url('/again', 'rebinds.test'), {
        ...allowed,
        lookup: twice.lookup,
      });
      await expect(fetching).rejects.toMatchObject(refused('not public'));
      expect(twice.asked()).toBe(2);
      expect(hidden.seen).toHaveLength(0);
    } finally {
      await hidden.close();
    }
  });
});

describe('a redirect', () => {
  test('is followed, and the answer says where it led', async () => {
    server.answers.set('/old', redirectTo('/folder/new.png'));
    server.answers.set('/folder/new.png', (_request, response) => void response.end('moved here'));
    const response = await fetchGuarded(server.url('/old'), allowed);
    expect(response).toMatchObject({ url: server.url('/folder/new.png'), filename: 'new.png' });
    expect(await text(response.body)).toBe('moved here');
  });

  test.each(['http://localhost', 'http://[::ffff:127.0.0.1]', 'http://2130706434', 'http://127.0.0.2'])(
    'to the private %s is refused before anything is sent there',
    async (origin) => {
      const allow = [`127.0.0.1:${server.port}`];
      server.answers.set('/', redirectTo(`${origin}:${other.port}/secret`));
      other.answers.set('/secret', (_request, response) => void response.end('secret'));
      await expect(fetchGuarded(server.url('/'), { ...allowed, allow })).rejects.toMatchObject(
        refused('not public'),
      );
      expect(other.seen).toHaveLength(0);
    },
  );

  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/plain,x',
    'http://user:pass@127.0.0.1/',
    'http://',
    '',
  ])('to %j is refused', async (location) => {
    server.answers.set('/', redirectTo(location));
    const fetching = fetchGuarded(server.url('/'), { ...allowed, maxRedirects: 1 });
    await expect(fetching).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is one of at most five, and of none if none are allowed', async () => {
    for (let step = 0; step < 6; step += 1) server.answers.set(`/${step}`, redirectTo(`/${step + 1}`));
    server.answers.set('/6', (_request, response) => void response.end('the end'));
    expect(await text((await fetchGuarded(server.url('/1'), allowed)).body)).toBe('the end');
    await expect(fetchGuarded(server.url('/0'), allowed)).rejects.toMatchObject(
      refused('redirects too often'),
    );
    const none = fetchGuarded(server.url('/5'), { ...allowed, maxRedirects: 0 });
    await expect(none).rejects.toMatchObject(refused('redirects too often'));
  });

  test('keeps secrets on the same origin, and sends none to another', async () => {
    const headers = { Authorization: 'Bearer x', COOKIE: 'a=b', 'Proxy-Authorization': 'y', 'X-Other': 'z' };
    server.answers.set('/', redirectTo('/same'));
    server.answers.set('/same', redirectTo(other.url('/')));
    other.answers.set('/', redirectTo(server.url('/back')));
    server.answers.set('/back', (_request, response) => void response.end('ok'));
    await text((await fetchGuarded(server.url('/'), { ...allowed, headers })).body);
    const [first, same, back] = server.seen;
    expect(first?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-other': 'z' });
    expect(same?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b' });
    for (const request of [other.seen[0], back]) {
      expect(request?.headers).toMatchObject({ 'x-other': 'z' });
      expect(Object.keys(request?.headers ?? {})).not.toContain('authorization');
      expect(Object.keys(request?.headers ?? {})).not.toContain('cookie');
      expect(Object.keys(request?.headers ?? {})).not.toContain('proxy-authorization');
    }
  });

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('with %i sends a POST on as %s', async (status, method, body) => {
    server.answers.set('/', redirectTo('/next', status));
    server.answers.set('/next', (_request, response) => void response.end('ok'));
    const headers = { 'content-type': 'text/plain' };
    const response = await fetchGuarded(server.url('/'), {
      ...allowed,
      method: 'POST',
      headers,
      body: 'body',
    });
    await text(response.body);
    expect(server.seen[1]?.method).toBe(method);
    expect(server.seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
    expect(server.bodies).toEqual(['body', body]);
  });
});

describe('the size', () => {
  test('can be exactly the limit, announced or not', async () => {
    server.answers.set('/', (_request, response) => void response.end(Buffer.alloc(1000)));
    server.answers.set('/chunked', (_request, response) => {
      response.write(Buffer.alloc(400));
      response.end(Buffer.alloc(600));
    });
    for (const path of ['/', '/chunked']) {
      const response = await fetchGuarded(server.url(path), { ...allowed, maxBytes: 1000 });
      expect((await buffer(response.body)).byteLength).toBe(1000);
    }
  });

  test('is refused if the announced size is too large, before the body', async () => {
    server.answers.set('/', (_request, response) => void response.end(Buffer.alloc(1001)));
    await expect(fetchGuarded(server.url('/'), { ...allowed, maxBytes: 1000 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('1000 bytes'),
    });
  });

  test('is refused while streaming, and the connection closed', async () => {
    let closed = Promise.resolve();
    server.answers.set('/', (_request, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const response = await fetchGuarded(server.url('/'), allowed);
    let taken = 0;
    const reading = (async () => {
      for await (const chunk of response.body) taken += chunk.byteLength;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'too_large' });
    expect(taken).toBeLessThanOrEqual(1_000_000);
    await closed;
  });

  test('includes decompression of the answer', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    const response = await fetchGuarded(server.url('/'), allowed);
    await expect(buffer(response.body)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('of an answer to HEAD is only informative', async () => {
    server.answers.set(
      '/',
      (_request, response) => void response.writeHead(200, { 'content-length': '9999999' }).end(),
    );
    const response = await fetchGuarded(server.url('/'), { ...allowed, method: 'HEAD' });
    expect(response.headers['content-length']).toBe('9999999');
    expect(await text(response.body)).toBe('');
  });
});

describe('a compressed answer', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s is decompressed, without its encoding header', async (encoding, compress) => {
    const bytes = compress(Buffer.from('hello'));
    server.answers.set('/', (_request, response) => {
      response
        .writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.byteLength })
        .end(bytes);
    });
    const response = await fetchGuarded(server.url('/'), allowed);
    expect(Object.keys(response.headers)).not.toContain('content-encoding');
    expect(Object.keys(response.headers)).not.toContain('content-length');
    expect(await text(response.body)).toBe('hello');
  });

  test.each(['zstd', 'gzip, gzip', 'constructor'])('in %s is refused', async (encoding) => {
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('x');
    });
    await expect(fetchGuarded(server.url('/'), allowed)).rejects.toMatchObject(refused('encoding'));
  });

  test('that is corrupt or truncated is refused', async () => {
    server.answers.set('/damaged', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    });
    server.answers.set('/cut', (_request, response) => {
      const half = gzipSync(Buffer.alloc(1000)).subarray(0, 15);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(half);
    });
    for (const path of ['/damaged', '/cut']) {
      const response = await fetchGuarded(server.url(path), allowed);
      await expect(buffer(response.body)).rejects.toMatchObject(refused('damaged'));
    }
  });
});

describe('the timeout', () => {
  const short = { ...allowed, timeoutMs: 200 };
  /** On a busy machine the time may be up before the body starts: either way it is a timeout. */
  async function readWhole(meanwhile = (): Promise<void> => Promise.resolve()): Promise<Buffer> {
    const response = await fetchGuarded(server.url('/'), short);
    await meanwhile();
    return buffer(response.body);
  }

  test('ends a request to a server that never answers', async () => {
    server.answers.set('/', () => undefined);
    await expect(fetchGuarded(server.url('/'), short)).rejects.toMatchObject(refused('within 0.2 seconds'));
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

  test('covers all redirects together', async () => {
    server.answers.set('/', (request, response) => {
      // Each step alone is fast enough; only their sum isn't.
      setTimeout(() => response.writeHead(302, { location: `${request.url ?? ''}` }).end(), 20);
    });
    const fetching = fetchGuarded(server.url('/'), { ...short, maxRedirects: 10_000 });
    await expect(fetching).rejects.toMatchObject(refused('within 0.2 seconds'));
  });

  test('ends a name lookup that never completes', async () => {
    const lookup: LookupFunction = () => undefined;
    const fetching = fetchGuarded('http://slow.test/', { ...short, lookup });
    await expect(fetching).rejects.toMatchObject(refused('within 0.2 seconds'));
  });
});

describe('a failure', () => {
  test.each([400, 401, 404, 500, 304])('is refused with its status %i', async (status) => {
    server.answers.set('/', (_request, response) => void response.writeHead(status).end());
    await expect(fetchGuarded(server.url('/'), allowed)).rejects.toMatchObject(refused(`status ${status}`));
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
    await expect(fetchGuarded(url, { ...allowed, lookup })).rejects.toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'url' }] },
    });
    expect(asked()).toBe(0);
  });

  test("to connect is refused, and the cause isn't revealed", async () => {
    const closed = await new TestServer().open();
    const url = closed.url('/');
    await closed.close();
    const fetching = fetchGuarded(url, allowed);
    await expect(fetching).rejects.toMatchObject({
      ...refused('could not be reached'),
      message: expect.not.stringContaining('ECONNREFUSED'),
    });
  });

  test('to resolve is refused as unknown', async () => {
    const lookup: LookupFunction = (hostname, _options, callback) => {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '', 0);
    };
    const fetching = fetchGuarded('https://nowhere.test/', { ...allowed, lookup });
    await expect(fetching).rejects.toMatchObject(refused('was not found'));
  });

  test('in the middle of the body is refused', async () => {
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    const response = await fetchGuarded(server.url('/'), allowed);
    await expect(buffer(response.body)).rejects.toMatchObject(refused('broke off'));
  });

  test('to speak HTTPS is refused', async () => {
    const fetching = fetchGuarded(server.url('/').replace('http:', 'https:'), allowed);
    await expect(fetching).rejects.toMatchObject(refused('certificate'));
  });
});

test('a reader that stops early closes the connection', async () => {
  let closed = Promise.resolve();
  server.answers.set('/', (_request, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.write('x'.repeat(100_000));
  });
  const response = await fetchGuarded(server.url('/'), allowed);
  for await (const chunk of response.body) {
    expect(chunk.byteLength).toBeGreaterThan(0);
    break;
  }
  await closed;
});

describe('the file name', () => {
  test.each([
    ['/a/photo.jpg?x=1', undefined, 'photo.jpg'],
    ['/a/%C3%A9t%C3%A9.jpg', undefined, 'été.jpg'],
    ['/a/%ff.jpg', undefined, '%ff.jpg'],
    ['/a/..%2f..%2fetc%2fpasswd', undefined, 'passwd'],
    ['/a/', undefined, undefined],
    ['/x', 'attachment; filename=plain.png', 'plain.png'],
    ['/x', 'attachment; filename="quoted \\"name\\".png"', 'quoted "name".png'],
    ['/x', `attachment; filename="old.png"; filename*=UTF-8''%e2%82%ac%20rates.png`, '€ rates.png'],
    ['/x', 'attachment; filename="../../etc/passwd"', 'passwd'],
    ['/x', 'attachment; filename="C:\\\\temp\\\\x.png"', 'x.png'],
    ['/x.png', 'attachment; filename=".."', 'x.png'],
    ['/x.png', 'inline', 'x.png'],
    ['/x.png', 'attachment; filename="never closed', 'x.png'],
    ['/x', `attachment; filename="${'a'.repeat(300)}"`, 'a'.repeat(255)],
  ])('of %s with %j is %j', async (path, disposition, filename) => {
    server.answers.set(new URL(path, 'http://test').pathname, (_request, response) => {
      response.writeHead(200, disposition === undefined ? {} : { 'content-disposition': disposition }).end();
    });
    const response = await fetchGuarded(server.url(path), allowed);
    expect(response.filename).toBe(filename);
    await text(response.body);
  });
});

describe('a public address', () => {
  const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const dotted = (octets: number[]) => octets.join('.');
  const hex = (octets: number[]) =>
    Buffer.from(octets)
      .toString('hex')
      .replace(/(.{4})(.{4})/, '$1:$2');
  const group = fc.nat(0xffff).map((value) => value.toString(16));

  /** Copied from the registries (IANA special-purpose, 2025), independent of the library's own table. */
  const neverPublic: [string, fc.Arbitrary<string>][] = [
    ['0.0.0.0/8', v4.map(([, b, c, d]) => dotted([0, b, c, d]))],
    ['10.0.0.0/8', v4.map(([, b, c, d]) => dotted([10, b, c, d]))],
    ['100.64.0.0/10', v4.map(([, b, c, d]) => dotted([100, 64 + (b & 63), c, d]))],
    ['127.0.0.0/8', v4.map(([, b, c, d]) => dotted([127, b, c, d]))],
    ['169.254.0.0/16', v4.map(([, , c, d]) => dotted([169, 254, c, d]))],
    ['172.16.0.0/12', v4.map(([, b, c, d]) => dotted([172, 16 + (b & 15), c, d]))],
    ['192.0.0.0/24', v4.map(([, , , d]) => dotted([192, 0, 0, d]))],
    ['192.0.2.0/24', v4.map(([, , , d]) => dotted([192, 0, 2, d]))],
    ['192.168.0.0/16', v4.map(([, , c, d]) => dotted([192, 168, c, d]))],
    ['198.18.0.0/15', v4.map(([, b, c, d]) => dotted([198, 18 + (b & 1), c, d]))],
    ['198.51.100.0/24', v4.map(([, , , d]) => dotted([198, 51, 100, d]))],
    ['203.0.113.0/24', v4.map(([, , , d]) => dotted([203, 0, 113, d]))],
    ['224.0.0.0/3', v4.map(([a, b, c, d]) => dotted([224 + (a & 31), b, c, d]))],
    ['fc00::/7', fc.tuple(fc.nat(0x1ff), group).map(([a, b]) => `${(0xfc00 + a).toString(16)}::${b}`)],
    ['fe80::/9', fc.tuple(fc.nat(0x7f), group).map(([a, b]) => `${(0xfe80 + a).toString(16)}::${b}`)],
    ['ff00::/8', fc.tuple(fc.nat(0xff), group).map(([a, b]) => `${(0xff00 + a).toString(16)}::${b}`)],
    ['100::/64', group.map((b) => `100::${b}`)],
    ['2001::/32', fc.tuple(group, group).map(([a, b]) => `2001:0:${a}::${b}`)],
    ['2001:db8::/32', fc.tuple(group, group).map(([a, b]) => `2001:db8:${a}::${b}`)],
    ['2002::/16', fc.tuple(group, group).map(([a, b]) => `2002:${a}:${b}::`)],
    ['3fff::/20', fc.tuple(fc.nat(0xfff), group).map(([a, b]) => `3fff:${a.toString(16)}::${b}`)],
    ['5f00::/16', group.map((b) => `5f00:${b}::1`)],
    ['64:ff9b:1::/48', fc.tuple(group, group).map(([a, b]) => `64:ff9b:1:${a}::${b}`)],
    ['::/96', v4.map((octets) => `::${hex(octets)}`)],
    ['the host of an Azure machine', fc.constant('168.63.129.16')],
    ['a bare number', fc.nat().map(String)],
    ['text', fc.string()],
  ];

  test.each(neverPublic)('is never in %s', (_range, addresses) => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  test('of IPv4 inside IPv6 is public exactly if it is by itself', () => {
    fc.assert(
      fc.property(v4, (octets) => {
        const alone = isPublicAddress(dotted(octets));
        expect(isPublicAddress(`::ffff:${dotted(octets)}`)).toBe(alone);
        expect(isPublicAddress(`::ffff:${hex(octets)}`)).toBe(alone);
        expect(isPublicAddress(`64:ff9b::${hex(octets)}`)).toBe(alone);
        expect(isPublicAddress(`2002:${hex(octets)}::1`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('of IPv6 is in global unicast space', () => {
    const v6 = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(v6, (groups) => {
        const [first = 0] = groups;
        const address = groups.map((one) => one.toString(16)).join(':');
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('is never a random one of this machine’s own ranges, dialled for real', async () => {
    await fc.assert(
      fc.asyncProperty(v4, async ([, b, c, d]) => {
        const url = `http://127.${b}.${c}.${d}:${server.port}/`;
        await expect(fetchGuarded(url, nothingAllowed)).rejects.toMatchObject(refused('not public'));
      }),
      { numRuns: 30 },
    );
    expect(server.seen).toHaveLength(0);
  });
});

describe('a connection other than HTTP', () => {
  const dial = (more: Partial<Parameters<typeof dialGuarded>[0]> = {}) =>
    dialGuarded({ host: '127.0.0.1', port: server.port, allow: [], timeoutMs: 5000, ...more });
  const leadsHere: LookupFunction = (_, __, callback) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }] as LookupAddress[]);
  };
  const notPublic = { code: 'invalid', detail: { issues: [{ path: 'host' }] } };

  test('is refused to addresses of this machine, by number or by name', async () => {
    await expect(dial()).rejects.toMatchObject(notPublic);
    await expect(dial({ host: '::1' })).rejects.toMatchObject(notPublic);
    await expect(dial({ host: 'mail.example', lookup: leadsHere })).rejects.toMatchObject(notPublic);
  });

  test('is opened if FETCH_ALLOW allows it, for that port alone', async () => {
    const socket = await dial({ allow: [`127.0.0.1:${server.port}`] });
    expect(socket.remotePort).toBe(server.port);
    socket.destroy();
    const named = await dial({ host: 'mail.example', lookup: leadsHere, allow: ['mail.example'] });
    named.destroy();
    await expect(dial({ allow: [`127.0.0.1:${other.port}`] })).rejects.toMatchObject(notPublic);
  });
});
