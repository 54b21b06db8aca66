// Which requests the client sends again, and when. Over real HTTP, against a server that answers as each test says.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type MarqueClient } from '../../src/client/index.ts';

interface Came {
  line: string;
  key: string | undefined;
  body: string;
}

/** A status with headers, or `cut`: the connection ends without a response. */
type Said = readonly [status: number, headers?: Record<string, string>] | 'cut';

const came: Came[] = [];
/** What is answered to each request in turn; then 200. */
let script: Said[] = [];
const server = http.createServer((request, response) => {
  void text(request).then((body) => {
    const { method = '', url = '', headers } = request;
    came.push({ line: `${method} ${url}`, key: headers['idempotency-key'] as string | undefined, body });
    const said = script.shift() ?? [200];
    if (said === 'cut') return void response.destroy();
    const [status, more = {}] = said;
    const answer = status < 300 ? { data: [], next: null } : { error: { code: 'x', message: 'No.' } };
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(answer));
  });
});
let url: string;
let marque: MarqueClient;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  marque = createClient({ url, key: 'mq_test' });
});
beforeEach(() => {
  came.length = 0;
  script = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const now = { 'retry-after': '0' };
const id = '00000000-0000-4000-8000-000000000000';
const asset = { path: { id } };
const list = () => marque.GET('/api/v1/assets');
const collect = () => marque.POST('/api/v1/collections', { body: { name: 'Harbors' } });

describe('a read', () => {
  it.each([429, 502, 503, 504])('is sent again after a %i', async (status) => {
    script = [
      [status, now],
      [status, now],
    ];
    const { response } = await list();
    expect([response.status, came.length]).toEqual([200, 3]);
  });

  it('is sent again when the connection ends', async () => {
    script = ['cut'];
    const { response } = await list();
    expect([response.status, came.length]).toEqual([200, 2]);
  });

  it('waits until the time that Retry-After names', async () => {
    script = [[503, { 'retry-after': new Date(0).toUTCString() }]];
    const { response } = await list();
    expect([response.status, came.length]).toEqual([200, 2]);
  });

  it('isn’t sent again after any other error', async () => {
    script = [[500]];
    const { response, error } = await list();
    expect([response.status, came.length]).toEqual([500, 1]);
    expect(error).toEqual({ error: { code: 'x', message: 'No.' } });
  });

  it('is given up after as many retries as were asked for', async () => {
    script = [
      [503, now],
      [503, now],
      [503, now],
    ];
    const { response } = await createClient({ url, retries: 2 }).GET('/api/v1/assets');
    expect([response.status, came.length]).toEqual([503, 3]);
  });

  it('is given up when the server asks for a longer wait than the caller has time', async () => {
    script = [[429, { 'retry-after': '3600' }]];
    const { response } = await list();
    expect([response.status, came.length]).toEqual([429, 1]);
  });

  it('throws the last failure if there never was a response', async () => {
    script = ['cut'];
    await expect(createClient({ url, retries: 0 }).GET('/api/v1/assets')).rejects.toThrow('fetch failed');
    expect(came.length).toBe(1);
  });

  it('ends at once when its signal is aborted while it waits', async () => {
    script = [[503, { 'retry-after': '50' }]];
    const controller = new AbortController();
    const call = marque.GET('/api/v1/assets', { signal: controller.signal });
    while (came.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('Enough.'));
    await expect(call).rejects.toThrow();
    expect(came.length).toBe(1);
  });
});

describe('a POST', () => {
  it('has a key of its own, and is sent again with the same key and body', async () => {
    script = [[503, now], 'cut'];
    const { response } = await collect();
    await collect();
    expect(response.status).toBe(200);
    const [first, second, third, other] = came;
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(first?.body).toBe('{"name":"Harbors"}');
    expect(other?.key).not.toBe(first?.key);
  });

  it('keeps the key that its caller gave it', async () => {
    script = ['cut'];
    await marque.POST('/api/v1/collections', {
      params: { header: { 'Idempotency-Key': 'mine' } },
      body: { name: 'Harbors' },
    });
    expect(came.map(({ key }) => key)).toEqual(['mine', 'mine']);
  });

  it('without a key isn’t sent again', async () => {
    script = [[503, now]];
    const { response } = await marque.POST('/api/v1/uploads', {
      body: { filename: 'a.png', mime: 'image/png', size: 1 },
    });
    expect([response.status, came.length, came[0]?.key]).toEqual([503, 1, undefined]);
  });

  it('that was cut off waits for the first one to end, which is a conflict until then', async () => {
    script = ['cut', [409, now], [409, now]];
    const { response } = await collect();
    expect([response.status, came.length]).toEqual([200, 4]);
  });

  it('that is a conflict isn’t sent again, nor one whose conflict is repeated', async () => {
    script = [[409]];
    expect((await collect()).response.status).toBe(409);
    expect(came.length).toBe(1);
    script = ['cut', [409, { 'idempotency-replayed': 'true' }]];
    expect((await collect()).response.status).toBe(409);
    expect(came.length).toBe(3);
  });
});

describe('other writes', () => {
  it('that do the same when they arrive twice are sent again', async () => {
    script = ['cut', [503, now]];
    const { response } = await marque.DELETE('/api/v1/assets/{id}', { params: asset });
    expect([response.status, came.length]).toEqual([200, 3]);
  });

  it('with If-Match are only sent again if they were refused unseen', async () => {
    const params = { ...asset, header: { 'If-Match': '"1"' } };
    script = [[503, now]];
    const refused = await marque.DELETE('/api/v1/assets/{id}', { params });
    expect([refused.response.status, came.length]).toEqual([503, 1]);
    script = [[429, now]];
    const done = await marque.DELETE('/api/v1/assets/{id}', { params });
    expect([done.response.status, came.length]).toEqual([200, 3]);
  });

  it('that change a part aren’t sent again', async () => {
    script = [[429, now]];
    const { response } = await marque.PATCH('/api/v1/assets/{id}', { params: asset, body: { tags: [] } });
    expect([response.status, came.length]).toEqual([429, 1]);
  });
});
