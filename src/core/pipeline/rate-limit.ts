// Requests per caller and minute, counted in PostgreSQL for all processes. Each process leases a share and counts it down in memory,
// so that most requests need no query: a counter written per request would limit throughput to a fraction.
import { performance } from 'node:perf_hooks';
import { statement, type Db } from '../db/pool.ts';
import { countedAddress } from '../access/address.ts';
import { ApiError } from '../errors.ts';
import type { Service } from '../service.ts';

const windowMs = 60_000;
/** A share is this fraction of what's left; near the limit it's a single request, so that no process hoards requests. */
const sharePart = 20;
/**
 * What may be used before the first lease of a window arrives, as a fraction of the limit, so that occasional callers never
 * wait. Each process can exceed the limit by that much; limits below this number are exact.
 */
const unaskedPart = 100;

const inWindow = `r.began_at > now() - interval '${windowMs} ms'`;
const granted = (taken: string): string =>
  `greatest(0, least($2::bigint - ${taken}, $3::bigint + greatest(1, ($2::bigint - ${taken}) / ${sharePart})))`;

/** A caller's window begins with its first request. */
const lease = statement(
  'requests:lease',
  `insert into marque.requests as r (caller, began_at, taken, leased) values ($1, now(), ${granted('0')}, ${granted('0')})
   on conflict (caller) do update set
     began_at = case when ${inWindow} then r.began_at else now() end,
     taken = case when ${inWindow} then r.taken + ${granted('r.taken')} else excluded.taken end,
     leased = case when ${inWindow} then ${granted('r.taken')} else excluded.leased end
   returning r.leased, (extract(epoch from r.began_at - now()) * 1000)::int + ${windowMs} as ms`,
);

const dropOld = statement('requests:drop', `delete from marque.requests r where not (${inWindow})`);

/** Deletes expired windows. */
export async function dropRequestCounts(db: Db): Promise<void> {
  await db.query(dropOld);
}

/** What this process may let through for a caller. */
interface Share {
  /** Requests a minute. */
  limit: number;
  /** End of the window, on the clock of `performance.now()`. */
  endsAt: number;
  /** Leased and not used. At `low` and below, the next lease is requested. */
  left: number;
  low: number;
  /** May be let through before anything is leased. */
  unasked: number;
  /** Let through without a lease; the next one pays for it. */
  owed: number;
  /** The limit of this window is used up. */
  spent: boolean;
  asking: Promise<void> | null;
}

const shares = new WeakMap<Service, Map<string, Share>>();
/** With this many callers, expired windows are removed before another is added. */
const pruneAt = 10_000;

function shareOf(service: Service, caller: string, limit: number): Share {
  const now = performance.now();
  let callers = shares.get(service);
  if (!callers) shares.set(service, (callers = new Map<string, Share>()));
  const share = callers.get(caller);
  if (share && (share.endsAt > now || share.asking)) return share;
  if (callers.size >= pruneAt) {
    for (const [key, { endsAt, asking }] of callers) if (endsAt <= now && !asking) callers.delete(key);
  }
  const unasked = Math.floor(limit / unaskedPart);
  const fresh: Share = {
    limit,
    endsAt: now + windowMs,
    left: 0,
    low: 0,
    unasked,
    owed: 0,
    spent: false,
    asking: null,
  };
  callers.set(caller, fresh);
  return fresh;
}

async function refill(service: Service, caller: string, share: Share): Promise<void> {
  const asked = share.owed;
  const [row] = await service.db.query<{ leased: number; ms: number }>(lease, [caller, share.limit, asked]);
  if (!row) throw new Error('The rate limit lease returned no row.');
  const endsAt = performance.now() + row.ms;
  // A new window: the rest of the old one expires.
  if (endsAt > share.endsAt + windowMs / 2) share.left = 0;
  const balance = share.left + row.leased - share.owed;
  share.left = Math.max(0, balance);
  share.owed = Math.max(0, -balance);
  share.low = Math.floor((row.leased - asked) / 4);
  share.unasked = 0;
  share.spent = row.leased === 0;
  share.endsAt = endsAt;
}

function ask(service: Service, caller: string, share: Share): Promise<void> {
  if (!share.asking) {
    share.asking = refill(service, caller, share).finally(() => {
      share.asking = null;
    });
    // Errors are ignored here: a request that needs a share asks again and gets the error.
    share.asking.catch(() => undefined);
  }
  return share.asking;
}

/** True if the request may proceed without waiting. */
function spend(service: Service, caller: string, share: Share): boolean {
  if (share.left > 0) {
    share.left -= 1;
    if (share.left <= share.low && !share.spent) void ask(service, caller, share);
    return true;
  }
  if (share.unasked > 0) {
    share.unasked -= 1;
    share.owed += 1;
    void ask(service, caller, share);
    return true;
  }
  return false;
}

async function waitForShare(service: Service, caller: string, limit: number): Promise<void> {
  for (;;) {
    const share = shareOf(service, caller, limit);
    if (spend(service, caller, share)) return;
    if (share.spent) {
      const seconds = Math.max(1, Math.ceil((share.endsAt - performance.now()) / 1000));
      throw new ApiError(
        'rate_limited',
        `Rate limit exceeded: ${limit} requests a minute. Wait ${seconds} seconds, then slow down.`,
        { retryAfterSeconds: seconds },
      );
    }
    await ask(service, caller, share);
  }
}

/**
 * Counts a request. Returns undefined, with nothing to await, while this process has a share left.
 *
 * @param caller the key to count under: `key:…`, `person:…`, `address:…`.
 * @param limit requests per minute, the same for each caller of a kind; 0: unlimited.
 * @throws rate_limited, with the seconds until the window ends.
 */
export function countRequest(
  service: Service,
  caller: string,
  limit = service.env.rateLimit,
): Promise<void> | undefined {
  if (limit === 0) return undefined;
  return spend(service, caller, shareOf(service, caller, limit))
    ? undefined
    : waitForShare(service, caller, limit);
}

/** A page with hundreds of thumbnails is one visit, so files have a limit this many times higher. */
const filesFactor = 10;

/**
 * Counts a request outside the operations of `/api/v1` by IP address: signing in, OAuth, portals, shares, the panel and
 * Payload's REST routes share one limit, files and sites another.
 *
 * @throws rate_limited
 */
export function countVisit(
  service: Service,
  address: string,
  kind: 'pages' | 'files',
): Promise<void> | undefined {
  const from = countedAddress(address);
  if (from === null) return undefined;
  const { rateLimit } = service.env;
  return countRequest(service, `${kind}:${from}`, kind === 'files' ? rateLimit * filesFactor : rateLimit);
}
