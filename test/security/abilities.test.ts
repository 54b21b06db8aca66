// Writers whose grants switch an ability off, trying to publish or delete anyway: through operations and
// Payload's own routes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ability } from '../../src/core/access/ladder.ts';
import { makeAsset } from '../core/access/resources.ts';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import type { Person, Reply } from '../setup/service.ts';
import { startWithOrganization } from '../setup/workspace.ts';

const { marque, place, admin } = await startWithOrganization({ RATE_LIMIT: '0' });
let brand: { id: string; slug: string };
/** Write on the workspace, with all but one ability. */
let withoutShare: Person;
let withoutDelete: Person;
let full: Person;

async function writer(limits: Ability[]): Promise<Person> {
  const person = await marque.makeMember(place, 'write', { limits });
  return person;
}

beforeAll(async () => {
  const made = await marque.payload.create({
    collection: 'brands',
    data: { name: 'Acme', slug: 'acme', isDefault: true, workspace: place.workspaceId },
  });
  brand = { id: made.id, slug: 'acme' };
  withoutShare = await writer(['share']);
  withoutDelete = await writer(['delete']);
  full = await writer([]);
});
afterAll(() => marque.close());

const call = (as: Person, method: string, path: string, body?: unknown): Promise<Reply> =>
  marque.call(method, path, { as: { cookie: as.cookie }, body });
const panel = (as: Person, method: string, path: string, body?: unknown) =>
  callPayload(marque, method, path, { body, headers: { cookie: as.cookie, origin: marque.url } });

async function made(path: string, body: unknown): Promise<string> {
  const reply = await call(admin, 'POST', path, body);
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.bytes.toString()}`);
  return reply.body.data.id as string;
}

async function row(table: string, id: string): Promise<Record<string, unknown> | undefined> {
  return (
    await marque.service.db.query<Record<string, unknown>>(`select * from ${table} where id = $1`, [id])
  )[0];
}

/** Refused without the ability, and allowed with it. */
async function expectNeeds(
  ability: Ability,
  attempt: (as: Person) => Promise<{ status: number; body: unknown }>,
  unchanged: () => Promise<void>,
): Promise<void> {
  const lacking = ability === 'share' ? withoutShare : withoutDelete;
  const refused = await attempt(lacking);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    403,
    expect.stringContaining(ability === 'share' ? 'share' : 'delete') as unknown,
  ]);
  await unchanged();
  const done = await attempt(full);
  expect([200, 201]).toContain(done.status);
}

describe('without the ability to share', () => {
  it.each([
    [
      'the operation',
      (as: Person, id: string, data: object) => call(as, 'PATCH', `/api/v1/assets/${id}`, data),
    ],
    ['Payload', (as: Person, id: string, data: object) => panel(as, 'PATCH', `/api/assets/${id}`, data)],
  ])("an asset can't be made public or opened through %s", async (_, patch) => {
    const closed = await makeAsset(marque, place);
    await marque.service.db.query('update assets set public = false where id = $1', [closed]);
    await expectNeeds(
      'share',
      (as) => patch(as, closed, { public: true }),
      async () => expect((await row('assets', closed))?.public).toBe(false),
    );
    const hidden = await makeAsset(marque, place, { private: true });
    for (const person of [withoutShare, full])
      await marque.grant(person.id, 'asset', hidden, 'write', {
        place,
        limits: person === withoutShare ? ['share'] : [],
      });
    await expectNeeds(
      'share',
      (as) => patch(as, hidden, { private: false }),
      async () => expect((await row('assets', hidden))?.private).toBe(true),
    );
  });

  it('restricting access is allowed', async () => {
    const id = await makeAsset(marque, place);
    await marque.service.db.query('update assets set public = true where id = $1', [id]);
    expect((await call(withoutShare, 'PATCH', `/api/v1/assets/${id}`, { public: false })).status).toBe(200);
  });

  it('batches of assets are no way around it', async () => {
    const id = await makeAsset(marque, place);
    await marque.service.db.query('update assets set public = false where id = $1', [id]);
    const batch = await call(withoutShare, 'POST', '/api/v1/assets/batch', {
      ids: [id],
      patch: { public: true },
    });
    expect(batch.body.data[0]).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    await panel(withoutShare, 'PATCH', `/api/assets?where[id][equals]=${id}`, { public: true });
    expect((await row('assets', id))?.public).toBe(false);
  });

  it.each(['collections', 'brands'] as const)('nothing private in %s can be opened', async (table) => {
    const grantees = [withoutShare, full];
    const make = async (): Promise<string> => {
      const id =
        table === 'collections'
          ? await marque.makeCollection(place, { private: true })
          : (
              await marque.payload.create({
                collection: 'brands',
                data: {
                  name: 'Hidden',
                  slug: `hidden-${Date.now()}`,
                  private: true,
                  workspace: place.workspaceId,
                },
              })
            ).id;
      for (const person of grantees)
        await marque.grant(person.id, table === 'brands' ? 'brand' : 'collection', id, 'write', {
          place,
          limits: person === withoutShare ? ['share'] : [],
        });
      return id;
    };
    for (const patch of [
      (as: Person, id: string) => call(as, 'PATCH', `/api/v1/${table}/${id}`, { private: false }),
      (as: Person, id: string) => panel(as, 'PATCH', `/api/${table}/${id}`, { private: false }),
    ]) {
      const id = await make();
      await expectNeeds(
        'share',
        (as) => patch(as, id),
        async () => expect((await row(table, id))?.private).toBe(true),
      );
    }
  });

  it("assets hidden by private collections can't be shown by removing or moving them", async () => {
    const hidden = await marque.makeCollection(place, { private: true });
    const open = await marque.makeCollection(place);
    for (const person of [withoutShare, full])
      await marque.grant(person.id, 'collection', hidden, 'write', {
        place,
        limits: person === withoutShare ? ['share'] : [],
      });
    for (const change of [
      { path: `/api/v1/collections/${open}/assets`, key: 'add' },
      { path: `/api/v1/collections/${hidden}/assets`, key: 'remove' },
    ]) {
      const asset = await makeAsset(marque, place, { in: [hidden] });
      expect((await row('assets', asset))?.effective_private).toBe(true);
      await expectNeeds(
        'share',
        (as) => call(as, 'POST', change.path, { [change.key]: [asset] }),
        async () => expect((await row('assets', asset))?.effective_private).toBe(true),
      );
      expect((await row('assets', asset))?.effective_private).toBe(false);
    }
  });

  it("a site for members can't be opened, and its password can't be replaced", async () => {
    const id = await made('/api/v1/sites', { name: 'Team', access: 'members' });
    const at = `/api/v1/sites/${id}`;
    const access = async () => (await row('sites', id))?.access;
    await expectNeeds(
      'share',
      (as) => call(as, 'PATCH', at, { access: 'password', password: 'let me in please' }),
      async () => expect(await access()).toBe('members'),
    );
    await expectNeeds(
      'share',
      (as) => call(as, 'PATCH', at, { password: 'another one instead' }),
      async () => expect(await access()).toBe('password'),
    );
    await expectNeeds(
      'share',
      (as) => call(as, 'PATCH', at, { access: 'public' }),
      async () => expect(await access()).toBe('password'),
    );
    expect((await call(withoutShare, 'PATCH', at, { access: 'members' })).status).toBe(200);
    expect((await call(withoutShare, 'PATCH', at, { name: 'Renamed' })).status).toBe(200);
  });

  it('no site can be created that more than members can read', async () => {
    for (const body of [{ name: 'Open' }, { name: 'Open', access: 'public' }])
      await expectNeeds(
        'share',
        (as) => call(as, 'POST', '/api/v1/sites', body),
        () => Promise.resolve(),
      );
    expect((await panel(withoutShare, 'POST', '/api/sites', { name: 'Open' })).status).toBe(403);
    const members = await call(withoutShare, 'POST', '/api/v1/sites', { name: 'Ours', access: 'members' });
    expect(members.status).toBe(201);
  });

  it('no one can be admitted to a portal, and none can be reopened', async () => {
    const id = await made('/api/v1/portals', { name: 'Press', access: 'members' });
    const patches = [{ access: 'public' }, { expiresAt: '2199-01-01T00:00:00Z' }, { indexed: true }];
    for (const patch of patches)
      expect((await call(withoutShare, 'PATCH', `/api/v1/portals/${id}`, patch)).status).toBe(403);
    const opened = await panel(withoutShare, 'PATCH', `/api/portals/${id}`, {
      expiresAt: '2199-01-01T00:00:00Z',
    });
    expect(opened.status).toBe(403);
  });
});

describe('without the ability to delete', () => {
  const rule = (key: string) => ({ key, type: 'text', value: 'Words' });
  const newRule = (key: string) => made(`/api/v1/brand/rules?brand=${brand.slug}`, rule(key));
  async function newPage(slug: string): Promise<string> {
    const saved = await call(admin, 'PUT', `/api/v1/brands/${brand.slug}/pages/${slug}`, { title: slug });
    expect(saved.status).toBe(201);
    const [found] = await marque.service.db.query<{ id: string }>(
      'select id from brand_pages where brand_id = $1 and slug = $2',
      [brand.id, slug],
    );
    return found?.id ?? '';
  }

  it("a rule can't be deleted, in any way", async () => {
    const id = await newRule('copy.one');
    const kept = async () => expect(await row('brand_rules', id)).toBeDefined();
    expect((await panel(withoutDelete, 'DELETE', `/api/brand-rules/${id}`)).status).toBe(403);
    await panel(withoutDelete, 'DELETE', `/api/brand-rules?where[id][equals]=${id}`);
    await kept();
    await expectNeeds('delete', (as) => call(as, 'DELETE', `/api/v1/brand/rules/${id}`), kept);

    const other = await newRule('copy.two');
    expect((await panel(full, 'DELETE', `/api/brand-rules/${other}`)).status).toBe(200);
  });

  it("a rule can't be removed by a batch of writes", async () => {
    const id = await newRule('copy.three');
    await expectNeeds(
      'delete',
      (as) =>
        call(as, 'PATCH', `/api/v1/brand/rules?brand=${brand.slug}`, { remove: [{ key: 'copy.three' }] }),
      async () => expect(await row('brand_rules', id)).toBeDefined(),
    );
  });

  it("a page can't be deleted, in any way", async () => {
    const id = await newPage('about');
    const kept = async () => expect(await row('brand_pages', id)).toBeDefined();
    expect((await panel(withoutDelete, 'DELETE', `/api/brand-pages/${id}`)).status).toBe(403);
    await kept();
    await expectNeeds('delete', (as) => call(as, 'DELETE', `/api/v1/brands/${brand.slug}/pages/about`), kept);
  });

  it('restoring a version without a rule, and importing files without it, keep the rule', async () => {
    const versions = `/api/v1/brands/${brand.slug}/versions`;
    const { files } = (await call(admin, 'GET', `/api/v1/brands/${brand.slug}/files`)).body.data as {
      files: Record<string, string>;
    };
    const [latest] = (await call(admin, 'GET', versions)).body.data as { number: number }[];
    await call(admin, 'PATCH', `${versions}/${latest?.number ?? 0}`, { name: 'Before' });
    const id = await newRule('copy.four');
    const kept = async () => expect(await row('brand_rules', id)).toBeDefined();
    const restored = await call(withoutDelete, 'POST', `${versions}/${latest?.number ?? 0}/restore`);
    expect(restored.status).toBe(403);
    await kept();
    await expectNeeds(
      'delete',
      (as) => call(as, 'POST', `/api/v1/brands/${brand.slug}/files/import`, { files, merge: false }),
      kept,
    );
    expect(await row('brand_rules', id)).toBeUndefined();
  });

  it("assets and collections can't be deleted", async () => {
    const asset = await makeAsset(marque, place);
    const collection = await marque.makeCollection(place);
    for (const [path, body] of [
      [`/api/assets/${asset}`, { deletedAt: new Date().toISOString() }],
      [`/api/assets?where[id][equals]=${asset}`, { deletedAt: new Date().toISOString() }],
    ] as const)
      await panel(withoutDelete, 'PATCH', path, body);
    expect((await row('assets', asset))?.deleted_at).toBeNull();
    await panel(withoutDelete, 'DELETE', `/api/collections/${collection}`);
    await panel(withoutDelete, 'DELETE', `/api/collections?where[id][equals]=${collection}`);
    expect(await row('collections', collection)).toBeDefined();
  });
});
