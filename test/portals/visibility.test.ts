// Access to a portal: who is admitted and who isn't, the errors they get, and what they then find.
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { noRights } from '../../src/assets/schemas.ts';
import { passCookie, tryPassword } from '../../src/portals/visibility.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { day } from '../setup/days.ts';
import type { Caller, Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeBrand } from '../brands/brand.ts';

const { marque, place, editor: as, write: editor } = await startWithWorkspace();
afterAll(() => marque.close());

interface Made {
  id: string;
  slug: string;
}
const open = async (about: Record<string, unknown>): Promise<Made> =>
  (await editor.done('POST', '/portals', { name: 'A portal', ...about })).body.data as Made;
const change = (id: string, patch: Record<string, unknown>) => editor.done('PATCH', `/portals/${id}`, patch);
const visit = (
  { slug }: { slug: string },
  headers: Record<string, string> = {},
  caller: Caller = null,
  query = '',
): Promise<Reply> => marque.call('GET', `/api/v1/portal/${slug}${query}`, { as: caller, headers });
const withPassword = (password: string) => ({ 'x-portal-password': password });

describe('a portal that is open to everyone', () => {
  it('can be read by anyone, in the shape of the interface', async () => {
    const brand = await makeBrand(marque, place, { name: 'Acme' });
    const collection = await marque.makeCollection(place, { name: 'Press' });
    const portal = await open({
      name: 'Newsroom',
      intro: 'Hello',
      brands: [brand.slug],
      collections: [collection],
    });
    const read = await visit(portal);
    expect([read.status, read.body]).toEqual([
      200,
      {
        slug: portal.slug,
        name: 'Newsroom',
        intro: 'Hello',
        access: 'public',
        expiresAt: null,
        terms: null,
        indexed: false,
        url: `${marque.url}/p/${portal.slug}`,
        theme: { logo: '', accent: '', background: '', icon: '', product: '' },
        audience: 'everyone',
        brands: [{ slug: brand.slug, name: 'Acme', version: null, publishedAt: null }],
        collections: [{ id: collection, name: 'Press', icon: null }],
        assets: [],
        total: 0,
        next: null,
      },
    ]);
    expect((await visit(portal, {}, as)).body.audience).toBe('members');
  });

  it('answers 404 under another slug, and 410 once closed or expired', async () => {
    for (const slug of ['nowhere', 'No_slug', '%00', 'a'.repeat(200)])
      expect((await visit({ slug })).status).toBe(404);
    const portal = await open({});
    await editor.done('POST', `/portals/${portal.id}/close`);
    const closed = await visit(portal);
    expect([closed.status, closed.body.error.code]).toEqual([410, 'gone']);
    expect((await visit(portal, {}, as)).status).toBe(410);
    await change(portal.id, { expiresAt: null });
    expect((await visit(portal)).status).toBe(200);
    await change(portal.id, { expiresAt: '2020-01-01T00:00:00Z' });
    expect((await visit(portal)).status).toBe(410);
    await editor.done('DELETE', `/portals/${portal.id}`);
    expect((await visit(portal)).status).toBe(404);
  });
});

describe('the assets of a portal', () => {
  it('are those of its collections that may be used now, and no others', async () => {
    const { db } = marque.service;
    const collection = await marque.makeCollection(place);
    const other = await marque.makeCollection(place);
    const add = async (filename: string, columns: Record<string, unknown> = {}, to = collection) => {
      const given = {
        filename,
        mime_type: 'text/plain',
        filesize: 1,
        sha256: filename.padStart(64, '0'),
        workspace_id: place.workspaceId,
        status: 'active',
        ...columns,
      };
      const names = Object.keys(given);
      const [row] = await db.query<{ id: string }>(
        `insert into assets (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
        Object.values(given),
      );
      await db.query('insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)', [
        to,
        row?.id,
      ]);
      return row?.id ?? '';
    };
    const rights = (one: Record<string, string>) => ({ rights: JSON.stringify({ ...noRights, ...one }) });
    const newer = await add('active');
    await add('last-day', rights({ embargo: day(0), expires: day(0) }));
    await add('not-public', { public: false });
    await add('draft', { status: 'draft' });
    await add('proposed', { status: 'proposed' });
    await add('archived', { status: 'archived' });
    await add('rejected', { status: 'rejected' });
    await add('deleted', { deleted_at: new Date().toISOString() });
    await add('expired', rights({ expires: day(-1) }));
    await add('embargoed', rights({ embargo: day(1) }));
    await add('private', { private: true });
    await add('old-version', { current: false });
    await add('replaced', { superseded_by: newer });
    await add('elsewhere', {}, other);
    const portal = await open({ collections: [collection] });
    const names = ({ body }: Reply): string[] =>
      (body.assets as { filename: string }[]).map(({ filename }) => filename).sort();
    const read = await visit(portal);
    expect(names(read)).toEqual(['active', 'last-day', 'not-public']);
    expect(read.body.total).toBe(3);
    // Members see the same: assets that may not be used aren't part of a portal.
    expect(names(await visit(portal, {}, as))).toEqual(['active', 'last-day', 'not-public']);

    expect(names(await visit(portal, {}, null, '?q=Not+PUB'))).toEqual(['not-public']);
    expect((await visit(portal, {}, null, `?q=nothing`)).body).toMatchObject({ assets: [], total: 0 });
    const second = await visit(portal, {}, null, '?limit=1&offset=1');
    expect([names(second).length, second.body.total]).toEqual([1, 3]);
    expect(names(await visit(portal, {}, null, `?collection=${collection}`))).toHaveLength(3);
    expect((await visit(portal, {}, null, `?collection=${other}`)).status).toBe(422);
    expect((await visit(portal, {}, null, '?collection=nonsense&limit=0')).status).toBe(400);

    await db.query('update collections set private = true where id = $1', [collection]);
    expect((await visit(portal)).body).toMatchObject({ collections: [], assets: [], total: 0 });
  });

  it('have downloads by preset, at addresses that work for a day and no longer than they may be used', async () => {
    const collection = await marque.makeCollection(place);
    const { id } = await makeAsset(marque, as, { collections: [collection] });
    await editor.done('PATCH', `/assets/${id}`, { status: 'active', public: false, title: 'A hill' });
    const portal = await open({
      collections: [collection],
      presets: [{ name: 'Small', transform: 'w_20,f_webp' }],
    });
    const [asset] = (await visit(portal)).body.assets;
    expect(asset).toMatchObject({ id, title: 'A hill', mime: 'image/png', width: 40, height: 30 });
    expect(asset.downloads.map(({ name }: { name: string }) => name)).toEqual(['original', 'Small']);
    const addresses: string[] = [
      asset.url,
      asset.thumbnail,
      ...asset.downloads.map((one: { url: string }) => one.url),
    ];
    for (const address of addresses) {
      expect((await marque.call('GET', address)).status).toBe(200);
      const [seconds = ''] = (new URL(address).searchParams.get('s') ?? '').split('.');
      const left = parseInt(seconds, 36) * 1000 - Date.now();
      expect(left).toBeLessThanOrEqual(86_400_000);
      expect(left).toBeGreaterThan(86_400_000 - 1_200_000);
    }
    // One signature opens one rendition.
    const bare = new URL(asset.url as string);
    expect((await marque.call('GET', `${bare.pathname}/w_10${bare.search}`)).status).toBe(404);
    await change(portal.id, { presets: [] });
    expect((await visit(portal)).body.assets[0].downloads).toHaveLength(1);
    await editor.done('PATCH', `/assets/${id}`, { status: 'archived' });
    expect((await visit(portal)).body.total).toBe(0);
    for (const address of addresses) expect((await marque.call('GET', address)).status).toBe(410);
  });
});

describe('a portal behind a password', () => {
  it('shows its look to visitors without the password, and nothing else', async () => {
    const portal = await open({
      name: 'Behind it',
      intro: 'Not for the street',
      access: 'password',
      password: 'open sesame',
      theme: { accent: '#112233', background: '#fefefe' },
    });
    for (const [headers, caller] of [
      [{}, null],
      [withPassword('open barley'), null],
      [{ 'x-portal-key': 'nonsense' }, null],
      // A member of the workspace needs it as well.
      [{}, as],
    ] as const) {
      const refused = await visit(portal, headers, caller);
      expect([refused.status, refused.body.error]).toEqual([
        401,
        {
          code: 'password',
          message: expect.any(String),
          detail: {
            name: 'Behind it',
            access: 'password',
            theme: { logo: '', accent: '#112233', background: '#fefefe', icon: '', product: '' },
          },
        },
      ]);
    }
    const read = await visit(portal, withPassword('open sesame'));
    expect([read.status, read.body.audience, read.body.intro]).toEqual([
      200,
      'partners',
      'Not for the street',
    ]);
    expect((await visit(portal, withPassword('open sesame'), as)).body.audience).toBe('members');
  });

  it('keeps visitors signed in until the password changes', async () => {
    const { service } = marque;
    const portal = await open({ access: 'password', password: 'open sesame' });
    const other = await open({ access: 'password', password: 'open sesame' });
    const cookieFor = async (one: Made, password: string): Promise<Record<string, string>> => {
      const pass = await tryPassword(service, one, password, '127.0.0.1');
      return { cookie: pass ? (passCookie(service, one, pass).split(';')[0] ?? '') : '' };
    };
    const inside = await cookieFor(portal, 'open sesame');
    expect((await visit(portal, inside)).body.audience).toBe('partners');
    expect((await visit(portal, await cookieFor(portal, 'open barley'))).status).toBe(401);
    // Of this portal alone, whatever its name, and with a valid signature.
    const [name = '', value = ''] = (inside.cookie ?? '').split('=');
    const otherName = (await cookieFor(other, 'open sesame')).cookie?.split('=')[0] ?? '';
    for (const cookie of [`${otherName}=${value}`, `${name}=${value}x`, `${name}=x.${value}`, `${name}=`])
      expect((await visit(name === otherName ? portal : other, { cookie })).status).toBe(401);
    await change(portal.id, { name: 'Renamed' });
    expect((await visit(portal, inside)).status).toBe(200);
    await change(portal.id, { password: 'open barley' });
    expect((await visit(portal, inside)).status).toBe(401);
    expect((await visit(portal, withPassword('open sesame'))).status).toBe(401);
    expect((await visit(portal, withPassword('open barley'))).status).toBe(200);
  });

  it('blocks an address after ten wrong passwords, the right one included', async () => {
    const portal = await open({ access: 'password', password: 'open sesame' });
    const other = await open({ access: 'password', password: 'open sesame' });
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => visit(portal, withPassword(`guess ${at}`))),
    );
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    const late = await visit(portal, withPassword('open sesame'));
    expect([late.status, late.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    // A request without one is asked for it, and another portal has its own count.
    expect((await visit(portal)).status).toBe(401);
    expect((await visit(other, withPassword('open sesame'))).status).toBe(200);
  });

  it('blocks everyone after 200 wrong passwords in total', async () => {
    const portal = await open({ access: 'password', password: 'open sesame' });
    await marque.service.db.query(
      `insert into marque.attempts (key, points, expire) values ('visitor:' || $1, 200, $2)`,
      [createHash('sha256').update(`portal:${portal.id}`).digest('base64url'), Date.now() + 600_000],
    );
    expect((await visit(portal, withPassword('open sesame'))).status).toBe(429);
  });
});

describe('a portal for members', () => {
  it('admits people who can read the workspace, and refuses everyone else', async () => {
    const portal = await open({ access: 'members' });
    const reader = await marque.makeMember(place, 'read');
    const narrow = await marque.makePerson();
    const collection = await marque.makeCollection(place);
    await marque.grant(narrow.id, 'collection', collection, 'admin', { place });
    const stranger = await marque.makeKey(await marque.makePlace(), 'admin');
    const key = await marque.makeKey(place, 'read');
    const anonymous = await visit(portal);
    expect([anonymous.status, anonymous.body.error.code, anonymous.body.error.detail]).toEqual([
      401,
      'unauthorized',
      undefined,
    ]);
    expect((await visit(portal, withPassword('anything at all'))).status).toBe(401);
    for (const caller of [{ cookie: reader.cookie }, key]) {
      const read = await visit(portal, {}, caller);
      expect([read.status, read.body.audience]).toEqual([200, 'members']);
    }
    for (const caller of [{ cookie: narrow.cookie }, stranger])
      expect((await visit(portal, {}, caller)).status).toBe(404);
    expect((await visit(portal, {}, { key: 'mq_nonsense' })).status).toBe(401);
  });
});

describe('the look of a portal', () => {
  it("is its own, else its first brand's as last published, else the organization's", async () => {
    const looks = await marque.makePlace();
    const admin = await marque.makeAdmin(looks);
    const boss = callsAs(marque, admin);
    const picture = async (): Promise<string> => {
      const { id } = await makeAsset(marque, { cookie: admin.cookie });
      await boss.done('PATCH', `/assets/${id}`, { status: 'active', public: false });
      return id as string;
    };
    const [own, ofBrand, ofHouse, icon] = [
      await picture(),
      await picture(),
      await picture(),
      await picture(),
    ];
    await boss.done('PATCH', '/settings/branding', {
      product: 'Acme Hub',
      logo: ofHouse,
      icon,
      accent: '#aa0000',
    });
    const brand = await makeBrand(marque, looks);
    const portal = (
      await boss.done('POST', '/portals', {
        name: 'Looks',
        access: 'password',
        password: 'open sesame',
        theme: { logo: own, accent: '#00aa00' },
        brands: [brand.slug],
      })
    ).body.data as Made;
    const theme = async (): Promise<Record<string, string>> => (await visit(portal)).body.error.detail.theme;
    const idIn = (address = ''): string => /\/a\/([0-9a-f-]{36})/.exec(address)?.[1] ?? '';

    const first = await theme();
    expect([idIn(first.logo), first.accent, first.product, idIn(first.icon)]).toEqual([
      own,
      '#00aa00',
      'Acme Hub',
      icon,
    ]);
    for (const address of [first.logo, first.icon])
      expect((await marque.call('GET', address ?? '')).status).toBe(200);
    const tabIcon = async (): Promise<string> => {
      const { bytes } = await marque.call('GET', `/p/${portal.slug}`, { headers: { accept: 'text/html' } });
      return idIn(/<link rel="icon" href="([^"]*)"/.exec(bytes.toString())?.[1]);
    };
    expect(await tabIcon()).toBe(icon);
    await boss.done('PATCH', '/settings/branding', { icon: null });
    expect(await tabIcon()).toBe(own);

    await boss.done('PATCH', `/portals/${portal.id}`, { theme: { logo: null, accent: null } });
    const bare = await theme();
    expect([idIn(bare.logo), bare.accent]).toEqual([ofHouse, '#aa0000']);

    await boss.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
      set: [
        { key: 'color.primary', type: 'color', value: '#0000aa' },
        { key: 'logo.main', type: 'text', value: 'Logo', assets: [{ id: ofBrand }] },
      ],
    });
    await boss.done('PATCH', `/brands/${brand.slug}/theme`, { accent: 'color.primary', logo: 'logo.main' });
    expect(idIn((await theme()).logo)).toBe(ofHouse);
    await boss.done('POST', `/brands/${brand.slug}/publish`, {});
    const published = await theme();
    expect([idIn(published.logo), published.accent]).toEqual([ofBrand, '#0000aa']);
    await boss.done('PATCH', `/assets/${ofBrand}`, { status: 'archived' });
    expect(idIn((await theme()).logo)).toBe(ofHouse);
  });
});
