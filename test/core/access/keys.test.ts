// API keys over HTTP: which ones are accepted, what they can do, and when they stop working.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { flushCalls } from '../../../src/core/access/keys/key-usage.ts';
import { makeKeySecret } from '../../../src/core/access/keys/keys.ts';
import type { Person } from '../../setup/service.ts';
import { startWithOrganization } from '../../setup/workspace.ts';
import { makeAsset, makeColleague, makeWorkspace, queriesDuring } from './resources.ts';

// Without a rate limit: counts per address are leased from the database.
const { marque, place, admin } = await startWithOrganization({ RATE_LIMIT: '0' });

afterAll(() => marque.close());

const as = (person: Person) => ({ cookie: person.cookie });

async function personWith(scope: 'read' | 'propose' | 'write' | 'admin', name?: string): Promise<Person> {
  const person = await marque.makeMember(place, scope, { name });
  return person;
}

async function makeOwnKey(person: Person, scope: string): Promise<{ id: string; secret: string }> {
  const made = await marque.call('POST', '/api/v1/keys', {
    as: as(person),
    body: { name: 'Mine', scope, own: true },
  });
  expect(made.status).toBe(201);
  return made.body.data;
}

const callMe = (key: string) => marque.call('GET', '/api/v1/me', { as: { key } });

describe('an invalid key', () => {
  it('is refused before the database is queried, whichever character is wrong', async () => {
    const { key } = await marque.makeKey(place, 'read');
    expect(await queriesDuring(marque, () => callMe(key))).toBeGreaterThan(0);
    for (let at = 3; at < key.length; at += 1) {
      const letter = key[at] === 'a' ? 'b' : 'a';
      const typo = key.slice(0, at) + letter + key.slice(at + 1);
      const queries = await queriesDuring(marque, async () => {
        expect((await callMe(typo)).status).toBe(401);
      });
      expect(queries).toBe(0);
    }
  });

  it.each([
    ['no scheme', 'Bearer'],
    ['an empty one', 'Bearer '],
    ['only its prefix', 'Bearer mq_'],
    ['two words', 'Bearer mq_one mq_two'],
    ['another scheme', 'Basic YWRhOmFkYQ=='],
    [
      'a token of the session cookie',
      'Bearer eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo',
    ],
    ['a well-formed unknown key', `Bearer ${makeKeySecret()}`],
  ])('is refused with 401 and WWW-Authenticate: %s', async (_, authorization) => {
    const answer = await marque.call('GET', '/api/v1/me', { headers: { authorization } });

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: { code: 'unauthorized', message: expect.any(String) as unknown },
    });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('is refused even with a valid cookie, and where no authentication is needed', async () => {
    const headers = { authorization: `Bearer ${makeKeySecret()}` };
    for (const path of ['/api/v1/me', '/api/auth/session', '/api/health', '/api/v1/openapi.json']) {
      expect((await marque.call('GET', path, { as: as(admin), headers })).status).toBe(401);
    }
    const asset = await makeAsset(marque, place);
    expect((await marque.call('GET', `/a/${asset}`, { headers })).status).toBe(401);
  });

  it('is refused from the moment it expires', async () => {
    const { id, key } = await marque.makeKey(place, 'read', { expiresAt: new Date(Date.now() + 3_600_000) });
    expect((await callMe(key)).status).toBe(200);
    await marque.service.db.query(`update keys set expires_at = now() where id = $1`, [id]);

    expect((await callMe(key)).status).toBe(401);
  });
});

describe('creating a key', () => {
  it('returns the whole record with the secret, which is stored nowhere', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await marque.call('POST', '/api/v1/keys', {
      as: as(admin),
      body: { name: '  My agent ', scope: 'propose', expiresAt },
    });

    expect(made.status).toBe(201);
    const { secret, ...key } = made.body.data;
    expect(key).toEqual({
      id: expect.any(String) as unknown,
      name: 'My agent',
      prefix: secret.slice(0, 8),
      scope: 'propose',
      effectiveScope: 'propose',
      owner: null,
      connected: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      expiresAt,
      lastUsedAt: null,
      calls: 0,
      waiting: 0,
    });
    expect(secret).toMatch(/^mq_[0-9A-Za-z]{36}$/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const [row] = await marque.service.db.query<{ hash: string; all: string }>(
      'select hash, to_jsonb(keys)::text as all from keys where id = $1',
      [key.id],
    );
    expect(row?.hash).toBe(createHash('sha256').update(String(secret)).digest('hex'));
    expect(row?.all).not.toContain(secret);
    const listed = await marque.call('GET', '/api/v1/keys', { as: as(admin) });
    expect(listed.bytes.toString()).not.toContain(secret);
    expect(listed.bytes.toString()).not.toContain(row?.hash);
    expect((await callMe(secret)).body.data).toMatchObject({ kind: 'key', scope: 'propose' });
  });

  it.each(['read', 'propose', 'write'] as const)('for the workspace is refused to %s', async (scope) => {
    const person = await personWith(scope);
    const refused = await marque.call('POST', '/api/v1/keys', {
      as: as(person),
      body: { name: 'x', scope: 'read' },
    });

    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 'forbidden', detail: { needs: 'admin', has: scope } });
    expect(refused.body.error.message).toContain('admin');
    expect(refused.body.error.message).toContain(scope);
  });

  it('of one’s own is limited to one’s own scope', async () => {
    const person = await personWith('propose');
    for (const [scope, status] of [
      ['read', 201],
      ['propose', 201],
      ['write', 403],
      ['admin', 403],
    ] as const) {
      const answer = await marque.call('POST', '/api/v1/keys', {
        as: as(person),
        body: { name: scope, scope, own: true },
      });
      expect([scope, answer.status]).toEqual([scope, status]);
      if (status === 201) expect(answer.body.data.owner).toEqual({ id: person.id, name: person.name });
    }
  });

  it('of one’s own requires a person: a service key has none', async () => {
    const { key } = await marque.makeKey(place, 'admin');
    const answer = await marque.call('POST', '/api/v1/keys', {
      as: { key },
      body: { name: 'x', scope: 'read', own: true },
    });

    expect(answer.status).toBe(403);
  });

  it('is refused to callers without access to the workspace', async () => {
    const stranger = await marque.makePerson();
    const answer = await marque.call('POST', '/api/v1/keys', {
      as: as(stranger),
      body: { name: 'x', scope: 'read', own: true },
    });

    expect(answer.status).toBe(404);
  });

  it('that has already expired is refused', async () => {
    const answer = await marque.call('POST', '/api/v1/keys', {
      as: as(admin),
      body: { name: 'x', scope: 'read', expiresAt: '2020-01-01T00:00:00+01:00' },
    });

    expect(answer.status).toBe(422);
    expect(answer.body.error.detail.issues).toEqual([
      { path: 'expiresAt', message: expect.any(String) as unknown },
    ]);
  });
});

describe('revoking a key', () => {
  it('takes effect from the very next request', async () => {
    const asset = await makeAsset(marque, place);
    const { id, key } = await marque.makeKey(place, 'write');
    expect((await marque.call('GET', `/api/v1/assets/${asset}`, { as: { key } })).status).toBe(200);
    const revoked = await marque.call('DELETE', `/api/v1/keys/${id}`, { as: as(admin) });
    expect(revoked.status).toBe(200);
    expect(revoked.body).toEqual({ data: { deleted: true } });

    for (const path of [
      `/api/v1/assets/${asset}`,
      '/api/v1/me',
      '/api/v1/fields',
      `/a/${asset}`,
      '/api/health',
    ]) {
      expect([path, (await marque.call('GET', path, { as: { key } })).status]).toEqual([path, 401]);
    }
    expect(
      (await marque.call('PATCH', `/api/v1/assets/${asset}`, { as: { key }, body: { tags: [] } })).status,
    ).toBe(401);
  });

  it('twice, and by several at once, succeeds once', async () => {
    const { id } = await marque.makeKey(place, 'read');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => marque.call('DELETE', `/api/v1/keys/${id}`, { as: as(admin) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('is allowed for its owner, whatever else they can do', async () => {
    const person = await personWith('read');
    const { id, secret } = await makeOwnKey(person, 'read');

    expect((await marque.call('DELETE', `/api/v1/keys/${id}`, { as: as(person) })).status).toBe(200);
    expect((await callMe(secret)).status).toBe(401);
  });

  it('is refused to others, without revealing that it exists', async () => {
    const writer = await personWith('write');
    const elsewhere = await marque.makePlace();
    const { key: foreignAdmin } = await marque.makeKey(elsewhere, 'admin');
    const { id: service } = await marque.makeKey(place, 'read');
    const { id: owned } = await makeOwnKey(await personWith('read'), 'read');
    for (const id of [service, owned]) {
      for (const caller of [as(writer), { key: foreignAdmin }]) {
        const answer = await marque.call('DELETE', `/api/v1/keys/${id}`, { as: caller });
        const unknown = await marque.call('DELETE', `/api/v1/keys/${randomUUID()}`, { as: caller });
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(unknown.body);
      }
    }
  });
});

describe("a person's own key", () => {
  it('loses scope as soon as its person does, and all access when they have none', async () => {
    const person = await marque.makePerson();
    const grant = await marque.grant(person.id, 'workspace', place.workspaceId, 'write', { place });
    const asset = await makeAsset(marque, place);
    const { secret: key } = await makeOwnKey(person, 'write');
    const patch = () =>
      marque.call('PATCH', `/api/v1/assets/${asset}`, { as: { key }, body: { tags: ['a'] } });
    const give = (scope: string) =>
      marque.call('POST', '/api/v1/grants', {
        as: as(admin),
        body: { user: person.id, resource: 'workspace', resourceId: place.workspaceId, scope },
      });
    expect((await patch()).status).toBe(200);

    await give('read');
    const refused = await patch();
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'write', has: 'read' });
    await give('admin');
    expect((await patch()).status).toBe(200);
    expect((await callMe(key)).body.data).toMatchObject({ scope: 'write', organizationScope: null });

    await marque.call('DELETE', `/api/v1/grants/${grant}`, { as: as(admin) });
    expect((await patch()).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/fields', { as: { key } })).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/workspaces', { as: { key } })).body).toEqual({ data: [] });
  });

  it('has at most its own scope, however much its person can do', async () => {
    const { secret: key } = await makeOwnKey(admin, 'read');
    const asset = await makeAsset(marque, place);

    expect((await marque.call('GET', `/api/v1/assets/${asset}`, { as: { key } })).status).toBe(200);
    const refused = await marque.call('PATCH', `/api/v1/assets/${asset}`, {
      as: { key },
      body: { tags: [] },
    });
    expect(refused.body.error.detail).toEqual({ needs: 'write', has: 'read' });
    expect((await callMe(key)).body.data).toMatchObject({ scope: 'read', organizationScope: null });
  });

  it('shows the workspace without a scope if its person only has a grant inside it', async () => {
    const person = await marque.makePerson();
    const asset = await makeAsset(marque, place);
    await marque.grant(person.id, 'asset', asset, 'write', { place });
    const { secret: key } = await makeOwnKey(person, 'write');

    const { body } = await marque.call('GET', '/api/v1/workspaces', { as: { key } });
    expect(body.data).toEqual([{ id: place.workspaceId, slug: 'library', name: 'Library', scope: null }]);
    expect((await callMe(key)).body.data.workspaces[0].scope).toBeNull();
    expect((await marque.call('GET', `/api/v1/assets/${asset}`, { as: { key } })).status).toBe(200);
    const other = await makeAsset(marque, place);
    expect((await marque.call('GET', `/api/v1/assets/${other}`, { as: { key } })).status).toBe(404);
  });

  it('lacks the abilities that its person lacks', async () => {
    const person = await marque.makeMember(place, 'write', { limits: ['setup'] });
    const { secret: key } = await makeOwnKey(person, 'write');
    const answer = await marque.call('POST', '/api/v1/fields', {
      as: { key },
      body: { key: 'lacking', label: 'x', type: 'text' },
    });

    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain('setup');
  });
});

describe('a workspace key', () => {
  it('works only in its own workspace', async () => {
    const other = await makeWorkspace(marque, place, 'Other');
    const asset = await makeAsset(marque, other);
    const { key } = await marque.makeKey(place, 'admin', { madeById: admin.id });

    expect((await marque.call('GET', `/api/v1/assets/${asset}`, { as: { key } })).status).toBe(404);
    const { body } = await marque.call('GET', '/api/v1/workspaces', { as: { key } });
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([place.workspaceId]);
  });

  it('counts as the organization’s admin only with scope admin, and while its creator is one', async () => {
    const maker = await marque.makePerson();
    const made = await marque.grant(maker.id, 'organization', place.organizationId, 'admin', { place });
    const someone = await makeColleague(marque, place);
    const { key } = await marque.makeKey(place, 'admin', { madeById: maker.id });
    const { key: writes } = await marque.makeKey(place, 'write', { madeById: maker.id });
    const { key: serviceKey } = await marque.makeKey(place, 'admin');
    const give = (by: string) =>
      marque.call('POST', '/api/v1/grants', {
        as: { key: by },
        body: { user: someone.id, resource: 'organization', resourceId: place.organizationId, scope: 'read' },
      });
    expect((await callMe(key)).body.data.organizationScope).toBe('admin');
    expect((await give(key)).status).toBe(200);
    expect((await give(writes)).status).toBe(404);
    expect((await give(serviceKey)).status).toBe(404);

    await marque.call('DELETE', `/api/v1/grants/${made}`, { as: as(admin) });
    expect((await give(key)).status).toBe(404);
    expect((await callMe(key)).body.data).toMatchObject({ scope: 'admin', organizationScope: null });
  });
});

describe('the list of keys', () => {
  it('is complete for an admin, newest first, and one’s own for others', async () => {
    const elsewhere = await marque.makePlace();
    const boss = await marque.makePerson();
    const worker = await marque.makePerson();
    await marque.grant(boss.id, 'workspace', elsewhere.workspaceId, 'admin', { place: elsewhere });
    await marque.grant(worker.id, 'workspace', elsewhere.workspaceId, 'read', { place: elsewhere });
    const { id: service } = await marque.makeKey(elsewhere, 'write');
    const { id: own, secret } = await makeOwnKey(worker, 'read');
    const ids = async (caller: { cookie: string } | { key: string }) =>
      (await marque.call('GET', '/api/v1/keys', { as: caller })).body.data.map(
        (key: { id: string }) => key.id,
      );

    expect(await ids(as(boss))).toEqual([own, service]);
    expect(await ids(as(worker))).toEqual([own]);
    expect(await ids({ key: secret })).toEqual([own]);
    expect(await ids({ key: (await marque.makeKey(elsewhere, 'write')).key })).toEqual([]);
    expect(await ids(as(await marque.makePerson()))).toEqual([]);
  });

  it('shows how often each was used, when last, and its waiting proposals', async () => {
    const { id, key } = await marque.makeKey(place, 'propose');
    await callMe(key);
    await callMe(key);
    await marque.service.db.query(
      `with a as (insert into assets (filename, sha256, workspace_id, status) values ('a', 'b', $1, 'proposed') returning id)
       insert into marque.proposals (workspace_id, kind, asset_id, by_kind, by_id, by_name, after) select $1, 'asset', a.id, 'key', $2, 'Key', '{}' from a`,
      [place.workspaceId, id],
    );
    await flushCalls(marque.service);
    const { body } = await marque.call('GET', '/api/v1/keys', { as: as(admin) });
    const listed = body.data.find((one: { id: string }) => one.id === id);

    expect(listed).toMatchObject({ calls: 2, waiting: 1 });
    expect(Date.parse(listed.lastUsedAt)).toBeLessThanOrEqual(Date.now());
  });
});
