// Payload's REST routes, as the panel's forms call them. The rules are those of our API, with errors in
// Payload's shape.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callPayload, type PayloadReply } from '../identity/accounts/payload-transport.ts';
import { type Person } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';
import { everythingKept, makeAsset, makePicture, sendBytes } from './library.ts';

const { marque, place, editor, elsewhere: other } = await startWithWorkspace();
let proposer: Person;
let reader: Person;
let outsider: Person;

beforeAll(async () => {
  proposer = await marque.makeMember(place, 'propose');
  reader = await marque.makeMember(place, 'read');
  outsider = await marque.makeMember(other, 'write');
  await defineFields(marque, editor, {
    key: 'subject',
    label: 'Subject',
    type: 'select',
    options: ['space', 'cats'],
  });
});
afterAll(() => marque.close());

/** Calls Payload's routes for the panel as a person; the origin is the server's own unless overridden. */
const panel = (
  method: string,
  path: string,
  as: Person | null,
  body?: FormData | object,
  headers: Record<string, string> = {},
): Promise<PayloadReply> =>
  callPayload(marque, method, `/api${path}`, {
    body,
    headers: { ...(as ? { cookie: as.cookie } : {}), origin: marque.url, ...headers },
  });

/** The form that the panel sends once the bytes are uploaded. */
function formOf(token: unknown, data: object = {}): FormData {
  const form = new FormData();
  form.append('_payload', JSON.stringify(data));
  if (token !== undefined)
    form.append(
      'file',
      JSON.stringify({
        filename: 'said-by-the-form.png',
        mimeType: 'image/png',
        size: 5,
        collectionSlug: 'assets',
        clientUploadContext: { token },
      }),
    );
  return form;
}

const drop = async (
  as: Person,
  data: object = {},
  bytes?: Buffer,
): Promise<{ answer: PayloadReply; token: string; bytes: Buffer }> => {
  const sent = bytes ?? (await makePicture());
  const { token } = await sendBytes(marque, as, sent, { filename: 'dropped.png' });
  return { answer: await panel('POST', '/assets', as, formOf(token, data)), token, bytes: sent };
};

/** Payload's validation errors, by path. */
const problems = (answer: PayloadReply): string[] =>
  (answer.body.errors[0].data?.errors as { path: string }[] | undefined)?.map(({ path }) => path) ?? [];
const message = (answer: PayloadReply): string => String(answer.body.errors[0].message);

describe('a file dropped into the panel', () => {
  it('becomes an asset of the workspace, typed by its bytes and not by the form', async () => {
    const { answer } = await drop(editor, { tags: ['dropped', 'Dropped'], fields: { subject: 'cats' } });
    expect(answer.status).toBe(201);
    const asset = await marque.call('GET', `/api/v1/assets/${answer.body.doc.id}`, { as: editor });
    expect(asset.body.data).toMatchObject({
      workspaceId: place.workspaceId,
      filename: 'dropped.png',
      mime: 'image/png',
      width: 40,
      height: 30,
      status: 'active',
      tags: ['dropped'],
      fields: { subject: 'cats' },
      proposedBy: null,
      public: true,
    });
    expect((await marque.call('GET', `/a/${answer.body.doc.id}`)).headers.get('content-type')).toBe(
      'image/png',
    );
  });

  it('is public if the workspace’s settings say so, unless the form says otherwise', async () => {
    const value = JSON.stringify({ public: false });
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'delivery', $3)`,
      [place.organizationId, place.workspaceId, value],
    );
    const replies = [await drop(editor), await drop(editor, { public: true })];
    await marque.service.db.query(`delete from marque.settings where key = 'delivery'`);
    expect(replies.map(({ answer }) => answer.body.doc.public)).toEqual([false, true]);
  });

  it('waits for a person if its sender can only propose', async () => {
    const { answer } = await drop(proposer, { status: 'active', proposedBy: 'Somebody else' });
    expect(answer.status).toBe(201);
    expect(answer.body.doc).toMatchObject({ status: 'proposed', proposedBy: proposer.name });
  });

  it('is refused without propose, from other workspaces and without a session, and nothing is kept', async () => {
    const { token } = await sendBytes(marque, editor, await makePicture());
    const before = await everythingKept(marque);
    for (const as of [reader, outsider, null]) {
      const answer = await panel('POST', '/assets', as, formOf(token));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await everythingKept(marque)).toEqual(before);
    }
    expect(message(await panel('POST', '/assets', reader, formOf(token)))).toContain('propose');
    expect((await panel('POST', '/assets', editor, formOf(token))).status).toBe(201);
  });

  it('is accepted once, with a ticket of its own workspace', async () => {
    const { token, answer } = await drop(editor);
    expect(answer.status).toBe(201);
    const before = await everythingKept(marque);
    expect((await panel('POST', '/assets', editor, formOf(token))).status).toBe(410);
    const both = await marque.makePerson();
    const other = await marque.makePlace('Zweite');
    for (const one of [place, other])
      await marque.grant(both.id, 'workspace', one.workspaceId, 'write', { place: one });
    const bytes = await makePicture();
    const opened = await marque.call('POST', '/api/v1/uploads', {
      as: both,
      body: { filename: 'a.png', mime: 'image/png', size: bytes.length },
      headers: { 'x-workspace': other.workspaceId },
    });
    expect(opened.status).toBe(200);
    await marque.call('PUT', opened.body.uploadUrl, { body: bytes });
    const here = { cookie: `mq_workspace=${place.workspaceId}; ${both.cookie}` };
    expect((await panel('POST', '/assets', both, formOf(opened.body.token), here)).status).toBe(410);
    const after = await everythingKept(marque);
    expect(after.assets).toBe(before.assets);
    const there = { cookie: `mq_workspace=${other.workspaceId}; ${both.cookie}` };
    expect((await panel('POST', '/assets', both, formOf(opened.body.token), there)).status).toBe(201);
  });

  it('that already exists is refused with its address', async () => {
    const { answer, bytes } = await drop(editor);
    const before = await everythingKept(marque);
    const again = await drop(editor, {}, bytes);
    expect(again.answer.status).toBe(409);
    expect(message(again.answer)).toContain(`/admin/collections/assets/${answer.body.doc.id}`);
    expect((await everythingKept(marque)).assets).toBe(before.assets);
  });

  it('without its token, with a wrong one or with another person’s is refused', async () => {
    const before = await everythingKept(marque);
    expect(message(await panel('POST', '/assets', editor, formOf(undefined)))).toContain('/api/v1/uploads');
    expect((await panel('POST', '/assets', editor, { filename: 'a.png' })).status).toBe(415);
    expect((await panel('POST', '/assets', editor, formOf(5))).status).toBe(415);
    expect((await panel('POST', '/assets', editor, formOf('nonsense'))).status).toBe(410);
    expect(await everythingKept(marque)).toEqual(before);
    const { token } = await sendBytes(marque, proposer, await makePicture());
    expect((await panel('POST', '/assets', editor, formOf(token))).status).toBe(410);
  });

  it("can't be sent in the form itself", async () => {
    const before = await everythingKept(marque);
    const form = new FormData();
    form.append('_payload', '{}');
    form.append('file', new Blob([Uint8Array.from(await makePicture())], { type: 'image/png' }), 'a.png');
    const answer = await panel('POST', '/assets', editor, form);
    expect(answer.status).toBe(413);
    expect(await everythingKept(marque)).toEqual(before);
  });

  it('is never fetched from an address in the form', async () => {
    let asked = 0;
    const server = http.createServer((_, response) => {
      asked += 1;
      response.end('inner words');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.png`;
    const { token } = await sendBytes(marque, editor, await makePicture());
    const refused = await panel('POST', '/assets', editor, formOf(token, { filename: 'a.png', url }));
    expect(refused.status).toBe(415);
    expect(message(refused)).toContain('use the library');
    expect((await panel('POST', '/assets', editor, formOf(token))).status).toBe(201);
    expect(asked).toBe(0);
    server.close();
  });

  it('with invalid values is refused by path, and can be sent again', async () => {
    const { answer, token } = await drop(editor, {
      tags: 'one',
      rights: { embargo: 'soon' },
      origin: 'found',
      private: 'yes',
      metadata: { title: 5 },
    });
    expect(answer.status).toBe(400);
    expect(problems(answer).sort()).toEqual([
      'metadata.title',
      'origin',
      'private',
      'rights.embargo',
      'tags',
    ]);
    const values = await panel(
      'POST',
      '/assets',
      editor,
      formOf(token, { fields: { subject: 'dogs', nope: 1 } }),
    );
    expect(problems(values)).toEqual(['fields.subject', 'fields.nope']);
    const filed = await panel('POST', '/assets', editor, formOf(token, { rights: { license: 'CC0' } }));
    expect(filed.status).toBe(201);
    const { body } = await marque.call('GET', `/api/v1/assets/${filed.body.doc.id}`, { as: editor });
    expect(body.data.rights).toEqual({
      license: 'CC0',
      territories: [],
      channels: [],
      embargo: null,
      expires: null,
      modelRelease: null,
    });
  });

  it('without a required field starts as a draft, to be completed', async () => {
    const strict = await marque.makePlace();
    const person = await marque.makeMember(strict, 'write');
    await defineFields(marque, person, { key: 'credit', label: 'Credit', type: 'text', required: true });
    const { answer } = await drop(person);
    expect(answer.body.doc.status).toBe('draft');
    const refused = await panel('PATCH', `/assets/${answer.body.doc.id}`, person, { status: 'active' });
    expect(problems(refused)).toEqual(['fields.credit']);
    const approved = await panel('PATCH', `/assets/${answer.body.doc.id}`, person, {
      status: 'active',
      fields: { credit: 'Ada' },
    });
    expect(approved.body.doc.status).toBe('active');
  });
});

describe('a change made in the panel', () => {
  it('follows the allowed status changes, and lists them', async () => {
    const { id } = await makeAsset(marque, editor);
    const refused = await panel('PATCH', `/assets/${id}`, editor, { status: 'rejected' });
    expect(refused.status).toBe(409);
    expect(message(refused)).toContain('archived');
    expect((await panel('PATCH', `/assets/${id}`, editor, { status: 'archived' })).body.doc.status).toBe(
      'archived',
    );
  });

  it('requires the ability, the note and the values that our API requires', async () => {
    const helper = await marque.makePerson();
    await marque.grant(helper.id, 'workspace', place.workspaceId, 'write', {
      place,
      limits: ['approve', 'delete'],
    });
    const { id } = await makeAsset(marque, proposer);
    const forbidden = await panel('PATCH', `/assets/${id}`, helper, { status: 'active' });
    expect([forbidden.status, message(forbidden)]).toEqual([403, expect.stringContaining('approve')]);
    expect(problems(await panel('PATCH', `/assets/${id}`, editor, { status: 'rejected' }))).toEqual([
      'reviewNote',
    ]);
    expect(problems(await panel('PATCH', `/assets/${id}`, editor, { fields: { subject: 'dogs' } }))).toEqual([
      'fields.subject',
    ]);
    const trashed = await panel('PATCH', `/assets/${id}`, helper, { deletedAt: new Date().toISOString() });
    expect(trashed.status).toBe(403);
    expect((await panel('DELETE', `/assets/${id}`, editor)).status).toBe(403);
    const { body } = await marque.call('GET', `/api/v1/assets/${id}`, { as: editor });
    expect(body.data).toMatchObject({ status: 'proposed', fields: {}, deletedAt: null });
  });

  it('is a 404 for callers without access', async () => {
    const { id } = await makeAsset(marque, editor);
    const hidden = await makeAsset(marque, editor, { private: true });
    const colleague = await marque.makeMember(place, 'write');
    for (const [as, asset] of [
      [reader, id],
      [proposer, id],
      [outsider, id],
      [null, id],
      [colleague, hidden.id],
    ] as const) {
      const answer = await panel('PATCH', `/assets/${asset}`, as, { status: 'archived' });
      expect([403, 404]).toContain(answer.status);
    }
    for (const [as, asset] of [
      [outsider, id],
      [null, id],
      [colleague, hidden.id],
    ] as const)
      expect([403, 404]).toContain((await panel('GET', `/assets/${asset}`, as)).status);
    const { body } = await marque.call('GET', `/api/v1/assets/${id}`, { as: editor });
    expect(body.data.status).toBe('active');
  });

  it('from another page has no session', async () => {
    const { id } = await makeAsset(marque, editor);
    const answer = await panel(
      'PATCH',
      `/assets/${id}`,
      editor,
      { status: 'archived' },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });

  it('changes no properties of the file, and nothing that the server maintains', async () => {
    const asset = await makeAsset(marque, editor);
    const elsewhere = await marque.makePlace();
    const answer = await panel('PATCH', `/assets/${asset.id}`, editor, {
      sha256: 'f'.repeat(64),
      filename: 'other.png',
      mimeType: 'text/html',
      filesize: 1,
      width: 1,
      height: 1,
      probe: { lies: true },
      c2pa: { manifests: 9 },
      workspace: elsewhere.workspaceId,
      proposedBy: 'Somebody',
      effectivePrivate: true,
      current: false,
      version: 7,
      stackId: asset.id,
      focalX: 10,
      focalY: 10,
      metadata: { title: 'Changed' },
    });
    expect(answer.status).toBe(200);
    const { body } = await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: editor });
    expect({ ...body.data, updatedAt: null }).toEqual({
      ...asset,
      metadata: { title: 'Changed' },
      updatedAt: null,
    });
    expect((await marque.call('GET', `/a/${asset.id}`)).bytes.length).toBe(asset.size);
  });

  it("is validated by our API's schemas", async () => {
    const asset = await makeAsset(marque, editor);
    const theirs = await makeAsset(marque, outsider);
    for (const [data, at] of [
      [{ metadata: 5 }, 'metadata'],
      [{ metadata: { keywords: 'one' } }, 'metadata.keywords'],
      [{ metadata: { title: 'x'.repeat(501) } }, 'metadata.title'],
      [{ tags: { a: 1 } }, 'tags'],
      [{ rights: { expires: '2026-02-30' } }, 'rights.expires'],
      [{ rights: [] }, 'rights'],
      [{ fields: 'x' }, 'fields'],
      [{ fields: { subject: {} } }, 'fields.subject'],
      [{ parentAssetId: 'nonsense' }, 'parentAssetId'],
      [{ parentAssetId: theirs.id }, 'parentAssetId'],
    ] as const) {
      const answer = await panel('PATCH', `/assets/${asset.id}`, editor, data);
      expect([data, answer.status, problems(answer)]).toEqual([data, 400, [at]]);
    }
    const changed = await panel('PATCH', `/assets/${asset.id}`, editor, {
      rights: { license: 'CC0' },
      metadata: { title: '  Spaced ', creator: '', nope: true },
      tags: ['a', 'A'],
      fields: { subject: null },
    });
    expect(changed.status).toBe(200);
    const { body } = await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: editor });
    expect(body.data).toMatchObject({
      rights: { license: 'CC0', territories: [], channels: [], modelRelease: null },
      tags: ['a'],
      fields: {},
    });
    expect(body.data.metadata).toEqual({ title: 'Spaced' });
  });

  it('never replaces the bytes', async () => {
    const { id } = await makeAsset(marque, editor);
    const { token } = await sendBytes(marque, editor, await makePicture());
    const answer = await panel('PATCH', `/assets/${id}`, editor, formOf(token));
    expect(answer.status).toBe(409);
    expect(message(answer)).toContain("can't be replaced");
    const edited = await panel(
      'PATCH',
      `/assets/${id}?uploadEdits[crop][x]=1&uploadEdits[widthInPixels]=5`,
      editor,
      {
        tags: ['cropped'],
      },
    );
    expect(edited.status).toBe(409);
  });

  it('is recorded with the person who made it', async () => {
    const { id } = await makeAsset(marque, proposer);
    await panel('PATCH', `/assets/${id}`, editor, { status: 'active' });
    const events = await marque.service.db.query(
      'select type, actor_kind, actor_id from marque.events where subject_id = $1 order by id',
      [id],
    );
    expect(events).toEqual([
      { type: 'asset.proposed', actor_kind: 'person', actor_id: proposer.id },
      { type: 'asset.approved', actor_kind: 'person', actor_id: editor.id },
    ]);
  });
});

describe("Payload's other routes", () => {
  it('return no bytes: those come from our own routes', async () => {
    const { filename } = await makeAsset(marque, editor);
    for (const as of [editor, null])
      expect([403, 404]).toContain((await panel('GET', `/assets/file/${filename}`, as)).status);
  });

  it('list only what the caller can read', async () => {
    const open = await makeAsset(marque, editor);
    const hidden = await makeAsset(marque, editor, { private: true });
    const idsFor = async (as: Person): Promise<string[]> =>
      ((await panel('GET', '/assets?limit=500', as)).body.docs as { id: string }[]).map(({ id }) => id);
    expect(await idsFor(editor)).toEqual(expect.arrayContaining([open.id, hidden.id]));
    const seen = await idsFor(reader);
    expect(seen).toContain(open.id);
    expect(seen).not.toContain(hidden.id);
    expect(await idsFor(outsider)).not.toContain(open.id);
    expect((await panel('GET', '/assets', null)).status).toBe(403);
  });

  it('duplicate nothing: a copy would have the same bytes', async () => {
    const { id } = await makeAsset(marque, editor);
    const before = await everythingKept(marque);
    const answer = await panel('POST', `/assets/${id}/duplicate`, editor, {});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await everythingKept(marque)).toEqual(before);
  });
});
