// Who calls, in which workspace, and which problem is reported first: "Callers" of the conventions, row by
// row.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { startService, type Person } from '../../setup/service.ts';
import { issuePaths } from '../../setup/issues.ts';
import { makeAsset, makeWorkspace } from './resources.ts';

const marque = await startService();
const acme = await marque.makePlace('Acme');
const other = await makeWorkspace(marque, acme, 'Archive');
const person = await marque.makeMember(acme, 'write', { name: 'Pia Person' });
await marque.grant(person.id, 'workspace', other.workspaceId, 'read', { place: other });
afterAll(() => marque.close());

const as = (one: Person) => ({ cookie: one.cookie });

const me = (headers: Record<string, string>, caller: { cookie: string } | { key: string } = as(person)) =>
  marque.call('GET', '/api/v1/me', { as: caller, headers });

async function workspaceOf(
  headers: Record<string, string>,
  caller?: { cookie: string } | { key: string },
): Promise<string | number> {
  const answer = await me(headers, caller);
  return answer.status === 200 ? (answer.body.data.workspace?.slug as string) : answer.status;
}

describe('the workspace a session acts in', () => {
  it('is the one that X-Workspace names, by id or by slugs', async () => {
    expect(await workspaceOf({ 'x-workspace': acme.workspaceId })).toBe('library');
    expect(await workspaceOf({ 'x-workspace': acme.workspaceId.toUpperCase() })).toBe('library');
    expect(await workspaceOf({ 'x-workspace': 'acme/library' })).toBe('library');
    expect(await workspaceOf({ 'x-workspace': 'acme/archive' })).toBe('archive');
  });

  it('is only the one that X-Workspace names: a missing one, or one without access, is a 404', async () => {
    const foreign = await marque.makePlace('Foreign');
    for (const asked of [
      '',
      'nothing',
      'acme/nothing',
      'library',
      randomUUID(),
      foreign.workspaceId,
      'foreign/library',
      "' or true --",
    ]) {
      const answer = await me({ 'x-workspace': asked });
      expect([asked, answer.status, answer.body.error.code]).toEqual([asked, 404, 'not_found']);
    }
  });

  it('is the one that the cookie remembers if there is no header and the person can open it', async () => {
    const remember = (id: string) => ({ cookie: `${person.cookie}; mq_workspace=${id}` });
    const foreign = await marque.makePlace();
    expect(await workspaceOf({}, remember(acme.workspaceId))).toBe('library');
    expect(await workspaceOf({}, remember(other.workspaceId))).toBe('archive');
    expect(await workspaceOf({}, remember(foreign.workspaceId))).toBe('archive');
    expect(await workspaceOf({}, remember('nonsense'))).toBe('archive');
    expect(await workspaceOf({ 'x-workspace': 'acme/library' }, remember(other.workspaceId))).toBe('library');
  });

  it('is otherwise the first by name, and none for a person who can open none', async () => {
    expect(await workspaceOf({})).toBe('archive');
    const nobodys = await marque.makePerson();
    expect((await me({}, as(nobodys))).body.data).toMatchObject({
      workspace: null,
      organization: null,
      scope: null,
      organizationScope: null,
      workspaces: [],
    });
    const fields = await marque.call('GET', '/api/v1/fields', { as: as(nobodys) });
    expect(fields.status).toBe(404);
  });

  it('makes no difference to a resource addressed by id, which is handled in its own workspace', async () => {
    const asset = await makeAsset(marque, acme);
    for (const headers of [{}, { 'x-workspace': 'acme/archive' }] as Record<string, string>[]) {
      const answer = await marque.call('PATCH', `/api/v1/assets/${asset}`, {
        as: as(person),
        headers,
        body: { tags: ['seen'] },
      });
      expect(answer.status).toBe(200);
    }
    const unknown = await marque.call('GET', `/api/v1/assets/${asset}`, {
      as: as(person),
      headers: { 'x-workspace': 'acme/nothing' },
    });
    expect(unknown.status).toBe(404);
  });

  it("is the key's own for a key: X-Workspace may name it, and no other", async () => {
    const key = await marque.makeKey(acme, 'admin');
    const asset = await makeAsset(marque, acme);
    expect(await workspaceOf({}, key)).toBe('library');
    expect(await workspaceOf({ 'x-workspace': acme.workspaceId }, key)).toBe('library');
    expect(await workspaceOf({ 'x-workspace': 'acme/library' }, key)).toBe('library');
    expect(await workspaceOf({ cookie: `mq_workspace=${other.workspaceId}` }, key)).toBe('library');
    for (const path of ['/api/v1/me', '/api/v1/keys', '/api/v1/fields', `/api/v1/assets/${asset}`]) {
      const answer = await marque.call('GET', path, {
        as: key,
        headers: { 'x-workspace': other.workspaceId },
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe('a session', () => {
  it('is invalid if its cookie was changed, or signed with another secret', async () => {
    const [name, token = ''] = person.cookie.split('=');
    const [head, claims, signature = ''] = token.split('.');
    const forged = await new SignJWT({ id: person.id, collection: 'users', sid: randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another secret, of the same length...'));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const bad of [
      `${head}.${claims}.${signature.slice(1)}x`,
      `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      forged,
      unsigned,
      'nonsense',
      '',
    ]) {
      expect((await me({}, { cookie: `${name}=${bad}` })).status).toBe(401);
    }
  });

  it('ends when the server ends it, whatever its cookie says', async () => {
    const gone = await marque.makePerson();
    const expired = await marque.makePerson();
    await marque.service.db.query('delete from users_sessions where _parent_id = $1', [gone.id]);
    await marque.service.db.query(`update users_sessions set expires_at = now() where _parent_id = $1`, [
      expired.id,
    ]);
    for (const one of [gone, expired]) {
      expect((await me({}, as(one))).status).toBe(401);
      const session = await marque.call('GET', '/api/auth/session', { as: as(one) });
      expect(session.body).toEqual({ data: { user: null } });
      expect(session.status).toBe(200);
    }
  });

  it('authenticates writes from a page of this server, under any of its loopback names', async () => {
    const { port } = new URL(marque.url);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const answer = await marque.call('POST', '/api/v1/keys', {
        as: as(person),
        headers: { origin: `http://${host}:${port}` },
        body: { name: host, scope: 'read', own: true },
      });
      expect([host, answer.status]).toEqual([host, 201]);
    }
  });

  it('authenticates no writes from another origin, or without one', async () => {
    const { port } = new URL(marque.url);
    const asset = await makeAsset(marque, acme);
    for (const origin of [
      null,
      'null',
      'https://elsewhere.example',
      `http://localhost:${Number(port) + 1}`,
      `https://localhost:${port}`,
      `http://localhost.elsewhere.example:${port}`,
      'http://localhost',
    ]) {
      for (const [method, path, body] of [
        ['POST', '/api/v1/keys', { name: 'x', scope: 'read', own: true }],
        ['PATCH', `/api/v1/assets/${asset}`, { tags: ['x'] }],
        ['DELETE', `/api/v1/keys/${randomUUID()}`, undefined],
        ['POST', '/api/auth/sign-out', undefined],
      ] as const) {
        const answer = await marque.call(method, path, {
          headers: { cookie: person.cookie, ...(origin === null ? {} : { origin }) },
          body,
        });
        expect([origin, path, answer.status]).toEqual([origin, path, 403]);
        expect(answer.body.error.code).toBe('forbidden');
      }
      const read = await marque.call('GET', '/api/v1/me', {
        headers: { cookie: person.cookie, ...(origin === null ? {} : { origin }) },
      });
      expect(read.status).toBe(200);
    }
    expect((await me({})).status).toBe(200);
  });

  it("isn't needed for a write with a key, from any origin", async () => {
    const { key } = await marque.makeKey(acme, 'write');
    const asset = await makeAsset(marque, acme);
    const answer = await marque.call('PATCH', `/api/v1/assets/${asset}`, {
      as: { key },
      headers: { origin: 'https://elsewhere.example' },
      body: { tags: ['x'] },
    });
    expect(answer.status).toBe(200);
  });
});

describe('the order of checks', () => {
  it('is the caller, then the target, then the scope on it, then the rest of the input', async () => {
    const asset = await makeAsset(marque, acme);
    const { key: reads } = await marque.makeKey(acme, 'read');
    const { key: writes } = await marque.makeKey(acme, 'write');
    const bad = { body: { color: 'red', tags: 1 } };
    const patch = (id: string, caller: { key: string } | null) =>
      marque.call('PATCH', `/api/v1/assets/${id}`, { as: caller, ...bad });

    expect((await patch('no-id', null)).status).toBe(401);
    expect((await patch('no-id', { key: writes })).status).toBe(404);
    expect((await patch(randomUUID(), { key: reads })).status).toBe(404);
    expect((await patch(asset, { key: reads })).status).toBe(403);
    const last = await patch(asset, { key: writes });
    expect(last.status).toBe(400);
    expect(issuePaths(last).sort()).toEqual(['color', 'tags']);
  });

  it("reports the required scope and the caller's scope", async () => {
    const asset = await makeAsset(marque, acme);
    const { key } = await marque.makeKey(acme, 'propose');
    const { body } = await marque.call('PATCH', `/api/v1/assets/${asset}`, { as: { key }, body: {} });

    expect(body.error.message).toMatch(/write.*propose/);
    expect(body.error.detail).toMatchObject({ needs: 'write', has: 'propose' });
  });
});

describe('a private resource', () => {
  it("ignores inherited roles, except admins', and admits callers with a grant on it or on its collection", async () => {
    const closed = await marque.makeCollection(acme, { private: true });
    const asset = await makeAsset(marque, acme, { private: true, in: [closed] });
    const reader = await marque.makeMember(acme, 'read');
    const writer = await marque.makeMember(acme, 'write');
    const boss = await marque.makeAdmin(acme);
    const see = async (one: { cookie: string } | { key: string }) =>
      (await marque.call('GET', `/api/v1/assets/${asset}`, { as: one })).status;

    expect(await see(as(reader))).toBe(404);
    expect(await see(as(writer))).toBe(404);
    expect(await see(as(boss))).toBe(200);
    expect(await see(await marque.makeKey(acme, 'write'))).toBe(404);
    expect(await see(await marque.makeKey(acme, 'admin'))).toBe(200);

    await marque.grant(reader.id, 'asset', asset, 'read', { place: acme });
    await marque.grant(writer.id, 'collection', closed, 'read', { place: acme });
    expect(await see(as(reader))).toBe(200);
    expect(await see(as(writer))).toBe(200);
    const patched = await marque.call('PATCH', `/api/v1/assets/${asset}`, { as: as(writer), body: {} });
    expect(patched.body.error.detail).toEqual({ needs: 'write', has: 'read' });
    expect((await marque.call('GET', `/a/${asset}`)).status).toBe(404);
  });

  it('includes an asset whose collections are all private, for as long as they are', async () => {
    const closed = await marque.makeCollection(acme, { private: true });
    const open = await marque.makeCollection(acme);
    const asset = await makeAsset(marque, acme, { in: [closed] });
    const see = async () => (await marque.call('GET', `/api/v1/assets/${asset}`, { as: as(person) })).status;
    const { db } = marque.service;

    expect(await see()).toBe(404);
    await db.query('insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)', [
      open,
      asset,
    ]);
    expect(await see()).toBe(200);
    await db.query('update collections set private = true where id = $1', [open]);
    expect(await see()).toBe(404);
    await db.query('delete from marque.collection_assets where asset_id = $1', [asset]);
    expect(await see()).toBe(200);
  });
});

describe('a deleted asset', () => {
  it('is visible from write up, and to no one else', async () => {
    const asset = await makeAsset(marque, acme);
    await marque.service.db.query('update assets set deleted_at = now() where id = $1', [asset]);
    const statuses: Record<string, number> = {};
    for (const scope of ['read', 'propose', 'write', 'admin'] as const) {
      const key = await marque.makeKey(acme, scope);
      statuses[scope] = (await marque.call('GET', `/api/v1/assets/${asset}`, { as: key })).status;
    }
    expect(statuses).toEqual({ read: 404, propose: 404, write: 200, admin: 200 });
    expect((await marque.call('GET', `/a/${asset}`)).status).toBe(410);
  });
});

describe('abilities that a grant switches off', () => {
  it('are missing despite the scope, and present with any other grant that includes them', async () => {
    const editor = await marque.makeMember(acme, 'write', { limits: ['approve', 'setup'] });
    const asset = await makeAsset(marque, acme, { status: 'draft' });
    const approve = () =>
      marque.call('PATCH', `/api/v1/assets/${asset}`, { as: as(editor), body: { status: 'active' } });

    const refused = await approve();
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('approve');
    await marque.grant(editor.id, 'asset', asset, 'write', { place: acme, limits: ['setup'] });
    expect((await approve()).status).toBe(200);
  });
});

describe('GET /api/v1/workspaces', () => {
  it("lists the organization's workspaces that the caller can open, by name, each with the scope on it", async () => {
    const place = await marque.makePlace('Zebra');
    const beta = await makeWorkspace(marque, place, 'Beta');
    const alpha = await makeWorkspace(marque, place, 'Alpha');
    const hidden = await makeWorkspace(marque, place, 'Hidden');
    const elsewhere = await marque.makePlace('Elsewhere');
    const one = await marque.makePerson();
    const collection = await marque.makeCollection(beta);
    await marque.grant(one.id, 'workspace', place.workspaceId, 'propose', { place });
    await marque.grant(one.id, 'workspace', alpha.workspaceId, 'admin', { place: alpha });
    await marque.grant(one.id, 'collection', collection, 'write', { place: beta });
    await marque.grant(one.id, 'workspace', elsewhere.workspaceId, 'read', { place: elsewhere });
    const { status, body } = await marque.call('GET', '/api/v1/workspaces', {
      as: as(one),
      headers: { 'x-workspace': 'zebra/library' },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { id: alpha.workspaceId, slug: 'alpha', name: 'Alpha', scope: 'admin' },
        { id: beta.workspaceId, slug: 'beta', name: 'Beta', scope: null },
        { id: place.workspaceId, slug: 'library', name: 'Library', scope: 'propose' },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(hidden.workspaceId);
  });

  it("returns a key's own, with the key’s scope", async () => {
    const key = await marque.makeKey(acme, 'propose');
    const { body } = await marque.call('GET', '/api/v1/workspaces', { as: key });

    expect(body.data).toEqual([{ id: acme.workspaceId, slug: 'library', name: 'Library', scope: 'propose' }]);
  });
});

describe('GET /api/v1/me', () => {
  const named = (id: string, slug: string, name: string) => ({ id, slug, name });

  it("returns a person's identity, workspace and scope", async () => {
    const organization = named(acme.organizationId, 'acme', 'Acme');
    expect((await me({ 'x-workspace': 'acme/library' })).body).toEqual({
      data: {
        kind: 'person',
        id: person.id,
        name: 'Pia Person',
        email: person.email,
        accessEpoch: expect.stringMatching(/^[0-9a-f]{12}$/),
        scope: 'write',
        organizationScope: null,
        organization,
        workspace: named(acme.workspaceId, 'library', 'Library'),
        workspaces: [
          { ...named(other.workspaceId, 'archive', 'Archive'), scope: 'read', organization },
          { ...named(acme.workspaceId, 'library', 'Library'), scope: 'write', organization },
        ],
      },
    });
  });

  it('returns the same for a key, with its person’s e-mail address if it has one', async () => {
    const service = await marque.makeKey(acme, 'admin');
    const owned = await marque.makeKey(acme, 'read', { ownerId: person.id });

    expect((await me({}, service)).body.data).toMatchObject({
      kind: 'key',
      id: service.id,
      email: null,
      scope: 'admin',
      organizationScope: null,
    });
    expect((await me({}, owned)).body.data).toMatchObject({
      kind: 'key',
      id: owned.id,
      email: person.email,
      scope: 'read',
    });
  });

  it('is refused without a caller', async () => {
    expect((await marque.call('GET', '/api/v1/me')).status).toBe(401);
  });
});
