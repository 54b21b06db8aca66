// Payload's own REST routes, which anyone who is signed in can call: what they could delete for good,
// duplicate, sort by or crash on.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../core/access/resources.ts';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import type { Person } from '../setup/service.ts';
import { startWithOrganization } from '../setup/workspace.ts';

const { marque, place, admin } = await startWithOrganization({ RATE_LIMIT: '0' });
let reader: Person;

beforeAll(async () => {
  reader = await marque.makeMember(place, 'read', { name: 'Rita Reader' });
});
afterAll(() => marque.close());

const send = (
  as: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  callPayload(marque, method, path, {
    body,
    headers: { cookie: as.cookie, origin: marque.url, ...headers },
  });

const ownCollections = (): string[] =>
  Object.keys(marque.payload.collections).filter((slug) => !slug.startsWith('payload-'));

async function assetRow(id: string): Promise<{ deleted_at: Date | null } | undefined> {
  return (
    await marque.service.db.query<{ deleted_at: Date | null }>(
      'select deleted_at from assets where id = $1',
      [id],
    )
  )[0];
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await marque.service.db.query<{ type: string }>(
    'select type from marque.events where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ type }) => type);
}

describe('an asset', () => {
  it.each([
    ['by its id', (id: string) => `/api/assets/${id}`],
    ['by its id, from the trash', (id: string) => `/api/assets/${id}?trash=true`],
    ['by a query', (id: string) => `/api/assets?where[id][equals]=${id}`],
    [
      'by a query, from the trash',
      (id: string) => `/api/assets?where[id][equals]=${id}&trash=true&overrideLock=true`,
    ],
  ])("can't be deleted for good by anyone %s, including admins", async (_, path) => {
    const id = await makeAsset(marque, place);
    for (const deleted of [false, true]) {
      await marque.service.db.query(
        `update assets set deleted_at = case when $2 then now() end where id = $1`,
        [id, deleted],
      );
      const refused = await send(admin, 'DELETE', path(id));
      expect([deleted, refused.status]).toEqual([deleted, 403]);
      expect(refused.body.errors[0].message).toMatch(/delete/);
      expect(await assetRow(id)).toBeDefined();
    }
  });

  it("can't be deleted for good by the app's code either: only the sweep does that", async () => {
    const id = await makeAsset(marque, place);
    await expect(marque.payload.delete({ collection: 'assets', id })).rejects.toThrow(/permanently/);
    await expect(
      marque.payload.delete({ collection: 'assets', where: { id: { equals: id } } }),
    ).rejects.toThrow(/permanently/);
    expect(await assetRow(id)).toBeDefined();
  });

  it('can be moved to the trash as the panel does it, and restored, each with its event', async () => {
    const id = await makeAsset(marque, place);
    const trashed = await send(admin, 'PATCH', `/api/assets/${id}`, {
      deletedAt: '2001-01-01T00:00:00.000Z',
    });
    expect(trashed.status).toBe(200);
    // The caller can't set the deletion date: the asset would be swept immediately.
    expect(Date.now() - ((await assetRow(id))?.deleted_at?.getTime() ?? 0)).toBeLessThan(600_000);
    const restored = await send(admin, 'PATCH', `/api/assets/${id}?trash=true`, { deletedAt: null });
    expect(restored.status).toBe(200);
    expect((await assetRow(id))?.deleted_at).toBeNull();
    expect(await eventsOf(id)).toEqual(['asset.deleted', 'asset.restored']);
  });
});

describe('every collection of Marque', () => {
  it('allows no duplicates and no versions', async () => {
    const unknown = '6f1d7c1e-1111-4111-8111-111111111111';
    for (const slug of ownCollections()) {
      for (const [method, path] of [
        ['POST', `/${unknown}/duplicate`],
        ['GET', '/versions'],
        ['GET', `/versions/${unknown}`],
        ['POST', `/versions/${unknown}`],
      ] as const) {
        const { status } = await send(
          admin,
          method,
          `/api/${slug}${path}`,
          method === 'POST' ? {} : undefined,
        );
        expect([slug, path, [403, 404, 405].includes(status)]).toEqual([slug, path, true]);
      }
    }
  });

  it('refuses deletion of what only an operation deletes', async () => {
    for (const slug of [
      'keys',
      'grants',
      'groups',
      'users',
      'organizations',
      'workspaces',
      'brands',
      'fields',
      'brand-comments',
    ])
      for (const path of [`/api/${slug}?where[id][exists]=true`, `/api/${slug}/${admin.id}`])
        expect([path, (await send(admin, 'DELETE', path)).status]).toEqual([path, 403]);
    expect((await marque.service.db.query('select 1 from users')).length).toBeGreaterThan(1);
  });

  it('can’t be sorted by hidden fields, or by fields of related records', async () => {
    await marque.makeKey(place, 'read', { madeById: admin.id });
    const paths = [
      '/api/keys?sort=madeBy.hash',
      '/api/keys?sort=-madeBy.hash',
      '/api/keys?sort=madeBy__hash',
      '/api/keys?sort=name,madeBy.salt',
      '/api/keys?sort[0]=name&sort[1]=madeBy.hash',
      '/api/keys?sort=owner.resetPasswordToken',
      '/api/grants?sort=user.hash',
      '/api/assets?sort=workspace.organization.name',
      '/api/users?sort=sessions.id',
    ];
    for (const path of paths) {
      const { status, body } = await send(admin, 'GET', path);
      expect([path, status]).toEqual([path, 400]);
      expect(body.errors[0].message).toMatch(/sort/);
      // The same as a form, as the panel sends queries that are too long for a URL.
      const { status: overridden } = await callPayload(marque, 'POST', path, {
        headers: { cookie: admin.cookie, origin: marque.url, 'x-payload-http-method-override': 'GET' },
        body: {},
      });
      expect([path, overridden]).toEqual([path, 400]);
    }
    for (const hidden of [
      'users?sort=hash',
      'users?sort=-salt',
      'users?sort=resetPasswordToken',
      'keys?sort=hash',
    ])
      expect([hidden, (await send(admin, 'GET', `/api/${hidden}`)).status]).toEqual([hidden, 400]);
    expect((await send(admin, 'GET', '/api/keys?sort=-createdAt')).status).toBe(200);
  });

  it('can’t be queried by hidden fields, here or in related records', async () => {
    await marque.makeKey(place, 'read', { madeById: admin.id });
    for (const path of [
      'keys?where[hash][like]=a',
      'keys?where[madeBy.hash][like]=a',
      'keys?where[madeBy__hash][like]=a',
      'keys?where[madeBy.salt][exists]=true',
      'keys?where[or][0][madeBy.resetPasswordToken][exists]=true',
      'keys?where[and][0][or][0][owner.hash][like]=a',
      'users?where[hash][like]=a',
      'users?where[salt][exists]=true',
      'users?where[resetPasswordToken][exists]=true',
      'grants?where[user.hash][like]=a',
      'keys/count?where[madeBy.hash][like]=a',
    ])
      expect([path, (await send(admin, 'GET', `/api/${path}`)).status]).toEqual([path, 400]);
  });
});

describe('an impossible query', () => {
  const strange = [
    '?page=1e99',
    '?page=-1',
    '?page=0.5',
    '?page=abc',
    '?page=99999999999999999999',
    '?limit=1e99',
    '?limit=0.5',
    '?limit=-1',
    '?limit=abc',
    '?where[id][contains]=x',
    '?where[createdAt][near]=1',
    '?where=zz',
    '?data=zz',
    `?where=${encodeURIComponent('{"and":['.repeat(500) + ']}'.repeat(500))}`,
    '/%',
    '/%ff',
  ];

  it('is a 400 with the reason in every collection', async () => {
    // Where no one can read at all, that error takes precedence.
    const readable = ['assets', 'collections', 'fields', 'brands', 'workspaces', 'organizations', 'users'];
    for (const slug of readable) {
      for (const query of strange) {
        const { status, body } = await send(reader, 'GET', `/api/${slug}${query}`);
        expect([slug, query, status]).toEqual([slug, query, 400]);
        expect(body.errors[0].message.length).toBeGreaterThan(10);
      }
    }
  });

  it('is never a server error', async () => {
    const everywhere = [
      ...strange,
      '?where[name][equals]=%00',
      '?where[workspace][in]=zz',
      '?where[tags][contains]=a',
      '/%00',
      '/versions',
    ];
    for (const slug of Object.keys(marque.payload.collections)) {
      for (const query of everywhere) {
        const { status } = await send(admin, 'GET', `/api/${slug}${query}`);
        // Payload's internal collections answer with a 501 that there is no such route.
        expect([slug, query, status < 500 || status === 501]).toEqual([slug, query, true]);
      }
    }
  });

  it('with a value that PostgreSQL can’t hold is a 400, read or written', async () => {
    expect((await send(reader, 'GET', '/api/collections?where[name][equals]=%00')).status).toBe(400);
    expect((await send(reader, 'GET', '/api/assets?where[tags][contains]=a')).status).toBe(400);
    const written = await send(admin, 'POST', '/api/collections', {
      name: 'a\u0000b',
      workspace: place.workspaceId,
    });
    expect(written.status).toBe(400);
  });

  it("can't verify an account by e-mail here", async () => {
    for (const token of ['x', '%00'])
      expect((await send(reader, 'POST', `/api/users/verify/${token}`, {})).status).toBe(404);
  });
});
