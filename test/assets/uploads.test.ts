// Uploading files: by ticket, by form, by address; each once, complete, and only for callers with permission.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { type Caller, type Reply } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';
import {
  everythingKept,
  fileBytes,
  filesIn,
  makeAsset,
  makePicture,
  openTicket,
  sendBytes,
} from './library.ts';

const maxUploadBytes = 200_000;

/** Answers by path; unset paths are 404. */
const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
const origin = http.createServer((request, response) => {
  const answer = answers.get(request.url ?? '/');
  if (answer) answer(request, response);
  else response.writeHead(404).end('nothing here');
});
await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
const { port } = origin.address() as AddressInfo;
const originUrl = `http://127.0.0.1:${port}`;

const { marque, place, elsewhere, asEditor, writer, proposer, stranger } = await startWithWorkspace({
  MAX_UPLOAD_BYTES: String(maxUploadBytes),
  FETCH_ALLOW: `127.0.0.1:${port}`,
});

beforeAll(async () => {
  await defineFields(marque, asEditor, {
    key: 'season',
    label: 'Season',
    type: 'select',
    options: ['spring', 'autumn'],
  });
});
afterAll(async () => {
  origin.closeAllConnections();
  origin.close();
  await marque.close();
});
beforeEach(() => {
  answers.clear();
});

const file = (as: Caller, body: Record<string, unknown>): Promise<Reply> =>
  marque.call('POST', '/api/v1/assets', { as, body });

/** A request whose body this test sends piece by piece, and may abort. */
function openRequest(
  method: string,
  url: string,
  headers: http.OutgoingHttpHeaders,
): { request: http.ClientRequest; answer: Promise<{ status: number; body: unknown }> } {
  const request = http.request(url, { method, headers, agent: false });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}

describe('an upload ticket', () => {
  it('files its bytes once: the second time it is gone, and there is no second asset', async () => {
    const { token } = await sendBytes(marque, writer, await makePicture());
    expect(await file(writer, { token })).toMatchObject({ status: 201, body: { deduped: false } });
    const before = await everythingKept(marque);
    expect(await file(writer, { token })).toMatchObject({ status: 410, body: { error: { code: 'gone' } } });
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('files once when two try at the same moment', async () => {
    const { token } = await sendBytes(marque, writer, await makePicture());
    const replies = await Promise.all([1, 2, 3, 4].map(() => file(writer, { token })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    expect(await filesIn(marque, 'staged')).toEqual([]);
  });

  it('is bound to its caller: another key, a person and another workspace get the same answer as for an unknown one', async () => {
    const { token } = await sendBytes(marque, writer, await makePicture());
    const never = await file(writer, { token: '7f0c7f0c-7f0c-4f0c-8f0c-7f0c7f0c7f0c' });
    expect(never).toMatchObject({ status: 410, body: { error: { code: 'gone' } } });
    for (const other of [proposer, asEditor, stranger]) {
      const reply = await file(other, { token });
      expect(reply.status).toBe(410);
      expect(reply.body).toEqual(never.body);
    }
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('with a malformed id is gone, not an error', async () => {
    for (const token of ['', 'x', "' or 1=1", '7f0c7f0c-7f0c-4f0c-8f0c-7f0c7f0c7f0z'])
      expect((await file(writer, { token })).status).toBe(410);
  });

  it('waits for its bytes: filing before they arrive is a conflict, and works once they have', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await openTicket(marque, writer, bytes);
    expect(await file(writer, { token })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('uploadUrl') } },
    });
    expect((await marque.call('PUT', uploadUrl, { body: bytes })).status).toBe(200);
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('expires: then neither bytes nor filing are accepted', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await sendBytes(marque, writer, bytes);
    await marque.service.db.query(
      `update marque.upload_tickets set expires_at = now() - interval '1 second' where id = $1`,
      [token],
    );
    expect((await marque.call('PUT', uploadUrl, { body: bytes })).status).toBe(410);
    expect((await file(writer, { token })).status).toBe(410);
    await marque.service.db.query(
      `update marque.upload_tickets set expires_at = now() + interval '1 hour' where id = $1`,
      [token],
    );
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('accepts bytes again until they are filed: the last ones count, the earlier ones are discarded', async () => {
    const [first, second] = [await makePicture(), await makePicture()];
    const size = Math.max(first.length, second.length);
    const pad = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
    const { token, uploadUrl } = await openTicket(marque, writer, pad(first));
    await marque.call('PUT', uploadUrl, { body: pad(first) });
    const [staged] = await filesIn(marque, 'staged');
    const again = await marque.call('PUT', uploadUrl, { body: pad(second) });
    expect(again).toMatchObject({ status: 200, body: { data: { size } } });
    expect(await filesIn(marque, 'staged')).toHaveLength(1);
    expect(await filesIn(marque, 'staged')).not.toContain(staged);
    const filed = await file(writer, { token });
    expect(filed.body.data.sha256).toBe(again.body.data.sha256);
    expect((await marque.call('PUT', uploadUrl, { body: pad(first) })).status).toBe(410);
    expect(await filesIn(marque, 'staged')).toEqual([]);
    expect((await marque.call('GET', `/a/${filed.body.data.id}`)).bytes.equals(pad(second))).toBe(true);
  });

  it('refuses fewer bytes than announced, keeps none of them, and accepts the whole file afterwards', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await openTicket(marque, writer, bytes);
    const short = await marque.call('PUT', uploadUrl, { body: bytes.subarray(1) });
    expect(short).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(await marque.call('PUT', uploadUrl)).toMatchObject({ status: 400 });
    expect(await filesIn(marque, 'staged')).toEqual([]);
    expect((await file(writer, { token })).status).toBe(409);
    expect((await marque.call('PUT', uploadUrl, { body: bytes })).status).toBe(200);
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('refuses more bytes than announced, with or without a length', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await openTicket(marque, writer, bytes);
    const tooMuch = Buffer.concat([bytes, Buffer.alloc(100_000)]);
    const announced = await marque.call('PUT', uploadUrl, { body: tooMuch });
    expect(announced).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    expect(announced.body.error.message).toContain(String(bytes.length));
    const chunked = openRequest('PUT', uploadUrl, { 'transfer-encoding': 'chunked' });
    chunked.request.end(tooMuch);
    expect(await chunked.answer).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    expect(await filesIn(marque, 'staged')).toEqual([]);
    expect((await marque.call('PUT', uploadUrl, { body: bytes })).status).toBe(200);
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('accepts a chunked body, without a length', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await openTicket(marque, writer, bytes);
    const chunked = openRequest('PUT', uploadUrl, { 'transfer-encoding': 'chunked' });
    chunked.request.write(bytes.subarray(0, 10));
    chunked.request.end(bytes.subarray(10));
    expect((await chunked.answer).status).toBe(200);
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('keeps nothing of an aborted upload, whatever length it announced, and can be used again', async () => {
    const bytes = await makePicture();
    const { token, uploadUrl } = await openTicket(marque, writer, bytes);
    for (const headers of [{ 'content-length': bytes.length }, { 'transfer-encoding': 'chunked' }]) {
      const { request } = openRequest('PUT', uploadUrl, headers);
      request.write(bytes.subarray(0, 20));
      await until(async () => (await filesIn(marque, 'staged')).length === 1);
      request.destroy();
      await until(async () => (await filesIn(marque, 'staged')).length === 0);
    }
    expect((await file(writer, { token })).status).toBe(409);
    await marque.call('PUT', uploadUrl, { body: bytes });
    expect((await file(writer, { token })).status).toBe(201);
  });

  it('can be filed again after an invalid value: nothing is lost', async () => {
    const { token } = await sendBytes(marque, writer, await makePicture());
    const refused = await file(writer, { token, fields: { season: 'winter', nope: 1 } });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
    expect(refused.body.error.detail.issues.map(({ path }: { path: string }) => path)).toEqual([
      'fields.season',
      'fields.nope',
    ]);
    expect((await file(writer, { token, status: 'proposed' })).status).toBe(400);
    const filed = await file(writer, { token, fields: { season: 'autumn' } });
    expect(filed).toMatchObject({ status: 201, body: { data: { fields: { season: 'autumn' } } } });
  });

  it("isn't issued below propose, without a caller, or to a cookie from another page", async () => {
    const body = { filename: 'a.png', mime: 'image/png', size: 10 };
    const reader = await marque.makeKey(place, 'read');
    expect(await marque.call('POST', '/api/v1/uploads', { as: reader, body })).toMatchObject({
      status: 403,
      body: { error: { detail: { needs: 'propose', has: 'read' } } },
    });
    expect((await marque.call('POST', '/api/v1/uploads', { body })).status).toBe(401);
    expect(
      (
        await marque.call('POST', '/api/v1/uploads', {
          as: asEditor,
          body,
          headers: { origin: 'https://evil.example' },
        })
      ).status,
    ).toBe(403);
  });

  it('names every problem of a malformed request', async () => {
    const reply = await marque.call('POST', '/api/v1/uploads', {
      as: writer,
      body: { filename: ' ', mime: 5, size: 1.5, extra: true },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.detail.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'extra',
      'filename',
      'mime',
      'size',
    ]);
    for (const size of [-1, '10', null, 2 ** 60])
      expect(
        (
          await marque.call('POST', '/api/v1/uploads', {
            as: writer,
            body: { filename: 'a', mime: 'image/png', size },
          })
        ).status,
      ).toBe(400);
  });

  it('reveals nothing about an address that was never issued', async () => {
    expect((await marque.call('PUT', '/api/v1/uploads/never-given', { body: Buffer.from('x') })).status).toBe(
      404,
    );
    expect(await filesIn(marque, 'staged')).toEqual([]);
  });
});

describe('a file over MAX_UPLOAD_BYTES', () => {
  const tooMuch = Buffer.alloc(maxUploadBytes + 1, 1);

  it('is refused when its ticket is requested', async () => {
    const body = { filename: 'big.bin', mime: 'application/zip', size: maxUploadBytes + 1 };
    expect(await marque.call('POST', '/api/v1/uploads', { as: writer, body })).toMatchObject({
      status: 413,
      body: {
        error: {
          code: 'too_large',
          message: expect.stringContaining(String(maxUploadBytes)),
          detail: { maxBytes: maxUploadBytes },
        },
      },
    });
    expect(
      (await marque.call('POST', '/api/v1/uploads', { as: writer, body: { ...body, size: maxUploadBytes } }))
        .status,
    ).toBe(200);
  });

  it('is refused in a form and by address, and leaves nothing', async () => {
    const before = await everythingKept(marque);
    const form = new FormData();
    form.append('file', new Blob([tooMuch]), 'big.bin');
    const inForm = await marque.call('POST', '/api/v1/assets', { as: writer, body: form });
    expect(inForm).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    answers.set('/announced.bin', (_, response) => response.end(tooMuch));
    answers.set('/unannounced.bin', (_, response) => {
      response.write(tooMuch.subarray(0, 1000));
      response.end(tooMuch.subarray(1000));
    });
    for (const name of ['announced', 'unannounced'])
      expect(await file(writer, { url: `${originUrl}/${name}.bin` })).toMatchObject({
        status: 413,
        body: { error: { code: 'too_large' } },
      });
    expect(await everythingKept(marque)).toEqual(before);
    expect((await fileBytes(marque, writer, await makePicture())).status).toBe(201);
  });
});

describe('a form', () => {
  const send = (form: FormData, as: Caller = writer): Promise<Reply> =>
    marque.call('POST', '/api/v1/assets', { as, body: form });
  const blob = (bytes: Buffer, type = 'image/png'): Blob => new Blob([Uint8Array.from(bytes)], { type });

  it('files its file with its meta, in either order', async () => {
    const meta = JSON.stringify({ tags: ['from a form'], fields: { season: 'spring' } });
    for (const metaFirst of [true, false]) {
      const form = new FormData();
      if (metaFirst) form.append('meta', meta);
      form.append('file', blob(await makePicture()), 'müßig.png');
      if (!metaFirst) form.append('meta', meta);
      expect(await send(form)).toMatchObject({
        status: 201,
        body: {
          deduped: false,
          data: {
            filename: 'müßig.png',
            tags: ['from a form'],
            fields: { season: 'spring' },
            status: 'active',
          },
        },
      });
    }
  });

  it('can send its meta as a JSON part with a file name, as browsers send a Blob', async () => {
    const form = new FormData();
    form.append('meta', new Blob(['{"tags":["as a blob"]}'], { type: 'application/json' }));
    form.append('file', blob(await makePicture()), 'a.png');
    expect(await send(form)).toMatchObject({ status: 201, body: { data: { tags: ['as a blob'] } } });
  });

  it('needs no meta', async () => {
    const form = new FormData();
    form.append('file', blob(await makePicture()), 'a.png');
    expect(await send(form, proposer)).toMatchObject({ status: 201, body: { data: { status: 'proposed' } } });
  });

  it('of the wrong shape is refused at the invalid part, and leaves nothing', async () => {
    const before = await everythingKept(marque);
    const bytes = await makePicture();
    const cases: [string, (form: FormData) => void][] = [
      ['file', (form) => form.append('meta', '{}')],
      [
        'file',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('file', blob(bytes), 'b.png');
        },
      ],
      [
        'picture',
        (form) => {
          form.append('picture', blob(bytes), 'a.png');
        },
      ],
      [
        'meta',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('meta', '{"tags": [');
        },
      ],
      [
        'meta',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('meta', '[]');
        },
      ],
      [
        'meta',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('meta', '{}');
          form.append('meta', '{}');
        },
      ],
      [
        'meta',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('meta', JSON.stringify({ prompt: 'x'.repeat(1024 * 1024) }));
        },
      ],
      [
        'tags',
        (form) => {
          form.append('tags', 'one');
          form.append('file', blob(bytes), 'a.png');
        },
      ],
      [
        'meta.nope',
        (form) => {
          form.append('meta', '{"nope": 1}');
          form.append('file', blob(bytes), 'a.png');
        },
      ],
      [
        'meta.tags[1]',
        (form) => {
          form.append('file', blob(bytes), 'a.png');
          form.append('meta', '{"tags": ["a", 5]}');
        },
      ],
    ];
    for (const [path, fill] of cases) {
      const form = new FormData();
      fill(form);
      const reply = await send(form);
      expect([path, reply.status]).toEqual([path, 400]);
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', detail: { issues: [{ path }] } });
      expect(await everythingKept(marque)).toEqual(before);
    }
  });

  it('without a boundary, truncated or without a body is refused and leaves nothing', async () => {
    const before = await everythingKept(marque);
    const post = (type: string, body: string): Promise<Reply> =>
      marque.call('POST', '/api/v1/assets', {
        as: writer,
        body: Buffer.from(body),
        headers: { 'content-type': type },
      });
    expect((await post('multipart/form-data', 'x')).status).toBe(400);
    expect((await post('multipart/form-data; boundary=b', '')).status).toBe(400);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    expect((await post('multipart/form-data; boundary=b', `${head}half of it`)).status).toBe(400);
    expect((await post('multipart/form-data; boundary=b', '--b\r\ncontent-dis')).status).toBe(400);
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('that is aborted leaves no staged file and no row', async () => {
    const before = await everythingKept(marque);
    const { request } = openRequest('POST', `${marque.url}/api/v1/assets`, {
      authorization: `Bearer ${writer.key}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 100_000,
    });
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    request.write((await makePicture()).subarray(0, 50));
    await until(async () => (await filesIn(marque, 'staged')).length === 1);
    request.destroy();
    await until(async () => (await filesIn(marque, 'staged')).length === 0);
    expect(await everythingKept(marque)).toEqual(before);
  });

  it("isn't read if the caller has no permission or isn't signed in", async () => {
    const before = await everythingKept(marque);
    const reader = await marque.makeKey(place, 'read');
    for (const [as, status] of [
      [reader, 403],
      [null, 401],
    ] as const) {
      const form = new FormData();
      form.append('file', blob(await makePicture()), 'a.png');
      expect((await send(form, as)).status).toBe(status);
    }
    expect(await everythingKept(marque)).toEqual(before);
  });
});

describe('an address', () => {
  it('is fetched, and the file named by its Content-Disposition, else its path, else the caller', async () => {
    const serve =
      (bytes: Buffer, disposition?: string) =>
      (_: IncomingMessage, response: ServerResponse): void => {
        if (disposition !== undefined) response.setHeader('content-disposition', disposition);
        response.setHeader('content-type', 'image/png');
        response.end(bytes);
      };
    answers.set(
      '/1',
      serve(await makePicture(), `attachment; filename="plain.png"; filename*=UTF-8''b%C3%BCcher.png`),
    );
    answers.set('/folder/path%20name.png?x=1', serve(await makePicture()));
    answers.set('/3', serve(await makePicture(), 'attachment; filename="../../etc/passwd"'));
    const [one, two, three] = [
      await file(writer, { url: `${originUrl}/1` }),
      await file(writer, { url: `${originUrl}/folder/path%20name.png?x=1` }),
      await file(writer, { url: `${originUrl}/3` }),
    ];
    expect(one).toMatchObject({ status: 201, body: { data: { filename: 'bücher.png', mime: 'image/png' } } });
    expect(two).toMatchObject({ status: 201, body: { data: { filename: 'path name.png' } } });
    expect(three).toMatchObject({ status: 201, body: { data: { filename: 'passwd' } } });
    answers.set('/4', serve(await makePicture(), 'attachment; filename="theirs.png"'));
    expect(await file(writer, { url: `${originUrl}/4`, filename: 'ours.png' })).toMatchObject({
      body: { data: { filename: 'ours.png' } },
    });
  });

  it('that is private or invalid is a 422 at url and leaves nothing', async () => {
    const before = await everythingKept(marque);
    answers.set('/inwards', (_, response) =>
      response.writeHead(302, { location: `${marque.url}/api/health` }).end(),
    );
    answers.set('/to-a-file', (_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    const port = new URL(marque.url).port;
    for (const url of [
      `http://127.0.0.1:${port}/api/health`,
      `http://[::ffff:10.0.0.1]/a.png`,
      'http://169.254.169.254/latest/meta-data/',
      `${originUrl}/inwards`,
      `${originUrl}/to-a-file`,
      'file:///etc/passwd',
      originUrl.replace('http://', 'http://user:secret@'),
      'data:image/png;base64,AAAA',
      'not an address',
      '',
    ]) {
      const reply = await file(writer, { url });
      expect([url, reply.status]).toEqual([url, 422]);
      expect(reply.body.error).toMatchObject({ code: 'invalid', detail: { issues: [{ path: 'url' }] } });
      expect(JSON.stringify(reply.body)).not.toContain('secret');
    }
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('that answers with an error, aborts or sends nothing is a 422 and leaves nothing', async () => {
    const before = await everythingKept(marque);
    answers.set('/broken', (_, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(Buffer.alloc(1000), () => response.destroy());
    });
    answers.set('/empty', (_, response) => response.writeHead(200).end());
    answers.set('/failing', (_, response) => response.writeHead(500).end('no'));
    for (const [path, at] of [
      ['/not-there', 'url'],
      ['/failing', 'url'],
      ['/broken', 'url'],
      ['/empty', 'file'],
    ]) {
      const reply = await file(writer, { url: `${originUrl}${path}` });
      expect([path, reply.status, reply.body.error.detail?.issues?.[0]?.path]).toEqual([path, 422, at]);
    }
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('that stalls is aborted, and the caller gets the reason', async () => {
    const before = await everythingKept(marque);
    answers.set('/slow.png', (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write('a beginning');
    });
    const reply = await file(writer, { url: `${originUrl}/slow.png` });
    expect(reply).toMatchObject({ status: 422, body: { error: { detail: { issues: [{ path: 'url' }] } } } });
    expect(reply.body.error.message).toContain('30 seconds');
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('is exclusive: a call with a token as well, or with neither, is malformed', async () => {
    for (const body of [{}, { url: `${originUrl}/x`, token: '7f0c7f0c-7f0c-4f0c-8f0c-7f0c7f0c7f0c' }])
      expect(await file(writer, body)).toMatchObject({
        status: 400,
        body: { error: { detail: { issues: [{ path: 'token' }] } } },
      });
  });
});

describe('bytes that already exist', () => {
  it('return the existing asset, and the metadata that was not applied', async () => {
    const bytes = await makePicture();
    const asset = await makeAsset(marque, writer, { tags: ['first'] }, bytes);
    const again = await fileBytes(marque, writer, bytes, { tags: ['second'], filename: 'other.png' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      data: asset,
      deduped: true,
      proposals: [],
      notApplied: [
        { field: 'tags', sent: ['second'], current: ['first'] },
        { field: 'filename', sent: 'other.png', current: 'picture.png' },
      ],
    });
  });

  it('sent twice at once become one asset, whichever way they are sent', async () => {
    const bytes = await makePicture();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.png');
    answers.set('/same.png', (_, response) => response.end(bytes));
    const tokens = await Promise.all([1, 2, 3].map(() => sendBytes(marque, writer, bytes)));
    const replies = await Promise.all([
      ...tokens.map(({ token }) => file(writer, { token })),
      file(proposer, { url: `${originUrl}/same.png` }),
      marque.call('POST', '/api/v1/assets', { as: writer, body: form }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await filesIn(marque, 'staged')).toEqual([]);
  });

  it('in another workspace become another record on the same blob', async () => {
    const bytes = await makePicture();
    const here = await makeAsset(marque, writer, {}, bytes);
    const blobs = await filesIn(marque, 'blobs');
    const there = await fileBytes(marque, stranger, bytes);
    expect(there).toMatchObject({
      status: 201,
      body: { deduped: false, data: { sha256: here.sha256, workspaceId: elsewhere.workspaceId } },
    });
    expect(there.body.data.id).not.toBe(here.id);
    expect(await filesIn(marque, 'blobs')).toEqual(blobs);
  });

  it("of an asset that the caller can't read become a new record, and reveal nothing about it", async () => {
    const bytes = await makePicture();
    const hidden = await makeAsset(marque, asEditor, { private: true }, bytes);
    const own = await fileBytes(marque, proposer, bytes);
    expect(own).toMatchObject({ status: 201, body: { deduped: false } });
    expect(own.body.data.id).not.toBe(hidden.id);
    expect(JSON.stringify(own.body)).not.toContain(hidden.id);
    const admin = await marque.makeKey(place, 'admin');
    expect(await fileBytes(marque, admin, bytes)).toMatchObject({
      status: 200,
      body: { data: { id: hidden.id } },
    });
  });

  it('of a deleted asset become a new record', async () => {
    const bytes = await makePicture();
    const deleted = await makeAsset(marque, writer, {}, bytes);
    await marque.service.db.query('update assets set deleted_at = now() where id = $1', [deleted.id]);
    const again = await fileBytes(marque, writer, bytes);
    expect(again).toMatchObject({ status: 201, body: { deduped: false } });
    expect(again.body.data.id).not.toBe(deleted.id);
  });
});

describe('the collections of an upload', () => {
  it('must be in this workspace and visible to the caller, else a 422 names them', async () => {
    const mine = await marque.makeCollection(place, { fields: { season: 'spring' } });
    const theirs = await marque.makeCollection(elsewhere);
    const closed = await marque.makeCollection(place, { private: true });
    const { token } = await sendBytes(marque, writer, await makePicture());
    const refused = await file(writer, { token, collections: [mine, theirs, closed] });
    expect(refused.status).toBe(422);
    expect(refused.body.error.detail.issues.map(({ path }: { path: string }) => path)).toEqual([
      'collections[1]',
      'collections[2]',
    ]);
    expect(await file(writer, { token, collections: [mine, mine] })).toMatchObject({
      status: 201,
      body: { data: { collections: [mine], inherited: { season: 'spring' }, fields: {} } },
    });
  });

  it('provide values in the order they were listed: the first one wins', async () => {
    const spring = await marque.makeCollection(place, { fields: { season: 'spring' } });
    const autumn = await marque.makeCollection(place, { fields: { season: 'autumn' } });
    for (const [collections, season] of [
      [[spring, autumn], 'spring'],
      [[autumn, spring], 'autumn'],
    ] as const) {
      const asset = await makeAsset(marque, writer, { collections });
      expect(asset).toMatchObject({ collections, inherited: { season } });
    }
  });

  it('can be all the caller has access to: a grant on a collection files into it and nowhere else', async () => {
    const collection = await marque.makeCollection(place, { private: true });
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', collection, 'propose', { place });
    const as = { cookie: guest.cookie };
    const { token } = await sendBytes(marque, as, await makePicture());
    expect((await file(as, { token })).status).toBe(403);
    expect(await file(as, { token, collections: [collection] })).toMatchObject({
      status: 201,
      body: { data: { status: 'proposed', collections: [collection], proposedBy: guest.name } },
    });
  });
});
