// Organizations and workspaces: who creates, sees and renames them, and what they start with.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeWorkspace } from '../../core/access/resources.ts';
import { startService, type Caller, type Person } from '../../setup/service.ts';

const marque = await startService({ ORGANIZATIONS: 'everyone' });
const place = await marque.makePlace('Acme');
const boss = await marque.makeAdmin(place, 'Bea Boss');
const admin = await marque.makeMember(place, 'admin', { name: 'Ada Admin' });
const stranger = await marque.makePerson('Stan Stranger');
afterAll(() => marque.close());

const as = (person: Person): Caller => ({ cookie: person.cookie });

interface Named {
  id: string;
  slug: string;
  name: string;
  scope: string | null;
}

const organizations = async (caller: Caller): Promise<Named[]> =>
  (await marque.call('GET', '/api/v1/organizations', { as: caller })).body.data as Named[];
const workspaces = async (caller: Caller, workspace: string): Promise<Named[]> =>
  (await marque.call('GET', '/api/v1/workspaces', { as: caller, headers: { 'x-workspace': workspace } })).body
    .data as Named[];
const eventsOn = async (id: string): Promise<string[]> =>
  (
    await marque.service.db.query<{ type: string }>(
      'select type from marque.events where subject_id = $1 order by id',
      [id],
    )
  ).map(({ type }) => type);

describe('creating an organization', () => {
  it('creates its first workspace and brand, and makes the creator admin of all of it', async () => {
    const person = await marque.makePerson('Olga Owner');
    const made = await marque.call('POST', '/api/v1/organizations', {
      as: as(person),
      body: { name: '  Über & Söhne ' },
    });

    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String) as unknown,
      slug: 'uber-sohne',
      name: 'Über & Söhne',
      scope: 'admin',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as unknown,
    });
    expect(await organizations(as(person))).toEqual([made.body.data]);
    const me = (await marque.call('GET', '/api/v1/me', { as: as(person) })).body.data;
    expect(me).toMatchObject({
      scope: 'admin',
      organizationScope: 'admin',
      organization: { slug: 'uber-sohne' },
      workspace: { slug: 'library', name: 'Library' },
    });
    const brands = await marque.service.db.query('select is_default from brands where workspace_id = $1', [
      me.workspace.id,
    ]);
    expect(brands).toEqual([{ is_default: true }]);
    expect(await eventsOn(made.body.data.id)).toEqual(['organization.created']);
    expect(await eventsOn(person.id)).toEqual(['grant.given']);
  });

  it('gives each a unique slug, even at the same moment', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        marque.call('POST', '/api/v1/organizations', { as: as(stranger), body: { name: 'Twin City' } }),
      ),
    );

    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(made.map(({ body }) => body.data.slug as string).sort()).toEqual([
      'twin-city',
      'twin-city-2',
      'twin-city-3',
      'twin-city-4',
    ]);
  });

  it('finds a slug for a name without a usable letter', async () => {
    const made = await marque.call('POST', '/api/v1/organizations', {
      as: as(stranger),
      body: { name: '日本' },
    });
    expect(made.body.data).toMatchObject({ slug: 'organization', name: '日本' });
  });

  it('is for people: refused to keys, which work in one workspace, and to anonymous callers', async () => {
    const { key } = await marque.makeKey(place, 'admin', { madeById: boss.id });
    const owned = await marque.makeKey(place, 'admin', { ownerId: boss.id });
    for (const caller of [{ key }, { key: owned.key }]) {
      const refused = await marque.call('POST', '/api/v1/organizations', { as: caller, body: { name: 'X' } });
      expect(refused.status).toBe(403);
    }
    expect((await marque.call('POST', '/api/v1/organizations', { body: { name: 'X' } })).status).toBe(401);
  });

  it.each([[{}], [{ name: '' }], [{ name: 'x'.repeat(201) }], [{ name: 'X', slug: 'x' }], [{ name: 7 }]])(
    'refuses %j by name of the property',
    async (body) => {
      const refused = await marque.call('POST', '/api/v1/organizations', { as: as(boss), body });
      expect(refused.status).toBe(400);
      expect(refused.body.error.code).toBe('invalid_request');
    },
  );
});

describe('the list of organizations', () => {
  it('contains those the caller has a grant in, with the scope on the whole organization', async () => {
    expect(await organizations(as(boss))).toMatchObject([{ slug: 'acme', scope: 'admin' }]);
    expect(await organizations(as(admin))).toMatchObject([{ slug: 'acme', scope: null }]);
    expect(await organizations(as(await marque.makePerson()))).toEqual([]);
  });

  it("contains a key's own, as admin only if its owner is one", async () => {
    const { key } = await marque.makeKey(place, 'admin', { madeById: boss.id });
    const lone = await marque.makeKey(place, 'admin');
    expect(await organizations({ key })).toMatchObject([{ id: place.organizationId, scope: 'admin' }]);
    expect(await organizations({ key: lone.key })).toMatchObject([{ id: place.organizationId, scope: null }]);
  });
});

describe('renaming an organization', () => {
  const rename = (caller: Caller, id: string, body: Record<string, unknown> = { name: 'Acme' }) =>
    marque.call('PATCH', `/api/v1/organizations/${id}`, { as: caller, body });

  it('changes its name, keeps its slug, and records the old name', async () => {
    const renamed = await rename(as(boss), place.organizationId, { name: 'Acme Industries' });
    expect(renamed.status).toBe(200);
    expect(renamed.body.data).toMatchObject({ name: 'Acme Industries', slug: 'acme', scope: 'admin' });
    await rename(as(boss), place.organizationId, { name: 'Acme Industries' });
    expect(await eventsOn(place.organizationId)).toEqual(['organization.changed']);
    await rename(as(boss), place.organizationId);
  });

  it('is for its admins: others get the missing scope as error, or a 404', async () => {
    const reader = await marque.makePerson();
    await marque.grant(reader.id, 'organization', place.organizationId, 'write', { place });
    const refused = await rename(as(reader), place.organizationId, { nonsense: true });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: 'write' });
    for (const id of [place.organizationId, randomUUID(), 'no-id']) {
      expect((await rename(as(stranger), id)).status).toBe(404);
      expect((await rename(as(admin), id)).status).toBe(404);
    }
    expect((await rename(as(boss), place.organizationId, { name: ' ' })).status).toBe(400);
  });
});

describe('creating a workspace', () => {
  const make = (caller: Caller, body: Record<string, unknown>, workspace = place.workspaceId) =>
    marque.call('POST', '/api/v1/workspaces', { as: caller, body, headers: { 'x-workspace': workspace } });

  it('needs an admin of the organization, and creates a default brand', async () => {
    const made = await make(as(boss), { name: 'Product shots' });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String) as unknown,
      slug: 'product-shots',
      name: 'Product shots',
      scope: 'admin',
    });
    const again = await make(as(boss), { name: 'Product shots' });
    expect(again.body.data.slug).toBe('product-shots-2');
    expect((await workspaces(as(boss), place.workspaceId)).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['product-shots', 'product-shots-2']),
    );
    const brands = await marque.service.db.query('select slug from brands where workspace_id = $1', [
      made.body.data.id,
    ]);
    expect(brands).toHaveLength(1);
    expect(await eventsOn(made.body.data.id)).toEqual(['workspace.created']);
  });

  it('is refused to the admin of one workspace, before the input is checked', async () => {
    const refused = await make(as(admin), { nonsense: true });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: null });
    const reader = await marque.makePerson();
    await marque.grant(reader.id, 'organization', place.organizationId, 'read', { place });
    expect((await make(as(reader), { name: 'X' })).body.error.detail).toEqual({
      needs: 'admin',
      has: 'read',
    });
    expect((await make(as(stranger), { name: 'X' })).status).toBe(404);
    expect((await make(as(boss), { name: '' })).status).toBe(400);
  });

  it("works with a key whose creator is an admin of the organization, which then can't open it", async () => {
    const { key } = await marque.makeKey(place, 'admin', { madeById: boss.id });
    const made = await make({ key }, { name: 'By a key' });
    expect(made.body.data).toMatchObject({ slug: 'by-a-key', scope: null });
    expect(await workspaces({ key }, place.workspaceId)).toHaveLength(1);
    const lone = await marque.makeKey(place, 'admin');
    expect((await make({ key: lone.key }, { name: 'X' })).status).toBe(403);
  });
});

describe('renaming a workspace', () => {
  const rename = (caller: Caller, id: string, name = 'Library') =>
    marque.call('PATCH', `/api/v1/workspaces/${id}`, { as: caller, body: { name } });

  it('is for its admins', async () => {
    const renamed = await rename(as(admin), place.workspaceId, 'Archive');
    expect(renamed.status).toBe(200);
    expect(renamed.body.data).toEqual({
      id: place.workspaceId,
      slug: 'library',
      name: 'Archive',
      scope: 'admin',
    });
    expect((await rename(as(boss), place.workspaceId)).status).toBe(200);
  });

  it('is refused below admin, and a 404 for other callers', async () => {
    const writer = await marque.makeMember(place, 'write');
    const refused = await rename(as(writer), place.workspaceId);
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: 'write' });
    const other = await makeWorkspace(marque, place, 'Other');
    expect((await rename(as(admin), other.workspaceId)).body).toEqual(
      (await rename(as(admin), randomUUID())).body,
    );
    expect((await rename(as(stranger), place.workspaceId)).status).toBe(404);
  });
});
