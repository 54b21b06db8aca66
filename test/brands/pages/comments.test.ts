// Comments on pages over HTTP: threads, replies, resolving, and who can do what.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService } from '../../setup/service.ts';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { versionsOf } from '../brand.ts';

let brand: string;
let count = 0;

const marque = await startService();
const place = await marque.makePlace('Acme');
const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
const agent = await marque.makeMember(place, 'propose', { name: 'Pia Proposer' });
const write = callsAs(marque, editor);
const propose = callsAs(marque, agent);
const other = callsAs(marque, await marque.makeKey(place, 'propose'));
afterAll(() => marque.close());

beforeEach(async () => {
  brand = (await write.done('POST', '/brands', { name: 'Acme', slug: `acme-${(count += 1)}` })).body.data.id;
  await write.done('PUT', at('/pages/color'), {
    title: 'Color',
    sections: [{ id: 'primary', template: 'text', body: 'Blue' }],
  });
});

const at = (path: string): string => `/brands/${brand}${path}`;
const say = async (body: object, as = propose) => (await as.done('POST', at('/comments'), body)).body.data;
const list = async (query = '') => (await propose.done('GET', `${at('/comments')}${query}`)).body;

describe('a thread', () => {
  it('starts on a page or a section, accepts replies, and is resolved and reopened', async () => {
    const made = await propose.call('POST', at('/comments'), {
      page: 'color',
      section: 'primary',
      body: ' Too blue? ',
    });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        thread: null,
        page: 'color',
        section: 'primary',
        body: 'Too blue?',
        author: { kind: 'person', id: expect.any(String), name: 'Pia Proposer' },
        createdAt: expect.any(String),
        editedAt: null,
        resolvedAt: null,
        resolvedBy: null,
        replies: [],
      },
    ]);
    const { id } = made.body.data;
    const reply = await say({ thread: id, body: 'Just right.' }, write);
    expect(reply).toMatchObject({ thread: id, section: 'primary', author: { name: 'Edda Editor' } });
    const whole = await say({ page: 'color', body: 'And the page?' });
    expect((await list()).data.map((one: { id: string }) => one.id)).toEqual([whole.id, id]);
    expect((await list()).data[1].replies).toMatchObject([{ id: reply.id, body: 'Just right.' }]);
    expect((await list('?section=primary')).data).toHaveLength(1);
    expect((await list('?page=nowhere')).data).toEqual([]);

    const resolved = await write.done('PATCH', at(`/comments/${id}`), { resolved: true });
    expect(resolved.body.data).toMatchObject({ resolvedAt: expect.any(String), resolvedBy: 'Edda Editor' });
    expect((await write.done('PATCH', at(`/comments/${id}`), { resolved: true })).body).toEqual(
      resolved.body,
    );
    expect((await list('?resolved=false')).data.map((one: { id: string }) => one.id)).toEqual([whole.id]);
    expect((await list('?resolved=true')).data.map((one: { id: string }) => one.id)).toEqual([id]);
    await say({ thread: id, body: 'One more thing.' });
    expect((await propose.done('GET', at(`/comments/${id}`))).body.data).toMatchObject({
      resolvedAt: null,
      resolvedBy: null,
      replies: [{}, { body: 'One more thing.' }],
    });
    expect(await eventsOf(marque, brand)).toEqual([
      'brand.created',
      'brand.pages_changed',
      'brand.commented',
      'brand.comment_replied',
      'brand.commented',
      'brand.comment_resolved',
      'brand.comment_replied',
    ]);
    expect(await versionsOf(marque, brand)).toHaveLength(1);
  });

  it('stays with its page when the slug changes, and is deleted with it', async () => {
    const { id } = await say({ page: 'color', body: 'Hi' });
    await say({ thread: id, body: 'Hi yourself' });
    await write.done('PATCH', at('/pages/color'), { ops: [{ op: 'page', set: { slug: 'colors' } }] });
    expect((await list('?page=colors')).data).toMatchObject([{ id, page: 'colors' }]);
    await write.done('DELETE', at('/pages/colors'));
    expect((await list()).data).toEqual([]);
    const left = await marque.service.db.query('select id from brand_comments where brand_id = $1', [brand]);
    expect(left).toEqual([]);
  });

  it('is listed page by page', async () => {
    const ids: string[] = [];
    for (let step = 0; step < 3; step += 1) ids.unshift((await say({ page: 'color', body: `${step}` })).id);
    const first = await list('?limit=2');
    expect([first.data.map((one: { id: string }) => one.id), first.next]).toEqual([
      ids.slice(0, 2),
      expect.any(String),
    ]);
    const rest = await list(`?limit=2&cursor=${first.next}`);
    expect([rest.data.map((one: { id: string }) => one.id), rest.next]).toEqual([ids.slice(2), null]);
  });
});

describe('access to comments', () => {
  it('lets only the author edit, and the author and callers with write delete', async () => {
    const { id } = await say({ page: 'color', body: 'Mine' });
    for (const as of [write, other]) {
      const reply = await as.call('PATCH', at(`/comments/${id}`), { body: 'Yours' });
      expect([reply.status, reply.body.error.code]).toEqual([403, 'forbidden']);
    }
    const edited = await propose.done('PATCH', at(`/comments/${id}`), { body: 'Mine, better' });
    expect(edited.body.data).toMatchObject({ body: 'Mine, better', editedAt: expect.any(String) });
    expect((await other.call('DELETE', at(`/comments/${id}`))).status).toBe(403);
    const reply = await say({ thread: id, body: 'Reply' });
    expect((await propose.done('DELETE', at(`/comments/${reply.id}`))).body).toEqual({
      data: { deleted: true },
    });
    await say({ thread: id, body: 'Reply' });
    await write.done('DELETE', at(`/comments/${id}`));
    expect((await list()).data).toEqual([]);
    expect((await write.call('DELETE', at(`/comments/${id}`))).status).toBe(404);
    const left = await marque.service.db.query('select id from brand_comments where brand_id = $1', [brand]);
    expect(left).toEqual([]);
  });

  it('needs propose on the brand to read, and refuses callers from another workspace', async () => {
    const { id } = await say({ page: 'color', body: 'Mine' });
    const reader = callsAs(marque, await marque.makeKey(place, 'read'));
    const stranger = callsAs(marque, await marque.makeKey(await marque.makePlace(), 'admin'));
    for (const [method, path, body] of [
      ['GET', '/comments', undefined],
      ['GET', `/comments/${id}`, undefined],
      ['POST', '/comments', { page: 'color', body: 'x' }],
      ['PATCH', `/comments/${id}`, { resolved: true }],
      ['DELETE', `/comments/${id}`, undefined],
    ] as const) {
      expect((await reader.call(method, at(path), body)).status).toBe(403);
      expect((await stranger.call(method, at(path), body)).status).toBe(404);
    }
    // A comment is found only in its own brand.
    const elsewhere = (await write.done('POST', '/brands', { name: 'Else' })).body.data.id;
    expect((await write.call('GET', `/brands/${elsewhere}/comments/${id}`)).status).toBe(404);
    expect((await write.call('DELETE', `/brands/${elsewhere}/comments/${id}`)).status).toBe(404);
  });

  it('requires an existing page, or an existing thread', async () => {
    const { id } = await say({ page: 'color', body: 'Mine' });
    const reply = await say({ thread: id, body: 'Reply' });
    for (const [body, paths] of [
      [{ page: 'nowhere', body: 'x' }, ['page']],
      [{ page: 'color', section: 'nowhere', body: 'x' }, ['section']],
      [{ thread: randomUUID(), body: 'x' }, ['thread']],
      [{ thread: reply.id, body: 'x' }, ['thread']],
    ] as const) {
      const refused = await propose.call('POST', at('/comments'), body);
      expect([refused.status, issuePaths(refused)]).toEqual([422, paths]);
    }
    const resolved = await propose.call('PATCH', at(`/comments/${reply.id}`), { resolved: true });
    expect([resolved.status, issuePaths(resolved)]).toEqual([422, ['resolved']]);
    for (const body of [
      { body: 'x' },
      { page: 'color' },
      { page: 'color', body: ' ' },
      { page: 'color', thread: id, body: 'x' },
      { thread: 'x', body: 'x' },
    ])
      expect((await propose.call('POST', at('/comments'), body)).status).toBe(400);
    expect((await propose.call('GET', at('/comments/x'))).status).toBe(404);
    expect((await propose.call('GET', at('/comments?limit=0'))).status).toBe(400);
  });

  it('allows a change only if If-Match names the current version', async () => {
    const { id } = await say({ page: 'color', body: 'Mine' });
    const path = `/api/v1${at(`/comments/${id}`)}`;
    const as = { cookie: editor.cookie };
    const etag = (await marque.call('GET', path, { as })).headers.get('etag') ?? '';
    const patch = () =>
      marque.call('PATCH', path, { as, headers: { 'if-match': etag }, body: { resolved: true } });
    expect((await patch()).status).toBe(200);
    expect((await patch()).status).toBe(412);
  });
});
