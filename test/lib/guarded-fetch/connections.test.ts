// Connections to real servers on this machine: allowed addresses are reached, and no trick reaches others.
import { describe, expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseAllowRule } from '../../../src/lib/guarded-fetch/allow-rules.ts';
import { connectPublic } from '../../../src/lib/guarded-fetch/connect.ts';
import {
  allowed,
  allowRules,
  fetchAllowing,
  nothingAllowed,
  refused,
  resolverOf,
  TestServer,
  testServers,
} from './test-servers.ts';

const { server, other } = testServers();

describe('an allowed address', () => {
  test('is fetched, with its headers by lower-case name', async () => {
    server.answers.set('/file', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'X-Two': ['a', 'b'] }).end('hello');
    });
    const response = await fetchAllowing(server.url('/file'), allowed);
    expect(response).toMatchObject({ status: 200, url: server.url('/file'), filename: 'file' });
    expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'x-two': 'a, b' });
    expect(await text(response.body)).toBe('hello');
    expect(server.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  });

  test('receives the method, headers and body', async () => {
    server.answers.set('/hook', (_request, response) => void response.writeHead(204).end());
    const response = await fetchAllowing(server.url('/hook'), {
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
    const response = await fetchAllowing(server.url('/'), { ...allowed, allow: [entryFor(server.port)] });
    expect(await text(response.body)).toBe('ok');
  });

  test.each<[string, (port: number) => string]>([
    ['on another port', (port) => `127.0.0.1:${port - 1}`],
    ['at another address', () => '127.0.0.2'],
    ['in another range', () => '10.0.0.0/8'],
    ['by a name that only looks similar', () => 'x127.0.0.1'],
    ['by using IPv6', () => '::1'],
  ])("doesn't include one that differs %s", async (_what, entryFor) => {
    const fetching = fetchAllowing(server.url('/'), { ...allowed, allow: [entryFor(server.port)] });
    await expect(fetching).rejects.toMatchObject(refused('not public'));
    expect(server.seen).toHaveLength(0);
  });

  test('allowed by name is that name alone, on its port', async () => {
    server.answers.set('/', (_request, response) => void response.end('ok'));
    const { lookup } = resolverOf(['127.0.0.1']);
    const fetchBy = (name: string, entry: string) =>
      fetchAllowing(server.url('/', name), { ...allowed, allow: [entry], lookup });
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
      expect(parseAllowRule(entry)).toBeNull();
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
    await expect(fetchAllowing(server.url('/', host), nothingAllowed)).rejects.toMatchObject({
      name: 'FetchError',
    });
    expect(server.seen).toHaveLength(0);
  });

  test("is refused behind any name, and the error doesn't reveal it", async () => {
    const { lookup } = resolverOf(['10.1.2.3', 'fd12::7', '::ffff:192.168.7.7']);
    const fetching = fetchAllowing('http://example.test/', { ...nothingAllowed, lookup });
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
      const response = await fetchAllowing(server.url('/', 'both.test'), {
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
      const response = await fetchAllowing(server.url('/', 'rebinds.test'), {
        ...allowed,
        lookup: once.lookup,
      });
      expect(await text(response.body)).toBe('ok');
      expect(once.asked()).toBe(1);
      // A new connection resolves again, and is checked again.
      const twice = resolverOf(['127.0.0.1'], ['127.0.0.2']);
      const fetching = fetchAllowing(server.url('/again', 'rebinds.test'), {
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

describe('a connection other than HTTP', () => {
  const dial = (more: Partial<Parameters<typeof connectPublic>[0]> = {}) =>
    connectPublic({ host: '127.0.0.1', port: server.port, allow: allowRules([]), timeoutMs: 5000, ...more });
  const leadsHere: LookupFunction = (_, __, callback) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }] as LookupAddress[]);
  };
  const notPublic = { name: 'FetchError', reason: 'not-public' };

  test('is refused to addresses of this machine, by number or by name', async () => {
    await expect(dial()).rejects.toMatchObject(notPublic);
    await expect(dial({ host: '::1' })).rejects.toMatchObject(notPublic);
    await expect(dial({ host: 'mail.example', lookup: leadsHere })).rejects.toMatchObject(notPublic);
  });

  test('is opened if FETCH_ALLOW allows it, for that port alone', async () => {
    const socket = await dial({ allow: allowRules([`127.0.0.1:${server.port}`]) });
    expect(socket.remotePort).toBe(server.port);
    socket.destroy();
    const named = await dial({
      host: 'mail.example',
      lookup: leadsHere,
      allow: allowRules(['mail.example']),
    });
    named.destroy();
    await expect(dial({ allow: allowRules([`127.0.0.1:${other.port}`]) })).rejects.toMatchObject(notPublic);
  });
});
