// Share links over HTTP once they are there: changed, looked at before they're sent, downloaded as a whole, searched, and what of their
// files stays public without them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset, makePicture } from '../assets/library.ts';
import { callsAs, type Calls } from '../setup/callers.ts';
import { unpack } from '../setup/unpack.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';
import { makeShareLink, openShareLink, sendToShareLink, type ShareLink } from './share-links.ts';

let started: StartedWorkspace;
let write: Calls;
let collection: string;
let fox: string;

const share = (body: Record<string, unknown>): Promise<ShareLink> =>
  makeShareLink(started.marque, started.asEditor, body);
const page = (path: string, headers: Record<string, string> = {}) =>
  started.marque.call('GET', `/s/${path}`, { headers: { accept: 'text/html', ...headers } });
const hour = 3_600_000;
const soon = (): string => new Date(Date.now() + hour).toISOString();

beforeAll(async () => {
  started = await startWithWorkspace();
  ({ write } = started);
  const { marque, place, asEditor: as } = started;
  collection = await marque.makeCollection(place, { name: 'Press' });
  const file = async (filename: string, meta: Record<string, unknown> = {}): Promise<string> => {
    const { id } = await makeAsset(
      marque,
      as,
      { filename, collections: [collection], ...meta },
      await makePicture(),
    );
    await write.done('PATCH', `/assets/${id}`, { public: false });
    return id as string;
  };
  fox = await file('fox.png', { rights: { license: 'Editorial' } });
  await write.done('PATCH', `/assets/${fox}`, { title: 'A fox at night', creator: 'Ada' });
  for (let at = 0; at < 13; at += 1) await file(`plain-${at}.png`);
  await file('draft.png', { status: 'draft' });
});
afterAll(() => started.marque.close());

describe('changing a link', () => {
  it('gives it another name and end; its address stays, and an expired one opens again', async () => {
    const { marque } = started;
    const made = await share({ kind: 'view', collection, expiresAt: soon() });
    const changed = await write.done('PATCH', `/shares/${made.id}`, {
      name: 'For the press',
      expiresAt: null,
    });
    const { url: _, token: __, ...record } = made;
    expect(changed.body).toEqual({ data: { ...record, name: 'For the press', expiresAt: null } });
    expect((await openShareLink(marque, made.token)).body.data).toMatchObject({
      name: 'For the press',
      expiresAt: null,
    });
    // Null goes back to the collection's name.
    expect((await write.done('PATCH', `/shares/${made.id}`, { name: null })).body.data.name).toBe('Press');

    await marque.service.db.query(`update marque.shares set expires_at = now() where id = $1`, [made.id]);
    expect((await openShareLink(marque, made.token)).status).toBe(410);
    const later = soon();
    expect((await write.done('PATCH', `/shares/${made.id}`, { expiresAt: later })).body.data.expiresAt).toBe(
      later,
    );
    expect((await openShareLink(marque, made.token)).status).toBe(200);
  });

  it('gives it another password, which signs out who used the old one, or none', async () => {
    const { marque } = started;
    const made = await share({ kind: 'view', collection, password: 'the first one' });
    const enter = async (password: string): Promise<string> => {
      const sent = await marque.call('POST', `/s/${made.token}`, { body: new URLSearchParams({ password }) });
      expect(sent.status).toBe(303);
      return sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    };
    const cookie = await enter('the first one');
    expect((await page(made.token, { cookie })).status).toBe(200);
    await write.done('PATCH', `/shares/${made.id}`, { name: 'Still the same password' });
    expect((await page(made.token, { cookie })).status).toBe(200);

    const changed = await write.done('PATCH', `/shares/${made.id}`, { password: 'the second one' });
    expect([changed.body.data.hasPassword, JSON.stringify(changed.body)]).toEqual([
      true,
      expect.not.stringContaining('second'),
    ]);
    expect((await page(made.token, { cookie })).status).toBe(401);
    expect((await openShareLink(marque, made.token, { 'x-share-password': 'the first one' })).status).toBe(
      401,
    );
    expect((await page(made.token, { cookie: await enter('the second one') })).status).toBe(200);

    await write.done('PATCH', `/shares/${made.id}`, { password: null });
    expect((await openShareLink(marque, made.token)).status).toBe(200);
  });

  it('is in the audit log with what changed, and not at all when nothing did', async () => {
    const made = await share({ kind: 'view', collection, name: 'Once' });
    await write.done('PATCH', `/shares/${made.id}`, {});
    await write.done('PATCH', `/shares/${made.id}`, { name: 'Once' });
    await write.done('PATCH', `/shares/${made.id}`, { name: 'Twice', password: 'a secret word' });
    const events = await started.marque.service.db.query<{ audit: boolean; detail: { changed: string[] } }>(
      `select audit, detail from marque.events where subject_id = $1 and type = 'share.changed'`,
      [made.id],
    );
    expect(events.map(({ audit, detail }) => [audit, detail.changed])).toEqual([
      [true, ['name', 'password']],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('needs the ability to share the resource, an end in the future, and known properties', async () => {
    const { marque, stranger, proposer, place } = started;
    const made = await share({ kind: 'view', collection });
    const bound = await marque.makeMember(place, 'write', { limits: ['share'] });
    for (const [method, path] of [
      ['PATCH', `/shares/${made.id}`],
      ['GET', `/shares/${made.id}`],
      ['GET', `/shares/${made.id}/preview`],
    ] as const) {
      const statusFor = async (caller: Parameters<typeof callsAs>[1]): Promise<number> =>
        (await callsAs(marque, caller).call(method, path, method === 'PATCH' ? { name: 'Mine' } : undefined))
          .status;
      expect([
        method,
        await statusFor(stranger),
        await statusFor(proposer),
        await statusFor(bound),
        await statusFor(null),
      ]).toEqual([method, 404, 403, 403, 401]);
    }
    const refused = async (body: object): Promise<unknown[]> => {
      const reply = await write.call('PATCH', `/shares/${made.id}`, body);
      return [reply.status, (reply.body.error.detail?.issues as { path: string }[] | undefined)?.[0]?.path];
    };
    expect(await refused({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([422, 'expiresAt']);
    expect(await refused({ password: 'short' })).toEqual([400, 'password']);
    expect(await refused({ name: '' })).toEqual([400, 'name']);
    expect(await refused({ kind: 'upload' })).toEqual([400, 'kind']);
    await write.done('DELETE', `/shares/${made.id}`);
    expect((await write.call('PATCH', `/shares/${made.id}`, { name: 'Gone' })).status).toBe(404);
  });

  it('fails for the second of two people who change the same state', async () => {
    const { marque, asEditor: as } = started;
    const made = await share({ kind: 'view', collection });
    const tag = (await write.done('GET', `/shares/${made.id}`)).headers.get('etag') ?? '';
    const change = (name: string) =>
      marque.call('PATCH', `/api/v1/shares/${made.id}`, { as, body: { name }, headers: { 'if-match': tag } });
    expect([(await change('One')).status, (await change('Other')).status]).toEqual([200, 412]);
  });
});

describe('before it is sent, a link', () => {
  it('shows its page as visitors see it, without its address', async () => {
    const view = await share({ kind: 'view', collection, password: 'open sesame' });
    const shown = await write.done('GET', `/shares/${view.id}/preview`);
    const html = shown.bytes.toString();
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('Preview: this is what people with the link see.');
    expect(html).toContain('A fox at night');
    expect(html).not.toContain('draft.png');
    expect((await write.done('GET', `/shares/${view.id}/preview?q=fox`)).bytes.toString()).not.toContain(
      'plain-3',
    );

    for (const kind of ['upload', 'review']) {
      const { id } = await share({ kind, collection });
      const form = (await write.done('GET', `/shares/${id}/preview`)).bytes.toString();
      expect(form).toContain('Preview: this is what people with the link see.');
      // Nothing can be sent from a preview.
      expect(form).toContain('inert=""');
    }
    const real = (await page((await share({ kind: 'review', collection })).token)).bytes.toString();
    expect(real).not.toContain('Preview:');
    expect(real).not.toContain('inert');
  });

  it('says of an expired one that visitors no longer see it', async () => {
    const { marque } = started;
    for (const kind of ['view', 'review', 'upload']) {
      const { id, token } = await share({ kind, collection, expiresAt: soon() });
      await marque.service.db.query(
        `update marque.shares set expires_at = now() - interval '1 hour' where id = $1`,
        [id],
      );
      expect((await page(token)).status).toBe(410);
      const html = (await write.done('GET', `/shares/${id}/preview`)).bytes.toString();
      expect(html).toContain('Preview: this link has expired. People with the link no longer see this page.');
      expect(html).not.toContain('this is what people with the link see');
    }
  });
});

describe('a refused upload without scripts', () => {
  it('keeps what was typed', async () => {
    const { marque } = started;
    const { token } = await share({ kind: 'upload', collection });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await makePicture())]), 'sent.png');
    body.append('name', 'Ada "the first"');
    body.append('email', 'not an address');
    body.append('note', 'From the <harbor>');
    const answer = await marque.call('POST', `/s/${token}`, { body, headers: { accept: 'text/html' } });
    const html = answer.bytes.toString();
    expect(answer.status).toBe(400);
    expect(html).toContain('value="Ada &quot;the first&quot;"');
    expect(html).toContain('value="not an address"');
    expect(html).toContain('>From the &lt;harbor&gt;</textarea>');
  });
});

describe('without the link', () => {
  it('what is public stays so, and only that is named', async () => {
    const { marque, asEditor: as, place } = started;
    const other = await marque.makeCollection(place, { name: 'Mixed' });
    const { id: open } = await makeAsset(marque, as, { filename: 'open.png', collections: [other] });
    const { id: closed } = await makeAsset(marque, as, { filename: 'closed.png', collections: [other] });
    const { id: waiting } = await makeAsset(marque, as, { filename: 'waiting.png', collections: [other] });
    await write.done('PATCH', `/assets/${open}`, { public: true, title: 'Open to all' });
    await write.done('PATCH', `/assets/${closed}`, { public: false });
    await write.done('PATCH', `/assets/${waiting}`, { public: true, status: 'archived' });
    const made = await share({ kind: 'view', collection: other });
    expect((await write.done('GET', `/shares/${made.id}?include=staysPublic`)).body.staysPublic).toEqual({
      total: 1,
      assets: [{ id: open, title: 'Open to all', filename: 'open.png' }],
    });
    await write.done('DELETE', `/shares/${made.id}`);
    const statusOf = async (id: string): Promise<number> => (await marque.call('GET', `/a/${id}`)).status;
    expect([await statusOf(open as string), await statusOf(closed as string)]).toEqual([200, 404]);
    const one = await share({ kind: 'view', asset: closed });
    expect((await write.done('GET', `/shares/${one.id}?include=staysPublic`)).body.staysPublic).toEqual({
      total: 0,
      assets: [],
    });
  });
});

describe('on its page, a link with many files', () => {
  it('is searched, page by page', async () => {
    const { marque } = started;
    const { token } = await share({ kind: 'view', collection });
    const all = (await page(token)).bytes.toString();
    expect(all).toContain('aria-label="Search files"');
    const found = (await page(`${token}?q=FOX`)).bytes.toString();
    expect(found).toContain('1 file found.');
    expect(found).toContain('A fox at night');
    expect(found).not.toContain('plain-1.png');
    expect((await page(`${token}?q=whale`)).bytes.toString()).toContain('No results.');
    // Nothing but punctuation searches for nothing.
    expect((await page(`${token}?q=%21%27`)).bytes.toString()).toContain('14 files found.');

    const first = await marque.call('GET', `/api/v1/shared/${token}?q=plain&limit=10`);
    expect([first.body.data.total, first.body.data.assets.length]).toEqual([13, 10]);
    const rest = await marque.call(
      'GET',
      `/api/v1/shared/${token}?q=plain&limit=10&cursor=${first.body.data.next}`,
    );
    expect(rest.body.data.assets).toHaveLength(3);
    const mixed = await marque.call('GET', `/api/v1/shared/${token}?cursor=${first.body.data.next}`);
    expect(mixed.status).toBe(400);
    expect((await marque.call('GET', `/api/v1/shared/${token}?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('is downloaded at once, with the usage rights of its files', async () => {
    const { token } = await share({ kind: 'view', collection, name: 'All of: it' });
    expect((await page(token)).bytes.toString()).toContain(`href="/s/${token}/download"`);
    const answer = await page(`${token}/download`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toContain('All of_ it.zip');
    const files = await unpack(answer.bytes);
    expect(files.size).toBe(15);
    expect(files.has('draft.png')).toBe(false);
    const rights = files.get('Usage rights.txt')?.toString();
    expect(rights).toContain('fox.png\n  Title: A fox at night\n  Creator: Ada\n  License: Editorial\n');
  });

  it('is downloaded by whoever can open it', async () => {
    const { marque, place } = started;
    const made = await share({ kind: 'view', collection, password: 'open sesame' });
    expect((await page(`${made.token}/download`)).status).toBe(401);
    const asked = await marque.call('GET', `/s/${made.token}/download`);
    expect([asked.status, asked.body.error.code]).toEqual([401, 'password']);
    expect((await page(`${made.token}/download`, { 'x-share-password': 'open sesame' })).status).toBe(200);
    await write.done('DELETE', `/shares/${made.id}`);
    expect((await page(`${made.token}/download`, { 'x-share-password': 'open sesame' })).status).toBe(410);
    expect((await page('no-such-link/download')).status).toBe(404);
    const empty = await share({ kind: 'view', collection: await marque.makeCollection(place) });
    expect((await marque.call('GET', `/s/${empty.token}/download`)).body.error.code).toBe('conflict');
    const upload = await share({ kind: 'upload', collection });
    expect((await marque.call('GET', `/s/${upload.token}/download`)).body.error.code).toBe('conflict');
  });
});

describe('who sends a file through an upload link', () => {
  const send = async (token: string, fields: Record<string, string | Blob>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(await makePicture())]), 'sent.png');
    return started.marque.call('POST', `/api/v1/shared/${token}`, { body });
  };

  it('can say who they are and why: reviewers read it beside the file', async () => {
    const { marque, asEditor: as, place } = started;
    const into = await marque.makeCollection(place, { name: 'Incoming' });
    const { token } = await share({ kind: 'upload', collection: into, name: 'Field trip' });
    const about = { name: 'Nora Meyer', email: 'Nora@example.com', note: 'Taken on Monday.\r\nAll cleared.' };
    expect((await send(token, about)).status).toBe(201);
    const { body } = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${into}`, { as });
    expect(body.data).toMatchObject([{ proposedBy: 'Nora Meyer (link “Field trip”)' }]);
    const queue = (await marque.call('GET', '/api/v1/proposals', { as })).body.data as {
      note: string | null;
      subject?: unknown;
    }[];
    expect(queue.map(({ note }) => note)).toContain('Taken on Monday.\nAll cleared.\n\nnora@example.com');
    // A form with nothing filled in but the file.
    expect((await send(token, { name: '', email: ' ', note: '' })).status).toBe(201);
    expect((await sendToShareLink(marque, token, await makePicture())).status).toBe(201);
  });

  it('is told which of it is wrong, and nothing is kept', async () => {
    const { marque, asEditor: as, place } = started;
    const into = await marque.makeCollection(place);
    const { token } = await share({ kind: 'upload', collection: into });
    const refused = async (fields: Record<string, string>): Promise<unknown[]> => {
      const { status, body } = await send(token, fields);
      return [status, (body.error.detail?.issues as { path: string }[] | undefined)?.[0]?.path];
    };
    expect(await refused({ email: 'nora' })).toEqual([400, 'email']);
    expect(await refused({ name: 'N'.repeat(101) })).toEqual([400, 'name']);
    expect(await refused({ name: 'Nora\u202e' })).toEqual([400, 'name']);
    expect(await refused({ note: 'n'.repeat(2001) })).toEqual([400, 'note']);
    expect(await refused({ tags: 'fox' })).toEqual([400, 'tags']);
    const { body } = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${into}`, { as });
    expect(body.data).toEqual([]);
  });

  it('is told which parts the form takes', async () => {
    const { token } = await share({
      kind: 'upload',
      collection: await started.marque.makeCollection(started.place),
    });
    const issues = async (fields: Record<string, string | Blob>): Promise<unknown> =>
      (await send(token, fields)).body.error.detail.issues;
    const message = 'Unknown part. Send "file", and optionally "name", "email", "note".';
    expect(await issues({ tags: 'fox' })).toEqual([{ path: 'tags', message }]);
    expect(await issues({ picture: new Blob(['x']) })).toEqual([{ path: 'picture', message }]);
    const asText = { path: 'note', message: 'Send "note" as text, not as a file.' };
    expect(await issues({ note: new Blob(['x']) })).toEqual([asText]);
    const ten = Array.from({ length: 10 }, (_, at) => [`tag${at}`, 'fox']);
    expect(await issues(Object.fromEntries(ten) as Record<string, string>)).toContainEqual({
      path: 'file',
      message: 'Send only the parts "file" and, optionally, "name", "email", "note".',
    });
  });
});
