// Signing in and out, through `/api/auth` and through Payload's own routes: the same messages, and one count
// of wrong attempts.
import { createHook } from 'node:async_hooks';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cookieOf, makeAccount } from '../../setup/accounts.ts';
import { startService, type Person } from '../../setup/service.ts';
import { callPayload } from './payload-transport.ts';

const password = 'correct horse battery';

const marque = await startService();
afterAll(() => marque.close());
beforeEach(async () => {
  await marque.service.db.query('delete from marque.attempts');
});

const newAccount = () => makeAccount(marque, password);

const signIn = (email: string, given = password, headers: Record<string, string> = {}) =>
  marque.call('POST', '/api/auth/sign-in', { body: { email, password: given }, headers });

const login = (email: string, given = password) =>
  callPayload(marque, 'POST', '/api/users/login', { body: { email, password: given }, peer: '127.0.0.1' });

/** Password hashes computed meanwhile: each is what checking a password costs. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init: (_, type) => {
      // A new database connection computes one as well, with Web Crypto.
      if (type === 'PBKDF2REQUEST' && !/webcrypto|deriveBits/i.test(new Error().stack ?? '')) hashes += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

describe('the right password', () => {
  it('starts a session, whose cookie no script can read and no other site can send', async () => {
    const person = await newAccount();
    const answer = await signIn(` ${person.email.toUpperCase()} `);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: { user: { id: person.id, name: person.name, email: person.email } },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [cookie = '', device = '', ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(device).toMatch(/^mq-device=.*; HttpOnly.*; SameSite=Lax/i);
    expect(cookie).toMatch(/^mq-token=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(cookie).not.toMatch(/Domain|Secure/i);
    const session = await marque.call('GET', '/api/auth/session', { as: { cookie: cookieOf(answer) } });
    expect(session.body.data.user.id).toBe(person.id);
  });

  it('starts the same session for the panel, and the panel’s works for our API', async () => {
    const person = await newAccount();
    const panel = await callPayload(marque, 'GET', '/api/users/me', {
      headers: { cookie: cookieOf(await signIn(person.email)), origin: marque.url },
    });
    expect(panel.body.user.id).toBe(person.id);

    const theirs = await login(person.email);
    expect(theirs.headers.getSetCookie()[0]).toMatch(/; HttpOnly/i);
    expect(theirs.headers.getSetCookie()[0]).toMatch(/; SameSite=Lax/i);
    const me = await marque.call('GET', '/api/v1/me', { as: { cookie: cookieOf(theirs) } });
    expect(me.body.data.id).toBe(person.id);
  });

  it('is recorded with who signed in', async () => {
    const person = await newAccount();
    await signIn(person.email);
    const events = await marque.service.db.query('select type from marque.events where actor_id = $1', [
      person.id,
    ]);

    expect(events).toEqual([{ type: 'account.signed_in' }]);
  });
});

describe('a wrong password', () => {
  it('is refused with the same message and after the same work, whether the account exists or not', async () => {
    const person = await newAccount();
    const invited = await marque.makePerson();
    const words = new Set<string>();
    for (const email of [person.email, invited.email, 'nobody@example.com', 'no address', '']) {
      const hashes = await hashesDuring(async () => {
        const ours = await signIn(email, 'not the password');
        expect([email, ours.status]).toEqual([email, 401]);
        expect(ours.headers.getSetCookie()).toEqual([]);
        words.add(ours.body.error.message as string);
        const theirs = await login(email, 'not the password');
        expect([email, theirs.status]).toEqual([email, 401]);
        expect(theirs.headers.getSetCookie()).toEqual([]);
        words.add(theirs.body.errors[0].message as string);
      });
      expect([email, hashes]).toEqual([email, 2]);
    }
    expect(words.size).toBe(1);
  });

  it("isn't an error however the address is written", async () => {
    for (const email of ['x'.repeat(254), 'ü@exämple.com', "' or true --"])
      expect((await signIn(email)).status).toBe(401);
    expect((await login(`${'x'.repeat(5000)}@example.com`)).status).toBe(401);
    expect((await login('a\0b@example.com')).status).toBe(401);
    expect((await signIn('a\0b@example.com')).status).toBe(400);
    expect((await marque.call('POST', '/api/auth/sign-in', { body: { email: 1 } })).status).toBe(400);
  });

  it('is accepted ten times: then 429 with Retry-After, the right password included, for that account alone', async () => {
    const person = await newAccount();
    const other = await newAccount();
    for (let n = 0; n < 10; n += 1)
      expect((await (n % 2 ? signIn : login)(person.email, `wrong ${n}`)).status).toBe(401);

    for (const ask of [signIn, login]) {
      const refused = await ask(person.email);
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(600);
    }
    expect(await hashesDuring(() => signIn(person.email))).toBe(0);
    expect((await signIn(other.email)).status).toBe(200);
  });

  it('is counted exactly when many come at the same moment', async () => {
    const person = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => signIn(person.email, `wrong ${n}`)),
    );

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('is forgotten once the right one was used', async () => {
    const person = await newAccount();
    for (let n = 0; n < 9; n += 1) await signIn(person.email, `wrong ${n}`);
    expect((await signIn(person.email)).status).toBe(200);
    for (let n = 0; n < 2; n += 1) expect((await signIn(person.email, `wrong ${n}`)).status).toBe(401);
  });

  it('is accepted a hundred times from one IP address, and then counts against no account it tries', async () => {
    const person = await newAccount();
    await signIn('somebody@example.com', 'wrong');
    await marque.service.db.query(`update marque.attempts set points = 99 where key like 'address:%'`);
    expect((await signIn('somebody.else@example.com', 'wrong')).status).toBe(401);
    for (let n = 0; n < 12; n += 1) {
      const refused = await signIn(person.email, 'wrong', { 'x-forwarded-for': `203.0.113.${n}` });
      expect(refused.status).toBe(429);
    }
    await marque.service.db.query(`delete from marque.attempts where key like 'address:%'`);
    expect((await signIn(person.email)).status).toBe(200);
  });
});

describe("Payload's own routes", () => {
  it('sign no one in from another site’s form', async () => {
    const person = await newAccount();
    for (const origin of ['https://evil.example', 'null']) {
      const form = new FormData();
      form.append('_payload', JSON.stringify({ email: person.email, password }));
      const answer = await callPayload(marque, 'POST', '/api/users/login', {
        body: form,
        headers: { origin },
        peer: '127.0.0.1',
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('unlock no one', async () => {
    const person = await newAccount();
    const known = await callPayload(marque, 'POST', '/api/users/unlock', { body: { email: person.email } });
    const unknown = await callPayload(marque, 'POST', '/api/users/unlock', { body: {} });
    expect([known.status, known.body]).toEqual([403, unknown.body]);
  });

  const setPassword = (person: Person, id: string, to: string, origin = marque.url) =>
    callPayload(marque, 'PATCH', `/api/users/${id}`, {
      body: { password: to },
      headers: { cookie: person.cookie, origin },
    });

  it('change a name, but not a password, which requires the current one', async () => {
    const person = await newAccount();

    for (const to of ['123456789', 'another password']) {
      const refused = await setPassword(person, person.id, to);
      expect([refused.status, refused.body.errors[0].message]).toEqual([
        403,
        expect.stringContaining('account page'),
      ]);
    }
    expect((await signIn(person.email)).status).toBe(200);
    const renamed = await callPayload(marque, 'PATCH', `/api/users/${person.id}`, {
      body: { name: 'Somebody', email: 'else@example.com' },
      headers: { cookie: person.cookie, origin: marque.url },
    });
    expect(renamed.body.doc).toMatchObject({ name: 'Somebody', email: person.email });
  });

  it('change no one else, and accept a cookie from no other page', async () => {
    const person = await newAccount();
    const other = await newAccount();
    const evil = 'https://evil.example';

    expect((await setPassword(person, other.id, 'another password')).status).toBeGreaterThanOrEqual(403);
    expect((await setPassword(person, person.id, 'another password', evil)).status).toBe(403);
    expect((await signIn(other.email)).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session on the server: its cookie stops working everywhere', async () => {
    const person = await newAccount();
    const other = cookieOf(await signIn(person.email));
    const out = await marque.call('POST', '/api/auth/sign-out', { as: { cookie: person.cookie } });

    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()[0]).toMatch(/^mq-token=;.*Expires=/i);
    expect((await marque.call('GET', '/api/v1/me', { as: { cookie: person.cookie } })).status).toBe(401);
    const panel = await callPayload(marque, 'GET', '/api/users/me', {
      headers: { cookie: person.cookie, origin: marque.url },
    });
    expect(panel.body.user).toBeNull();
    expect((await marque.call('GET', '/api/v1/me', { as: { cookie: other } })).status).toBe(200);
  });

  it('in the panel ends it the same way', async () => {
    const person = await newAccount();
    const out = await callPayload(marque, 'POST', '/api/users/logout', {
      headers: { cookie: person.cookie, origin: marque.url },
    });

    expect(out.status).toBe(200);
    expect((await marque.call('GET', '/api/v1/me', { as: { cookie: person.cookie } })).status).toBe(401);
  });

  it("isn't an error without a session", async () => {
    expect((await marque.call('POST', '/api/auth/sign-out')).status).toBe(200);
  });
});
