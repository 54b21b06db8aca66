// Review links over HTTP: what visitors see and write, what the workspace gets of it, and what is refused.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { startService, type Caller, type Reply } from '../setup/service.ts';
import { ada, enterReview, openReview } from './review-visitor.ts';
import { makeShareLink, openShareLink, type ShareLink } from './share-links.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const write = callsAs(marque, as);
const mara = await marque.makeMember(place, 'write', { name: 'Mara Meyer' });
const editor = callsAs(marque, { cookie: mara.cookie });
const reader = callsAs(marque, await marque.makeKey(place, 'read'));
afterAll(() => marque.close());

let asset: string;
let link: ShareLink;

const newAsset = async (meta = {}): Promise<string> =>
  ((await makeAsset(marque, as, meta)) as { id: string }).id;
const share = (about: Record<string, unknown>, by: Caller = as) =>
  makeShareLink(marque, by, { kind: 'review', ...about });
const threads = async (id = asset, by = write) => (await by.done('GET', `/assets/${id}/comments`)).body.data;
const refusal = ({ status, body }: Reply): unknown[] => [status, body.error?.code];
const forget = (): Promise<unknown> => marque.service.db.query('delete from marque.attempts', []);

beforeEach(async () => {
  await forget();
  asset = await newAsset({ filename: 'harbour.png' });
  link = await share({ asset, name: 'Spring' });
});

describe('a review link', () => {
  it('is created, listed, counted and revoked like the others', async () => {
    const { token, url, ...record } = await share({ asset, password: 'open sesame', name: 'For Ada' });
    expect(record).toMatchObject({ kind: 'review', asset, collection: null, hasPassword: true });
    const listed = (await write.done('GET', `/shares?asset=${asset}`)).body.data as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([record.id, link.id]);
    expect((await write.done('GET', `/assets/${asset}/uses`)).body.data.links.total).toBe(2);
    const { body } = await write.done('GET', `/catalog/${asset}/access`);
    const holders = (body.holders as { kind: string; via: string; who: string }[]).filter(
      ({ kind }) => kind === 'link',
    );
    expect(holders.map(({ who, via }) => [who, via])).toEqual([
      ['Spring', 'Review link'],
      ['For Ada', 'Review link, with a password'],
    ]);
    const shown = await openShareLink(marque, token, { 'x-share-password': 'open sesame' });
    expect(shown.body.data).toMatchObject({ kind: 'review', assets: [{ id: asset }], total: 1 });
    expect(url).toContain('/s/');
    const refused = await write.call('POST', '/shares', { kind: 'review' });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['collection']]);
  });

  it('takes a name and an address into a cookie of its page, and stores nothing', async () => {
    const reply = await openReview(marque, link).send('visitor', ada);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `/s/${link.token}`]);
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(new RegExp(`^mq_review_${link.id}=`));
    expect(cookie).toContain(`; Path=/s/${link.token}; `);
    expect(cookie).toContain('; HttpOnly; SameSite=Lax');
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBe(400 * 86_400);
    const short = await share({ asset, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const ends = (await openReview(marque, short).send('visitor', ada)).headers.get('set-cookie') ?? '';
    expect(Number(/Max-Age=(\d+)/.exec(ends)?.[1])).toBeLessThanOrEqual(3600);
    expect(await threads()).toEqual([]);
  });

  it.each([
    ['an empty name', { name: ' ' }, ['name']],
    ['a long name', { name: 'A'.repeat(101) }, ['name']],
    ['a name that turns around', { name: 'Ada\u202eelbA' }, ['name']],
    ['a name of two lines', { name: 'Ada\nAble' }, ['name']],
    ['no address', { email: 'ada' }, ['email']],
    ['a long address', { email: `${'a'.repeat(250)}@example.com` }, ['email']],
    ['headers in the address', { email: 'ada@example.com\r\nBcc: x@example.com' }, ['email']],
    ['neither', { name: '', email: '' }, ['name', 'email']],
  ])('refuses a visitor with %s', async (_, said, paths) => {
    const reply = await openReview(marque, link).send('visitor', { ...ada, ...said });
    expect([...refusal(reply), issuePaths(reply)]).toEqual([400, 'invalid_request', paths]);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });
});

describe('a comment of a visitor', () => {
  it('is an ordinary one, marked as from outside, with the address for those who can write', async () => {
    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, ' Too dark\r\nhere. ', {
      anchor: JSON.stringify({ rect: [0.1, 0.2, 0.3, 0.4], from: 1.5 }),
    });
    const [thread] = await threads();
    expect(thread).toMatchObject({
      id,
      body: 'Too dark\nhere.',
      anchor: { rect: [0.1, 0.2, 0.3, 0.4], from: 1.5 },
      author: { kind: 'visitor', id: expect.any(String), name: 'Ada Able', email: 'ada@example.com' },
      link: { id: link.id, name: 'Spring' },
      resolved: false,
    });
    expect((await write.done('GET', `/comments/${id}`)).body.data.author.email).toBe('ada@example.com');
    for (const path of [`/assets/${asset}/comments`, `/comments/${id}`]) {
      const { bytes } = await reader.done('GET', path);
      expect(bytes.toString()).toContain('Ada Able');
      expect(bytes.toString()).not.toContain('ada@example.com');
    }
    const events = await eventRowsOf(marque, asset);
    expect(events.at(-1)).toMatchObject({
      type: 'comment.created',
      actor_kind: 'nobody',
      actor_name: 'Ada Able (link “Spring”)',
      detail: { comment: id, link: { id: link.id, name: 'Spring' } },
    });
    expect(JSON.stringify(events)).not.toContain('ada@example.com');
  });

  it('is answered in the panel, and answered again; only the workspace resolves', async () => {
    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, 'Too dark.');
    await editor.create(`/comments/${id}/replies`, { body: 'Brighter in the next version.' });
    await editor.done('POST', `/comments/${id}/resolve`, {});
    expect(await visitor.page()).toMatch(/Mara Meyer.*Acme.*Brighter in the next version/su);
    const reply = await visitor.comment(asset, 'Still too dark.', { thread: id });
    expect((await threads())[0]).toMatchObject({
      resolved: false,
      replies: [
        { author: { kind: 'person', name: 'Mara Meyer' }, link: null },
        { id: reply, author: { kind: 'visitor' }, link: { id: link.id } },
      ],
    });
    const resolving = await marque.call('POST', `/api/v1/comments/${id}/resolve`, {
      headers: { cookie: visitor.cookie },
      body: {},
    });
    expect(refusal(resolving)).toEqual([401, 'unauthorized']);
  });

  it('is edited and deleted by its author only, also after a change of name', async () => {
    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, 'Firstly!');
    const other = await enterReview(marque, link, { name: 'Bob', email: 'bob@example.com' });
    expect(refusal(await other.send(`comments/${id}`, { body: 'Mine' }))).toEqual([404, 'not_found']);
    expect(refusal(await other.send(`comments/${id}`, { action: 'delete' }))).toEqual([404, 'not_found']);
    const renamed = await visitor.send('visitor', { ...ada, name: 'Ada B. Able' });
    const again = openReview(marque, link, (renamed.headers.get('set-cookie') ?? '').split(';')[0]);
    expect((await again.send(`comments/${id}`, { body: 'First!' })).headers.get('location')).toBe(
      `/s/${link.token}#comment-${id}`,
    );
    expect((await threads())[0]).toMatchObject({ body: 'First!', editedAt: expect.any(String) });
    const internal = await editor.create(`/assets/${asset}/comments`, { body: 'Between us.' });
    expect(refusal(await again.send(`comments/${internal.id}`, { action: 'delete' }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await again.send(`comments/${id}`, { action: 'delete' })).status).toBe(303);
    expect((await threads()).map(({ body }: { body: string }) => body)).toEqual(['Between us.']);
    expect(refusal(await again.send(`comments/${id}`, { action: 'delete' }))).toEqual([404, 'not_found']);
  });

  it('is shown to visitors of the same link, and never internal ones or those of others', async () => {
    const collection = await marque.makeCollection(place, { name: 'Pictures' });
    await write.done('POST', `/collections/${collection}/assets`, { add: [asset] });
    const wide = await share({ collection });
    const internal = await editor.create(`/assets/${asset}/comments`, { body: 'INTERNAL-1' });
    await editor.create(`/comments/${internal.id}/replies`, { body: 'INTERNAL-2' });
    const [here, there] = [await enterReview(marque, link), await enterReview(marque, wide)];
    const id = await here.comment(asset, 'OURS-1');
    await there.comment(asset, 'THEIRS-1');
    for (const page of [await openReview(marque, link).page(), await here.page()]) {
      expect(page).toContain('OURS-1');
      expect(page).not.toMatch(/INTERNAL|THEIRS/);
    }
    expect(await there.page()).not.toMatch(/INTERNAL|OURS/);
    // Addresses are nobody's business but the workspace's.
    expect(await openReview(marque, link).page()).not.toContain('ada@example.com');
    for (const thread of [internal.id as string, id])
      expect(refusal(await there.send('comments', { asset, body: 'Hi', thread }))).toEqual([
        404,
        'not_found',
      ]);
    // The cookie of one link names nobody on another, whatever it's called.
    const [, pass = ''] = here.cookie.split('=');
    const forged = openReview(marque, wide, `mq_review_${wide.id}=${pass}`);
    expect(refusal(await forged.send('comments', { asset, body: 'Hi' }))).toEqual([401, 'unauthorized']);
  });

  it('stays with its version, which the page of the next one shows', async () => {
    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, 'Too dark.', { anchor: JSON.stringify({ point: [0.5, 0.5] }) });
    const next = await newAsset({ versionOf: asset });
    expect(await threads(next)).toMatchObject([{ id, outdated: true, on: { id: asset } }]);
    const page = await visitor.page();
    expect(page).toContain('Earlier version');
    expect(page).not.toContain(`id="pin-${id}"`);
    await visitor.comment(next, 'But now?', { thread: id });
    // The link shows the current version only.
    expect(refusal(await visitor.send('comments', { asset, body: 'Old' }))).toEqual([404, 'not_found']);
  });

  it('is text, whatever it contains', async () => {
    const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>';
    const visitor = await enterReview(marque, link, { name: hostile, email: 'x@example.com' });
    await visitor.comment(asset, hostile);
    const page = await visitor.page();
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page.split('&lt;script&gt;alert(1)').length).toBeGreaterThan(2);
  });

  it('keeps its author’s name when the link goes with its collection', async () => {
    const collection = await marque.makeCollection(place, { name: 'Short-lived' });
    await write.done('POST', `/collections/${collection}/assets`, { add: [asset] });
    const visitor = await enterReview(marque, await share({ collection, name: 'Summer' }));
    await visitor.comment(asset, 'Keep this.');
    await callsAs(marque, await marque.makeKey(place, 'admin')).done('DELETE', `/collections/${collection}`);
    expect(await threads()).toMatchObject([
      { body: 'Keep this.', author: { name: 'Ada Able' }, link: { id: null, name: 'Summer' } },
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    ['no text', { body: '' }, ['body']],
    ['only space', { body: ' \r\n ' }, ['body']],
    ['a long text', { body: 'x'.repeat(5001) }, ['body']],
    ['a control character', { body: 'a\0b' }, ['body']],
    ['a name for the asset', { asset: 'harbour.png' }, ['asset']],
    ['no asset', { asset: '' }, ['asset']],
    ['broken JSON', { anchor: '{' }, ['anchor']],
    ['a place outside the picture', { anchor: '{"rect":[0.5,0,0.6,0.1]}' }, ['anchor.rect']],
    ['an unknown place', { anchor: '{"page":1,"circle":1}' }, ['anchor']],
    ['no place', { anchor: '{}' }, ['anchor']],
    ['a name for the thread', { thread: 'one' }, ['thread']],
    ['a thread and a place', { thread: randomUUID(), anchor: '{"page":1}' }, ['anchor']],
  ])('a comment with %s', async (_, fields, paths) => {
    const visitor = await enterReview(marque, link);
    const reply = await visitor.send('comments', { asset, body: 'Hi', ...fields });
    expect([...refusal(reply), issuePaths(reply)]).toEqual([400, 'invalid_request', paths]);
    expect(await threads()).toEqual([]);
  });

  it('comments on what the link doesn’t show: another’s, a draft, an unknown one', async () => {
    const visitor = await enterReview(marque, link);
    const draft = await newAsset({ status: 'draft' });
    const collection = await marque.makeCollection(place);
    for (const id of [await newAsset({ collections: [collection] }), draft, randomUUID()])
      expect(refusal(await visitor.send('comments', { asset: id, body: 'Hi' }))).toEqual([404, 'not_found']);
    await write.done('PATCH', `/assets/${asset}`, { status: 'archived' });
    expect(refusal(await visitor.send('comments', { asset, body: 'Hi' }))).toEqual([404, 'not_found']);
  });

  it('forms from other origins, and from nobody', async () => {
    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, 'Mine');
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }]) {
      expect(refusal(await visitor.send('comments', { asset, body: 'Hi' }, headers))).toEqual([
        403,
        'forbidden',
      ]);
      expect(refusal(await visitor.send(`comments/${id}`, { action: 'delete' }, headers))).toEqual([
        403,
        'forbidden',
      ]);
      expect(refusal(await visitor.send('visitor', ada, headers))).toEqual([403, 'forbidden']);
    }
    const nobody = openReview(marque, link);
    expect(refusal(await nobody.send('comments', { asset, body: 'Hi' }))).toEqual([401, 'unauthorized']);
    expect(refusal(await nobody.send(`comments/${id}`, { body: 'Hi' }))).toEqual([401, 'unauthorized']);
    const [name, pass = ''] = visitor.cookie.split('=');
    const altered = openReview(marque, link, `${name}=${pass.slice(0, -2)}xx`);
    expect(refusal(await altered.send('comments', { asset, body: 'Hi' }))).toEqual([401, 'unauthorized']);
    expect((await threads()).map(({ body }: { body: string }) => body)).toEqual(['Mine']);
  });

  it('everything without the password, once revoked or expired, and on links of other kinds', async () => {
    const closed = await share({ asset, password: 'open sesame' });
    expect(refusal(await openReview(marque, closed).send('visitor', ada))).toEqual([401, 'password']);
    const knock = await marque.call('POST', `/s/${closed.token}`, {
      body: new URLSearchParams({ password: 'open sesame' }),
    });
    const password = (knock.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const said = await openReview(marque, closed, password).send('visitor', ada);
    const name = (said.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await openReview(marque, closed, `${password}; ${name}`).comment(asset, 'Hi');
    const named = openReview(marque, closed, name);
    expect(refusal(await named.send('comments', { asset, body: 'Hi' }))).toEqual([401, 'password']);

    const visitor = await enterReview(marque, link);
    const id = await visitor.comment(asset, 'In time');
    const view = await share({ kind: 'view', asset });
    for (const [path, fields] of [
      ['visitor', ada],
      ['comments', { asset, body: 'Hi' }],
      [`comments/${id}`, { body: 'Hi' }],
    ] as const) {
      expect(refusal(await openReview(marque, view).send(path, fields))).toEqual([409, 'conflict']);
      expect(refusal(await openReview(marque, { token: 'none' }).send(path, fields))).toEqual([
        404,
        'not_found',
      ]);
    }
    await write.done('DELETE', `/shares/${link.id}`);
    const expired = await share({ asset });
    const late = await enterReview(marque, expired);
    await marque.service.db.query('update marque.shares set expires_at = now() where id = $1', [expired.id]);
    for (const one of [visitor, late]) {
      expect(refusal(await one.send('comments', { asset, body: 'Late' }))).toEqual([410, 'gone']);
      expect(refusal(await one.send(`comments/${id}`, { action: 'delete' }))).toEqual([410, 'gone']);
      expect(refusal(await one.send('visitor', ada))).toEqual([410, 'gone']);
    }
    expect((await threads()).map(({ body }: { body: string }) => body)).toEqual(['In time', 'Hi']);
  });

  it('more than 30 from an address in ten minutes, and more than 500 new ones a day', async () => {
    const visitor = await enterReview(marque, link);
    const first = await visitor.comment(asset, 'One');
    for (let count = 1; count < 30; count += 1) await visitor.send(`comments/${first}`, { body: `${count}` });
    const over = await visitor.send('comments', { asset, body: 'Thirty-one' });
    expect(refusal(over)).toEqual([429, 'rate_limited']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    // A browser gets the page, with what was typed.
    const page = await visitor.send('comments', { asset, body: 'Still here' }, { accept: 'text/html' });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(page.bytes.toString()).toMatch(/role="alert">Too many comments.*Still here<\/textarea>/su);
    // Another link has its own count.
    const other = await enterReview(marque, await share({ asset }));
    await other.comment(asset, 'Elsewhere');

    await forget();
    await visitor.comment(asset, 'Two');
    await marque.service.db.query(
      `update marque.attempts set points = 500 where key like 'link-comments-day:%'`,
      [],
    );
    const tomorrow = await visitor.send('comments', { asset, body: 'Three' });
    expect(refusal(tomorrow)).toEqual([429, 'rate_limited']);
    expect(Number(tomorrow.headers.get('retry-after'))).toBeGreaterThan(20 * 3600);
    expect((await visitor.send(`comments/${first}`, { body: 'Edited' })).status).toBe(303);
    expect(await threads()).toHaveLength(3);
  });
});
