// What people change about themselves: their name, their password, and their open sessions.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { actAsSystem } from '../../../src/core/access/actor.ts';
import { inTransaction } from '../../../src/core/db/transaction.ts';
import { cookieOf, makeAccount } from '../../setup/accounts.ts';
import { eventRowsOf } from '../../setup/events.ts';
import { startService, type Person } from '../../setup/service.ts';
import { issuePaths } from '../../setup/issues.ts';

const password = 'correct horse battery';
const next = 'another battery staple';

const marque = await startService();
const place = await marque.makePlace('Acme');
afterAll(() => marque.close());
beforeEach(async () => {
  await marque.service.db.query('delete from marque.attempts');
});

async function newAccount(name?: string): Promise<Person> {
  const person = await makeAccount(marque, password, name);
  await marque.grant(person.id, 'workspace', place.workspaceId, 'write', { place });
  return person;
}

const signIn = (email: string, given = password, agent = 'Firefox') =>
  marque.call('POST', '/api/auth/sign-in', {
    body: { email, password: given },
    headers: { 'user-agent': agent },
  });
const openAnother = async (person: Person, agent?: string): Promise<string> =>
  cookieOf(await signIn(person.email, password, agent));
const call = (cookie: string, method: string, path: string, body?: unknown) =>
  marque.call(method, `/api/v1${path}`, { as: { cookie }, body });
const isIn = async (cookie: string): Promise<boolean> => (await call(cookie, 'GET', '/me')).status === 200;
describe('the name', () => {
  it('is changed by its owner, takes effect immediately, and is recorded with old and new value', async () => {
    const person = await newAccount('Ada Able');
    const answer = await call(person.cookie, 'PATCH', '/me', { name: '  Ada Baker ' });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { kind: 'person', id: person.id, name: 'Ada Baker', email: person.email, scope: 'write' },
    ]);
    const read = await call(person.cookie, 'GET', '/me');
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    // The same name again changes nothing, and records nothing.
    expect((await call(person.cookie, 'PATCH', '/me', { name: 'Ada Baker' })).status).toBe(200);
    expect(await eventRowsOf(marque, person.id)).toEqual([
      expect.objectContaining({
        type: 'account.renamed',
        actor_id: person.id,
        detail: { before: { name: 'Ada Able' }, after: { name: 'Ada Baker' } },
      }),
    ]);
  });

  it("isn't overwritten if it was changed since", async () => {
    const person = await newAccount();
    const read = await call(person.cookie, 'GET', '/me');
    const change = (name: string) =>
      marque.call('PATCH', '/api/v1/me', {
        as: { cookie: person.cookie },
        headers: { 'if-match': read.headers.get('etag') ?? '' },
        body: { name },
      });
    const answers = await Promise.all(['One', 'Two', 'Three'].map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('belongs to a person: keys and anonymous callers have no account', async () => {
    const person = await newAccount();
    const own = await marque.makeKey(place, 'admin', { ownerId: person.id });
    const service = await marque.makeKey(place, 'admin');
    for (const as of [own, service]) {
      for (const [method, path] of [
        ['PATCH', '/api/v1/me'],
        ['GET', '/api/v1/me/sessions'],
        ['DELETE', `/api/v1/me/sessions/${randomUUID()}`],
      ] as const) {
        const body = method === 'PATCH' ? { name: 'Mallory' } : undefined;
        const refused = await marque.call(method, path, { as, body });
        expect([method, refused.status]).toEqual([method, 403]);
      }
    }
    expect((await marque.call('PATCH', '/api/v1/me', { body: { name: 'Mallory' } })).status).toBe(401);
    expect((await call(person.cookie, 'GET', '/me')).body.data.name).toBe(person.name);
  });

  it('names every problem of a malformed call at once', async () => {
    const person = await newAccount();
    const refused = await call(person.cookie, 'PATCH', '/me', {
      name: ' ',
      password: 'short',
      currentPassword: 7,
      email: 'new@example.com',
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual(['currentPassword', 'email', 'name', 'password']);
  });
});

describe('the new password', () => {
  const change = (cookie: string, currentPassword?: string, to = next) =>
    call(cookie, 'PATCH', '/me', { password: to, currentPassword });

  it('requires the current one, and ends every session but this one', async () => {
    const person = await newAccount();
    const [phone, laptop] = [await openAnother(person), await openAnother(person)];
    expect((await change(laptop, password)).status).toBe(200);

    expect([await isIn(laptop), await isIn(phone), await isIn(person.cookie)]).toEqual([true, false, false]);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, next)).status).toBe(200);
    const event = (await eventRowsOf(marque, person.id)).find(({ type }) => type === 'account.password_set');
    expect(event).toMatchObject({ actor_id: person.id, detail: { by: 'owner', sessionsEnded: 2 } });
  });

  it('invalidates mailed links', async () => {
    const person = await newAccount();
    await marque.service.db.query(
      `insert into marque.password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [randomUUID(), person.id],
    );
    await change(person.cookie, password);
    expect(
      await marque.service.db.query(
        'select 1 from marque.password_resets where user_id = $1 and used_at is null',
        [person.id],
      ),
    ).toEqual([]);
  });

  it("isn't set without the current one, or with a wrong one, and no session ends", async () => {
    const person = await newAccount();
    const phone = await openAnother(person);
    const missing = await change(phone);
    expect([missing.status, missing.body.error.detail.issues[0].path]).toEqual([400, 'currentPassword']);
    const lone = await call(phone, 'PATCH', '/me', { currentPassword: password });
    expect(lone.status).toBe(400);
    const wrong = await change(phone, 'not the password');
    expect([wrong.status, wrong.body.error.detail.issues]).toEqual([
      422,
      [{ path: 'currentPassword', message: 'Wrong password.' }],
    ]);
    expect((await change(phone, password, 'too short')).status).toBe(400);
    expect([await isIn(person.cookie), (await signIn(person.email)).status]).toEqual([true, 200]);
  });

  it("can't be guessed: wrong current ones count together with those at sign-in", async () => {
    const person = await newAccount();
    for (let n = 0; n < 5; n += 1) await signIn(person.email, `wrong ${n}`);
    const tries = [];
    for (let n = 0; n < 5; n += 1) tries.push((await change(person.cookie, `wrong ${n}`)).status);
    expect(tries).toEqual([422, 422, 422, 422, 422]);
    const refused = await change(person.cookie, password);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await signIn(person.email)).status).toBe(429);
  });

  it('is in no response, event or log', async () => {
    const person = await newAccount();
    const answer = await change(person.cookie, password);
    expect(JSON.stringify(answer.body)).not.toMatch(/battery/);
    expect(JSON.stringify(await eventRowsOf(marque, person.id))).not.toMatch(/battery|pbkdf2/);
  });

  it('set by an internal program ends every session, and is recorded as such', async () => {
    const person = await newAccount();
    await inTransaction(marque.payload, actAsSystem, async (req) => {
      await marque.payload.update({ collection: 'users', id: person.id, data: { password: next }, req });
    });
    expect(await isIn(person.cookie)).toBe(false);
    expect((await signIn(person.email, next)).status).toBe(200);
    expect((await eventRowsOf(marque, person.id))[0]).toMatchObject({
      type: 'account.password_set',
      detail: { by: 'program' },
    });
  });
});

describe("a person's sessions", () => {
  it('are listed, newest first, with what tells them apart', async () => {
    const person = await newAccount();
    const laptop = await openAnother(person, 'Safari on a laptop');
    const { body } = await call(laptop, 'GET', '/me/sessions');
    expect(body.data).toEqual([
      {
        id: expect.any(String) as unknown,
        createdAt: expect.stringMatching(/Z$/) as unknown,
        expiresAt: expect.stringMatching(/Z$/) as unknown,
        current: true,
        agent: 'Safari on a laptop',
        address: '127.0.0.1',
      },
      expect.objectContaining({ current: false, agent: null, address: null }),
    ]);
  });

  it('can be ended one by one, each from the very next request on, and once', async () => {
    const person = await newAccount();
    const phone = await openAnother(person, 'Phone');
    const list = async () =>
      (await call(person.cookie, 'GET', '/me/sessions')).body.data as { id: string; agent: string | null }[];
    const id = (await list()).find(({ agent }) => agent === 'Phone')?.id ?? '';
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(person.cookie, 'DELETE', `/me/sessions/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await isIn(phone)).toBe(false);
    expect(await list()).toHaveLength(1);
    expect((await eventRowsOf(marque, person.id)).map(({ type }) => type)).toEqual([
      'account.signed_in',
      'account.session_ended',
    ]);
  });

  it("can't be seen or ended by anyone else", async () => {
    const [person, other] = [await newAccount(), await newAccount()];
    const [theirs] = (await call(other.cookie, 'GET', '/me/sessions')).body.data as { id: string }[];
    const [own] = (await call(person.cookie, 'GET', '/me/sessions')).body.data as { id: string }[];
    expect(own?.id).not.toBe(theirs?.id);
    const refused = await call(person.cookie, 'DELETE', `/me/sessions/${theirs?.id}`);
    expect([refused.status, refused.body]).toEqual([
      404,
      (await call(person.cookie, 'DELETE', `/me/sessions/${randomUUID()}`)).body,
    ]);
    expect((await call(person.cookie, 'DELETE', '/me/sessions/no-id')).status).toBe(404);
    expect(await isIn(other.cookie)).toBe(true);
    expect((await marque.call('GET', '/api/v1/me/sessions')).status).toBe(401);
  });
});
