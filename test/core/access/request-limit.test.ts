// Rate limits per caller: counted together by two processes, and by one that starts later.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { countedAddress } from '../../../src/core/access/address.ts';
import { makeKeySecret } from '../../../src/core/access/keys/keys.ts';
import { dropRequestCounts } from '../../../src/core/pipeline/rate-limit.ts';
import { kill, startScript, until, untilItSays } from '../../setup/children.ts';
import { startService, type Caller, type Reply } from '../../setup/service.ts';

const limit = 40;
const others: ChildProcess[] = [];

const marque = await startService({ RATE_LIMIT: String(limit), TRUST_PROXY: '1' });
const place = await marque.makePlace();
afterAll(async () => {
  for (const child of others) await kill(child);
  await marque.close();
});
beforeEach(() => {
  marque.service.env.rateLimit = limit;
});

async function startOther(): Promise<{ url: string; child: ChildProcess }> {
  const child = startScript('test/core/transports/another-process.ts');
  others.push(child);
  return { child, url: `http://127.0.0.1:${/listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1]}` };
}

let addresses = 0;
const newAddress = (): string => `192.0.2.${(addresses += 1)}`;

const ask = (as: Caller, path = '/api/v1/me', address = newAddress()): Promise<Reply> =>
  marque.call('GET', path, { as, headers: { 'x-forwarded-for': address } });

/** Sends this many at once. @returns how many were let through */
async function letThrough(count: number, send: (index: number) => Promise<Reply>): Promise<number> {
  const replies = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const refused = replies.filter(({ status }) => status === 429);
  for (const { headers, body } of refused) {
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body.error.code).toBe('rate_limited');
  }
  return count - refused.length;
}

/** Advances a minute for every counter. */
async function aMinuteLater(): Promise<void> {
  await marque.service.db.query(`update marque.requests set began_at = began_at - interval '61 seconds'`);
}

describe('a caller', () => {
  it('can send a limited number of requests a minute, however many come at once', async () => {
    const key = await marque.makeKey(place, 'read');
    expect(await letThrough(limit * 2, () => ask(key))).toBe(limit);
  });

  it('is counted by key and by person, from any address', async () => {
    const one = await marque.makeKey(place, 'read');
    const other = await marque.makeKey(place, 'read');
    const person = await marque.makePerson();
    await letThrough(limit + 1, () => ask(one));
    expect((await ask(one)).status).toBe(429);
    expect((await ask(other)).status).toBe(200);
    expect(await letThrough(limit + 5, () => ask({ cookie: person.cookie }))).toBe(limit);
  });

  it('without a key or session, or with a wrong one, is counted by address', async () => {
    const address = newAddress();
    const wrong = [null, { key: makeKeySecret() }, { key: 'mq_nonsense' }];
    const statuses = new Set<number>();
    await letThrough(limit, async (index) => {
      const reply = await ask(wrong[index % 3] ?? null, '/api/v1/me', address);
      statuses.add(reply.status);
      return reply;
    });
    expect([...statuses]).toEqual([401]);
    for (const as of wrong) expect((await ask(as, '/api/v1/me', address)).status).toBe(429);
    expect((await ask(null, '/api/v1/openapi.json', address)).status).toBe(429);
    expect((await ask(null)).status).toBe(401);
    expect((await ask(await marque.makeKey(place, 'read'), '/api/v1/me', address)).status).toBe(200);
  });

  it('is counted on /api/v1 alone', async () => {
    const address = newAddress();
    await letThrough(limit + 1, () => ask(null, '/api/v1/me', address));
    for (const path of ['/api/health', '/api/auth/session', '/a/nothing'])
      expect((await ask(null, path, address)).status).not.toBe(429);
  });

  it('is not limited if the limit is 0', async () => {
    const key = await marque.makeKey(place, 'read');
    marque.service.env.rateLimit = 0;
    expect(await letThrough(limit + 5, () => ask(key))).toBe(limit + 5);
  });
});

describe('an address', () => {
  it('of IPv6 counts with its network, and one of IPv4 as itself however it is written', () => {
    expect(countedAddress('2001:db8:1:2:3:4:5:6')).toBe(countedAddress('2001:db8:1:2::1'));
    expect(countedAddress('2001:db8:1:2::1')).not.toBe(countedAddress('2001:db8:1:3::1'));
    expect(countedAddress('::ffff:192.0.2.7')).toBe(countedAddress('192.0.2.7'));
    expect(countedAddress('192.0.2.7')).not.toBe(countedAddress('192.0.2.8'));
    expect(countedAddress('unknown')).toBeNull();
  });
});

describe('a lease', () => {
  it('spares ordinary requests the database: a few leases for hundreds of requests', async () => {
    marque.service.env.rateLimit = 6000;
    const key = await marque.makeKey(place, 'read');
    const before = marque.service.db.query.bind(marque.service.db);
    let leases = 0;
    marque.service.db.query = (what, values) => {
      if (typeof what !== 'string' && what.name === 'requests:lease') leases += 1;
      return before(what, values);
    };
    try {
      for (let round = 0; round < 10; round += 1) expect(await letThrough(50, () => ask(key))).toBe(50);
    } finally {
      marque.service.db.query = before;
    }
    expect(leases).toBeLessThan(10);
  });

  it('never exceeds the limit by more than a hundredth', async () => {
    marque.service.env.rateLimit = 500;
    const key = await marque.makeKey(place, 'read');
    const through = (await letThrough(300, () => ask(key))) + (await letThrough(400, () => ask(key)));
    expect(through).toBeGreaterThanOrEqual(500);
    expect(through).toBeLessThanOrEqual(505);
  });
});

describe('two processes', () => {
  it('count requests and sign-in attempts together, and continue after a restart', async () => {
    let other = await startOther();
    const key = await marque.makeKey(place, 'read');
    const there = (): Promise<Reply> => marque.call('GET', `${other.url}/api/v1/me`, { as: key });
    const through = await letThrough(limit * 2, (index) => (index % 2 === 0 ? ask(key) : there()));
    expect(through).toBeLessThanOrEqual(limit);
    // What one of them has leased and not used is all that the other can miss.
    expect(through).toBeGreaterThanOrEqual(limit - 2);
    const rest = (await letThrough(4, () => ask(key))) + (await letThrough(4, there));
    expect(through + rest).toBe(limit);

    const { email } = await marque.makePerson('Tried');
    const body = { email, password: 'not this one' };
    const headers = { 'x-forwarded-for': newAddress() };
    const sign = (at: string): Promise<Reply> =>
      marque.call('POST', `${at}/api/auth/sign-in`, { body, headers });
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) => sign(index % 2 === 0 ? '' : other.url)),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(6);

    await kill(other.child);
    other = await startOther();
    // A process takes time to start: the counted minute is still the current one.
    await marque.service.db.query('update marque.requests set began_at = now()');
    expect((await there()).status).toBe(429);
    for (const at of [other.url, '']) expect((await sign(at)).status).toBe(429);

    const second = await marque.makeKey(place, 'read');
    await letThrough(limit + 1, () => marque.call('GET', `${other.url}/api/v1/me`, { as: second }));
    await aMinuteLater();
    expect((await ask(second)).status).toBe(200);
  });
});

it('the sweep removes expired windows, and keeps the others', async () => {
  await aMinuteLater();
  const key = await marque.makeKey(place, 'read');
  await ask(key);
  const counted = () => marque.service.db.query('select 1 from marque.requests');
  await until(async () => (await counted()).length > 1);
  await dropRequestCounts(marque.service.db);
  expect(await counted()).toHaveLength(1);
});
