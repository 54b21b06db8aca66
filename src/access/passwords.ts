// Passwords: the same words and the same time whether an account exists, tries counted exactly in the database.
// The hash is Payload's own (PBKDF2-SHA-256), so that an account works in any Payload app.
import { createHash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from '../db/pool.ts';
import { Refusal } from '../refusal.ts';

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

const windowSeconds = 600;
const triesPerAccount = 10;
const triesPerAddress = 100;

type Limiters = Record<'account' | 'address' | 'asksForAccount' | 'asksFromAddress', RateLimiterPostgres>;

const limiters = new WeakMap<Pool, Limiters>();

function limitersOf(db: Pool): Limiters {
  let made = limiters.get(db);
  if (!made) {
    const shared = {
      storeClient: db.pool,
      schemaName: 'marque',
      tableName: 'attempts',
      tableCreated: true,
      duration: windowSeconds,
    };
    made = {
      account: new RateLimiterPostgres({ ...shared, keyPrefix: 'account', points: triesPerAccount }),
      address: new RateLimiterPostgres({ ...shared, keyPrefix: 'address', points: triesPerAddress }),
      asksForAccount: new RateLimiterPostgres({
        ...shared,
        keyPrefix: 'ask-account',
        points: triesPerAccount,
      }),
      asksFromAddress: new RateLimiterPostgres({
        ...shared,
        keyPrefix: 'ask-address',
        points: triesPerAddress,
      }),
    };
    limiters.set(db, made);
  }
  return made;
}

/** What a counter is kept under: of one length, whatever was typed or forwarded. */
function counterOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

async function take(limiter: RateLimiterPostgres, key: string, what = 'wrong tries'): Promise<void> {
  try {
    await limiter.consume(counterOf(key));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new Refusal(
      'rate_limited',
      `Too many ${what}. Wait ${Math.ceil(seconds / 60)} minutes and try again.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** Forgets the wrong tries for an account, whose password has just been set anew. */
export async function forgetTries(db: Pool, account: string): Promise<void> {
  await limitersOf(db).account.delete(counterOf(account));
}

/**
 * Counts somebody's asking for a mail to an account, whether there is one or not. Counted apart from tries to sign in: whoever asks in
 * somebody's name must not lock them out.
 *
 * @throws Refusal rate_limited after ten for one account or a hundred from one address in ten minutes.
 */
export async function countAsk(db: Pool, who: { account: string; address: string }): Promise<void> {
  const { asksForAccount, asksFromAddress } = limitersOf(db);
  await take(asksFromAddress, who.address, 'mails were asked for');
  await take(asksForAccount, who.account, 'mails were asked for');
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
  const { account, address } = limitersOf(db);
  await take(account, who.account);
  try {
    await take(address, who.address);
  } catch (error) {
    // It was not tried, so it was not a wrong try for the account: an address that is out must not lock others' accounts.
    await account.reward(counterOf(who.account));
    throw error;
  }
  const held = await attempt();
  if (held)
    await Promise.all([account.delete(counterOf(who.account)), address.reward(counterOf(who.address))]);
  return held;
}
