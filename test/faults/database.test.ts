// The database behind a failing network, or paused: which error callers get and how fast, and that everything
// recovers by itself once the database answers again.
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openPool, type Pool } from '../../src/core/db/pool.ts';
import { inSqlTransaction } from '../../src/core/db/sql-transaction.ts';
import { withPatience } from '../../src/core/db/time-limits.ts';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import type { Reply } from '../setup/service.ts';
import { startBehindProxy } from './behind-proxy.ts';
import type { Fault } from './database-proxy.ts';

/** The promise is 10 seconds, for first bytes and for recovery; a busy machine gets twice that. */
const soonMs = 20_000;

const { marque, place, proxy, databaseUrl, logged } = await startBehindProxy();
const { key } = await marque.makeKey(place, 'admin');

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const began = Date.now();
  const result = await work();
  return { took: Date.now() - began, result };
}

const me = (): Promise<Reply> => marque.call('GET', '/api/v1/me', { as: { key } });
const create = (name: string): Promise<Reply> =>
  marque.call('POST', '/api/v1/collections', { as: { key }, body: { name } });
const health = (): Promise<Reply> => marque.call('GET', '/api/health');
const isReady = (): Promise<Reply> => marque.call('GET', '/api/health/ready');
const isAlive = (): Promise<Reply> => marque.call('GET', '/api/health/live');

async function healed(): Promise<void> {
  for (;;) {
    const replies = await Promise.all([me(), health(), create('Healed')]);
    if (replies.every(({ status }) => status < 300)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const faults: [Fault | 'cut', string][] = [
  ['refuse', 'refuses connections'],
  // Now sockets fail while they are being read.
  ['refuse', 'refuses connections again'],
  ['blackhole', 'swallows everything'],
  ['delay', 'answers 15 seconds late'],
  ['cut', 'cuts every connection'],
  ['short', 'answers half'],
  ['flip', 'answers with a bit flipped'],
];

describe.each(faults)('a database behind a network that fails: %s', (fault, does) => {
  it(`${does}: 503 with Retry-After in time, logged with its reference, and recovers by itself`, async () => {
    await healed();
    logged.length = 0;
    // All available connections, and more callers than connections.
    if (fault === 'cut' || fault === 'refuse') proxy.cut();
    if (fault !== 'cut') proxy.fault = fault;
    const asked = [...Array.from({ length: 12 }, me), create('Lost'), create('Lost')];
    const { took, result } = await timed(() =>
      Promise.all([
        Promise.all(asked),
        health(),
        isReady(),
        isAlive(),
        callPayload(marque, 'GET', '/api/collections', {}),
      ]),
    );
    const [replies, healthReply, ready, alive] = result;
    expect(took).toBeLessThan(soonMs);
    for (const { status, headers, body } of replies) {
      // A connection that is cut only once may have been answered over a new one.
      if (fault === 'cut' && status < 300) continue;
      expect([status, ['unavailable', 'outcome_unknown'].includes(body.error.code)]).toEqual([503, true]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(logged.filter(({ reference }) => reference === body.error.detail.reference)).toHaveLength(1);
    }
    if (fault !== 'cut') {
      expect([healthReply.status, ready.status]).toEqual([503, 503]);
      expect(ready.body).toEqual({ ok: false, database: false, storage: true });
    }
    // The process need not be restarted.
    expect([alive.status, alive.body]).toEqual([200, { ok: true }]);
    proxy.fault = 'pass';
    expect((await timed(healed)).took).toBeLessThan(soonMs);
  });
});

it('a paused database (SIGSTOP) is reported within the same time, and recovers when it continues', async () => {
  await healed();
  const direct = new pg.Client({ connectionString: databaseUrl });
  await direct.connect();
  const { rows } = await direct.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await direct.end();
  // The backends of this database, and through the proxy every new connection: other tests share the server
  // itself.
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  proxy.fault = 'blackhole';
  try {
    const { took, result } = await timed(() => Promise.all([me(), create('Stopped'), health()]));
    expect(result.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(took).toBeLessThan(soonMs);
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    proxy.fault = 'pass';
  }
  expect((await timed(healed)).took).toBeLessThan(soonMs);
});

describe('a statement that takes too long', () => {
  const limited = (statementTimeoutMs: number): Pool => openPool(databaseUrl, { max: 2, statementTimeoutMs });

  it("is ended, and its connection isn't used again", async () => {
    const pool = limited(1_500);
    try {
      const pid = async (): Promise<number> =>
        (await pool.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid ?? 0;
      const before = await pid();
      await expect(pool.query('select pg_sleep(60)')).rejects.toThrow(
        /statement timed out|statement timeout/,
      );
      expect(await pid()).not.toBe(before);
      await expect(inSqlTransaction(pool.pool, (db) => db.query('select pg_sleep(60)'))).rejects.toThrow(
        /statement timed out|statement timeout/,
      );
      expect(await pid()).toBeGreaterThan(0);
    } finally {
      await pool.close();
    }
  });

  it('may take longer in the background, and the next statement on the connection may not', async () => {
    const pool = limited(1_500);
    try {
      const slow = 'select pg_sleep(2.5)';
      await withPatience(() => pool.query(slow));
      await withPatience(() => inSqlTransaction(pool.pool, (db) => db.query(slow)));
      await inSqlTransaction(pool.pool, async (db) => {
        await db.takeTime?.();
        await db.query(slow);
      });
      await expect(pool.query('select pg_sleep(60)')).rejects.toThrow(
        /statement timed out|statement timeout/,
      );
    } finally {
      await pool.close();
    }
  });
});

it('a call waits some seconds for a busy pool, then gets an error', async () => {
  const { pool } = marque.service.db;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const { took, result } = await timed(me);
    expect([result.status, result.body.error.code]).toEqual([503, 'unavailable']);
    expect(took).toBeLessThan(soonMs);
  } finally {
    for (const client of held) client.release();
  }
  expect((await me()).status).toBe(200);
});
