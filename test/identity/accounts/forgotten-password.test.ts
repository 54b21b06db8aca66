// A forgotten password: anyone can request a reset, no one learns whether the account exists, and whoever
// reads the mailbox sets a new one. Once, within an hour.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mailResetLink, resetJob } from '../../../src/identity/accounts/reset.ts';
import { cookieOf, makeAccount } from '../../setup/accounts.ts';
import { until } from '../../setup/children.ts';
import { startMailServer, type ReceivedMail } from '../../setup/mail-server.ts';
import { eventRowsOf } from '../../setup/events.ts';
import { startService } from '../../setup/service.ts';
import { callPayload } from './payload-transport.ts';

const password = 'correct horse battery';
const next = 'another battery staple';

const mailbox = await startMailServer();
const marque = await startService();
await marque.makePlace('Acme');
await marque.makePlace('Other');
afterAll(async () => {
  await marque.close();
  await mailbox.close();
});
beforeEach(async () => {
  await marque.service.db.query('delete from marque.attempts');
  mailbox.mails.length = 0;
  marque.service.env.settings = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    MAIL_FROM: 'Marque <marque@example.com>',
  };
});

const newAccount = () => makeAccount(marque, password);

const forgot = (email: string) => marque.call('POST', '/api/auth/forgot', { body: { email } });
const reset = (token: string, to = next) =>
  marque.call('POST', '/api/auth/reset', { body: { token, password: to } });
const signIn = (email: string, given: string) =>
  marque.call('POST', '/api/auth/sign-in', { body: { email, password: given } });
const isIn = async (cookie: string): Promise<boolean> =>
  (await marque.call('GET', '/api/v1/me', { as: { cookie } })).status === 200;

const tokenIn = (mail: ReceivedMail | undefined): string =>
  /\/admin\/reset\?token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? '';

const mailsTo = (email: string): ReceivedMail[] => mailbox.mails.filter(({ to }) => to.includes(email));

/** The token of the link in a password reset mail. */
async function mailedToken(email: string): Promise<string> {
  const already = mailsTo(email).length;
  expect((await forgot(email)).status).toBe(200);
  await until(async () => mailsTo(email).length > already);
  return tokenIn(mailsTo(email).at(-1));
}

describe('requesting a new password', () => {
  it('mails a link to the account, and responds the same if there is none', async () => {
    const person = await newAccount();
    const known = await forgot(` ${person.email.toUpperCase()} `);
    const unknown = await forgot('nobody@example.com');
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    expect(known.body.data).toEqual({
      byMail: true,
      message: expect.stringContaining('If there is an account'),
    });
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());

    await until(async () => mailsTo(person.email).length > 0);
    const [mail] = mailsTo(person.email);
    expect(mail?.headers.subject).toBe('Set a new password');
    expect(mail?.text).toContain(marque.url);
    expect(tokenIn(mail)).toHaveLength(43);
    // An unknown address is looked up in the same job, and gets nothing.
    await mailResetLink(marque.service, { email: 'nobody@example.com' });
    expect(mailsTo('nobody@example.com')).toEqual([]);
  });

  it('looks the account up after it has answered, and never during the answer', async () => {
    const person = await newAccount();
    await forgot(person.email);
    await forgot('nobody@example.com');
    const jobs = await marque.service.db.query<{ data: { email: string } }>(
      'select data from marque_jobs.job where name = $1 order by created_on desc limit 2',
      [resetJob],
    );
    expect(jobs.map(({ data }) => data.email).sort()).toEqual(['nobody@example.com', person.email].sort());
  });

  it('neither stores nor reveals a token', async () => {
    const person = await newAccount();
    const token = await mailedToken(person.email);
    for (const table of ['marque.password_resets', 'marque.events', 'marque_jobs.job', 'public.users']) {
      const rows = await marque.service.db.query(
        `select 1 from ${table} x where x::text like '%' || $1 || '%'`,
        [token],
      );
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await eventRowsOf(marque, person.id)).toEqual([
      expect.objectContaining({ type: 'account.reset_asked', actor_kind: 'nobody', detail: {} }),
    ]);
  });

  it('is limited to ten for one address in ten minutes, whether there is an account or not', async () => {
    const person = await newAccount();
    for (const email of [person.email, 'nobody.at.all@example.com']) {
      const answers = await Promise.all(Array.from({ length: 13 }, () => forgot(email)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      const [refused] = answers.filter(({ status }) => status === 429);
      expect([refused?.body.error.code, refused?.headers.get('retry-after')]).toEqual([
        'rate_limited',
        expect.stringMatching(/^\d+$/),
      ]);
    }
    // Requests in someone's name don't lock them out.
    expect((await signIn(person.email, password)).status).toBe(200);
  });

  it('is limited to a hundred from one IP address in ten minutes', async () => {
    await forgot('somebody@example.com');
    await marque.service.db.query(`update marque.attempts set points = 100 where key like 'ask-address:%'`);
    expect((await forgot('somebody.else@example.com')).status).toBe(429);
  });

  it('says the same to everyone if no mail can be sent: what to do instead', async () => {
    const person = await newAccount();
    marque.service.env.settings = {};
    const known = await forgot(person.email);
    expect([known.status, known.body]).toEqual([200, (await forgot('nobody@example.com')).body]);
    expect(known.body.data).toEqual({ byMail: false, message: expect.stringContaining('Ask its operator') });
    expect(await eventRowsOf(marque, person.id)).toEqual([]);
  });

  it("isn't an error however the address is written", async () => {
    for (const email of ['', 'no address', 'ü@exämple.com', "' or true --"])
      expect([email, (await forgot(email)).status]).toEqual([email, 200]);
    expect((await forgot('x'.repeat(255))).status).toBe(400);
    expect((await marque.call('POST', '/api/auth/forgot', { body: {} })).status).toBe(400);
  });
});

describe('the link', () => {
  it('sets a new password once, ends every session, and signs in', async () => {
    const person = await newAccount();
    for (let n = 0; n < 10; n += 1) await signIn(person.email, `wrong ${n}`);
    expect((await signIn(person.email, password)).status).toBe(429);
    const token = await mailedToken(person.email);
    const answer = await reset(token);
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { user: { id: person.id, name: person.name, email: person.email } } },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([await isIn(cookieOf(answer)), await isIn(person.cookie)]).toEqual([true, false]);
    // A person with access to the mailbox is no longer blocked for wrong attempts.
    expect((await signIn(person.email, next)).status).toBe(200);
    expect((await signIn(person.email, password)).status).toBe(401);

    const again = await reset(token, 'a third password');
    expect([again.status, again.body.error.code]).toEqual([410, 'gone']);
    expect((await signIn(person.email, next)).status).toBe(200);
    const events = (await eventRowsOf(marque, person.id)).filter(
      ({ type }) => !type.startsWith('account.sign'),
    );
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'account.reset_asked' },
      {
        type: 'account.password_set',
        actor_kind: 'person',
        detail: { by: 'link', sessionsEnded: 1, keysRevoked: 0 },
      },
    ]);
  });

  it('works once for several who use it at the same moment', async () => {
    const person = await newAccount();
    const token = await mailedToken(person.email);
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `password number ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('expires after an hour', async () => {
    const person = await newAccount();
    const token = await mailedToken(person.email);
    const [row] = await marque.service.db.query<{ minutes: number }>(
      'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from marque.password_resets where user_id = $1',
      [person.id],
    );
    expect(row?.minutes).toBe(60);
    await marque.service.db.query('update marque.password_resets set expires_at = now() where user_id = $1', [
      person.id,
    ]);
    const late = await reset(token);
    expect([late.status, late.body.error.code]).toEqual([410, 'gone']);
    expect((await signIn(person.email, password)).status).toBe(200);
  });

  it('stops working once another one has been used', async () => {
    const person = await newAccount();
    const [first, second] = [await mailedToken(person.email), await mailedToken(person.email)];
    expect(second).not.toBe(first);
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first, 'a third password')).status).toBe(410);
    expect((await signIn(person.email, next)).status).toBe(200);
  });

  it('with an unknown token is a 404, and changes nothing; guesses are counted', async () => {
    expect((await reset('x'.repeat(43))).status).toBe(404);
    expect((await reset('')).status).toBe(404);
    await marque.service.db.query(`update marque.attempts set points = 100 where key like 'address:%'`);
    expect((await reset('y'.repeat(43))).status).toBe(429);
  });

  it('refuses a password of fewer than ten characters, without being used up', async () => {
    const person = await newAccount();
    const token = await mailedToken(person.email);
    expect((await reset(token, '123456789')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });
});

describe("Payload's own routes", () => {
  it('request a link with the same response, and set a password with it', async () => {
    const person = await newAccount();
    const ask = (body: unknown) => callPayload(marque, 'POST', '/api/users/forgot-password', { body });
    const known = await ask({ email: person.email });
    expect([known.status, known.body]).toEqual([200, (await ask({ email: 'nobody@example.com' })).body]);
    await until(async () => mailsTo(person.email).length > 0);
    const [mail] = mailsTo(person.email);
    const set = (body: Record<string, unknown>, origin = marque.url) =>
      callPayload(marque, 'POST', '/api/users/reset-password', { body, headers: { origin } });
    const token = tokenIn(mail);
    expect((await set({ token, password: next }, 'https://evil.example')).status).toBe(403);
    expect((await set({ token, password: 'short' })).status).toBe(422);
    const answer = await set({ token, password: next });
    expect([answer.status, answer.body.user.id]).toEqual([200, person.id]);
    expect(await isIn(cookieOf(answer))).toBe(true);
    expect((await set({ token, password: 'a third password' })).status).toBe(410);
    expect((await set({})).status).toBeGreaterThanOrEqual(400);

    const [row] = await marque.service.db.query<{ token: string | null }>(
      'select reset_password_token as token from users where id = $1',
      [person.id],
    );
    expect(row?.token).toBeNull();
  });
});
