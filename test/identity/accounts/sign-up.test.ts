// The first account: created once, with the setup link or from this machine, and never by anyone else.
import http from 'node:http';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { setupLink, setupToken } from '../../../src/identity/accounts/accounts.ts';
import { startService } from '../../setup/service.ts';
import { issuePaths } from '../../setup/issues.ts';
import { callPayload, type PayloadCall } from './payload-transport.ts';

const marque = await startService();
afterAll(() => marque.close());
afterEach(async () => {
  for (const table of ['marque.events', 'grants', 'brands', 'workspaces', 'organizations', 'users'])
    await marque.service.db.query(`delete from ${table}`);
});

const ada = { name: 'Ada', email: 'Ada@Example.com', password: 'correct horse' };

/** Sets the Host header, which fetch doesn't allow. */
function signUp(body: unknown, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${marque.url}/api/auth/sign-up`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      },
    );
    request.once('error', reject).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

async function count(table: string): Promise<number> {
  return (await marque.service.db.query(`select 1 from ${table}`)).length;
}

describe('the first account', () => {
  it('is created with its organization, workspace and brand, is admin of all, and is signed in', async () => {
    const made = await marque.call('POST', '/api/auth/sign-up', { body: ada });

    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      data: { user: { id: expect.any(String) as unknown, name: 'Ada', email: 'ada@example.com' } },
    });
    const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await marque.call('GET', '/api/v1/me', { as: { cookie } });
    expect(me.body.data).toMatchObject({
      name: 'Ada',
      scope: 'admin',
      organizationScope: 'admin',
      workspace: { name: 'Library' },
    });
    const brands = await marque.service.db.query('select workspace_id, is_default from brands');
    expect(brands).toEqual([{ workspace_id: me.body.data.workspace.id, is_default: true }]);
  });

  it('is created once: of several at the same moment one wins, and nothing of the others stays', async () => {
    const statuses = await Promise.all(
      [1, 2, 3, 4].map((n) => signUp({ ...ada, email: `ada${n}@example.com` })),
    );

    expect(statuses.sort()).toEqual([201, 403, 403, 403]);
    expect([await count('users'), await count('organizations'), await count('grants')]).toEqual([1, 1, 1]);
  });

  it('is the only one: afterwards neither this machine nor the link creates another', async () => {
    await signUp(ada);
    const eve = { ...ada, email: 'eve@example.com' };

    expect(await signUp(eve)).toBe(403);
    expect(await signUp({ ...eve, token: setupToken(marque.service) })).toBe(403);
    expect(await count('users')).toBe(1);
  });

  it.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['through a proxy with the standard header', { forwarded: 'for=203.0.113.7' }],
    ['through a proxy that names the host', { 'x-forwarded-host': 'localhost' }],
    ['through another kind of proxy', { 'x-real-ip': '127.0.0.1' }],
    ['under another name, as in DNS rebinding', { host: 'evil.example' }],
    ['under a name that only starts like ours', { host: 'localhost.evil.example' }],
    ['under an invalid name', { host: '%' }],
    ['from another site', { origin: 'https://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from another port of this machine', { origin: 'http://localhost:1' }],
  ])("isn't created %s", async (_, headers) => {
    expect(await signUp(ada, headers as unknown as Record<string, string>)).toBeGreaterThanOrEqual(400);
    expect(await count('users')).toBe(0);
  });

  it('is created from a page of ours, under any name of this machine', async () => {
    const { port } = new URL(marque.url);
    expect(await signUp(ada, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(201);
  });

  it("is created from anywhere with the link's token", async () => {
    const token = new URL(setupLink(marque.service)).searchParams.get('token');
    expect(token).toBe(setupToken(marque.service));

    const headers = { 'x-forwarded-for': '203.0.113.7', host: 'marque.example' };
    expect(await signUp({ ...ada, token }, headers)).toBe(201);
  });

  it("isn't created with a wrong token, even from this machine", async () => {
    expect(await signUp({ ...ada, token: 'x'.repeat(32) })).toBe(403);
    expect(await signUp({ ...ada, token: '' })).toBe(403);
    expect(await count('users')).toBe(0);
  });

  it('is sent as JSON, which another site can’t send without a preflight', async () => {
    expect(await signUp(JSON.stringify(ada), { 'content-type': 'text/plain' })).toBe(415);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await signUp('name=Ada&email=a@b.example&password=0123456789', form)).toBe(415);
    expect(await count('users')).toBe(0);
  });

  it('requires a name, an address, and a password of ten characters', async () => {
    const refused = await marque.call('POST', '/api/auth/sign-up', {
      body: { name: ' ', email: 'ada', password: '123456789', admin: true },
    });

    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual(['admin', 'email', 'name', 'password']);
  });
});

describe("Payload's own first-user route", () => {
  const register = (body: unknown, options: PayloadCall = {}) =>
    callPayload(marque, 'POST', '/api/users/first-register', { body, ...options });

  it('follows the same rules: from this machine, as sealed by our server', async () => {
    const made = await register(ada, { peer: '127.0.0.1' });

    expect(made.status).toBe(200);
    expect(made.headers.getSetCookie()[0]).toContain('HttpOnly');
    expect(await count('grants')).toBe(1);
    expect((await register({ ...ada, email: 'eve@example.com' }, { peer: '127.0.0.1' })).status).toBe(403);
  });

  it.each([
    ['without a known peer address', {}],
    ['from another machine', { peer: '203.0.113.7' }],
    ['from a peer that only claims to be this machine', { headers: { 'x-marque-peer': 'x 127.0.0.1' } }],
    ['through a proxy', { peer: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['from another site', { peer: '127.0.0.1', headers: { origin: 'https://evil.example' } }],
    ['under another name', { peer: '127.0.0.1', headers: { host: 'evil.example' } }],
  ] as [string, PayloadCall][])('creates no account %s', async (_, options) => {
    const refused = await register(ada, options);

    expect(refused.status).toBe(403);
    expect(await count('users')).toBe(0);
  });

  it("accepts the link's token, and only a password of ten characters", async () => {
    const token = setupToken(marque.service);
    expect((await register({ ...ada, token, password: '123456789' })).status).toBe(422);
    expect((await register({ ...ada, token, email: 'nonsense' })).status).toBe(400);
    expect(await count('users')).toBe(0);
    expect((await register({ ...ada, token })).status).toBe(200);
  });

  it('creates no second person, nor does the generic route', async () => {
    await signUp(ada);
    const body = { ...ada, email: 'eve@example.com' };

    expect((await callPayload(marque, 'POST', '/api/users', { body })).status).toBe(403);
    expect(await count('users')).toBe(1);
  });
});
