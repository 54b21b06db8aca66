// Passwords of shared portals and links: wrong attempts are counted exactly, across all processes, and after
// a restart.
import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { countedPassword } from '../../../src/core/access/sign-in/attempts.ts';
import { openPool, type Pool } from '../../../src/core/db/pool.ts';
import { isApiError } from '../../../src/core/errors.ts';
import { startScript, untilItSays } from '../../setup/children.ts';
import { startService } from '../../setup/service.ts';

const marque = await startService();
const { db } = marque.service;
afterAll(() => marque.close());

let addresses = 0;
const newAddress = (): string => `192.0.2.${(addresses += 1)}`;
const newTarget = (): string => `portal:${randomUUID()}`;
const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

type Outcome = 'let in' | 'wrong' | 'too many';

async function attempt(
  protectedId: string,
  address: string,
  password: () => Promise<boolean> = wrong,
  on: Pool = db,
): Promise<Outcome> {
  try {
    return (await countedPassword(on, { protectedId, address }, password)) ? 'let in' : 'wrong';
  } catch (error) {
    if (!isApiError(error) || error.code !== 'rate_limited') throw error;
    const { retryAfterSeconds } = error.detail as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(600);
    return 'too many';
  }
}

async function attempts(count: number, one: (index: number) => Promise<Outcome>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  return outcomes.filter((outcome) => outcome !== 'too many').length;
}

describe('a password-protected page', () => {
  it('accepts ten wrong attempts from one address, however many come at once, then none, the right password included', async () => {
    const [protectedId, address] = [newTarget(), newAddress()];
    expect(await attempts(25, () => attempt(protectedId, address))).toBe(10);
    expect(await attempt(protectedId, address, right)).toBe('too many');
    expect(await attempt(protectedId, newAddress(), right)).toBe('let in');
    expect(await attempt(newTarget(), address, right)).toBe('let in');
  });

  it('accepts 200 wrong attempts in total, from any addresses', async () => {
    const protectedId = newTarget();
    expect(await attempts(250, (index) => attempt(protectedId, `198.51.100.${index}`))).toBe(200);
    expect(await attempt(protectedId, newAddress(), right)).toBe('too many');
    // A blocked attempt doesn't count as a wrong one of its address: once the page accepts attempts again, it
    // has all of its own.
    const spared = newAddress();
    expect(await attempts(10, () => attempt(protectedId, spared))).toBe(0);
    await db.query("update marque.attempts set expire = expire - 601000 where key like 'visitor:%'");
    expect(await attempts(12, () => attempt(protectedId, spared))).toBe(10);
  });

  it('counts only wrong attempts, and forgets those of an address that got in', async () => {
    const [protectedId, address] = [newTarget(), newAddress()];
    for (let n = 0; n < 30; n += 1) expect(await attempt(protectedId, address, right)).toBe('let in');
    for (let round = 0; round < 3; round += 1) {
      expect(await attempts(9, () => attempt(protectedId, address))).toBe(9);
      expect(await attempt(protectedId, address, right)).toBe('let in');
    }
  });

  it('counts nothing that could not be tried', async () => {
    const [protectedId, address] = [newTarget(), newAddress()];
    for (let n = 0; n < 15; n += 1) {
      const broken = countedPassword(db, { protectedId, address }, () => Promise.reject(new Error('away')));
      await expect(broken).rejects.toThrow('away');
    }
    expect(await attempts(25, () => attempt(protectedId, address))).toBe(10);
  });

  it("counts an IPv6 network as one, and blocks no one for others' attempts if no address is known", async () => {
    const protectedId = newTarget();
    expect(await attempts(20, (index) => attempt(protectedId, `2001:db8:1:2::${index + 1}`))).toBe(10);
    expect(await attempt(protectedId, '2001:db8:1:3::1')).toBe('wrong');
    const open = newTarget();
    expect(await attempts(30, () => attempt(open, 'unknown'))).toBe(30);
    expect(await attempts(200, () => attempt(open, 'unknown'))).toBe(170);
  });

  it('accepts attempts again after ten minutes', async () => {
    const [protectedId, address] = [newTarget(), newAddress()];
    await attempts(11, () => attempt(protectedId, address));
    expect(await attempt(protectedId, address, right)).toBe('too many');
    await db.query('update marque.attempts set expire = expire - 601000');
    expect(await attempt(protectedId, address, right)).toBe('let in');
  });
});

describe('several processes', () => {
  const inAnother = async (protectedId: string, address: string, count: number): Promise<number> => {
    const child = startScript('test/core/access/another-process.ts', [protectedId, address, String(count)]);
    return Number(/let through (\d+)/.exec(await untilItSays(child, ';'))?.[1]);
  };

  it('count together, and continue counting after a restart', async () => {
    const [protectedId, address] = [newTarget(), newAddress()];
    const [one, other] = await Promise.all([
      inAnother(protectedId, address, 8),
      inAnother(protectedId, address, 8),
    ]);
    expect(one + other).toBe(10);
    // Those processes have ended; this one starts fresh, and so does a new pool.
    expect(await inAnother(protectedId, address, 3)).toBe(0);
    const fresh = openPool(process.env.DATABASE_URL ?? '');
    expect(await attempt(protectedId, address, right, fresh)).toBe('too many');
    await fresh.close();
  });
});
