// Invitations over HTTP: who sends them, who accepts them, once; and that expired, withdrawn or replaced
// links don't work.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailServer, type MailServer } from '../setup/mail-server.ts';
import { eventRowsOf } from '../setup/events.ts';
import {
  startService,
  type Caller,
  type Person,
  type Place,
  type Reply,
  type TestService,
} from '../setup/service.ts';
import { makeAsset, makeWorkspace } from '../core/access/resources.ts';

let marque: TestService;
let mailbox: MailServer;
let place: Place;
let other: Place;
let boss: Person;
let admin: Person;

beforeAll(async () => {
  mailbox = await startMailServer();
  marque = await startService();
  place = await marque.makePlace('Acme');
  other = await marque.makePlace('Other');
  boss = await marque.makePerson('Bea Boss');
  admin = await marque.makePerson('Ada Admin');
  await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place });
  await marque.grant(admin.id, 'workspace', place.workspaceId, 'admin', { place });
});
afterAll(async () => {
  await marque.close();
  await mailbox.close();
});
beforeEach(() => {
  marque.service.env.settings = {};
});

type Someone = Person | { key: string };
const as = (one: Someone): Caller => ('key' in one ? { key: one.key } : { cookie: one.cookie });
const call = (by: Someone, method: string, path: string, body?: unknown) =>
  marque.call(method, `/api/v1${path}`, { as: as(by), body });

let counter = 0;
const address = (): string => `invited.${(counter += 1)}@example.com`;

interface Sent {
  id: string;
  email: string;
  url: string;
  token: string;
}

const invite = (by: Someone, body: Record<string, unknown> = {}) =>
  call(by, 'POST', '/invitations', {
    email: address(),
    resource: 'workspace',
    resourceId: place.workspaceId,
    scope: 'write',
    ...body,
  });

const tokenOf = (answer: Reply): string =>
  new URL(answer.body.data.url as string).searchParams.get('token') ?? '';

async function sent(by: Someone = admin, body: Record<string, unknown> = {}): Promise<Sent> {
  const answer = await invite(by, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return { ...(answer.body.data as Sent), token: tokenOf(answer) };
}

const look = (token: string) => marque.call('GET', `/api/v1/invite/${token}`);
const take = (by: Someone, token: string) => call(by, 'POST', `/invite/${token}`);
const signUp = (body: Record<string, unknown>) =>
  marque.call('POST', '/api/auth/sign-up', {
    body: { name: 'Nina New', password: 'correct horse battery', ...body },
  });

async function scopeOf(person: Person): Promise<string | null> {
  const { body } = await marque.call('GET', '/api/v1/me', {
    as: as(person),
    headers: { 'x-workspace': place.workspaceId },
  });
  return (body.data?.scope as string | undefined) ?? null;
}

describe('an invitation', () => {
  it('shows its offer to anyone with the link, and is accepted once, by a signed-in person', async () => {
    const email = address();
    const made = await invite(admin, { email: email.toUpperCase(), limits: ['share', 'share'] });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const week = Date.now() + 7 * 24 * 60 * 60 * 1000;
    expect(made.body.data).toEqual({
      id: expect.any(String) as unknown,
      email,
      resource: 'workspace',
      resourceId: place.workspaceId,
      label: 'Library',
      scope: 'write',
      limits: ['share'],
      invitedBy: 'Ada Admin',
      createdAt: expect.stringMatching(/Z$/) as unknown,
      expiresAt: expect.stringMatching(/Z$/) as unknown,
      url: expect.stringMatching(/^http.*\/admin\/invite\?token=[\w-]{43}$/) as unknown,
      emailed: false,
    });
    expect(Math.abs(Date.parse(made.body.data.expiresAt as string) - week)).toBeLessThan(60_000);
    const token = tokenOf(made);

    const offer = await look(token);
    expect([offer.status, offer.body]).toEqual([
      200,
      {
        data: {
          email,
          organization: 'Acme',
          resource: 'workspace',
          label: 'Library',
          scope: 'write',
          limits: ['share'],
          invitedBy: 'Ada Admin',
          expiresAt: made.body.data.expiresAt,
        },
      },
    ]);
    const person = await marque.makePerson('Pia Person');
    const taken = await take(person, token);
    expect(taken.status).toBe(200);
    expect(taken.body.data).toMatchObject({
      user: { id: person.id, name: 'Pia Person', email: person.email },
      resource: 'workspace',
      resourceId: place.workspaceId,
      scope: 'write',
      limits: ['share'],
    });
    expect(await scopeOf(person)).toBe('write');

    for (const again of [await take(person, token), await take(boss, token), await look(token)])
      expect([again.status, again.body.error.code]).toEqual([410, 'gone']);
    expect(await scopeOf(person)).toBe('write');
  });

  it("is stored without the link's secret, and its token is in no event", async () => {
    const { token } = await sent();
    for (const table of ['invitations', 'invitation_links', 'events']) {
      const rows = await marque.service.db.query(
        `select 1 from marque.${table} x where x::text like '%' || $1 || '%'`,
        [token],
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('is accepted by only one of two people at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { token } = await sent();
      const people = [await marque.makePerson(), await marque.makePerson(), await marque.makePerson()];
      const answers = await Promise.all(people.map((one) => take(one, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
      const scopes = await Promise.all(people.map(scopeOf));
      expect(scopes.filter((scope) => scope === 'write')).toHaveLength(1);
    }
  });

  it('expires after seven days', async () => {
    const { id, token } = await sent();
    await marque.service.db.query('update marque.invitations set expires_at = now() where id = $1', [id]);
    const person = await marque.makePerson();
    for (const late of [await look(token), await take(person, token)]) {
      expect([late.status, late.body.error.code]).toEqual([410, 'gone']);
      expect(late.body.error.message).toContain('7 days');
    }
    expect(await scopeOf(person)).toBeNull();
  });

  it('stops working when withdrawn, and is withdrawn once', async () => {
    const { id, token } = await sent();
    expect((await call(admin, 'DELETE', `/invitations/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await look(token)).status).toBe(410);
    expect((await take(boss, token)).status).toBe(410);
    expect((await call(admin, 'DELETE', `/invitations/${id}`)).status).toBe(404);
    expect((await call(admin, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
  });

  it('that is sent again has another link and seven more days, and the old link stops working', async () => {
    const { id, token } = await sent();
    await marque.service.db.query('update marque.invitations set expires_at = now() where id = $1', [id]);
    const again = await call(boss, 'POST', `/invitations/${id}/resend`);
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ id, scope: 'write', invitedBy: 'Bea Boss' });
    expect(Date.parse(again.body.data.expiresAt as string)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(tokenOf(again)).not.toBe(token);

    const old = await look(token);
    expect([old.status, old.body.error.message]).toEqual([410, expect.stringContaining('newer link')]);
    const person = await marque.makePerson();
    expect((await take(person, token)).status).toBe(410);
    expect((await take(person, tokenOf(again))).status).toBe(200);
  });

  it('for the same address and resource updates the existing one, with a new link', async () => {
    const email = address();
    const first = await sent(admin, { email });
    const second = await sent(admin, { email: email.toUpperCase(), scope: 'read' });
    expect(second.id).toBe(first.id);
    expect((await look(first.token)).status).toBe(410);
    expect((await look(second.token)).body.data).toMatchObject({ scope: 'read' });

    const elsewhere = await sent(boss, {
      email,
      resource: 'organization',
      resourceId: place.organizationId.toUpperCase(),
    });
    expect(elsewhere.id).not.toBe(first.id);
    await call(admin, 'DELETE', `/invitations/${first.id}`);
    expect((await sent(admin, { email })).id).not.toBe(first.id);

    const atOnce = address();
    const answers = await Promise.all(
      ['read', 'write'].map((scope) => invite(admin, { email: atOnce, scope })),
    );
    expect(new Set(answers.map((answer) => answer.body.data.id as string)).size).toBe(1);
    const looked = await Promise.all(answers.map((answer) => look(tokenOf(answer))));
    expect(looked.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('adds to existing access and never reduces it', async () => {
    const { token: low } = await sent(boss, {
      resource: 'organization',
      resourceId: place.organizationId,
      scope: 'read',
    });
    expect((await take(boss, low)).body.data).toMatchObject({ scope: 'admin' });

    const person = await marque.makePerson();
    await marque.grant(person.id, 'workspace', place.workspaceId, 'write', {
      place,
      limits: ['share', 'delete'],
    });
    const { token: same } = await sent(admin, { limits: ['delete', 'approve'] });
    expect((await take(person, same)).body.data).toMatchObject({ scope: 'write', limits: ['delete'] });
    const { token: higher } = await sent(admin, { scope: 'admin' });
    expect((await take(person, higher)).body.data).toMatchObject({ scope: 'admin', limits: [] });
  });

  it.each(['brand', 'collection', 'asset'] as const)(
    'can be to a %s too, and is deleted with it',
    async (resource) => {
      const made = {
        brand: async () =>
          (
            await marque.payload.create({
              collection: 'brands',
              data: { name: 'Acme', slug: `acme-${randomUUID()}`, workspace: place.workspaceId },
            })
          ).id,
        collection: () => marque.makeCollection(place, { private: true }),
        asset: () => makeAsset(marque, place, { private: true }),
      };
      const tables = { brand: 'brands', collection: 'collections', asset: 'assets' };
      const resourceId = await made[resource]();
      const { token } = await sent(admin, { resource, resourceId, scope: 'read' });
      const { token: late } = await sent(admin, { resource, resourceId, scope: 'read' });
      const person = await marque.makePerson();
      expect((await take(person, token)).body.data).toMatchObject({ resource, resourceId });
      await marque.service.db.query(`delete from ${tables[resource]} where id = $1`, [resourceId]);
      expect((await look(late)).status).toBe(404);
    },
  );

  it('leaves events that record who invited, sent, withdrew and accepted', async () => {
    const email = address();
    const { id } = await sent(admin, { email });
    await sent(admin, { email, scope: 'read' });
    const again = await call(boss, 'POST', `/invitations/${id}/resend`);
    const person = await marque.makePerson('Pia Person');
    await take(person, tokenOf(again));
    const events = await eventRowsOf(marque, id);
    expect(events.map(({ type, actor_name }) => [type, actor_name])).toEqual([
      ['invitation.created', 'Ada Admin'],
      ['invitation.changed', 'Ada Admin'],
      ['invitation.resent', 'Bea Boss'],
      ['invitation.taken', 'Pia Person'],
    ]);
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { email, label: 'Library', before: null, after: { scope: 'write', limits: [] } },
      { before: { scope: 'write' }, after: { scope: 'read' } },
      { email },
      { email, person: person.id, before: null, after: { scope: 'read' } },
    ]);
  });
});

describe('signing up with an invitation', () => {
  it('creates the account for its address, gives the offered access, and signs in', async () => {
    const { email, token } = await sent();
    const made = await signUp({ email: email.toUpperCase(), token });
    expect(made.status).toBe(201);
    expect(made.body.data.user).toMatchObject({ name: 'Nina New', email });
    const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await marque.call('GET', '/api/v1/me', { as: { cookie } });
    expect(me.body.data).toMatchObject({ email, scope: 'write', workspace: { id: place.workspaceId } });
    expect((await look(token)).status).toBe(410);
    expect((await eventRowsOf(marque, made.body.data.user.id as string)).map(({ type }) => type)).toEqual([
      'account.created',
    ]);
    const signedIn = await marque.call('POST', '/api/auth/sign-in', {
      body: { email, password: 'correct horse battery' },
    });
    expect(signedIn.status).toBe(200);
  });

  it('works for that address only', async () => {
    const { email, token } = await sent();
    const refused = await signUp({ email: address(), token });
    expect([refused.status, refused.body.error.detail.issues[0].path]).toEqual([422, 'email']);
    expect((await signUp({ email, token })).status).toBe(201);
  });

  it('is refused without a token, with an unknown one, and with a used one', async () => {
    const { email, token } = await sent();
    const count = () => marque.service.db.query('select count(*) from users');
    const before = await count();
    expect((await signUp({ email })).status).toBe(403);
    expect((await signUp({ email, token: 'x'.repeat(43) })).status).toBe(403);
    expect((await signUp({ email, token: 'no token' })).status).toBe(403);
    await take(await marque.makePerson(), token);
    expect(await count()).toEqual([{ count: ((before[0] as { count: number }).count ?? 0) + 1 }]);
    const spent = await signUp({ email, token });
    expect([spent.status, spent.body.error.code]).toEqual([410, 'gone']);
    const short = await sent();
    expect((await signUp({ email: short.email, token: short.token, password: 'short' })).status).toBe(400);
  });

  it("for an existing account's address says to sign in, and keeps the invitation", async () => {
    const person = await marque.makePerson();
    const { token } = await sent(admin, { email: person.email });
    const refused = await signUp({ email: person.email, token });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect((await take(person, token)).status).toBe(200);
  });

  it('creates one account when two use one link at the same moment', async () => {
    const { email, token } = await sent();
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ email, token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
  });
});

describe('inviting', () => {
  it('is for callers who can give the grant: every lower scope gets the missing scope as error', async () => {
    const { id } = await sent();
    for (const scope of ['read', 'propose', 'write'] as const) {
      const person = await marque.makePerson();
      await marque.grant(person.id, 'workspace', place.workspaceId, scope, { place });
      const refused = await invite(person);
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: scope }]);
      expect((await call(person, 'DELETE', `/invitations/${id}`)).status).toBe(404);
      expect((await call(person, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
      expect((await call(person, 'GET', '/members')).status).toBe(403);
    }
  });

  it('to the organization is for its admins, not those of one of its workspaces', async () => {
    const on = { resource: 'organization', resourceId: place.organizationId };
    expect((await invite(admin, on)).status).toBe(404);
    const { id } = await sent(boss, on);
    expect((await call(admin, 'DELETE', `/invitations/${id}`)).status).toBe(404);
    expect((await call(admin, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
    expect((await call(boss, 'DELETE', `/invitations/${id}`)).status).toBe(200);
  });

  it('is refused to other organizations: an existing resource is the same 404 as a missing one', async () => {
    const theirs = await marque.makePerson();
    await marque.grant(theirs.id, 'organization', other.organizationId, 'admin', { place: other });
    const { id } = await sent();
    const key = await marque.makeKey(other, 'admin', { madeById: theirs.id });
    for (const one of [theirs, key]) {
      expect((await invite(one)).body).toEqual((await invite(one, { resourceId: randomUUID() })).body);
      for (const [method, tail] of [
        ['DELETE', ''],
        ['POST', '/resend'],
      ] as const) {
        const refused = await call(one, method, `/invitations/${id}${tail}`);
        expect([method, refused.status]).toEqual([method, 404]);
        expect(refused.body).toEqual((await call(one, method, `/invitations/${randomUUID()}${tail}`)).body);
      }
      const { body } = await call(one, 'GET', '/members');
      expect(body.invitations).toEqual([]);
    }
  });

  it('gives no more than the inviter has on acceptance: if they are no longer admin, the invitation ends', async () => {
    const second = await marque.makePerson();
    const grant = await marque.grant(second.id, 'workspace', place.workspaceId, 'admin', { place });
    const { id, token } = await sent(second);
    await call(boss, 'DELETE', `/grants/${grant}`);
    const person = await marque.makePerson();
    for (const dead of [await look(token), await take(person, token)])
      expect([dead.status, dead.body.error.code]).toEqual([410, 'gone']);
    expect(await scopeOf(person)).toBeNull();

    // Another admin may be responsible for it.
    const again = await call(boss, 'POST', `/invitations/${id}/resend`);
    expect((await take(person, tokenOf(again))).status).toBe(200);
  });

  it("is possible with an admin's key, and such invitations end with the key", async () => {
    const service = await marque.makeKey(place, 'admin', { madeById: boss.id });
    const own = await marque.makeKey(place, 'admin', { ownerId: admin.id });
    const weak = await marque.makeKey(place, 'write', { ownerId: admin.id });
    expect((await invite(weak)).status).toBe(403);
    const first = await sent(service);
    const onOrganization = await sent(service, {
      resource: 'organization',
      resourceId: place.organizationId,
    });
    const second = await sent(own);
    for (const { token } of [first, second, onOrganization]) expect((await look(token)).status).toBe(200);
    for (const { id } of [service, own]) await call(boss, 'DELETE', `/keys/${id}`);
    for (const { token } of [first, second, onOrganization]) expect((await look(token)).status).toBe(410);
  });

  it('is not accepted by a key, or without a caller', async () => {
    const { token } = await sent();
    const own = await marque.makeKey(place, 'admin', { ownerId: boss.id });
    expect((await take(own, token)).status).toBe(403);
    expect((await marque.call('POST', `/api/v1/invite/${token}`)).status).toBe(401);
    expect((await take(boss, 'x'.repeat(43))).status).toBe(404);
    expect((await take(boss, 'no-token')).status).toBe(404);
    expect((await look('no-token')).status).toBe(404);
    expect((await look('x'.repeat(43))).status).toBe(404);
    expect((await look(token)).status).toBe(200);
  });

  it('names every problem of a malformed call at once', async () => {
    const refused = await call(admin, 'POST', '/invitations', {
      email: 'nobody',
      resource: 'galaxy',
      resourceId: 'x',
      scope: 'all',
      limits: ['fly'],
      until: 'tomorrow',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.detail.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'email',
      'limits[0]',
      'resource',
      'resourceId',
      'scope',
      'until',
    ]);
  });
});

describe('with e-mail set up', () => {
  it('an invitation is mailed to its address, with the link', async () => {
    marque.service.env.settings = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailbox.port),
      MAIL_FROM: 'Marque <marque@example.com>',
    };
    mailbox.mails.length = 0;
    const answer = await invite(admin);
    expect(answer.body.data.emailed).toBe(true);
    const [mail] = await mailbox.received(1);
    expect(mail?.to).toEqual([answer.body.data.email]);
    expect(mail?.text).toContain(answer.body.data.url);
    expect(mail?.text).toContain('Ada Admin invited you to Library (Acme)');

    const again = await call(admin, 'POST', `/invitations/${answer.body.data.id}/resend`);
    const [, second] = await mailbox.received(2);
    expect(second?.text).toContain(again.body.data.url);
  });
});

describe('the members of an organization', () => {
  const members = async (by: Someone) => (await call(by, 'GET', '/members')).body;
  const namesIn = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

  it("are everyone with all their access to its admin, and those with access to a workspace to that workspace's admin", async () => {
    const of = await marque.makePlace('Members');
    const beside = await makeWorkspace(marque, of, 'Beside');
    const [ruler, local, near, far, idle] = (await Promise.all(
      ['Ruth', 'Lola', 'Nell', 'Fay', 'Ida'].map((name) => marque.makePerson(name)),
    )) as [Person, Person, Person, Person, Person];
    await marque.grant(ruler.id, 'organization', of.organizationId, 'admin', { place: of });
    await marque.grant(local.id, 'workspace', of.workspaceId, 'admin', { place: of });
    await marque.grant(near.id, 'workspace', beside.workspaceId, 'write', { place: beside });
    await marque.grant(far.id, 'workspace', beside.workspaceId, 'read', { place: beside });
    const group = (await call(ruler, 'POST', '/groups', { name: 'Near', members: [near.id] })).body.data.id;
    await call(ruler, 'POST', '/groups', { name: 'Idle', members: [near.id, far.id] });
    const { body: given } = await call(ruler, 'POST', '/grants', {
      group,
      resource: 'workspace',
      resourceId: of.workspaceId,
      scope: 'read',
    });
    const wide = await sent(ruler, {
      resource: 'organization',
      resourceId: of.organizationId,
      scope: 'read',
    });
    const narrow = await sent(local, { resourceId: of.workspaceId });
    await call(ruler, 'POST', '/invitations', {
      email: idle.email,
      resource: 'workspace',
      resourceId: beside.workspaceId,
      scope: 'read',
    });

    const all = await members(ruler);
    expect(namesIn(all)).toEqual(['Fay', 'Lola', 'Nell', 'Ruth']);
    expect(all.data[2]).toEqual({
      id: near.id,
      name: 'Nell',
      email: near.email,
      grants: [
        expect.objectContaining({ user: { id: near.id, name: 'Nell', email: near.email }, group: null }),
        given.data,
      ],
    });
    expect(all.invitations).toHaveLength(3);
    expect(all.invitations[2]).toEqual(
      expect.objectContaining({ id: wide.id, email: wide.email, label: 'Members', invitedBy: 'Ruth' }),
    );
    expect(Object.keys(all.invitations[0])).not.toContain('url');

    const here = await members(local);
    expect(namesIn(here)).toEqual(['Lola', 'Nell', 'Ruth']);
    expect(here.data[1].grants).toEqual([given.data]);
    expect(here.invitations.map(({ id }: { id: string }) => id)).toEqual([narrow.id]);
    expect((await members(await marque.makeKey(of, 'admin'))).data).toEqual(here.data);
  });

  it('are hidden below admin, and from other organizations', async () => {
    for (const scope of ['read', 'propose', 'write'] as const) {
      const key = await marque.makeKey(place, scope);
      const refused = await call(key, 'GET', '/members');
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: scope }]);
    }
    expect((await marque.call('GET', '/api/v1/members')).status).toBe(401);
    expect((await call(await marque.makePerson(), 'GET', '/members')).status).toBe(404);
    const key = await marque.makeKey(other, 'admin');
    const ids = JSON.stringify((await members(key)).data);
    expect(ids).not.toContain(boss.id);
  });
});

describe('removing a person from the organization', () => {
  it('removes all their access, keys and invitations in it, and nothing elsewhere', async () => {
    const person = await marque.makePerson('Pia Person');
    const collection = await marque.makeCollection(place, { private: true });
    await marque.grant(person.id, 'organization', place.organizationId, 'write', { place });
    await marque.grant(person.id, 'collection', collection, 'read', { place });
    await marque.grant(person.id, 'workspace', other.workspaceId, 'read', { place: other });
    const group = (await call(boss, 'POST', '/groups', { name: randomUUID(), members: [person.id] })).body
      .data.id;
    const own = await marque.makeKey(place, 'write', { ownerId: person.id });
    const made = await marque.makeKey(place, 'read', { madeById: person.id });
    const elsewhere = await marque.makeKey(other, 'read', { ownerId: person.id });
    const { token } = await sent(admin, { email: person.email });

    expect((await call(boss, 'DELETE', `/members/${person.id.toUpperCase()}`)).body).toEqual({
      data: { deleted: true },
    });
    expect(await scopeOf(person)).toBeNull();
    expect((await call(own, 'GET', '/me')).status).toBe(401);
    expect((await call(made, 'GET', '/me')).status).toBe(200);
    expect((await call(elsewhere, 'GET', '/me')).body.data.scope).toBe('read');
    expect((await take(person, token)).status).toBe(410);
    expect((await call(boss, 'GET', `/groups/${group}`)).body.data.members).toEqual([]);
    const { body } = await call(person, 'GET', '/me');
    expect(body.data.workspaces.map(({ id }: { id: string }) => id)).toEqual([other.workspaceId]);
    expect((await call(boss, 'DELETE', `/members/${person.id}`)).status).toBe(404);

    const [event] = await eventRowsOf(marque, person.id);
    expect(event).toMatchObject({
      type: 'person.removed',
      actor_name: 'Bea Boss',
      detail: {
        name: 'Pia Person',
        before: {
          grants: [{ resource: 'organization', scope: 'write' }, { resource: 'collection' }],
          groups: [{ id: group }],
          keys: [{ id: own.id, scope: 'write' }],
          invitations: 1,
        },
        after: null,
      },
    });
  });

  it("is for admins of the organization: others don't learn who is in it", async () => {
    const person = await marque.makePerson();
    await marque.grant(person.id, 'workspace', place.workspaceId, 'read', { place });
    for (const id of [person.id, randomUUID()]) {
      const refused = await call(admin, 'DELETE', `/members/${id}`);
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: null }]);
    }
    const theirs = await marque.makePerson();
    await marque.grant(theirs.id, 'organization', other.organizationId, 'admin', { place: other });
    const refused = await call(theirs, 'DELETE', `/members/${person.id}`);
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual((await call(theirs, 'DELETE', `/members/${randomUUID()}`)).body);
    expect((await call(boss, 'DELETE', '/members/no-id')).status).toBe(404);
    expect(await scopeOf(person)).toBe('read');
  });

  it('never removes the last admin, nor both of two who remove each other at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const of = await marque.makePlace();
      const [one, two] = [await marque.makePerson(), await marque.makePerson()];
      for (const each of [one, two])
        await marque.grant(each.id, 'organization', of.organizationId, 'admin', { place: of });
      const answers = await Promise.all([
        call(one, 'DELETE', `/members/${two.id}`),
        call(two, 'DELETE', `/members/${one.id}`),
      ]);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      const left = await marque.service.db.query<{ user_id: string }>(
        'select user_id from marque.effective_grants where resource_id = $1 and rank = 4',
        [of.organizationId],
      );
      expect(left).toHaveLength(1);
      const last = left[0]?.user_id === one.id ? one : two;
      const refused = await call(last, 'DELETE', `/members/${last.id}`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    }
  });
});
