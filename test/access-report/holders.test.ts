// Who can reach a resource, and why: the exact reasons in a workspace whose callers are known.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset, makeGroup, makeWorkspace } from '../core/access/resources.ts';
import { startService, type Caller, type Person, type Place } from '../setup/service.ts';
import type { Key } from '../setup/callers.ts';
import {
  address,
  holdersOnRoles,
  makeKnownWorkspace,
  type Holder,
  type KnownWorkspace,
} from './known-workspace.ts';

const marque = await startService();
afterAll(() => marque.close());

describe('the access report', () => {
  let place: Place;
  let boss: Person;
  let writer: Person;
  let reader: Person;
  let grants: Record<'boss' | 'writer' | 'reader', string>;
  let brand: string;
  let rule: string;
  let page: string;
  let service: Key;
  let known: KnownWorkspace;

  beforeAll(async () => {
    known = await makeKnownWorkspace(marque);
    ({ place, boss, writer, reader, grants, brand, rule, page, service } = known);
  });

  const onRoles = () => holdersOnRoles(known);
  const ask = (ref: string, by: Caller = { cookie: boss.cookie }, who?: string) =>
    marque.call('GET', address(ref, who), { as: by });

  it('covers a brand, a rule, a page, a collection and an asset, by id and by address, as a flat list', async () => {
    const collection = await marque.makeCollection(place, { name: 'Summer' });
    const asset = await makeAsset(marque, place, { status: 'draft' });
    const at = 'acme/library';
    const cases = [
      [brand, `${at}/brand/acme`, 'Acme Brand', { resource: 'brand', resourceId: brand, name: 'Acme Brand' }],
      [
        rule,
        `${at}/brand/acme/rule/color.primary`,
        'Primary',
        { resource: 'brand', resourceId: brand, name: 'Acme Brand' },
      ],
      [
        page,
        `${at}/brand/acme/page/logo`,
        'Logo',
        { resource: 'brand', resourceId: brand, name: 'Acme Brand' },
      ],
      [
        collection,
        `${at}/collection/${collection}`,
        'Summer',
        { resource: 'collection', resourceId: collection, name: 'Summer' },
      ],
      [asset, `${at}/asset/${asset}`, 'a.png', { resource: 'asset', resourceId: asset, name: 'a.png' }],
    ] as const;
    for (const [id, named, name, on] of cases) {
      const reply = await ask(id);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ id, name, private: false, holders: onRoles(), on, granted: [] });
      expect((await ask(named)).body).toEqual(reply.body);
      expect((await ask(id.toUpperCase())).body).toEqual(reply.body);
    }
    expect((await ask(`${at}/brand/acme/page/mark`)).body.id).toBe(page);
  });

  it('covers portals and sites, which have no grants, with the visitors they admit', async () => {
    const open = async (kind: 'portal' | 'site', body: Record<string, unknown>) => {
      const made = await marque.call('POST', `/api/v1/${kind}s`, {
        as: { cookie: writer.cookie },
        body: { name: `Some ${kind}`, ...body },
      });
      expect(made.status).toBe(201);
      return made.body.data as { id: string; slug: string };
    };
    const through = (via: string): Holder => ({
      kind: 'public',
      id: null,
      who: 'Anyone',
      email: null,
      scope: null,
      via,
      grant: null,
    });
    const password = 'open sesame';
    for (const [kind, access, visitors] of [
      ['portal', { access: 'public' }, [through('Public portal')]],
      ['portal', { access: 'password', password }, [through('Portal password')]],
      ['portal', { access: 'members' }, []],
      ['site', { access: 'public' }, [through('Public site')]],
      ['site', { access: 'password', password }, [through('Site password')]],
      ['site', { access: 'members' }, []],
    ] as const) {
      const { id, slug } = await open(kind, access);
      const { status, body } = await ask(id);
      expect([status, body]).toEqual([
        200,
        {
          id,
          name: `Some ${kind}`,
          private: false,
          holders: [...onRoles(), ...visitors],
          on: null,
          granted: [],
        },
      ]);
      expect((await ask(`acme/library/${kind}/${slug}`)).body).toEqual(body);
      expect((await ask(id, undefined, reader.id)).body.holders).toEqual([onRoles()[2]]);
      const stranger = await marque.makePerson();
      expect((await ask(id, { cookie: stranger.cookie })).status).toBe(404);
    }
  });

  it('lists the portals that show a brand, a rule, a page or a collection, and their approved guests, until the portals are closed', async () => {
    const as = { cookie: writer.cookie };
    const collection = await marque.makeCollection(place, { name: 'Shown' });
    const asset = await makeAsset(marque, place, { in: [collection] });
    const draft = await makeAsset(marque, place, { in: [collection], status: 'draft' });
    await marque.service.db.query('update assets set public = false where id = $1', [asset]);
    const { data } = (
      await marque.call('POST', '/api/v1/portals', {
        as,
        body: {
          name: 'Press',
          access: 'password',
          password: 'open sesame',
          brands: ['acme'],
          collections: [collection],
        },
      })
    ).body;
    const at = `/api/v1/portals/${data.id}`;
    await marque.call('POST', `/api/v1/portal/${data.slug}/requests`, {
      body: { email: 'pia@example.com', name: 'Pia' },
    });
    const [request] = (await marque.call('GET', `${at}/requests`, { as })).body.data;
    await marque.call('PATCH', `${at}/requests/${request.id}`, { as, body: { status: 'approved' } });
    const waysIn = async (ref: string, by: Person = boss) =>
      ((await ask(ref, { cookie: by.cookie })).body.holders as Holder[])
        .filter(({ kind }) => kind === 'public' || kind === 'link')
        .map(({ kind, id, who, email, via }) => [kind, id, who, email, via]);
    const shown = [
      ['public', null, 'Anyone', null, 'Password of portal Press'],
      ['link', request.id, 'Pia', 'pia@example.com', 'Approved request at portal Press'],
    ];
    for (const ref of [collection, asset]) expect(await waysIn(ref)).toEqual(shown);
    for (const ref of [draft, brand, page]) expect(await waysIn(ref)).toEqual([]);
    await marque.call('POST', '/api/v1/brands/acme/publish', { as, body: {} });
    for (const ref of [brand, page]) expect(await waysIn(ref)).toEqual(shown);
    // A rule is shown with each page that shows it, and a page to its audience, as published.
    expect(await waysIn(rule)).toEqual([]);
    const publishing = async (path: string, body: unknown) => {
      const { status } = await marque.call('PATCH', `/api/v1/brands/acme/${path}`, { as, body });
      expect(status).toBe(200);
      const seen = await Promise.all([rule, page].map((ref) => waysIn(ref)));
      await marque.call('POST', '/api/v1/brands/acme/publish', { as, body: {} });
      return seen;
    };
    const section = { template: 'palette', keys: ['color.primary'] };
    expect(await publishing('pages/logo', { ops: [{ op: 'add', section }] })).toEqual([[], shown]);
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual(shown);
    await publishing('pages/logo', { ops: [{ op: 'page', set: { audience: 'members' } }] });
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual([]);
    // The theme's assets are shown next to the portal's name.
    await publishing('theme', { accent: 'color.primary' });
    expect(await waysIn(rule)).toEqual(shown);
    await publishing('theme', { accent: null });
    await publishing('pages/logo', { ops: [{ op: 'page', set: { audience: 'partners' } }] });
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual(shown);
    expect(await waysIn(data.id)).toEqual([
      ['public', null, 'Anyone', null, 'Portal password'],
      ['link', request.id, 'Pia', 'pia@example.com', 'Approved request'],
    ]);
    expect((await waysIn(data.id, reader))[1]).toEqual(['link', request.id, 'Pia', null, 'Approved request']);
    await marque.call('POST', `${at}/close`, { as });
    for (const ref of [collection, asset, brand, rule, page, data.id as string])
      expect(await waysIn(ref)).toEqual([]);
  });

  it('returns 404 for an invalid address, a part of another brand, or a resource of another workspace', async () => {
    const elsewhere = await makeWorkspace(marque, place, 'Elsewhere');
    const refs = [
      'nothing',
      randomUUID(),
      'acme/library',
      'acme/library/brand',
      'acme/library/brand/other',
      'acme/library/rule/color.primary',
      'acme/library/brand/acme/rule/none',
      'acme/library/brand/acme/brand/acme',
      'acme/library/brand/acme/constructor/x',
      'acme/library/constructor/x',
      'acme/library/asset/none',
      `acme/${elsewhere.workspaceSlug}/brand/acme`,
      `acme/library/collection/${brand}`,
      '%00',
      'acme/library/brand/acme/',
    ];
    for (const ref of refs) expect([ref, (await ask(ref)).status]).toEqual([ref, 404]);
    const stranger = await marque.makePerson();
    for (const ref of [
      brand,
      rule,
      page,
      'acme/library/brand/acme',
      'acme/library/brand/acme/rule/color.primary',
    ])
      expect((await ask(ref, { cookie: stranger.cookie })).status).toBe(404);
    const foreign = await marque.makeKey(elsewhere, 'admin');
    expect((await ask(brand, { key: foreign.key })).status).toBe(404);
    expect((await ask(brand, null)).status).toBe(401);
  });

  it('hides e-mail addresses below write, and can be limited to one person', async () => {
    const grant = await marque.grant(reader.id, 'brand', brand, 'read', { place });
    const seen = await ask(brand, { cookie: reader.cookie });
    expect((seen.body.holders as Holder[]).map(({ email }) => email)).toEqual([null, null, null, null]);
    expect(seen.body.granted).toMatchObject([
      { id: grant, user: { id: reader.id, name: 'Rae Reader', email: null }, scope: 'read' },
    ]);
    expect((await ask(brand, { cookie: writer.cookie })).body.granted).toMatchObject([
      { id: grant, user: { email: reader.email }, resource: 'brand', resourceId: brand, label: 'Acme Brand' },
    ]);
    for (const who of [writer.id, writer.id.toUpperCase(), writer.email, ` ${writer.email.toUpperCase()} `])
      expect((await ask(brand, undefined, who)).body.holders).toEqual([onRoles()[1]]);
    for (const who of ['nobody@example.com', randomUUID(), service.id])
      expect((await ask(brand, undefined, who)).body).toMatchObject({ id: brand, holders: [] });
    expect((await ask(brand, undefined, '')).status).toBe(400);
    await marque.call('DELETE', `/api/v1/grants/${grant}`, { as: { cookie: boss.cookie } });
  });

  it('reports the highest grant on the path, whichever resource it is on', async () => {
    const person = await marque.makePerson('Gil Guest');
    const collection = await marque.makeCollection(place, { name: 'Autumn' });
    const asset = await makeAsset(marque, place, { status: 'draft', in: [collection] });
    const of = async (ref: string) =>
      (await ask(ref, undefined, person.id)).body.holders.map(
        ({ scope, via, grant }: Holder) => [scope, via, grant] as const,
      ) as unknown;
    const group = await makeGroup(marque, place, person.id);
    const name = async () =>
      (await marque.service.db.query<{ name: string }>('select name from groups where id = $1', [group]))[0]
        ?.name;
    expect(await of(asset)).toEqual([]);

    const onAsset = await marque.grant(person.id, 'asset', asset, 'read', { place });
    expect(await of(asset)).toEqual([['read', 'Directly on this asset', onAsset]]);
    const onCollection = await marque.grant(person.id, 'collection', collection, 'propose', { place });
    expect(await of(asset)).toEqual([['propose', 'Collection Autumn', onCollection]]);
    expect(await of(collection)).toEqual([['propose', 'Directly on this collection', onCollection]]);
    const { body } = await marque.call('POST', '/api/v1/grants', {
      as: { cookie: boss.cookie },
      body: { group, resource: 'workspace', resourceId: place.workspaceId, scope: 'write' },
    });
    const words = `Group ${await name()}, on workspace Library`;
    expect(await of(asset)).toEqual([['write', words, body.data.id]]);
    expect(await of(rule)).toEqual([['write', words, body.data.id]]);
    const onBrand = await marque.grant(person.id, 'brand', brand, 'admin', { place });
    expect(await of(brand)).toEqual([['admin', 'Directly on this brand', onBrand]]);
    expect(await of(page)).toEqual([['admin', 'Brand Acme Brand', onBrand]]);
    expect((await ask(page)).body.granted).toMatchObject([{ id: onBrand, user: { id: person.id } }]);
    await marque.call('DELETE', `/api/v1/groups/${group}`, { as: { cookie: boss.cookie } });
    expect(await of(asset)).toEqual([['propose', 'Collection Autumn', onCollection]]);
  });

  it("names a key's owner, and drops the key once it has expired or its owner has left", async () => {
    const owner = await marque.makePerson('Olu Owner');
    const grant = await marque.grant(owner.id, 'workspace', place.workspaceId, 'write', { place });
    const asset = await makeAsset(marque, place, { status: 'draft' });
    const owned = await marque.makeKey(place, 'propose', { ownerId: owner.id });
    const past = await marque.makeKey(place, 'read', { expiresAt: new Date(Date.now() - 1000) });
    const agents = async () =>
      ((await ask(asset)).body.holders as Holder[])
        .filter(({ kind }) => kind === 'agent')
        .map(({ id }) => id);
    expect((await ask(asset)).body.holders).toContainEqual({
      kind: 'agent',
      id: owned.id,
      who: expect.any(String) as unknown,
      email: null,
      scope: 'propose',
      via: 'Key of Olu Owner: Workspace Library',
      grant,
    });
    expect(await agents()).not.toContain(past.id);
    await marque.call('DELETE', `/api/v1/grants/${grant}`, { as: { cookie: boss.cookie } });
    expect(await agents()).not.toContain(owned.id);
    expect(await agents()).toContain(service.id);
  });

  it("ignores roles inherited by private resources, except admins', and names no collection that the caller can't see", async () => {
    const secret = await marque.makeCollection(place, { name: 'Launch', private: true });
    const asset = await makeAsset(marque, place, { status: 'draft', in: [secret] });
    const [inside, guest] = [await marque.makePerson('Ina Inside'), await marque.makePerson('Gus Guest')];
    const grant = await marque.grant(inside.id, 'collection', secret, 'read', { place });
    await marque.grant(guest.id, 'asset', asset, 'read', { place });
    const seenBy = async (as: Person) => {
      const { body } = await ask(asset, { cookie: as.cookie });
      expect(body.private).toBe(true);
      return (body.holders as Holder[]).map(({ who, via, grant }) => [who, via, grant]);
    };
    const all = [
      ['Bea Boss', 'Organization Acme', grants.boss],
      ['Gus Guest', 'Directly on this asset', expect.any(String)],
      ['Ina Inside', 'Collection Launch', grant],
    ];
    expect(await seenBy(boss)).toEqual(all);
    expect(await seenBy(inside)).toEqual(all);
    expect(await seenBy(guest)).toEqual([
      all[0],
      all[1],
      ['Ina Inside', "A collection that you can't see", null],
    ]);
    expect((await ask(asset, { cookie: writer.cookie })).status).toBe(404);
  });

  it('includes the public exactly while the asset is served publicly', async () => {
    const { db } = marque.service;
    const asset = await makeAsset(marque, place);
    const served = async (change: string): Promise<boolean> => {
      await db.query(`update assets set ${change} where id = $1`, [asset]);
      const { body } = await ask(asset);
      const open = (body.holders as Holder[]).filter(({ kind }) => kind === 'public');
      if (open.length > 0) {
        expect(open).toEqual([
          {
            kind: 'public',
            id: null,
            who: 'Anyone',
            email: null,
            scope: null,
            via: 'Public address',
            grant: null,
          },
        ]);
      }
      // The asset has no bytes: that is what the public gets where it is served.
      const { status } = await marque.call('GET', `/a/${asset}`);
      expect([404, 410, 503]).toContain(status);
      expect(status === 503).toBe(open.length > 0);
      return open.length > 0;
    };
    expect(await served('public = true')).toBe(true);
    expect(await served(`rights = '{"embargo": "2999-01-01"}'`)).toBe(false);
    expect(await served(`rights = '{"expires": "2000-01-01"}'`)).toBe(false);
    expect(await served(`rights = '{}'`)).toBe(true);
    expect(await served('private = true')).toBe(false);
    expect(await served('private = false, public = false')).toBe(false);
    expect(await served(`public = true, status = 'archived'`)).toBe(false);
  });

  it("names the branding that shows a picture that isn't public", async () => {
    const { db } = marque.service;
    const asset = await makeAsset(marque, place);
    const seen = async (change: string): Promise<string[]> => {
      await db.query(`update assets set ${change} where id = $1`, [asset]);
      const { holders } = (await ask(asset)).body as { holders: Holder[] };
      return holders.filter(({ kind }) => kind === 'public').map(({ via }) => via);
    };
    expect(await seen('public = false')).toEqual([]);
    await db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, null, 'branding', jsonb_build_object('logo', $2::text))`,
      [place.organizationId, asset],
    );
    expect(await seen('public = false')).toEqual(['Branding of organization Acme']);
    expect(await seen('public = true')).toEqual(['Public address']);
    expect(await seen(`public = false, status = 'archived'`)).toEqual([]);
  });

  it("has an entity tag, so an unchanged report isn't sent again", async () => {
    const first = await ask(brand);
    const etag = first.headers.get('etag') ?? '';
    const again = await marque.call('GET', address(brand), {
      as: { cookie: boss.cookie },
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });
});
