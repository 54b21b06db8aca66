// Requests per caller and minute, counted in PostgreSQL for every process. Each process leases a share and spends it in memory, so
// that an ordinary request asks nobody: a counter written per request would cap the service at a fraction of what it answers.
import { performance } from 'node:perf_hooks';
import { statement, type Db } from '../db/pool.ts';
import { countedAddress } from '../access/address.ts';
import { ApiError } from '../errors.ts';
import type { Service } from '../service.ts';

const windowMs = 60_000;
/** A share is this part of what is left: near the end it is one request, so that no process sits on what another is asked for. */
const sharePart = 20;
/**
 * What may be spent before the first lease of a window is in, as a part of the limit: whoever comes now and then waits for none.
 * The limit is passed by at most as much for each process; limits below this number are exact.
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

/** Takes away the windows that are over. */
export async function dropRequestCounts(db: Db): Promise<void> {
  await db.query(dropOld);
}

/** What this process may let through for a caller. */
interface Share {
  /** Requests a minute. */
  limit: number;
  /** When the window is over, on the clock of `performance.now()`. */
  endsAt: number;
  /** Leased and not spent. At `low` and below, more is asked for before it runs out. */
  left: number;
  low: number;
  /** May be let through although nothing is leased yet. */
  unasked: number;
  /** Was let through so: the next lease pays for it. */
  owed: number;
  /** The database has no more to give in this window. */
  spent: boolean;
  asking: Promise<void> | null;
}

const shares = new WeakMap<Service, Map<string, Share>>();
/** With so many callers, those whose window is over are forgotten before another is kept. */
const pruneAt = 10_000;

function shareOf(service: Service, caller: string, limit: number): Share {
  const now = performance.now();
  let held = shares.get(service);
  if (!held) shares.set(service, (held = new Map<string, Share>()));
  const known = held.get(caller);
  if (known && (known.endsAt > now || known.asking)) return known;
  if (held.size >= pruneAt) {
    for (const [key, { endsAt, asking }] of held) if (endsAt <= now && !asking) held.delete(key);
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
  held.set(caller, fresh);
  return fresh;
}

async function refill(service: Service, caller: string, share: Share): Promise<void> {
  const asked = share.owed;
  const [row] = await service.db.query<{ leased: number; ms: number }>(lease, [caller, share.limit, asked]);
  if (!row) throw new Error('The lease of requests gave no row.');
  const endsAt = performance.now() + row.ms;
  // Another window: what was left of the one before is not carried into it.
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
    // Nobody may be waiting for it: who needs a share and finds none asks again, and gets the error.
    share.asking.catch(() => undefined);
  }
  return share.asking;
}

/** True when the request is let through without waiting. */
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
        `${limit} requests a minute are taken from one caller. Wait ${seconds} seconds, and send fewer at once.`,
        { retryAfterSeconds: seconds },
      );
    }
    await ask(service, caller, share);
  }
}

/**
 * Counts a request. There is nothing to wait for wherever this process has a share in hand.
 *
 * @param caller what it is counted under: `key:…`, `person:…`, `address:…`.
 * @param limit requests a minute, the same for each caller of a kind; 0: any number.
 * @throws Refusal rate_limited, with the seconds until the caller's window is over.
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

/** A page with hundreds of thumbnails is one visit: files have so many times the limit of everything else. */
const filesFactor = 10;

/**
 * Counts a request to what lies outside the operations of `/api/v1`, by address: signing in, OAuth, portals, shares, the panel and
 * Payload's REST routes under one count, files and sites under another.
 *
 * @throws Refusal rate_limited
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
