// Tries counted exactly, in the database, so that they hold across processes and restarts: passwords of accounts, passwords of what
// is shared, mails that are asked for. Requests in general are counted in shares: request-limit.ts.
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { statement, type Pool } from '../db/pool.ts';
import { ApiError } from '../errors.ts';
import { countedAddress } from './address.ts';

const windowSeconds = 600;

/** What is counted, and how often it may be in ten minutes from the first on. */
const limits = {
  /** Of one account: tightly from one address or one known device, loosely from everywhere, so that strangers can't keep its owner out. */
  'account-address': 10,
  'account-device': 10,
  account: 100,
  address: 100,
  // Apart from tries to sign in: whoever asks for mails in somebody's name must not lock them out.
  'ask-account': 10,
  'ask-address': 100,
  /** Agents' requests to be let in: each is a row until it expires. */
  authorize: 60,
  /** The same where no address is known, for everybody together. */
  'authorize-anywhere': 1_000,
  /** Of one door, from everywhere and from one address. */
  door: 200,
  'door-address': 10,
  /** Files that one share link takes. */
  'link-uploads': 200,
} as const satisfies Record<string, number>;
export type Counter = keyof typeof limits;

const limiters = new WeakMap<Pool, Map<Counter, RateLimiterPostgres>>();

function limiterOf(db: Pool, counter: Counter): RateLimiterPostgres {
  let made = limiters.get(db);
  if (!made) limiters.set(db, (made = new Map<Counter, RateLimiterPostgres>()));
  let limiter = made.get(counter);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: db.pool,
      schemaName: 'marque',
      tableName: 'attempts',
      tableCreated: true,
      duration: windowSeconds,
      keyPrefix: counter,
      points: limits[counter],
    });
    made.set(counter, limiter);
  }
  return limiter;
}

/** What is counted for: a text, or a pair, of which all that begin alike can be forgotten together. */
export type Key = string | readonly [string, string];

/** What a counter is kept under: of one length, whatever was typed or forwarded. */
function kept(key: Key): string {
  const parts = typeof key === 'string' ? [key] : key;
  return parts.map((part) => createHash('sha256').update(part).digest('base64url')).join('.');
}

/**
 * Counts one.
 * @throws Refusal rate_limited when there were enough.
 */
export async function take(db: Pool, counter: Counter, key: Key, what = 'wrong tries'): Promise<void> {
  try {
    await limiterOf(db, counter).consume(kept(key));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new ApiError(
      'rate_limited',
      `Too many ${what}. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** Takes one back that was none. */
export async function giveBack(db: Pool, counter: Counter, key: Key): Promise<void> {
  await limiterOf(db, counter).reward(kept(key));
}

/** Begins again. */
export async function forget(db: Pool, counter: Counter, key: Key): Promise<void> {
  await limiterOf(db, counter).delete(kept(key));
}

const forgetPairs = statement('tries:forget-pairs', 'delete from marque.attempts where starts_with(key, $1)');

/** Begins again for every pair that begins with `first`. */
export async function forgetAll(db: Pool, counter: Counter, first: string): Promise<void> {
  await db.query(forgetPairs, [`${counter}:${kept(first)}.`]);
}

/** An address as tries are counted for it: of IPv6 the network, which is what one holder has. */
export function triesFrom(address: string): string {
  return countedAddress(address) ?? address;
}

/**
 * Counts a try at the password of something that is shared before it is made, so that tries at the same moment can't slip past. Only
 * wrong ones stay counted, and one that is right forgets those of its address.
 *
 * @param door what the password opens, by kind and id: `portal:{id}`, `share:{id}`.
 * @throws Refusal rate_limited after ten wrong tries from one address, or 200 in all, in ten minutes.
 */
export async function countedPassword(
  db: Pool,
  { door, address }: { door: string; address: string },
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  // Where no door knows the address, all who come would share one count, and ten wrong tries of anybody would shut everybody out.
  const from = countedAddress(address);
  const at = from === null ? null : `${door} ${from}`;
  if (at !== null) await take(db, 'door-address', at);
  const undo = async (): Promise<void> => {
    if (at !== null) await giveBack(db, 'door-address', at);
  };
  try {
    await take(db, 'door', door);
  } catch (error) {
    // It was not tried, so it was no wrong try of this address.
    await undo();
    throw error;
  }
  let held: boolean;
  try {
    held = await attempt();
  } catch (error) {
    await Promise.all([undo(), giveBack(db, 'door', door)]);
    throw error;
  }
  if (held)
    await Promise.all([at === null ? undefined : forget(db, 'door-address', at), giveBack(db, 'door', door)]);
  return held;
}
