// Passwords: the same message and the same time whether or not an account exists, with attempts counted exactly in the database.
// The hash is Payload's own (PBKDF2-SHA-256), so that an account works in any Payload app.
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from '../../db/pool.ts';
import {
  defineCounter,
  forget,
  forgetAll,
  giveBack,
  take,
  triesFrom,
  type Counter,
  type Key,
} from './attempts.ts';

export const minPasswordLength = 10;

// Per account: strict per address or known device, loose in total, so that strangers can't lock out the owner.
const ofAccountFromAddress = defineCounter('account-address', 10);
const ofAccountOnDevice = defineCounter('account-device', 10);
const ofAccount = defineCounter('account', 100);
const ofAddress = defineCounter('address', 100);
// Separate from sign-in attempts, so that reset requests in someone's name can't lock them out.
const resetsOfAccount = defineCounter('ask-account', 10);
const resetsOfAddress = defineCounter('ask-address', 100);

const derive = promisify(pbkdf2);

// Payload 3.90.2, auth/strategies/local/generatePasswordSaltHash: the format it writes, and the older one it still reads.
const current = { prefix: 'pbkdf2-sha256-v1:', iterations: 600_000, bytes: 32 };
const legacy = { prefix: '', iterations: 25_000, bytes: 512 };

/** True if the password matches. A missing account (null) takes as long and is false. */
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

/** Resets the wrong attempts of an account after a new password was set. */
export async function forgetTries(db: Pool, account: string): Promise<void> {
  await Promise.all([
    forget(db, ofAccount, account),
    forgetAll(db, ofAccountFromAddress, account),
    forgetAll(db, ofAccountOnDevice, account),
  ]);
}

/**
 * Counts a request for a password reset email, whether or not the account exists.
 *
 * @throws rate_limited after ten for one account or a hundred from one address in ten minutes.
 */
export async function countAsk(db: Pool, who: { account: string; address: string }): Promise<void> {
  await take(db, resetsOfAddress, triesFrom(who.address), 'password reset requests');
  await take(db, resetsOfAccount, who.account, 'password reset requests');
}

/** Who tries: which account, from where, and from which device if it signed in to the account before. */
export interface Trying {
  account: string;
  address: string;
  device?: string | null;
}

/** The counters of an attempt, in order. */
function countersOf({ account, address, device }: Trying): [Counter, Key][] {
  // A device its owner signed in with has its own count, so that strangers can't lock it out.
  if (device) return [[ofAccountOnDevice, [account, device]]];
  const from = triesFrom(address);
  return [
    [ofAccountFromAddress, [account, from]],
    [ofAddress, from],
    [ofAccount, account],
  ];
}

/**
 * Counts an attempt before it's checked, so that concurrent attempts can't slip past. A correct one is taken back and resets the
 * count of its own address or device.
 *
 * @throws rate_limited after ten wrong attempts for one account from one address or device, or a hundred in total for one
 *   account or from one address, in ten minutes. The same whether or not the account exists.
 */
export async function countedTry(db: Pool, who: Trying, attempt: () => Promise<boolean>): Promise<boolean> {
  const counters = countersOf(who);
  const counted: [Counter, Key][] = [];
  const giveAllBack = () => Promise.all(counted.map(([counter, key]) => giveBack(db, counter, key)));
  try {
    for (const [counter, key] of counters) {
      await take(db, counter, key);
      counted.push([counter, key]);
    }
  } catch (error) {
    // The password wasn't checked: a blocked address must not count against other people's accounts.
    await giveAllBack();
    throw error;
  }
  const isRight = await attempt();
  if (isRight) {
    // The first is the strictest: of this address or device.
    await Promise.all(
      counters.map(([counter, key], index) =>
        index === 0 ? forget(db, counter, key) : giveBack(db, counter, key),
      ),
    );
  }
  return isRight;
}
