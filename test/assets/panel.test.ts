// A file dropped into the panel: the rules are those of our API, with errors in Payload's shape.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { PayloadReply } from '../identity/accounts/payload-transport.ts';
import type { Person } from '../setup/service.ts';
import { defineFields } from '../setup/workspace.ts';
import { everythingKept, makePicture, sendBytes } from './library.ts';
import { formOf, message, panel, problems } from './panel-forms.ts';
import { editor, marque, outsider, place, proposer, reader } from './panel-people.ts';

afterAll(() => marque.close());

const drop = async (
  as: Person,
  data: object = {},
  bytes?: Buffer,
): Promise<{ answer: PayloadReply; token: string; bytes: Buffer }> => {
  const sent = bytes ?? (await makePicture());
  const { token } = await sendBytes(marque, as, sent, { filename: 'dropped.png' });
  return { answer: await panel('POST', '/assets', as, formOf(token, data)), token, bytes: sent };
};

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
    const wrong = ['metadata.title', 'origin', 'private', 'rights.embargo', 'tags'];
    expect(problems(answer).sort()).toEqual(wrong);
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
