// Interrupted and resumed uploads: to a tus client, the address of a ticket is an existing upload.
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Upload } from 'tus-js-client';
import type { Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';

const { marque, proposer: agent } = await startWithWorkspace();
afterAll(() => marque.close());

async function ticketFor(size: number): Promise<{ token: string; uploadUrl: string }> {
  const reply = await marque.call('POST', '/api/v1/uploads', {
    as: agent,
    body: { filename: 'film.bin', mime: 'application/octet-stream', size },
  });
  expect(reply.status).toBe(200);
  return reply.body;
}

function send(
  url: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return marque.call('PATCH', url, {
    body: bytes,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  });
}

async function stagedFiles(): Promise<number> {
  let count = 0;
  for await (const _ of marque.service.storage.list('staged/')) count += 1;
  return count;
}

describe('an upload in pieces', () => {
  it('works with tus-js-client, interrupted in the middle and resumed, and is filed as one file', async () => {
    const bytes = randomBytes(4_000_000);
    const { token, uploadUrl } = await ticketFor(bytes.length);
    await new Promise<void>((resolve, reject) => {
      const first: Upload = new Upload(bytes as never, {
        uploadUrl,
        uploadSize: bytes.length,
        chunkSize: 200_000,
        retryDelays: null,
        onError: reject,
        onSuccess: () => reject(new Error('It should have been interrupted.')),
        onProgress: (sent) => {
          if (sent > 450_000) void first.abort().then(resolve, reject);
        },
      });
      first.start();
    });
    const head = await marque.call('HEAD', uploadUrl);
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(400_000);
    expect(offset).toBeLessThan(bytes.length);
    expect(head.headers.get('upload-length')).toBe(String(bytes.length));
    // It tries again by itself, as it does by default: the server may still be reading the chunk that was interrupted.
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes as never, {
        uploadUrl,
        uploadSize: bytes.length,
        chunkSize: 200_000,
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const filed = await marque.call('POST', '/api/v1/assets', { as: agent, body: { token } });
    expect(filed.status).toBe(201);
    const content = await marque.call('GET', `/api/v1/assets/${filed.body.data.id}/content`, { as: agent });
    expect(content.bytes.equals(bytes)).toBe(true);
    expect(await stagedFiles()).toBe(0);
  });

  it('resumes where a connection broke', async () => {
    const bytes = randomBytes(300_000);
    const { token, uploadUrl } = await ticketFor(bytes.length);
    const broken = new AbortController();
    let sent = false;
    const half = new ReadableStream({
      pull(controller) {
        if (!sent) controller.enqueue(bytes.subarray(0, 150_000));
        sent = true;
      },
    });
    const request = fetch(uploadUrl, {
      method: 'PATCH',
      body: half,
      duplex: 'half',
      signal: broken.signal,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    } as RequestInit).catch(() => null);
    // Cut once the first half is being staged.
    while ((await stagedFiles()) === 0) await new Promise((resolve) => setImmediate(resolve));
    broken.abort();
    await request;
    let offset = 0;
    while (offset === 0) offset = (await marque.call('GET', uploadUrl)).body.data.offset;
    expect(offset).toBeLessThanOrEqual(150_000);
    expect((await send(uploadUrl, offset, bytes.subarray(offset))).status).toBe(204);
    const filed = await marque.call('POST', '/api/v1/assets', { as: agent, body: { token } });
    expect(
      (await marque.call('GET', `/api/v1/assets/${filed.body.data.id}/content`, { as: agent })).bytes.equals(
        bytes,
      ),
    ).toBe(true);
  });

  it('rejects a piece that starts at another offset, is too long, or has another type', async () => {
    const bytes = randomBytes(1000);
    const { uploadUrl } = await ticketFor(1000);
    const elsewhere = await send(uploadUrl, 10, bytes.subarray(10));
    expect([elsewhere.status, elsewhere.body.error.detail]).toEqual([409, { offset: 0 }]);
    expect((await send(uploadUrl, 0, Buffer.concat([bytes, bytes]))).status).toBe(413);
    expect((await send(uploadUrl, 0, bytes, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(uploadUrl, 0, bytes, { 'tus-resumable': '0.2' })).status).toBe(412);
    expect((await send(uploadUrl, 0, bytes, { 'upload-offset': 'x' })).status).toBe(400);
    expect((await send(`${uploadUrl}x`, 0, bytes)).status).toBe(404);
    expect((await send(uploadUrl, 0, bytes)).headers.get('upload-offset')).toBe('1000');
  });

  it('accepts one of two requests that send the same piece at once', async () => {
    const bytes = randomBytes(2000);
    const { token, uploadUrl } = await ticketFor(2000);
    const replies = await Promise.all([
      send(uploadUrl, 0, bytes.subarray(0, 1000)),
      send(uploadUrl, 0, bytes.subarray(0, 1000)),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await send(uploadUrl, 1000, bytes.subarray(1000))).status).toBe(204);
    const filed = await marque.call('POST', '/api/v1/assets', { as: agent, body: { token } });
    expect(filed.status).toBe(201);
    expect((await marque.call('HEAD', uploadUrl)).status).toBe(410);
  });
});
