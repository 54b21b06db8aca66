// Uploading files by ticket: each once, complete, and only for callers with permission; bytes that already
// exist, and the collections they go to.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import { issuePaths } from '../../setup/issues.ts';
import {
  everythingKept,
  fileBytes,
  filesIn,
  makeAsset,
  makePicture,
  openTicket,
  sendBytes,
} from '../library.ts';
import {
  maxUploadBytes,
  answers,
  stop,
  originUrl,
  marque,
  place,
  other,
  asEditor,
  writer,
  proposer,
  stranger,
  file,
  openRequest,
} from './uploading.ts';

afterAll(stop);
beforeEach(() => answers.clear());

describe('a new asset', () => {
  const texts = { title: 'Harbour', description: 'Boats at night', creator: 'Mara', copyright: '© Mara' };

  it('has the texts that were sent with it, also where it waits for review', async () => {
    for (const by of [writer, proposer]) {
      const { token } = await sendBytes(marque, by, await makePicture());
      const reply = await file(by, { token, ...texts });
      expect(reply).toMatchObject({ status: 201, body: { data: { metadata: texts } } });
    }
  });

  it('of a version has them in place of the former ones, and keeps those that weren’t sent', async () => {
    const first = await makeAsset(marque, writer, texts);
    const { token } = await sendBytes(marque, writer, await makePicture());
    const reply = await file(writer, { token, versionOf: first.id, title: 'Harbour, brighter' });
    // The new file says what it shows, in its own metadata.
    const { description: _, ...kept } = texts;
    expect(reply.body.data.metadata).toMatchObject({ ...kept, title: 'Harbour, brighter' });
  });

  it('is refused with a text that is too long, and can be filed again without it', async () => {
    const { token } = await sendBytes(marque, writer, await makePicture());
    const reply = await file(writer, { token, title: 'a'.repeat(501) });
    expect(reply.status).toBe(400);
    expect(issuePaths(reply)).toEqual(['title']);
    expect((await file(writer, { token, title: 'A title' })).status).toBe(201);
  });
});

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
    expect(issuePaths(refused)).toEqual(['fields.season', 'fields.nope']);
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
    expect(issuePaths(reply).sort()).toEqual(['extra', 'filename', 'mime', 'size']);
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
      body: { deduped: false, data: { sha256: here.sha256, workspaceId: other.workspaceId } },
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
    const theirs = await marque.makeCollection(other);
    const closed = await marque.makeCollection(place, { private: true });
    const { token } = await sendBytes(marque, writer, await makePicture());
    const refused = await file(writer, { token, collections: [mine, theirs, closed] });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused)).toEqual(['collections[1]', 'collections[2]']);
    expect(await file(writer, { token, collections: [mine, mine] })).toMatchObject({
      status: 201,
      body: { data: { collections: [mine], inherited: { season: 'spring' }, fields: {} } },
    });
  });

  it('keep the order they were listed in, and of two that set a field, the oldest one’s value counts', async () => {
    const spring = await marque.makeCollection(place, { fields: { season: 'spring' } });
    const autumn = await marque.makeCollection(place, { fields: { season: 'autumn' } });
    for (const collections of [
      [spring, autumn],
      [autumn, spring],
    ]) {
      const asset = await makeAsset(marque, writer, { collections });
      expect(asset).toMatchObject({ collections, inherited: { season: 'spring' } });
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
