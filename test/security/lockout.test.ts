// Attempts to lock people out of their own account with wrong passwords: attempts are counted by account and
// address, and a device that signed in before has its own count.
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import { givePassword, makeAccount } from '../setup/accounts.ts';
import { startService, type Reply } from '../setup/service.ts';

const password = 'a password of theirs';

// Client addresses as reported by a trusted proxy.
const marque = await startService({ RATE_LIMIT: '0', TRUST_PROXY: '1' });
afterAll(() => marque.close());

const newAccount = () => makeAccount(marque, password);

function signIn(email: string, given: string, from: string, cookie = ''): Promise<Reply> {
  return marque.call('POST', '/api/auth/sign-in', {
    body: { email, password: given },
    headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
  });
}

const deviceIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith('mq-device='))
    ?.split(';')[0] ?? '';

const owner = '203.0.113.1';
const attacker = '198.51.100.7';

/** Wrong attempts from many addresses up to the limit: a hundred, in ten minutes. */
async function exhaustAccount(email: string): Promise<void> {
  // Only the last of a hundred: counting them one by one through PBKDF2 takes a minute.
  await signIn(email, 'wrong', '198.51.100.200');
  const key = `account:${createHash('sha256').update(email).digest('base64url')}`;
  await marque.service.db.query('update marque.attempts set points = 100 where key = $1', [key]);
}

describe('wrong passwords from one address', () => {
  it('lock out that address after exactly ten, and no one else', async () => {
    const person = await newAccount();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await signIn(person.email, `wrong ${n}`, attacker)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await signIn(person.email, password, attacker)).status).toBe(429);
    expect((await signIn(person.email, password, owner)).status).toBe(200);
    // The owner's sign-in gives the attacker no new attempts.
    expect((await signIn(person.email, password, attacker)).status).toBe(429);
  });

  it('are refused with the same message whether or not the account exists', async () => {
    const person = await newAccount();
    const words = new Set<string>();
    for (const email of [person.email, 'nobody.at.all@example.com']) {
      const from = '198.51.100.9';
      for (let n = 0; n < 10; n += 1) await signIn(email, `wrong ${n}`, from);
      const refused = await signIn(email, 'wrong', from);
      expect([email, refused.status]).toEqual([email, 429]);
      words.add(refused.body.error.message as string);
      await marque.service.db.query(`delete from marque.attempts where key like 'address:%'`);
    }
    expect(words.size).toBe(1);
  });
});

describe('wrong passwords from many addresses', () => {
  it('lock strangers out after a hundred, but no device that signed in before', async () => {
    const person = await newAccount();
    const first = await signIn(person.email, password, owner);
    const device = deviceIn(first.headers);
    expect(device).not.toBe('');
    expect(first.headers.getSetCookie().find((one) => one.startsWith('mq-device='))).toMatch(
      /HttpOnly.*SameSite=Lax/,
    );
    await exhaustAccount(person.email);

    expect((await signIn(person.email, password, '203.0.113.50')).status).toBe(429);
    expect((await signIn(person.email, password, '203.0.113.50', device)).status).toBe(200);
    const panel = await callPayload(marque, 'POST', '/api/users/login', {
      body: { email: person.email, password },
      headers: { cookie: device, 'x-forwarded-for': '203.0.113.51' },
    });
    expect(panel.status).toBe(200);
  });

  it("don't affect a device cookie, which is for its own account, unchanged, until the password changes", async () => {
    const person = await newAccount();
    const other = await newAccount();
    const device = deviceIn((await signIn(person.email, password, owner)).headers);
    await exhaustAccount(other.email);
    await exhaustAccount(person.email);

    expect((await signIn(other.email, password, owner, device)).status).toBe(429);
    const forged = device.slice(0, -1) + (device.endsWith('A') ? 'B' : 'A');
    for (const bad of [forged, 'mq-device=x', `mq-device=${'~'.repeat(50)}`, 'mq-device=a.b~c.d'])
      expect([bad, (await signIn(person.email, password, owner, bad)).status]).toEqual([bad, 429]);
    await givePassword(marque, person.id, 'another password');
    expect((await signIn(person.email, 'another password', owner, device)).status).toBe(429);
  });

  it('lock out a known device after ten of its own', async () => {
    const person = await newAccount();
    const device = deviceIn((await signIn(person.email, password, owner)).headers);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        signIn(person.email, `wrong ${n}`, `203.0.113.${100 + n}`, device),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await signIn(person.email, password, owner, device)).status).toBe(429);
    expect((await signIn(person.email, password, owner)).status).toBe(200);
  });

  it("don't affect a browser that is known for each account it signed in to", async () => {
    const [one, two] = [await newAccount(), await newAccount()];
    const first = deviceIn((await signIn(one.email, password, owner)).headers);
    const both = deviceIn((await signIn(two.email, password, owner, first)).headers);
    await exhaustAccount(one.email);
    await exhaustAccount(two.email);
    for (const { email } of [one, two])
      expect((await signIn(email, password, '203.0.113.60', both)).status).toBe(200);
  });
});
