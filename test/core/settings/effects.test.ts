// What settings change: each is set over HTTP, then checked where it takes effect.
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ability, Scope } from '../../../src/core/access/ladder.ts';
import { sweep } from '../../../src/assets/lifecycle/sweep.ts';
import { edition } from '../../../src/assets/delivery/renditions.ts';
import { renditionKey } from '../../../src/core/storage/contract.ts';
import { fileBytes, makeAsset, makePicture } from '../../assets/library.ts';
import { startService, type Caller, type Person, type Place } from '../../setup/service.ts';

let place: Place;
let admin: Person;
let as: Caller;

const marque = await startService();
afterAll(() => marque.close());
beforeEach(async () => {
  place = await marque.makePlace();
  admin = await marque.makeAdmin(place);
  as = { cookie: admin.cookie };
});

async function set(key: string, body: unknown, context = 'workspace'): Promise<void> {
  const reply = await marque.call('PATCH', `/api/v1/settings/${key}?context=${context}`, { as, body });
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
}

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  marque.service.db.query<Row>(text, values);
const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

describe('delivery.public', () => {
  it('determines whether a new asset is public, and changes no existing one', async () => {
    const before = await makeAsset(marque, as);
    await set('delivery', { public: false }, 'organization');
    const closed = await makeAsset(marque, as);
    await set('delivery', { public: true });
    const open = await makeAsset(marque, as);
    expect([before.public, closed.public, open.public]).toEqual([true, false, true]);
    expect((await marque.call('GET', `/a/${closed.id}`)).status).toBe(404);
    expect((await marque.call('GET', `/a/${open.id}`)).status).toBe(200);
  });

  it('opens no version of what was closed', async () => {
    const first = await makeAsset(marque, as);
    await marque.call('PATCH', `/api/v1/assets/${first.id}`, { as, body: { public: false } });
    await set('delivery', { public: true });
    const next = await makeAsset(marque, as, { versionOf: first.id });
    expect(next.public).toBe(false);
  });
});

describe('delivery of renditions', () => {
  let asset: { id: string };
  const get = (transform: string, accept?: string) =>
    marque.call('GET', `/a/${asset.id}/${transform}`, { headers: accept ? { accept } : {} });
  const describeIt = async () =>
    (await marque.call('GET', `/api/v1/assets/${asset.id}/description`, { as })).body as {
      constraints: { f: string[] };
      alternatives: { name: string; url: string }[];
    };
  beforeEach(async () => {
    const bytes = await makePicture({ width: 1400, height: 700 });
    asset = (await makeAsset(marque, as, {}, bytes)) as { id: string };
  });

  it('is limited to the set formats, and f_auto chooses among them', async () => {
    await set('delivery', { formats: ['webp', 'jpeg'] }, 'organization');
    const refused = await get('w_320,f_avif');
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('f_webp, f_jpeg or f_auto');
    const typeOf = async (transform: string, accept?: string) =>
      (await get(transform, accept)).headers.get('content-type');
    // A PNG by itself would stay one.
    expect(await typeOf('w_320')).toBe('image/webp');
    expect(await typeOf('w_320,f_auto', 'image/avif,image/webp')).toBe('image/webp');
    await set('delivery', { formats: ['jpeg'] });
    expect(await typeOf('w_320,f_auto', 'image/avif,image/webp')).toBe('image/jpeg');
    const { constraints, alternatives } = await describeIt();
    expect(constraints.f).toEqual(['jpeg', 'auto']);
    for (const { url } of alternatives) expect((await marque.call('GET', url)).status).toBe(200);
    // Readers of the record still get every format.
    const own = await marque.call('GET', `/api/v1/assets/${asset.id}/content/w_320,f_webp`, { as });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is limited to maxPixels', async () => {
    await set('delivery', { maxPixels: 640 * 320 });
    expect((await get('w_640')).status).toBe(200);
    for (const transform of ['w_960', 'f_webp', 'w_500,h_500']) {
      const refused = await get(transform);
      expect([transform, refused.status]).toEqual([transform, 400]);
      expect(refused.body.error.message).toContain('up to 204800 pixels');
    }
    expect((await describeIt()).alternatives.map(({ name }) => name)).toEqual(['thumb', 'small']);
    // After its share of custom sizes, a request is redirected to an allowed one.
    await marque.service.db.query(
      `insert into marque.loose_renditions (sha256, transform) select a.sha256, n::text from assets a, generate_series(1, 16) n where a.id = $1`,
      [asset.id],
    );
    const led = await get('w_600,h_330');
    expect([led.status, led.headers.get('location')]).toEqual([302, `${marque.url}/a/${asset.id}/w_640`]);
  });

  it('has the set quality if the transform names none', async () => {
    const tagOf = async (transform: string) => (await get(transform)).headers.get('etag');
    const plain = await tagOf('w_320,f_webp');
    await set('delivery', { quality: 41 });
    expect(await tagOf('w_320,f_webp')).toBe(await tagOf('w_320,f_webp,q_45'));
    expect(await tagOf('w_320,f_webp,q_80')).toBe(plain);
  });
});

describe('review.requireNoteOnReject', () => {
  it('lets a reviewer reject without a note if it is off, only in that workspace', async () => {
    const agent = await marque.makeKey(place, 'propose');
    const reject = async () => {
      const { id } = await makeAsset(marque, { key: agent.key });
      return marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { status: 'rejected' } });
    };
    expect((await reject()).status).toBe(422);
    await set('review', { requireNoteOnReject: false }, 'organization');
    expect((await reject()).body.data).toMatchObject({ status: 'rejected', reviewNote: null });
    await set('review', { requireNoteOnReject: true });
    expect((await reject()).status).toBe(422);
  });
});

describe('the agents settings', () => {
  const makeKey = (body: object, caller: Caller = as) =>
    marque.call('POST', '/api/v1/keys', { as: caller, body: { name: 'Agent', ...body } });

  it('defaultScope is the scope of a key created without one', async () => {
    expect((await makeKey({})).body.data.scope).toBe('propose');
    await set('agents', { defaultScope: 'read' });
    expect((await makeKey({})).body.data.scope).toBe('read');
    expect((await makeKey({ scope: 'write' })).body.data.scope).toBe('write');
  });

  it('maxScope is the highest scope of a new key, once it is set', async () => {
    expect((await makeKey({ scope: 'admin' })).status).toBe(201);
    await set('agents', { maxScope: 'propose', defaultScope: 'write' }, 'organization');
    const refused = await makeKey({ scope: 'write' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('propose at most');
    expect((await makeKey({ scope: 'write', own: true })).status).toBe(403);
    expect((await makeKey({})).body.data.scope).toBe('propose');
  });

  it('defaultScope gives no one more than they have', async () => {
    await set('agents', { defaultScope: 'write' });
    const reader = await marque.makeMember(place, 'read');
    expect((await makeKey({ own: true }, { cookie: reader.cookie })).status).toBe(403);
  });
});

describe('the effective permissions of a person', () => {
  const policy = async (caller: Caller) =>
    (await marque.call('GET', '/api/v1/policy', { as: caller })).body.data as Record<string, unknown>;
  const personWith = async (scope: Scope, limits: Ability[] = []) => {
    const person = await marque.makeMember(place, scope, { limits });
    return { cookie: person.cookie };
  };

  it('include whether they propose or decide, and whether a rejection needs a note', async () => {
    expect(await policy(as)).toMatchObject({ review: { proposes: true, decides: true, noteOnReject: true } });
    await set('review', { requireNoteOnReject: false });
    const reviewOf = async (caller: Caller) => (await policy(caller)).review;
    const without = { noteOnReject: false };
    expect(await reviewOf(await personWith('read'))).toEqual({ proposes: false, decides: false, ...without });
    expect(await reviewOf(await personWith('propose'))).toEqual({
      proposes: true,
      decides: false,
      ...without,
    });
    expect(await reviewOf(await personWith('write', ['approve']))).toMatchObject({ decides: false });
    const narrow = await marque.makePerson();
    const collection = await marque.makeCollection(place);
    await marque.grant(narrow.id, 'collection', collection, 'write', { place });
    expect(await reviewOf({ cookie: narrow.cookie })).toEqual({ proposes: true, decides: true, ...without });
  });

  it('include which keys they can create, with which default', async () => {
    const keysOf = async (caller: Caller) => (await policy(caller)).keys;
    expect(await keysOf(as)).toEqual({ scopes: ['read', 'propose', 'write', 'admin'], usual: 'propose' });
    await set('agents', { maxScope: 'write', defaultScope: 'write' });
    expect(await keysOf(as)).toEqual({ scopes: ['read', 'propose', 'write'], usual: 'write' });
    expect(await keysOf(await personWith('read'))).toEqual({ scopes: ['read'], usual: 'read' });
  });

  it('include how long deleted assets can be restored', async () => {
    const reader = await personWith('read');
    expect((await policy(reader)).trash).toEqual({ days: 30 });
    await set('retention', { deletedDays: 7 });
    expect((await policy(reader)).trash).toEqual({ days: 7 });
  });

  it('include whether they can create share links', async () => {
    const linksOf = async (caller: Caller) => (await policy(caller)).links;
    expect(await linksOf(as)).toEqual({ makes: true });
    expect(await linksOf(await personWith('write'))).toEqual({ makes: true });
    expect(await linksOf(await personWith('write', ['share']))).toEqual({ makes: false });
    expect(await linksOf(await personWith('propose'))).toEqual({ makes: false });
  });

  it('include whether they can save searches for everyone, and delete them', async () => {
    const searchesOf = async (caller: Caller) => (await policy(caller)).searches;
    expect(await searchesOf(as)).toEqual({ saves: true, deletes: true });
    expect(await searchesOf(await personWith('write', ['delete']))).toEqual({ saves: true, deletes: false });
    expect(await searchesOf(await personWith('propose'))).toEqual({ saves: false, deletes: false });
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'collection', await marque.makeCollection(place), 'write', { place });
    expect(await searchesOf({ cookie: narrow.cookie })).toEqual({ saves: false, deletes: false });
  });

  it("can be read for one resource, if a grant on it differs from the workspace's", async () => {
    const collection = await marque.makeCollection(place);
    const other = await marque.makeCollection(place);
    const on = (id: string, caller: Caller) =>
      marque.call('GET', `/api/v1/policy?collection=${id}`, { as: caller });
    const limited = await marque.makeMember(place, 'read');
    await marque.grant(limited.id, 'collection', collection, 'write', { place, limits: ['share'] });
    const more = await marque.makeMember(place, 'write', { limits: ['share', 'approve'] });
    await marque.grant(more.id, 'collection', collection, 'write', { place });
    const permissionsOn = async (id: string, { cookie }: { cookie: string }) => {
      const { review, links } = (await on(id, { cookie })).body.data;
      return [review.proposes, review.decides, links.makes] as unknown[];
    };
    expect(await permissionsOn(collection, limited)).toEqual([true, true, false]);
    expect(await permissionsOn(other, limited)).toEqual([false, false, false]);
    expect(await permissionsOn(collection, more)).toEqual([true, true, true]);
    expect(await permissionsOn(other, more)).toEqual([true, false, false]);
    const stranger = await marque.makePerson();
    expect((await on(collection, { cookie: stranger.cookie })).status).toBe(404);
    expect((await on('none', { cookie: more.cookie })).status).toBe(400);
  });

  it('are empty for someone without any access', async () => {
    const { cookie } = await marque.makePerson();
    expect(await policy({ cookie })).toMatchObject({
      review: { proposes: false, decides: false },
      keys: { scopes: [], usual: null },
      links: { makes: false },
      searches: { saves: false, deletes: false },
      languages: [],
    });
    expect((await marque.call('GET', '/api/v1/policy')).status).toBe(401);
  });
});

describe('branding', () => {
  const branding = async (caller: Caller = null) =>
    (await marque.call('GET', '/api/v1/branding', { as: caller })).body.data as Record<string, string | null>;
  const none = { product: null, tagline: null, accent: null, logo: null, icon: null };

  it('is that of the caller’s organization, and with several organizations strangers get none', async () => {
    const logo = (await makeAsset(marque, as, {}, await makePicture({ width: 900, height: 300 }))) as {
      id: string;
    };
    await set('branding', { product: 'Acme Shelf', accent: '#0F766E', logo: logo.id }, 'organization');
    const seen = await branding(as);
    expect(seen).toMatchObject({ product: 'Acme Shelf', accent: '#0f766e', tagline: null, icon: null });
    const picture = await fetch(seen.logo ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await branding({ key: (await marque.makeKey(place, 'read')).key })).toEqual(seen);

    const another = await marque.makePlace();
    expect(await branding({ key: (await marque.makeKey(another, 'read')).key })).toEqual(none);
    expect(await branding()).toEqual(none);
  });

  it('shows a logo that isn’t public by a signed address, and hides a withdrawn one', async () => {
    const icon = (await makeAsset(marque, as)) as { id: string };
    const patch = (body: object) => marque.call('PATCH', `/api/v1/assets/${icon.id}`, { as, body });
    await patch({ public: false });
    await set('branding', { icon: icon.id }, 'organization');
    const address = (await branding(as)).icon ?? '';
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address.replace(/\?.*/, ''))).status).toBe(404);
    await patch({ status: 'archived' });
    expect((await branding(as)).icon).toBeNull();
    expect((await fetch(address)).status).toBe(410);
  });
});

describe('retention', () => {
  const swept = () => sweep(marque.service, { whole: true });

  it('keeps a deleted asset restorable for deletedDays', async () => {
    await swept();
    const ids = [(await makeAsset(marque, as)).id, (await makeAsset(marque, as)).id] as string[];
    for (const id of ids) await marque.call('DELETE', `/api/v1/assets/${id}`, { as });
    await sql('update assets set deleted_at = $2 where id = $1', [ids[0], daysAgo(6)]);
    await sql('update assets set deleted_at = $2 where id = $1', [ids[1], daysAgo(4)]);
    expect((await swept()).assets).toBe(0);
    await set('retention', { deletedDays: 5 });
    expect((await swept()).assets).toBe(1);
    expect((await marque.call('GET', `/api/v1/assets/${ids[1] ?? ''}`, { as })).status).toBe(200);
  });

  it('keeps a rendition for renditionDays, and for the longer time if two workspaces have the bytes', async () => {
    const bytes = await makePicture({ width: 400, height: 300 });
    const asset = await makeAsset(marque, as, {}, bytes);
    const key = renditionKey(asset.sha256 as string, `w_96,f_webp.${edition}`);
    const makeOld = async (): Promise<void> => {
      expect((await marque.call('GET', `/a/${asset.id}/w_96,f_webp`)).status).toBe(200);
      await utimes(path.join(marque.dataDir, key), daysAgo(10), daysAgo(10));
    };
    const isKept = async (): Promise<boolean> => (await marque.service.storage.stat(key)) !== null;
    await makeOld();
    await swept();
    expect(await isKept()).toBe(true);
    await set('retention', { renditionDays: 7 });

    const other = await marque.makePlace();
    const key2 = await marque.makeKey(other, 'write');
    const twin = (await fileBytes(marque, { key: key2.key }, bytes)).body.data as { id: string };
    await swept();
    expect(await isKept()).toBe(true);

    await marque.call('DELETE', `/api/v1/assets/${twin.id}`, { as: { key: key2.key } });
    await sql('update assets set deleted_at = $2 where id = $1', [twin.id, daysAgo(40)]);
    await swept();
    expect(await isKept()).toBe(false);
  });

  it('keeps events for eventDays, of the workspace and of the organization', async () => {
    const another = (await marque.makePlace()).organizationId;
    const insert = `insert into marque.events (type, at, organization_id, workspace_id, actor_kind, actor_name) values ('test', $1, $2, $3, 'system', 'Marque')`;
    await sql(insert, [daysAgo(20), place.organizationId, place.workspaceId]);
    await sql(insert, [daysAgo(20), place.organizationId, null]);
    await sql(insert, [daysAgo(20), another, null]);
    await sql(insert, [daysAgo(20), null, null]);
    const left = async () =>
      (
        await sql<{ organization_id: string | null; workspace_id: string | null }>(
          `select organization_id, workspace_id from marque.events where type = 'test' order by id`,
        )
      ).map((row) => [row.organization_id, row.workspace_id]);
    await swept();
    expect(await left()).toHaveLength(4);
    await set('retention', { eventDays: 10 });
    await swept();
    expect(await left()).toEqual([
      [place.organizationId, null],
      [another, null],
      [null, null],
    ]);
    await set('retention', { eventDays: 15 }, 'organization');
    await swept();
    expect(await left()).toEqual([
      [another, null],
      [null, null],
    ]);
  });
});
