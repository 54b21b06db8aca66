// Uploading files by form and by address.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import type { Caller, Reply } from '../../setup/service.ts';
import { everythingKept, fileBytes, filesIn, makePicture } from '../library.ts';
import { answers, stop, originUrl, marque, place, writer, proposer, file, openRequest } from './uploading.ts';

afterAll(stop);
beforeEach(() => answers.clear());

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

  it('that answers with a web page in place of a file is a 415 and leaves nothing', async () => {
    const page = '<!doctype html><title>Sign in</title>';
    for (const [path, type] of [
      ['/photo.jpg', 'text/html; charset=utf-8'],
      ['/download?id=7', 'text/html'],
      ['/lying.png', 'image/png'],
    ] as const) {
      const before = await everythingKept(marque);
      answers.set(path, (_, response) => response.setHeader('content-type', type).end(page));
      const reply = await file(writer, { url: `${originUrl}${path}` });
      expect([path, reply.status, reply.body.error.code]).toEqual([path, 415, 'unsupported']);
      expect(reply.body.error.message).toContain('web page');
      expect(await everythingKept(marque)).toEqual(before);
    }
    // Asked for by its name it's a file like any other.
    answers.set('/imprint.html', (_, response) => response.setHeader('content-type', 'text/html').end(page));
    expect((await file(writer, { url: `${originUrl}/imprint.html` })).status).toBe(201);
  });

  it('that answers with bytes of no known kind is a 415 that says what is taken, and leaves nothing', async () => {
    const bytes = Buffer.from('00ff17f1c0de9a8b7c6d5e4f', 'hex');
    for (const [path, type] of [
      ['/thing.bin', 'application/octet-stream'],
      ['/lying-bytes.png', 'image/png'],
    ] as const) {
      const before = await everythingKept(marque);
      answers.set(path, (_, response) => response.setHeader('content-type', type).end(bytes));
      const reply = await file(writer, { url: `${originUrl}${path}` });
      expect([path, reply.status, reply.body.error.code]).toEqual([path, 415, 'unsupported']);
      expect(reply.body.error.message).toMatch(/unknown type.*documents/);
      expect(await everythingKept(marque)).toEqual(before);
    }
    // A person who uploads them knows what they are.
    const about = { filename: 'thing.bin', mime: 'application/octet-stream' };
    expect((await fileBytes(marque, writer, bytes, about)).status).toBe(201);
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
