// Invitations over HTTP: who accepts them, once; and that expired, withdrawn or replaced links don't work.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailServer } from '../setup/mail-server.ts';
import { eventRowsOf } from '../setup/events.ts';
import { startService } from '../setup/service.ts';
import { makeAsset } from '../core/access/resources.ts';
import { scopeOf } from './scope.ts';
import { invitationCalls, newAddress, tokenOf } from './invitation-calls.ts';
import { makeBrand } from '../brands/brand.ts';

const mailbox = await startMailServer();
const marque = await startService();
const place = await marque.makePlace('Acme');
await marque.makePlace('Other');
const boss = await marque.makeAdmin(place, 'Bea Boss');
const admin = await marque.makeMember(place, 'admin', { name: 'Ada Admin' });
afterAll(async () => {
  await marque.close();
  await mailbox.close();
});
beforeEach(() => {
  marque.service.env.settings = {};
});

const { call, invite, sent, look, take, signUp } = invitationCalls(() => ({ marque, place, admin }));

describe('an invitation', () => {
  it('shows its offer to anyone with the link, and is accepted once, by a signed-in person', async () => {
    const email = newAddress();
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
    expect(await scopeOf(marque, person, place)).toBe('write');

    for (const again of [await take(person, token), await take(boss, token), await look(token)])
      expect([again.status, again.body.error.code]).toEqual([410, 'gone']);
    expect(await scopeOf(marque, person, place)).toBe('write');
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
      const scopes = await Promise.all(people.map((one) => scopeOf(marque, one, place)));
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
    expect(await scopeOf(marque, person, place)).toBeNull();
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
    const email = newAddress();
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

    const atOnce = newAddress();
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

    const person = await marque.makeMember(place, 'write', { limits: ['share', 'delete'] });
    const { token: same } = await sent(admin, { limits: ['delete', 'approve'] });
    expect((await take(person, same)).body.data).toMatchObject({ scope: 'write', limits: ['delete'] });
    const { token: higher } = await sent(admin, { scope: 'admin' });
    expect((await take(person, higher)).body.data).toMatchObject({ scope: 'admin', limits: [] });
  });

  it.each(['brand', 'collection', 'asset'] as const)(
    'can be to a %s too, and is deleted with it',
    async (resource) => {
      const made = {
        brand: async () => (await makeBrand(marque, place, { name: 'Acme' })).id,
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
    const email = newAddress();
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
    const refused = await signUp({ email: newAddress(), token });
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
