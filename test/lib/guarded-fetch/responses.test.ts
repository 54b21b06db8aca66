// Responses of real servers: limited in size, decompressed, and named.
import { describe, expect, test } from '@jest/globals';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { allowed, fetchAllowing, refused, testServers } from './test-servers.ts';

const { server } = testServers();

describe('the size', () => {
  test('can be exactly the limit, announced or not', async () => {
    server.answers.set('/', (_request, response) => void response.end(Buffer.alloc(1000)));
    server.answers.set('/chunked', (_request, response) => {
      response.write(Buffer.alloc(400));
      response.end(Buffer.alloc(600));
    });
    for (const path of ['/', '/chunked']) {
      const response = await fetchAllowing(server.url(path), { ...allowed, maxBytes: 1000 });
      expect((await buffer(response.body)).byteLength).toBe(1000);
    }
  });

  test('is refused if the announced size is too large, before the body', async () => {
    server.answers.set('/', (_request, response) => void response.end(Buffer.alloc(1001)));
    await expect(fetchAllowing(server.url('/'), { ...allowed, maxBytes: 1000 })).rejects.toMatchObject({
      reason: 'too-large',
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
    const response = await fetchAllowing(server.url('/'), allowed);
    let taken = 0;
    const reading = (async () => {
      for await (const chunk of response.body) taken += chunk.byteLength;
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'too-large' });
    expect(taken).toBeLessThanOrEqual(1_000_000);
    await closed;
  });

  test('includes decompression of the answer', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    const response = await fetchAllowing(server.url('/'), allowed);
    await expect(buffer(response.body)).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('of an answer to HEAD is only informative', async () => {
    server.answers.set(
      '/',
      (_request, response) => void response.writeHead(200, { 'content-length': '9999999' }).end(),
    );
    const response = await fetchAllowing(server.url('/'), { ...allowed, method: 'HEAD' });
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
    const response = await fetchAllowing(server.url('/'), allowed);
    expect(Object.keys(response.headers)).not.toContain('content-encoding');
    expect(Object.keys(response.headers)).not.toContain('content-length');
    expect(await text(response.body)).toBe('hello');
  });

  test.each(['zstd', 'gzip, gzip', 'constructor'])('in %s is refused', async (encoding) => {
    server.answers.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('x');
    });
    await expect(fetchAllowing(server.url('/'), allowed)).rejects.toMatchObject(refused('encoding'));
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
      const response = await fetchAllowing(server.url(path), allowed);
      await expect(buffer(response.body)).rejects.toMatchObject(refused('damaged'));
    }
  });
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
    const response = await fetchAllowing(server.url(path), allowed);
    expect(response.filename).toBe(filename);
    await text(response.body);
  });
});

test('a reader that stops early closes the connection', async () => {
  let closed = Promise.resolve();
  server.answers.set('/', (_request, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.write('x'.repeat(100_000));
  });
  const response = await fetchAllowing(server.url('/'), allowed);
  for await (const chunk of response.body) {
    expect(chunk.byteLength).toBeGreaterThan(0);
    break;
  }
  await closed;
});
