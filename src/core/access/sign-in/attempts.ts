// Attempts counted exactly, in the database, so that limits hold across processes and restarts: passwords of accounts and of shared
// resources, password reset emails. General requests are counted in leased shares: pipeline/rate-limit.ts.
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { statement, type Pool } from '../../db/pool.ts';
import { ApiError } from '../../errors.ts';
import { countedAddress } from '../address.ts';

/** What is counted: at most `limit` of one key in `seconds`. */
export interface Counter {
  /** Unique: counts are stored under it. */
  name: string;
  limit: number;
  seconds: number;
}

/** Declares a counter, of ten minutes by default. Each feature declares its own. */
export const defineCounter = (name: string, limit: number, seconds = 600): Counter => ({
  name,
  limit,
  seconds,
});

/** Attempts at the password of a shared resource: in total and per address. */
const visitors = defineCounter('visitor', 200);
const visitorsOfAddress = defineCounter('visitor-address', 10);

const limiters = new WeakMap<Pool, Map<string, RateLimiterPostgres>>();

function limiterOf(db: Pool, { name, limit, seconds }: Counter): RateLimiterPostgres {
  let made = limiters.get(db);
  if (!made) limiters.set(db, (made = new Map<string, RateLimiterPostgres>()));
  let limiter = made.get(name);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: db.pool,
      schemaName: 'marque',
      tableName: 'attempts',
      tableCreated: true,
      duration: seconds,
      keyPrefix: name,
      points: limit,
    });
    made.set(name, limiter);
  }
  return limiter;
}

/** A key, or a pair; all pairs with the same first part can be reset together. */
export type Key = string | readonly [string, string];

/** A counter's key: of fixed length, whatever was typed or forwarded. */
function kept(key: Key): string {
  const parts = typeof key === 'string' ? [key] : key;
  return parts.map((part) => createHash('sha256').update(part).digest('base64url')).join('.');
}

function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/**
 * Counts one attempt.
 * @throws rate_limited if the limit is reached.
 */
export async function take(db: Pool, counter: Counter, key: Key, what = 'failed attempts'): Promise<void> {
  try {
    await limiterOf(db, counter).consume(kept(key));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new ApiError('rate_limited', `Too many ${what}. Try again in ${waitWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    });
  }
}

/** Takes one attempt back. */
export async function giveBack(db: Pool, counter: Counter, key: Key): Promise<void> {
  await limiterOf(db, counter).reward(kept(key));
}

/** Resets a counter. */
export async function forget(db: Pool, counter: Counter, key: Key): Promise<void> {
  await limiterOf(db, counter).delete(kept(key));
}

const forgetPairs = statement('tries:forget-pairs', 'delete from marque.attempts where starts_with(key, $1)');

/** Resets every pair that begins with `first`. */
export async function forgetAll(db: Pool, counter: Counter, first: string): Promise<void> {
  await db.query(forgetPairs, [`${counter.name}:${kept(first)}.`]);
}

/** The key of an address for counting attempts: for IPv6 its network. */
export function triesFrom(address: string): string {
  return countedAddress(address) ?? address;
}

/**
 * Counts an attempt at the password of a shared resource before it's checked, so that concurrent attempts can't slip past.
 * Correct ones are taken back and reset the count of their address.
 *
 * @param protectedId what the password opens, by kind and ID: `portal:{id}`, `share:{id}`.
 * @throws rate_limited after ten wrong attempts from one address, or 200 in total, in ten minutes.
 */
export async function countedPassword(
  db: Pool,
  { protectedId, address }: { protectedId: string; address: string },
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  // If the address is unknown, everyone would share one count, and ten wrong attempts would lock everyone out.
  const from = countedAddress(address);
  const at = from === null ? null : `${protectedId} ${from}`;
  if (at !== null) await take(db, visitorsOfAddress, at);
  const undo = async (): Promise<void> => {
    if (at !== null) await giveBack(db, visitorsOfAddress, at);
  };
  try {
    await take(db, visitors, protectedId);
  } catch (error) {
    // The password wasn't checked, so this wasn't a wrong attempt of this address.
    await undo();
    throw error;
  }
  let isRight: boolean;
  try {
    isRight = await attempt();
  } catch (error) {
    await Promise.all([undo(), giveBack(db, visitors, protectedId)]);
    throw error;
  }
  if (isRight)
    await Promise.all([
      at === null ? undefined : forget(db, visitorsOfAddress, at),
      giveBack(db, visitors, protectedId),
    ]);
  return isRight;
}
