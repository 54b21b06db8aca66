// Comments on assets over HTTP: threads with their anchors, replies, resolving, versions, and who can do what.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { startService } from '../setup/service.ts';

let asset: string;

const marque = await startService();
const place = await marque.makePlace('Acme');
const mara = await marque.makeMember(place, 'write', { name: 'Mara Meyer' });
const jon = await marque.makeMember(place, 'propose', { name: 'Jon Jansen' });
const write = callsAs(marque, mara);
const propose = callsAs(marque, jon);
const other = callsAs(marque, await marque.makeKey(place, 'propose'));
const reader = callsAs(marque, await marque.makeKey(place, 'read'));
const stranger = callsAs(marque, await marque.makeKey(await marque.makePlace(), 'admin'));
afterAll(() => marque.close());

const newAsset = async (meta = {}): Promise<string> =>
  ((await makeAsset(marque, { cookie: mara.cookie }, meta)) as { id: string }).id;

beforeEach(async () => {
  asset = await newAsset({ filename: 'harbour.png' });
});

const onAsset = (id = asset): string => `/assets/${id}/comments`;
const say = async (body: object, as = propose, id = asset) => as.create(onAsset(id), body);
const list = async (query = '', id = asset, as = propose) =>
  (await as.done('GET', `${onAsset(id)}${query}`)).body;
const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('a thread on an asset', () => {
  it('starts on a part of it, is answered, resolved and reopened', async () => {
    const made = await propose.call('POST', onAsset(), {
      body: ' Crop this? ',
      anchor: { rect: [0.1, 0.2, 0.7, 0.8] },
    });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        thread: null,
        body: 'Crop this?',
        author: { kind: 'person', id: jon.id, name: 'Jon Jansen' },
        createdAt: expect.any(String),
        editedAt: null,
        resolvedAt: null,
        resolvedBy: null,
        on: { kind: 'asset', id: asset, name: 'harbour.png' },
        version: null,
        outdated: false,
        anchor: { rect: [0.1, 0.2, 0.7, 0.8] },
        link: null,
        resolved: false,
        replies: [],
      },
    ]);
    const { id } = made.body.data;
    const reply = await write.create(`/comments/${id}/replies`, { body: 'Yes.' });
    expect(reply).toMatchObject({ thread: id, anchor: null, body: 'Yes.', author: { name: 'Mara Meyer' } });
    const further = await propose.create(`/comments/${reply.id}/replies`, { body: 'Thanks.' });
    expect(further).toMatchObject({ thread: id });
    const whole = await say({ body: 'And all of it?', thread: undefined });
    const page = await list();
    expect(idsOf(page)).toEqual([whole.id, id]);
    expect(page.data[1].replies).toMatchObject([{ id: reply.id }, { id: further.id }]);

    const resolved = await propose.done('POST', `/comments/${id}/resolve`, {});
    expect(resolved.body.data).toMatchObject({ resolved: true, resolvedBy: 'Jon Jansen' });
    expect((await write.done('POST', `/comments/${id}/resolve`, {})).body).toEqual(resolved.body);
    expect(idsOf(await list('?resolved=false'))).toEqual([whole.id]);
    expect(idsOf(await list('?resolved=true'))).toEqual([id]);
    await write.done('POST', `/comments/${id}/resolve`, { resolved: false });
    await write.done('PATCH', `/comments/${id}`, { resolved: true });
    await say({ thread: id, body: 'One more thing.' });
    expect((await reader.done('GET', `/comments/${id}`)).body.data).toMatchObject({
      resolved: false,
      resolvedBy: null,
      replies: [{}, {}, { body: 'One more thing.' }],
    });
    const events = (await eventRowsOf(marque, asset)).filter(({ type }) => type.startsWith('comment.'));
    expect(events.map(({ type }) => type.slice('comment.'.length))).toEqual([
      'created',
      'replied',
      'replied',
      'created',
      'resolved',
      'reopened',
      'resolved',
      'replied',
    ]);
    expect(events[1]).toMatchObject({
      actor_name: 'Mara Meyer',
      detail: { filename: 'harbour.png', comment: reply.id, thread: id },
    });
  });

  it.each([
    { rect: [0, 0, 1, 1] },
    { point: [0.5, 1] },
    { page: 3 },
    { from: 0 },
    { from: 1.5, to: 1.5 },
    { page: 2, rect: [0.7, 0, 0.3, 0.1] },
    { from: 2, to: 3, point: [0, 0] },
  ])('can be anchored at %j', async (anchor) => {
    const { id } = await say({ body: 'Here', anchor });
    expect((await list()).data).toMatchObject([{ id, anchor }]);
  });

  it.each([
    {},
    { rect: [0.5, 0, 0.6, 0.1] },
    { rect: [0, 0, 0, 0.1] },
    { rect: [-0.1, 0, 0.2, 0.1] },
    { rect: [0, 0, 1] },
    { rect: [0, 0, 1, 1], point: [0, 0] },
    { point: [0, 1.01] },
    { point: ['0', 0] },
    { page: 0 },
    { page: 1.5 },
    { from: -1 },
    { from: 3, to: 2 },
    { to: 2 },
    { circle: [0, 0] },
    'centre',
  ])('is refused with the anchor %j', async (anchor) => {
    const refused = await propose.call('POST', onAsset(), { body: 'Here', anchor });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    expect(issuePaths(refused).every((path: string) => path.startsWith('anchor'))).toBe(true);
    expect((await list()).data).toEqual([]);
  });

  it('stays with its version, and says on later ones that it is outdated', async () => {
    const first = await say({ body: 'Too dark', anchor: { point: [0.5, 0.5] } });
    expect(first).toMatchObject({ version: null, outdated: false });
    const next = await newAsset({ versionOf: asset });
    const second = await say({ body: 'Better' }, propose, next);
    for (const id of [asset, next]) {
      expect((await list('', id)).data).toMatchObject([
        { id: second.id, on: { id: next }, version: 2, outdated: false },
        { id: first.id, on: { id: asset }, version: 1, outdated: true },
      ]);
    }
    // A proposed version is later than the current one, and doesn't outdate it.
    const waiting = (await makeAsset(marque, { cookie: jon.cookie }, { versionOf: next })) as { id: string };
    const third = await say({ body: 'What about this?' }, propose, waiting.id);
    expect(third).toMatchObject({ version: 3, outdated: false });
    expect((await list('', next)).data).toMatchObject([
      { id: third.id },
      { id: second.id, outdated: false },
      { id: first.id, outdated: true },
    ]);
  });

  it('is listed page by page', async () => {
    const ids: string[] = [];
    for (let step = 0; step < 3; step += 1) ids.unshift((await say({ body: `${step}` })).id);
    const first = await list('?limit=2');
    expect([idsOf(first), first.next]).toEqual([ids.slice(0, 2), expect.any(String)]);
    const rest = await list(`?limit=2&cursor=${first.next}`);
    expect([idsOf(rest), rest.next]).toEqual([ids.slice(2), null]);
    const refused = await propose.call('GET', `${onAsset()}?resolved=true&cursor=${first.next}`);
    expect(refused.status).toBe(400);
  });

  it('is deleted with its asset', async () => {
    const { id } = await say({ body: 'Hi' });
    await write.create(`/comments/${id}/replies`, { body: 'Hi yourself' });
    await write.done('DELETE', `/assets/${asset}`);
    expect((await reader.call('GET', `/comments/${id}`)).status).toBe(404);
    expect((await write.call('GET', `/comments/${id}`)).status).toBe(200);
    await marque.service.db.query('delete from assets where id = $1', [asset]);
    expect((await write.call('GET', `/comments/${id}`)).status).toBe(404);
    expect(await marque.service.db.query('select id from marque.comments where id = $1', [id])).toEqual([]);
  });
});

describe('access to comments on assets', () => {
  it('lets authors change their own, and only callers who can approve those of others', async () => {
    const { id } = await say({ body: 'Mine' });
    const limited = await marque.makePerson('Lina Limited');
    await marque.grant(limited.id, 'workspace', place.workspaceId, 'write', { place, limits: ['approve'] });
    for (const as of [other, callsAs(marque, limited)]) {
      expect((await as.call('PATCH', `/comments/${id}`, { body: 'Yours' })).status).toBe(403);
      expect((await as.call('DELETE', `/comments/${id}`)).status).toBe(403);
    }
    const edited = await propose.done('PATCH', `/comments/${id}`, { body: 'Mine, better' });
    expect(edited.body.data).toMatchObject({ body: 'Mine, better', editedAt: expect.any(String) });
    const moderated = await write.done('PATCH', `/comments/${id}`, { body: 'Mine, polite' });
    expect(moderated.body.data).toMatchObject({ body: 'Mine, polite', author: { name: 'Jon Jansen' } });
    const reply = await write.create(`/comments/${id}/replies`, { body: 'Reply' });
    expect((await propose.call('DELETE', `/comments/${reply.id}`)).status).toBe(403);
    expect((await propose.done('DELETE', `/comments/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await list()).data).toEqual([]);
    for (const gone of [id, reply.id])
      expect((await write.call('DELETE', `/comments/${gone}`)).status).toBe(404);
  });

  it('needs read to see, propose to write, and shows nothing to other workspaces', async () => {
    const { id } = await say({ body: 'Mine' });
    expect(idsOf(await list('', asset, reader))).toEqual([id]);
    for (const [method, path, body, readable] of [
      ['GET', onAsset(), undefined, true],
      ['POST', onAsset(), { body: 'x' }, false],
      ['GET', `/assets/${asset}/mentions`, undefined, false],
      ['GET', `/comments/${id}`, undefined, true],
      ['PATCH', `/comments/${id}`, { resolved: true }, false],
      ['DELETE', `/comments/${id}`, undefined, false],
      ['POST', `/comments/${id}/replies`, { body: 'x' }, false],
      ['POST', `/comments/${id}/resolve`, {}, false],
    ] as const) {
      expect([path, (await reader.call(method, path, body)).status]).toEqual([path, readable ? 200 : 403]);
      expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404]);
    }
  });

  it('follows a private asset, and every version of a stack for itself', async () => {
    const next = await newAsset({ versionOf: asset });
    const first = await say({ body: 'On the first' });
    const second = await say({ body: 'On the second' }, write, next);
    await write.done('PATCH', `/assets/${next}`, { private: true });
    expect((await reader.call('GET', onAsset(next))).status).toBe(404);
    expect((await reader.call('GET', `/comments/${second.id}`)).status).toBe(404);
    expect(idsOf(await list('', asset, reader))).toEqual([first.id]);
    expect(idsOf(await list('', asset, write))).toEqual([second.id, first.id]);
  });

  it('says what is wrong with a comment', async () => {
    const { id } = await say({ body: 'Mine' });
    const reply = await say({ thread: id, body: 'Reply' });
    const elsewhere = await newAsset();
    for (const [path, body, paths] of [
      [onAsset(), { thread: randomUUID(), body: 'x' }, ['thread']],
      [onAsset(elsewhere), { thread: id, body: 'x' }, ['thread']],
      [`/comments/${reply.id}/resolve`, {}, ['resolved']],
    ] as const) {
      const refused = await propose.call('POST', path, body);
      expect([path, refused.status, issuePaths(refused)]).toEqual([path, 422, paths]);
    }
    for (const body of [
      {},
      { body: ' ' },
      { body: 'x'.repeat(10_001) },
      { body: 'x', thread: id, anchor: { point: [0, 0] } },
      { body: 'x', page: 'color' },
    ])
      expect((await propose.call('POST', onAsset(), body)).status).toBe(400);
    expect((await propose.call('POST', `/comments/${id}/resolve`, { resolved: 'no' })).status).toBe(400);
    expect((await propose.call('GET', '/comments/x')).status).toBe(404);
    expect((await propose.call('GET', `/comments/${randomUUID()}`)).status).toBe(404);
  });

  it('allows a change only if If-Match names the current version', async () => {
    const { id } = await say({ body: 'Mine' });
    const path = `/api/v1/comments/${id}`;
    const as = { cookie: mara.cookie };
    const etag = (await marque.call('GET', path, { as })).headers.get('etag') ?? '';
    const patch = () =>
      marque.call('PATCH', path, { as, headers: { 'if-match': etag }, body: { resolved: true } });
    expect((await patch()).status).toBe(200);
    expect((await patch()).status).toBe(412);
  });
});

describe('a comment on a page', () => {
  it('is found at the same address, under the rules of pages', async () => {
    const { id: brand } = await write.create('/brands', { name: 'Pages' });
    await write.done('PUT', `/brands/${brand}/pages/color`, {
      title: 'Color',
      sections: [{ id: 'primary', template: 'text', body: 'Blue' }],
    });
    const { id } = await propose.create(`/brands/${brand}/comments`, {
      page: 'color',
      section: 'primary',
      body: 'Too blue?',
    });
    expect((await propose.done('GET', `/comments/${id}`)).body.data).toMatchObject({
      on: { kind: 'page', brand, page: 'color', section: 'primary', name: 'Pages' },
      version: null,
      outdated: false,
      anchor: null,
      resolved: false,
    });
    expect((await reader.call('GET', `/comments/${id}`)).status).toBe(403);
    expect((await stranger.call('GET', `/comments/${id}`)).status).toBe(404);
    expect((await write.call('PATCH', `/comments/${id}`, { body: 'Not mine' })).status).toBe(403);
    await write.create(`/comments/${id}/replies`, { body: 'Just right.' });
    await write.done('POST', `/comments/${id}/resolve`, {});
    expect((await propose.done('GET', `/brands/${brand}/comments/${id}`)).body.data).toMatchObject({
      resolvedBy: 'Mara Meyer',
      replies: [{ thread: id, page: 'color', section: 'primary', body: 'Just right.' }],
    });
    await propose.done('DELETE', `/comments/${id}`);
    expect((await propose.done('GET', `/brands/${brand}/comments`)).body.data).toEqual([]);
  });
});
