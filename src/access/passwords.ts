// Passwords: the same words and the same time whether an account exists, tries counted exactly in the database.
// The hash is Payload's own (PBKDF2-SHA-256), so that an account works in any Payload app.
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from '../db/pool.ts';
import { forget, giveBack, take, triesFrom } from './tries.ts';

export const minPasswordLength = 10;

const derive = promisify(pbkdf2);

// Payload 3.90.2, auth/strategies/local/generatePasswordSaltHash: the format it writes, and the older one it still reads.
const current = { prefix: 'pbkdf2-sha256-v1:', iterations: 600_000, bytes: 32 };
const legacy = { prefix: '', iterations: 25_000, bytes: 512 };

/** True when the password is the one that was hashed. An account that isn't there (null) takes as long and is false. */
export async function passwordHolds(
  password: string,
  stored: { hash: string | null; salt: string | null } | null,
): Promise<boolean> {
  const known = stored?.hash && stored.salt ? { hash: stored.hash, salt: stored.salt } : null;
  const scheme = known && !known.hash.startsWith(current.prefix) ? legacy : current;
  const expected = Buffer.from(known ? known.hash.slice(scheme.prefix.length) : '', 'hex');
  const actual = await derive(
    password,
    known?.salt ?? 'no account here',
    scheme.iterations,
    scheme.bytes,
    'sha256',
  );
  return known !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Hashes a password for the columns of the same names. */
export async function hashPassword(password: string): Promise<{ hash: string; salt: string }> {
  const salt = randomBytes(32).toString('hex');
  const hash = await derive(password, salt, current.iterations, current.bytes, 'sha256');
  return { hash: current.prefix + hash.toString('hex'), salt };
}

/** Forgets the wrong tries for an account, whose password has just been set anew. */
export async function forgetTries(db: Pool, account: string): Promise<void> {
  await forget(db, 'account', account);
}

/**
 * Counts somebody's asking for a mail to an account, whether there is one or not.
 *
 * @throws Refusal rate_limited after ten for one account or a hundred from one address in ten minutes.
 */
export async function countAsk(db: Pool, who: { account: string; address: string }): Promise<void> {
  await take(db, 'ask-address', triesFrom(who.address), 'mails were asked for');
  await take(db, 'ask-account', who.account, 'mails were asked for');
}

/**
 * Counts a try before it is made, so that tries at the same moment can't slip past; `attempt` answering true gives it back.
 *
 * @throws Refusal rate_limited after ten wrong tries for one account or a hundred from one address in ten minutes.
 */
export async function countedTry(
  db: Pool,
  who: { account: string; address: string },
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const address = triesFrom(who.address);
  await take(db, 'account', who.account);
  try {
    await take(db, 'address', address);
  } catch (error) {
    // It was not tried, so it was not a wrong try for the account: an address that is out must not lock others' accounts.
    await giveBack(db, 'account', who.account);
    throw error;
  }
  const held = await attempt();
  if (held) await Promise.all([forget(db, 'account', who.account), giveBack(db, 'address', address)]);
  return held;
}
