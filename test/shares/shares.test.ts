// Share links over HTTP: created, listed and revoked by callers with the ability to share, and what their
// visitors get.
import { afterAll, describe, expect, it } from '@jest/globals';
import { availabilitySql } from '../../src/assets/queries.ts';
import {
  isUsable,
  isUsableNow,
  usableNowSql,
  usableSql,
  type ShownAsset,
} from '../../src/usage-rights/now.ts';
import { checkUse } from '../../src/usage-rights/rules.ts';
import { fileBytes, makeAsset, makePicture } from '../assets/library.ts';
import { day } from '../setup/days.ts';
import { startService, type Caller, type Reply } from '../setup/service.ts';
import { makeShareLink, openShareLink, sendToShareLink, type ShareLink } from './share-links.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const stranger = await marque.makeKey(await marque.makePlace(), 'admin');
afterAll(() => marque.close());

const share = (body: Record<string, unknown>, by: Caller = as) => makeShareLink(marque, by, body);
const open = (token: string, headers?: Record<string, string>) => openShareLink(marque, token, headers);
const send = (token: string, bytes: Buffer, filename?: string, headers?: Record<string, string>) =>
  sendToShareLink(marque, token, bytes, filename, headers);

async function patch(id: string, body: Record<string, unknown>): Promise<void> {
  const { status, body: answer } = await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });
  expect([status, answer.error]).toEqual([200, undefined]);
}

async function replaced(): Promise<string> {
  const { id: by } = await makeAsset(marque, as);
  const { id } = await makeAsset(marque, as);
  await patch(id, { supersededBy: by });
  return id;
}

const filesOf = (reply: Reply): string[] => (reply.body.data.assets as { id: string }[]).map(({ id }) => id);

describe('a link to view a collection', () => {
  it('is created, shows its address once, is listed and revoked', async () => {
    const collection = await marque.makeCollection(place, { name: 'Press' });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await share({ kind: 'view', collection, expiresAt, password: 'open sesame' });
    const { token, url, ...record } = made;
    expect(url).toBe(`${marque.url}/s/${token}`);
    expect(record).toEqual({
      id: expect.any(String),
      kind: 'view',
      collection,
      asset: null,
      name: 'Press',
      hasPassword: true,
      allowDownloads: true,
      expiresAt,
      createdBy: expect.stringContaining('Key'),
      createdAt: expect.any(String),
    });
    const listed = await marque.call('GET', `/api/v1/shares?collection=${collection}`, { as });
    expect(listed.body).toEqual({ data: [record] });

    const gone = await marque.call('DELETE', `/api/v1/shares/${made.id}`, { as });
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await marque.call('DELETE', `/api/v1/shares/${made.id}`, { as })).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/shares?collection=${collection}`, { as })).body.data).toEqual(
      [],
    );
    expect((await open(token)).body.error).toMatchObject({ code: 'gone' });
  });

  it('ends with the addresses of the files it showed, and not those of another link', async () => {
    const collection = await marque.makeCollection(place, { name: 'Taken back' });
    const { id } = await makeAsset(marque, as, { collections: [collection] });
    await patch(id, { public: false });
    const [made, kept] = [
      await share({ kind: 'view', collection }),
      await share({ kind: 'view', collection, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
    ];
    const addressesOf = async ({ token }: ShareLink): Promise<string[]> => {
      const [file] = (await open(token)).body.data.assets as { url: string; thumbnail: string }[];
      return [file?.url ?? '', file?.thumbnail ?? ''];
    };
    const [ours, theirs] = [await addressesOf(made), await addressesOf(kept)];
    const statuses = (addresses: string[], headers = {}): Promise<number[]> =>
      Promise.all(addresses.map(async (url) => (await marque.call('GET', url, { headers })).status));
    expect(await statuses([...ours, ...theirs])).toEqual([200, 200, 200, 200]);
    // A browser revalidates each time: a cached answer must not outlive the link.
    expect((await marque.call('GET', ours[1] ?? '')).headers.get('cache-control')).toBe('private, no-cache');

    await marque.call('DELETE', `/api/v1/shares/${made.id}`, { as });
    expect(await statuses([...ours, ...theirs])).toEqual([410, 410, 200, 200]);
    expect(await statuses(ours, { accept: 'application/json' })).toEqual([410, 410]);
    await marque.service.db.query(`update marque.shares set expires_at = now() where id = $1`, [kept.id]);
    expect(await statuses(theirs)).toEqual([410, 410]);
  });

  it('is in the audit log without its token or password, of which only hashes are stored', async () => {
    const collection = await marque.makeCollection(place);
    const made = await share({ kind: 'view', collection, password: 'a secret word' });
    await marque.call('DELETE', `/api/v1/shares/${made.id}`, { as });
    const events = await marque.service.db.query<{ type: string; audit: boolean; detail: unknown }>(
      'select type, audit, detail from marque.events where subject_id = $1 order by id',
      [made.id],
    );
    expect(events.map(({ type, audit }) => [type, audit])).toEqual([
      ['share.created', true],
      ['share.revoked', true],
    ]);
    const rows = await marque.service.db.query('select * from marque.shares where id = $1', [made.id]);
    const stored = JSON.stringify([events, rows]);
    expect(stored).not.toContain(made.token);
    expect(stored).not.toContain('a secret word');
  });

  it('shows what may be used now, in the order of the collection, signed for a day', async () => {
    const collection = await marque.makeCollection(place, { name: 'Pictures' });
    const filed = { collections: [collection] };
    const first = await makeAsset(marque, as, filed);
    const second = await makeAsset(marque, as, filed);
    const hidden = await makeAsset(marque, as, { ...filed, private: true });
    const early = await makeAsset(marque, as, { ...filed, rights: { embargo: day(2) } });
    const draft = await makeAsset(marque, as, { ...filed, status: 'draft' });
    await patch(second.id, { title: 'The second one', creator: 'Ada' });
    await patch(first.id, { public: false });
    const { token } = await share({ kind: 'view', collection });

    const shown = await open(token);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(filesOf(shown)).toEqual([first.id, second.id]);
    expect(shown.body.data).toMatchObject({
      kind: 'view',
      name: 'Pictures',
      organization: 'Acme',
      total: 2,
      maxBytes: null,
    });
    for (const { id } of [hidden, early, draft]) expect(shown.bytes.toString()).not.toContain(id);
    expect(shown.body.data.assets[1]).toMatchObject({ title: 'The second one', credit: 'Ada' });

    const [file] = shown.body.data.assets as { url: string; thumbnail: string; size: number }[];
    const bytes = await marque.call('GET', file?.url ?? '');
    expect([bytes.status, bytes.bytes.length]).toEqual([200, file?.size]);
    expect((await marque.call('GET', file?.thumbnail ?? '')).status).toBe(200);
    const end = parseInt(/\?s=([0-9a-z]+)\./.exec(file?.url ?? '')?.[1] ?? '', 36) * 1000;
    expect(end).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect((await marque.call('GET', `/a/${first.id}`)).status).toBe(404);

    const page = await marque.call('GET', `/api/v1/shared/${token}?limit=1&offset=1`);
    expect([filesOf(page), page.body.data.total]).toEqual([[second.id], 2]);
    await patch(second.id, { status: 'archived' });
    expect(filesOf(await open(token))).toEqual([first.id]);
  });

  it('agrees with the usage rights check on every asset', async () => {
    const ids = [
      (await makeAsset(marque, as)).id,
      (await makeAsset(marque, as, { status: 'draft' })).id,
      (await makeAsset(marque, as, { rights: { embargo: day(1) } })).id,
      (await makeAsset(marque, as, { rights: { embargo: day(0), expires: day(0) } })).id,
      (await makeAsset(marque, as, { rights: { expires: day(-1) } })).id,
      (await makeAsset(marque, as, { rights: { modelRelease: 'missing', channels: ['web'] } })).id,
      await replaced(),
      (await makeAsset(marque, as, { private: true })).id,
    ] as string[];
    const rows = await marque.service.db.query<
      ShownAsset & { rights: null; bySql: boolean; nowBySql: boolean }
    >(
      `select ${availabilitySql('a')}, a.rights, a.superseded_by is not null as superseded, a.current,
         ${usableSql('a')} as "bySql", ${usableNowSql('a')} as "nowBySql" from assets a where a.id = any($1::uuid[])`,
      [ids],
    );
    const today = day(0);
    const anyUse = { channel: null, territory: null, date: null, context: null, brand: null };
    for (const row of rows) {
      expect([row.bySql, row.nowBySql]).toEqual([isUsable(row, today), isUsableNow(row, today)]);
      expect(row.bySql).toBe(!checkUse(row, anyUse, today).some(({ blocking }) => blocking));
    }
    expect(rows.filter(({ bySql }) => bySql)).toHaveLength(4);
    expect(rows.filter(({ nowBySql }) => nowBySql)).toHaveLength(3);
  });

  it('to a private collection also shows its private assets', async () => {
    const collection = await marque.makeCollection(place, { private: true });
    const admin = await marque.makeKey(place, 'admin');
    const asset = await makeAsset(marque, admin, { collections: [collection] });
    expect(
      (await marque.call('POST', '/api/v1/shares', { as, body: { kind: 'view', collection } })).status,
    ).toBe(404);
    const { token } = await share({ kind: 'view', collection }, admin);
    expect(filesOf(await open(token))).toEqual([asset.id]);
    expect((await marque.call('GET', '/api/v1/shares', { as })).bytes.toString()).not.toContain(collection);
  });
});

describe('a link to an asset', () => {
  it('shows the current version, private or not, and expires', async () => {
    const admin = await marque.makeKey(place, 'admin');
    const one = await makeAsset(marque, admin, { private: true });
    const { token, id } = await share({ kind: 'view', asset: one.id }, admin);
    expect(filesOf(await open(token))).toEqual([one.id]);
    const two = await fileBytes(marque, admin, await makePicture(), { versionOf: one.id });
    expect(filesOf(await open(token))).toEqual([two.body.data.id]);

    await marque.service.db.query(
      `update marque.shares set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    const ended = await open(token);
    expect([ended.status, ended.body.error.code]).toEqual([410, 'gone']);
  });

  it("is in the asset's access report", async () => {
    const collection = await marque.makeCollection(place);
    const { id } = await makeAsset(marque, as, { collections: [collection] });
    const own = await share({ kind: 'view', asset: id, name: 'For the printer', password: 'ink and paper' });
    const through = await share({ kind: 'view', collection });
    await share({ kind: 'upload', collection });
    const linksTo = async (ref: string): Promise<unknown[]> => {
      const { body } = await marque.call('GET', `/api/v1/catalog/${ref}/access`, { as });
      return (body.holders as { kind: string }[]).filter(({ kind }) => kind === 'link');
    };
    const link = { kind: 'link', email: null, scope: null, grant: null };
    expect(await linksTo(id)).toEqual([
      { ...link, id: own.id, who: 'For the printer', via: 'Share link, with a password' },
      { ...link, id: through.id, who: 'Somebody with the link', via: 'Share link of a collection it is in' },
    ]);
    expect(await linksTo(collection)).toEqual([
      { ...link, id: through.id, who: 'Somebody with the link', via: 'Share link' },
    ]);
    await patch(id, { status: 'archived' });
    expect(await linksTo(id)).toEqual([]);
  });
});

describe('the password of a link', () => {
  it('is read from its header, and blocked after ten wrong ones from an address', async () => {
    const collection = await marque.makeCollection(place, { name: 'Closed' });
    const { token } = await share({ kind: 'view', collection, password: 'right one' });
    const asked = await open(token);
    expect([asked.status, asked.body.error.code, asked.body.error.detail]).toEqual([
      401,
      'password',
      { name: 'Closed', access: 'password' },
    ]);
    expect((await open(token, { 'x-share-password': 'right one' })).status).toBe(200);
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => open(token, { 'x-share-password': 'wrong one' })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const late = await open(token, { 'x-share-password': 'right one' });
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
    // Another link has its own count.
    const other = await share({ kind: 'view', collection, password: 'right one' });
    expect((await open(other.token, { 'x-share-password': 'right one' })).status).toBe(200);
  });
});

describe('an upload link', () => {
  it("accepts a file, which waits in the collection under the link's name", async () => {
    const collection = await marque.makeCollection(place, { name: 'From outside' });
    const { token, id } = await share({ kind: 'upload', collection, name: 'Photographers' });
    const before = await open(token);
    expect(before.body.data).toMatchObject({ kind: 'upload', assets: [], maxBytes: expect.any(Number) });

    const bytes = await makePicture();
    const sent = await send(token, bytes, 'night.png');
    expect([sent.status, sent.body]).toEqual([
      201,
      { data: { received: true, filename: 'night.png', size: bytes.length } },
    ]);
    const again = await send(token, bytes, 'night.png');
    expect([again.status, again.body]).toEqual([sent.status, sent.body]);

    const listed = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${collection}`, {
      as,
    });
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).toMatchObject({
      filename: 'night.png',
      status: 'proposed',
      proposedBy: 'Link “Photographers”',
      collections: [collection],
    });
    const [event] = await marque.service.db.query<{ actor_name: string; detail: unknown }>(
      `select actor_name, detail from marque.events where subject_id = $1 and type = 'asset.proposed'`,
      [listed.body.data[0].id],
    );
    expect(event).toMatchObject({
      actor_name: 'Link “Photographers”',
      detail: { link: { id, name: 'Photographers' } },
    });
    const queue = await marque.call('GET', '/api/v1/proposals', { as });
    expect(queue.bytes.toString()).toContain('Link “Photographers”');
  });

  it('gives the same answer for an existing file, and leaves that unchanged', async () => {
    const collection = await marque.makeCollection(place);
    const { token } = await share({ kind: 'upload', collection });
    const bytes = await makePicture();
    const known = (await fileBytes(marque, as, bytes)).body.data as { id: string };
    const sent = await send(token, bytes);
    expect([sent.status, sent.body.data.received]).toEqual([201, true]);
    const after = await marque.call('GET', `/api/v1/assets/${known.id}`, { as });
    expect(after.body.data).toMatchObject({ status: 'active', collections: [] });
  });

  it('refuses requests without a file, view requests, and anything once it is revoked', async () => {
    const collection = await marque.makeCollection(place);
    const upload = await share({ kind: 'upload', collection, password: 'please knock' });
    const bytes = await makePicture();
    expect((await send(upload.token, bytes)).body.error.code).toBe('password');
    const knocking = { 'x-share-password': 'please knock' };
    const empty = await marque.call('POST', `/api/v1/shared/${upload.token}`, {
      body: new FormData(),
      headers: knocking,
    });
    expect(empty.status).toBe(400);
    const described = new FormData();
    described.append('meta', JSON.stringify({ tags: ['dropped'] }));
    described.append('file', new Blob([new Uint8Array(bytes)]), 'described.png');
    const sent = { body: described, headers: knocking };
    expect((await marque.call('POST', `/api/v1/shared/${upload.token}`, sent)).body.error).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'meta' }] },
    });
    const view = await share({ kind: 'view', collection });
    expect((await send(view.token, bytes)).body.error.code).toBe('conflict');

    await marque.call('DELETE', `/api/v1/shares/${upload.id}`, { as });
    expect((await send(upload.token, bytes, 'late.png', knocking)).status).toBe(410);
    expect((await send('no-such-token', bytes)).status).toBe(404);
  });
});

describe('creating and revoking a link', () => {
  it('needs the ability to share the resource, by a grant on it or above it', async () => {
    const collection = await marque.makeCollection(place);
    const { id: asset } = await makeAsset(marque, as, { collections: [collection] });
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'collection', collection, 'write', { place });
    const bound = await marque.makeMember(place, 'write', { limits: ['share'] });
    const proposer = await marque.makeKey(place, 'propose');
    const body = { kind: 'view', collection };
    const make = async (by: Caller): Promise<number> =>
      (await marque.call('POST', '/api/v1/shares', { as: by, body })).status;
    expect([
      await make(stranger),
      await make(proposer),
      await make({ cookie: bound.cookie }),
      await make(null),
    ]).toEqual([404, 403, 403, 401]);

    const one = await share(body, { cookie: narrow.cookie });
    const other = await share({ kind: 'view', asset }, { cookie: narrow.cookie });
    const elsewhere = await share({ kind: 'view', asset: (await makeAsset(marque, as)).id });
    const seen = async (by: Caller): Promise<string[]> =>
      ((await marque.call('GET', '/api/v1/shares', { as: by })).body.data as { id: string }[]).map(
        ({ id }) => id,
      );
    expect((await seen({ cookie: narrow.cookie })).sort()).toEqual([one.id, other.id].sort());
    expect(await seen(as)).toEqual(expect.arrayContaining([one.id, other.id, elsewhere.id]));
    expect(await seen({ cookie: bound.cookie })).toEqual([]);
    expect((await marque.call('GET', '/api/v1/shares', { as: proposer })).status).toBe(403);

    const take = async (id: string, by: Caller): Promise<number> =>
      (await marque.call('DELETE', `/api/v1/shares/${id}`, { as: by })).status;
    expect(await take(elsewhere.id, { cookie: narrow.cookie })).toBe(404);
    expect([await take(one.id, stranger), await take(one.id, proposer)]).toEqual([404, 403]);
    expect(await take(one.id, { cookie: narrow.cookie })).toBe(200);
  });

  it('needs one resource, of a matching kind, and an expiry in the future', async () => {
    const collection = await marque.makeCollection(place);
    const { id: asset } = await makeAsset(marque, as);
    const refused = async (body: Record<string, unknown>): Promise<unknown[]> => {
      const reply = await marque.call('POST', '/api/v1/shares', { as, body });
      return [reply.status, (reply.body.error.detail?.issues as { path: string }[] | undefined)?.[0]?.path];
    };
    expect(await refused({ kind: 'view' })).toEqual([400, 'collection']);
    expect(await refused({ kind: 'view', collection, asset })).toEqual([400, 'collection']);
    expect(await refused({ kind: 'upload', asset })).toEqual([400, 'asset']);
    expect(await refused({ kind: 'edit', asset })).toEqual([400, 'kind']);
    expect(await refused({ kind: 'view', asset, password: 'short' })).toEqual([400, 'password']);
    expect(await refused({ kind: 'view', asset, expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
      422,
      'expiresAt',
    ]);
  });
});
