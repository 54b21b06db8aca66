// Idempotency-Key on streamed bodies: forms are compared part by part, whatever their boundaries, and files
// by their bytes.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { filesIn, makePicture } from '../../assets/library.ts';
import { until } from '../../setup/children.ts';
import type { Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { site as zipOfSite } from '../../sites/zips.ts';

const { marque, place, writer } = await startWithWorkspace({ MAX_UPLOAD_BYTES: '4194304' });
afterAll(() => marque.close());

interface Part {
  name: string;
  filename?: string;
  type?: string;
  bytes: Buffer | string;
}

const filePart = (bytes: Buffer, filename = 'a.png'): Part => ({
  name: 'file',
  filename,
  type: 'image/png',
  bytes,
});
const metaPart = (meta: unknown): Part => ({ name: 'meta', bytes: JSON.stringify(meta) });

function formOf(parts: readonly Part[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n${
        type ? `content-type: ${type}\r\n` : ''
      }\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Each with its own boundary, as every client makes one up. */
function send(key: string, parts: readonly Part[], as = writer): Promise<Reply> {
  const boundary = `b${randomUUID()}`;
  return marque.call('POST', '/api/v1/assets', {
    as,
    body: new Uint8Array(formOf(parts, boundary)),
    headers: { 'idempotency-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

/** Starts a form whose body is still to be written. */
const begin = (key: string, length: number, boundary: string): http.ClientRequest =>
  http.request(`${marque.url}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${writer.key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
      'idempotency-key': key,
    },
  });

/** How many calls with a key are running. */
async function running(): Promise<number> {
  const counting =
    'select count(*)::int as n from marque.idempotent_calls where answer is null and claimed_until > now()';
  return (await marque.service.db.query<{ n: number }>(counting))[0]?.n ?? 0;
}

const isRepeated = (reply: Reply): boolean => reply.headers.get('idempotency-replayed') === 'true';
const assets = async (): Promise<number> =>
  (await marque.service.db.query<{ n: number }>('select count(*)::int as n from assets'))[0]?.n ?? 0;

describe('a form with an Idempotency-Key', () => {
  it('sent again gets the same answer, whatever its boundary, and nothing of it is stored', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    const parts = [filePart(bytes), metaPart({ tags: ['once'] })];
    const first = await send(key, parts);
    const count = await assets();
    const second = await send(key, parts);
    expect([first.status, isRepeated(first)]).toEqual([201, false]);
    expect([second.status, isRepeated(second)]).toEqual([201, true]);
    expect(second.bytes).toEqual(first.bytes);
    expect(await assets()).toBe(count);
    expect(await filesIn(marque, 'staged')).toEqual([]);
  });

  it('with another file, name, type, part or order is a mismatch', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    const [file, meta] = [filePart(bytes), metaPart({ tags: ['x'] })];
    expect((await send(key, [file, meta])).status).toBe(201);
    const count = await assets();
    const others: Part[][] = [
      [filePart(await makePicture()), meta],
      [filePart(bytes, 'b.png'), meta],
      [{ ...file, type: 'image/webp' }, meta],
      [file, metaPart({ tags: ['y'] })],
      [file],
      [meta, file],
    ];
    for (const parts of others) {
      const reply = await send(key, parts);
      expect([reply.status, reply.body.error.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await assets()).toBe(count);
    const json = await marque.call('POST', '/api/v1/assets', {
      as: writer,
      body: { url: 'https://example.com/x.png' },
      headers: { 'idempotency-key': key },
    });
    expect(json.body.error.code).toBe('idempotency_mismatch');
    expect(isRepeated(await send(key, [file, meta]))).toBe(true);
    // Another caller's key is another key.
    const other = await marque.makeKey(place, 'write');
    expect(isRepeated(await send(key, [filePart(bytes, 'c.png')], other))).toBe(false);
    const stranger = await marque.makeKey(await marque.makePlace('Elsewhere'), 'write');
    const theirs = await send(key, [file, meta], stranger);
    expect([theirs.status, isRepeated(theirs)]).toEqual([201, false]);
  });

  it('can use the key again after an error', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    expect((await send(key, [filePart(bytes), metaPart({ color: 'red' })])).status).toBe(400);
    expect((await send(key, [filePart(bytes), metaPart({})])).status).toBe(201);
  });

  it('can use the key again after a client that disconnected in the middle', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    const body = formOf([filePart(bytes)], 'left');
    const request = begin(key, body.length, 'left');
    request.on('error', () => undefined);
    request.write(body.subarray(0, body.length - 40));
    await until(async () => (await running()) > 0);
    request.destroy();
    await until(async () => (await running()) === 0);
    const again = await send(key, [filePart(bytes)]);
    expect([again.status, isRepeated(again)]).toEqual([201, false]);
  });

  it('claims the key before its body is read: a concurrent second call is a conflict immediately', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    const body = formOf([filePart(bytes)], 'slow');
    const request = begin(key, body.length, 'slow');
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    request.write(body.subarray(0, 60));
    await until(async () => (await running()) > 0);
    const second = await send(key, [filePart(bytes)]);
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
    const json = await marque.call('POST', '/api/v1/assets', {
      as: writer,
      body: { url: 'https://example.com/x.png' },
      headers: { 'idempotency-key': key },
    });
    expect(json.status).toBe(409);
    request.end(body.subarray(60));
    expect((await answered).statusCode).toBe(201);
    (await answered).resume();
    const third = await send(key, [filePart(bytes)]);
    expect([third.status, isRepeated(third)]).toEqual([201, true]);
  });

  it('is read up to a limit if it is only compared', async () => {
    const [key, bytes] = [randomUUID(), await makePicture()];
    expect((await send(key, [filePart(bytes)])).status).toBe(201);
    // The largest file plus what a form may add, and no more: all of it is sent before the answer.
    const reply = await send(key, [filePart(Buffer.alloc(12 * 1024 * 1024))]);
    expect([reply.status, reply.body.error.code]).toEqual([413, 'too_large']);
    expect(isRepeated(await send(key, [filePart(bytes)]))).toBe(true);
  });
});

describe('a zip with an Idempotency-Key', () => {
  const makeSite = async (name: string): Promise<string> =>
    (await marque.call('POST', '/api/v1/sites', { as: writer, body: { name, kind: 'docs' } })).body.data.id;
  const deploy = (site: string, key: string, body: Uint8Array, type = 'application/zip') =>
    marque.call('POST', `/api/v1/sites/${site}/deployments`, {
      as: writer,
      body,
      headers: { 'content-type': type, 'idempotency-key': key },
    });
  const deployments = async (site: string): Promise<unknown[]> =>
    (await marque.call('GET', `/api/v1/sites/${site}/deployments`, { as: writer })).body.data;

  it('is deployed once, and another one is a mismatch', async () => {
    const site = await makeSite('Docs');
    const key = randomUUID();
    const zip = new Uint8Array(zipOfSite());
    const first = await deploy(site, key, zip);
    const second = await deploy(site, key, zip);
    expect([first.status, second.status, isRepeated(second)]).toEqual([201, 201, true]);
    expect(second.body.data.id).toBe(first.body.data.id);
    const other = await deploy(site, key, Buffer.concat([zip, Buffer.from('x')]));
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await deployments(site)).toHaveLength(1);
    // At another address it is another call.
    expect(isRepeated(await deploy(await makeSite('More docs'), key, zip))).toBe(false);
  });

  it('in a form is deployed once, whatever the boundary', async () => {
    const site = await makeSite('Docs in a form');
    const key = randomUUID();
    const part: Part = { name: 'file', filename: 'a.zip', type: 'application/zip', bytes: zipOfSite() };
    const sendForm = (boundary: string) =>
      deploy(
        site,
        key,
        new Uint8Array(formOf([part], boundary)),
        `multipart/form-data; boundary=${boundary}`,
      );
    const [first, second] = [await sendForm('one'), await sendForm('another')];
    expect([first.status, second.status, isRepeated(second)]).toEqual([201, 201, true]);
    expect(second.bytes).toEqual(first.bytes);
    expect(await deployments(site)).toHaveLength(1);
  });

  it('that is invalid frees the key', async () => {
    const site = await makeSite('Docs that came late');
    const key = randomUUID();
    expect((await deploy(site, key, Buffer.from('This is no zip.'))).status).toBe(415);
    expect((await deploy(site, key, new Uint8Array(zipOfSite()))).status).toBe(201);
  });
});
