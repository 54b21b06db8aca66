// Attacks that try to keep access after it was revoked: keys that create keys, and keys that outlive a
// password reset.
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hashSecret } from '../../src/core/access/keys/keys.ts';
import type { Person, Reply } from '../setup/service.ts';
import { startWithOrganization } from '../setup/workspace.ts';
import { allowAgent, connectAgent, exchangeCode } from './oauth.ts';

const { marque, place, admin } = await startWithOrganization({ RATE_LIMIT: '0' });

afterAll(() => marque.close());

type Caller = { key: string } | { cookie: string };

const createKey = (as: Caller, body: Record<string, unknown>): Promise<Reply> =>
  marque.call('POST', '/api/v1/keys', { as, body: { name: 'Made', ...body } });
const statusOf = async (key: string): Promise<number> =>
  (await marque.call('GET', '/api/v1/me', { as: { key } })).status;
const revoke = (as: Caller, id: string): Promise<Reply> =>
  marque.call('DELETE', `/api/v1/keys/${id}`, { as });
const keyCount = async (): Promise<number> =>
  Number((await marque.service.db.query<{ n: string }>('select count(*) as n from keys'))[0]?.n);

async function member(scope: 'read' | 'write' | 'admin'): Promise<Person> {
  const person = await marque.makeMember(place, scope);
  return person;
}

async function made(as: Caller, body: Record<string, unknown>): Promise<{ id: string; secret: string }> {
  const reply = await createKey(as, body);
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.bytes.toString()}`);
  return reply.body.data as { id: string; secret: string };
}

describe('a key that tries to make itself permanent', () => {
  it("can't create a key with an OAuth token, neither an own nor a workspace key", async () => {
    const person = await member('admin');
    const { accessToken } = await connectAgent(marque, { person, place, scope: 'write' });
    const before = await keyCount();

    for (const own of [true, false]) {
      const refused = await createKey({ key: accessToken }, { scope: 'read', own });
      expect([own, refused.status, refused.body.error.code]).toEqual([own, 403, 'forbidden']);
    }
    expect(await keyCount()).toBe(before);
  });

  it("can't create an own key, be it an own or a service key", async () => {
    const { secret } = await made({ cookie: admin.cookie }, { scope: 'admin', own: true });
    const { key } = await marque.makeKey(place, 'admin', { madeById: admin.id });
    for (const as of [{ key: secret }, { key }])
      expect((await createKey(as, { scope: 'read', own: true })).status).toBe(403);
    expect((await createKey({ cookie: admin.cookie }, { scope: 'read', own: true })).status).toBe(201);
  });

  it('ends every key it created, all the way down, and each end is recorded', async () => {
    const maker = await made({ cookie: admin.cookie }, { scope: 'admin' });
    const child = await made({ key: maker.secret }, { scope: 'admin' });
    const grandchild = await made({ key: child.secret }, { scope: 'write' });
    const unrelated = await made({ cookie: admin.cookie }, { scope: 'read' });

    expect((await revoke({ cookie: admin.cookie }, maker.id)).status).toBe(200);

    expect(await Promise.all([maker, child, grandchild].map(({ secret }) => statusOf(secret)))).toEqual([
      401, 401, 401,
    ]);
    expect(await statusOf(unrelated.secret)).toBe(200);
    const events = await marque.service.db.query<{ subject_id: string }>(
      `select subject_id from marque.events where type = 'key.revoked' and subject_id = any($1::uuid[])`,
      [[maker.id, child.id, grandchild.id]],
    );
    expect(events.map(({ subject_id: id }) => id).sort()).toEqual([maker.id, child.id, grandchild.id].sort());
    expect((await revoke({ cookie: admin.cookie }, child.id)).status).toBe(404);
  });

  it('ends every key it created however it is deleted', async () => {
    const maker = await marque.makeKey(place, 'admin');
    const child = await made({ key: maker.key }, { scope: 'read' });
    await marque.service.db.query('delete from keys where id = $1', [maker.id]);
    expect(await statusOf(child.secret)).toBe(401);
  });

  it("can't create a key that outlives it while being revoked", async () => {
    for (let round = 0; round < 5; round += 1) {
      const maker = await marque.makeKey(place, 'admin');
      const [child, revoked] = await Promise.all([
        createKey({ key: maker.key }, { scope: 'read' }),
        revoke({ cookie: admin.cookie }, maker.id),
      ]);
      expect(revoked.status).toBe(200);
      expect([201, 401]).toContain(child.status);
      if (child.status === 201) expect(await statusOf(child.body.data.secret as string)).toBe(401);
    }
  });

  it("can't create a key that expires later than itself", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { key } = await marque.makeKey(place, 'admin', { expiresAt });

    expect((await createKey({ key }, { scope: 'read' })).body.data.expiresAt).toBe(expiresAt.toISOString());
    const earlier = new Date(Date.now() + 60_000).toISOString();
    const shorter = await createKey({ key }, { scope: 'read', expiresAt: earlier });
    expect(shorter.body.data.expiresAt).toBe(earlier);
    const later = await createKey({ key }, { scope: 'read', expiresAt: '2199-01-01T00:00:00Z' });
    expect(later.status).toBe(422);
    expect(later.body.error.detail.issues).toEqual([
      { path: 'expiresAt', message: expect.stringContaining(expiresAt.toISOString()) as unknown },
    ]);
  });

  it('creates keys that are limited to what its owner can do by then', async () => {
    const person = await member('admin');
    const own = await made({ cookie: person.cookie }, { scope: 'admin', own: true });
    const child = await made({ key: own.secret }, { scope: 'admin' });
    await marque.service.db.query(`update grants set scope = 'read' where user_id = $1`, [person.id]);

    const refused = await createKey({ key: child.secret }, { scope: 'read' });
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: 'read' }]);
    await marque.service.db.query('delete from grants where user_id = $1', [person.id]);
    const me = await marque.call('GET', '/api/v1/me', { as: { key: child.secret } });
    expect(me.body.data.scope).toBeNull();
  });

  it('can revoke itself, and no other key of its owner', async () => {
    const person = await member('write');
    const first = await made({ cookie: person.cookie }, { scope: 'write', own: true });
    const second = await made({ cookie: person.cookie }, { scope: 'write', own: true });

    expect((await revoke({ key: first.secret }, second.id)).status).toBe(404);
    expect(await statusOf(second.secret)).toBe(200);
    expect((await revoke({ key: first.secret }, first.id)).status).toBe(200);
    expect(await statusOf(first.secret)).toBe(401);
  });

  it("can't create an organization, accept an invitation or connect an agent", async () => {
    const { secret: key } = await made({ cookie: admin.cookie }, { scope: 'admin', own: true });
    const invited = await marque.call('POST', '/api/v1/invitations', {
      as: { key },
      body: {
        email: 'eve@example.com',
        resource: 'workspace',
        resourceId: place.workspaceId,
        scope: 'admin',
      },
    });
    const token = new URL(invited.body.data.url as string).searchParams.get('token') ?? '';
    for (const [method, path, body] of [
      ['POST', '/api/v1/organizations', { name: 'Mine' }],
      ['POST', `/api/v1/invite/${token}`, undefined],
      ['PATCH', '/api/v1/me', { name: 'Mine' }],
    ] as const)
      expect([path, (await marque.call(method, path, { as: { key }, body })).status]).toEqual([path, 403]);
  });

  it('invalidates the invitations it sent once it is revoked', async () => {
    const maker = await made({ cookie: admin.cookie }, { scope: 'admin' });
    const invited = await marque.call('POST', '/api/v1/invitations', {
      as: { key: maker.secret },
      body: {
        email: 'mallory@example.com',
        resource: 'workspace',
        resourceId: place.workspaceId,
        scope: 'admin',
      },
    });
    const token = new URL(invited.body.data.url as string).searchParams.get('token') ?? '';
    await revoke({ cookie: admin.cookie }, maker.id);
    const mallory = await marque.makePerson('Mallory');
    const taken = await marque.call('POST', `/api/v1/invite/${token}`, { as: { cookie: mallory.cookie } });
    expect(taken.status).toBe(410);
  });
});

describe('after a password reset', () => {
  async function reset(person: Person): Promise<Reply> {
    const token = randomBytes(32).toString('base64url');
    await marque.service.db.query(
      `insert into marque.password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [hashSecret(token), person.id],
    );
    return marque.call('POST', '/api/auth/reset', { body: { token, password: 'a whole new password' } });
  }

  it('own keys, keys they created, connected agents, open codes and sessions stop working', async () => {
    const person = await member('admin');
    const bystander = await member('admin');
    const own = await made({ cookie: person.cookie }, { scope: 'admin', own: true });
    const child = await made({ key: own.secret }, { scope: 'read' });
    const service = await made({ cookie: person.cookie }, { scope: 'read' });
    const theirs = await made({ cookie: bystander.cookie }, { scope: 'read', own: true });
    const agent = await connectAgent(marque, { person, place, scope: 'write' });
    const code = await allowAgent(marque, { person, place, scope: 'write' });

    expect((await reset(person)).status).toBe(200);

    for (const secret of [own.secret, child.secret, agent.accessToken])
      expect(await statusOf(secret)).toBe(401);
    const renewed = await marque.call('POST', '/api/v1/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: agent.refreshToken,
        client_id: agent.clientId,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(renewed.status).toBe(400);
    expect((await exchangeCode(marque, code)).status).toBe(400);
    const session = await marque.call('GET', '/api/v1/me', { as: { cookie: person.cookie } });
    expect(session.status).toBe(401);
    // The workspace's service key has no owner, and other people's keys are theirs.
    expect([await statusOf(service.secret), await statusOf(theirs.secret)]).toEqual([200, 200]);
    const [event] = await marque.service.db.query<{ detail: unknown }>(
      `select detail from marque.events where type = 'account.password_set' and subject_id = $1`,
      [person.id],
    );
    expect(event?.detail).toEqual({ by: 'link', sessionsEnded: 1, keysRevoked: 3 });
  });
});
