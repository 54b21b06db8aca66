// Requests per caller and minute, counted in PostgreSQL for every process. Each process leases a share and spends it in memory, so
// that an ordinary request asks nobody: a counter written per request would cap the service at a fraction of what it answers.
import { performance } from 'node:perf_hooks';
import { statement, type Db } from '../db/pool.ts';
import { countedAddress } from '../access/address.ts';
import { Refusal } from '../errors.ts';
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
interface Purse {
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

const purses = new WeakMap<Service, Map<string, Purse>>();
/** With so many callers, those whose window is over are forgotten before another is kept. */
const pruneAt = 10_000;

function purseOf(service: Service, caller: string, limit: number): Purse {
  const now = performance.now();
  let held = purses.get(service);
  if (!held) purses.set(service, (held = new Map<string, Purse>()));
  const known = held.get(caller);
  if (known && (known.endsAt > now || known.asking)) return known;
  if (held.size >= pruneAt) {
    for (const [key, { endsAt, asking }] of held) if (endsAt <= now && !asking) held.delete(key);
  }
  const unasked = Math.floor(limit / unaskedPart);
  const fresh: Purse = {
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

async function refill(service: Service, caller: string, purse: Purse): Promise<void> {
  const asked = purse.owed;
  const [row] = await service.db.query<{ leased: number; ms: number }>(lease, [caller, purse.limit, asked]);
  if (!row) throw new Error('The lease of requests gave no row.');
  const endsAt = performance.now() + row.ms;
  // Another window: what was left of the one before is not carried into it.
  if (endsAt > purse.endsAt + windowMs / 2) purse.left = 0;
  const balance = purse.left + row.leased - purse.owed;
  purse.left = Math.max(0, balance);
  purse.owed = Math.max(0, -balance);
  purse.low = Math.floor((row.leased - asked) / 4);
  purse.unasked = 0;
  purse.spent = row.leased === 0;
  purse.endsAt = endsAt;
}

function ask(service: Service, caller: string, purse: Purse): Promise<void> {
  if (!purse.asking) {
    purse.asking = refill(service, caller, purse).finally(() => {
      purse.asking = null;
    });
    // Nobody may be waiting for it: who needs a share and finds none asks again, and gets the error.
    purse.asking.catch(() => undefined);
  }
  return purse.asking;
}

/** True when the request is let through without waiting. */
function spend(service: Service, caller: string, purse: Purse): boolean {
  if (purse.left > 0) {
    purse.left -= 1;
    if (purse.left <= purse.low && !purse.spent) void ask(service, caller, purse);
    return true;
  }
  if (purse.unasked > 0) {
    purse.unasked -= 1;
    purse.owed += 1;
    void ask(service, caller, purse);
    return true;
  }
  return false;
}

async function waitForShare(service: Service, caller: string, limit: number): Promise<void> {
  for (;;) {
    const purse = purseOf(service, caller, limit);
    if (spend(service, caller, purse)) return;
    if (purse.spent) {
      const seconds = Math.max(1, Math.ceil((purse.endsAt - performance.now()) / 1000));
      throw new Refusal(
        'rate_limited',
        `${limit} requests a minute are taken from one caller. Wait ${seconds} seconds, and send fewer at once.`,
        { retryAfterSeconds: seconds },
      );
    }
    await ask(service, caller, purse);
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
  return spend(service, caller, purseOf(service, caller, limit))
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
