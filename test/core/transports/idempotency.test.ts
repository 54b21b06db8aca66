// Idempotency-Key: a POST that is sent again does nothing again, and gets the same answer.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { dropKeptAnswers } from '../../../src/core/pipeline/idempotency.ts';
import { untilLockWaits } from '../access/resources.ts';
import { kill, startScript, until, untilItSays } from '../../setup/children.ts';
import { startService, type Caller, type Reply } from '../../setup/service.ts';

const marque = await startService();
const place = await marque.makePlace();
const person = await marque.makeMember(place, 'admin', { name: 'Petra' });
const admin = await marque.makeKey(place, 'admin', { madeById: person.id });
afterAll(() => marque.close());

interface Sent {
  as?: Caller;
  headers?: Record<string, string>;
  at?: string;
}

const post = (
  path: string,
  key: string,
  body: unknown,
  { as = admin, headers = {}, at = '' }: Sent = {},
): Promise<Reply> =>
  marque.call('POST', `${at}${path}`, { as, body, headers: { 'idempotency-key': key, ...headers } });

const isRepeated = (reply: Reply): boolean => reply.headers.get('idempotency-replayed') === 'true';

async function collections(): Promise<string[]> {
  const { body } = await marque.call('GET', '/api/v1/collections', { as: admin });
  return (body.data as { name: string }[]).map(({ name }) => name);
}

/** Locks the field definitions while `work` runs: other callers who define one wait. */
async function whileFieldsAreHeld(work: (free: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const client: pg.PoolClient = await marque.service.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('fields ' || $1::text, 0))`, [
      place.workspaceId,
    ]);
    await work(() => client.query('commit'));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const field = (key: string) => ({ key, label: 'A field', type: 'text' });
const kept = () => marque.service.db.query<Record<string, unknown>>('select * from marque.idempotent_calls');

describe('a POST with an Idempotency-Key', () => {
  it('runs once, and gets the same answer again', async () => {
    const key = randomUUID();
    const first = await post('/api/v1/collections', key, { name: 'Once' });
    const second = await post('/api/v1/collections', key, { name: 'Once' });
    expect(first.status).toBe(201);
    expect(isRepeated(first)).toBe(false);
    expect(second.status).toBe(201);
    expect(second.bytes).toEqual(first.bytes);
    expect(isRepeated(second)).toBe(true);
    expect((await collections()).filter((name) => name === 'Once')).toHaveLength(1);
  });

  it('repeats a secret, and stores none in readable form', async () => {
    const key = randomUUID();
    const body = { name: 'For a robot', scope: 'read' };
    const first = await post('/api/v1/keys', key, body);
    const second = await post('/api/v1/keys', key, body);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('cache-control')).toBe('no-store');
    const everything = JSON.stringify(await kept());
    for (const text of [first.body.data.secret, first.body.data.id, 'robot', key])
      expect(everything).not.toContain(text);
  });

  it('repeats a conflict, although it would succeed by now', async () => {
    const key = randomUUID();
    await post('/api/v1/fields', randomUUID(), field('taken'));
    const refused = await post('/api/v1/fields', key, field('taken'));
    expect(refused.status).toBe(409);
    await marque.call('DELETE', '/api/v1/fields/taken', { as: admin });
    const again = await post('/api/v1/fields', key, field('taken'));
    expect(again.status).toBe(409);
    expect(again.bytes).toEqual(refused.bytes);
    expect((await post('/api/v1/fields', randomUUID(), field('taken'))).status).toBe(201);
  });

  it('can use the key again after any other error', async () => {
    const key = randomUUID();
    const wrong = await post('/api/v1/collections', key, { name: 'Later', fields: { later: 'x' } });
    expect(wrong.status).toBe(422);
    await post('/api/v1/fields', randomUUID(), field('later'));
    const right = await post('/api/v1/collections', key, { name: 'Later', fields: { later: 'x' } });
    expect(right.status).toBe(201);
    expect(isRepeated(right)).toBe(false);
  });

  it('with another body is a mismatch, and nothing happens', async () => {
    const key = randomUUID();
    await post('/api/v1/collections', key, { name: 'This' });
    const other = await post('/api/v1/collections', key, { name: 'That' });
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe('idempotency_mismatch');
    const elsewhere = { headers: { 'x-workspace': place.workspaceId } };
    expect((await post('/api/v1/collections', key, { name: 'This' }, elsewhere)).status).toBe(422);
    expect(await collections()).not.toContain('That');
  });

  it('is another call from another caller, and at another address', async () => {
    const key = randomUUID();
    const other = await marque.makeKey(place, 'admin');
    const replies = [
      await post('/api/v1/collections', key, { name: 'Shared' }),
      await post('/api/v1/collections', key, { name: 'Shared' }, { as: other }),
      await post('/api/v1/collections', key, { name: 'Shared' }, { as: { cookie: person.cookie } }),
      await post('/api/v1/fields', key, field('shared')),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(replies.some(isRepeated)).toBe(false);
  });

  it('checks access each time: a revoked caller gets no repeated answer', async () => {
    const key = randomUUID();
    const other = await marque.makeKey(place, 'admin');
    await post('/api/v1/collections', key, { name: 'Gone soon' }, { as: other });
    await marque.service.db.query('delete from keys where id = $1', [other.id]);
    expect((await post('/api/v1/collections', key, { name: 'Gone soon' }, { as: other })).status).toBe(401);
  });

  it('reports an invalid key', async () => {
    const long = await post('/api/v1/collections', 'k'.repeat(256), { name: 'Long' });
    expect(long.status).toBe(400);
    expect(long.body.error.detail.issues[0].path).toBe('Idempotency-Key');
    expect((await post('/api/v1/collections', 'k'.repeat(255), { name: 'Long' })).status).toBe(201);
    expect((await post('/api/v1/collections', '', { name: 'Long' })).status).toBe(400);
  });

  it('is unaffected where an upload begins, as are other methods', async () => {
    const key = randomUUID();
    const tickets = [];
    for (let times = 0; times < 2; times += 1)
      tickets.push((await post('/api/v1/uploads', key, { filename: 'a', mime: 'a/b', size: 1 })).body.token);
    expect(tickets[0]).not.toBe(tickets[1]);
    const path = `/api/v1/collections/${await marque.makeCollection(place)}`;
    for (const name of ['One', 'Two']) {
      const headers = { 'idempotency-key': key };
      const reply = await marque.call('PATCH', path, { as: admin, headers, body: { name } });
      expect(reply.body.data.name).toBe(name);
    }
  });

  it('repeats a batch whose items have separate transactions', async () => {
    const key = randomUUID();
    const body = { ids: [randomUUID()], patch: { title: 'Nothing' } };
    const first = await post('/api/v1/assets/batch', key, body);
    const second = await post('/api/v1/assets/batch', key, body);
    expect(first.status).toBe(200);
    expect([second.status, isRepeated(second)]).toEqual([200, true]);
  });

  it('sent a second time while the first runs is a conflict; afterwards it gets the answer', async () => {
    const key = randomUUID();
    await whileFieldsAreHeld(async (free) => {
      const first = post('/api/v1/fields', key, field('slow'));
      await untilLockWaits(marque);
      const second = await post('/api/v1/fields', key, field('slow'));
      expect(second.status).toBe(409);
      expect(second.body.error.code).toBe('conflict');
      expect((await post('/api/v1/fields', key, field('other'))).status).toBe(422);
      await free();
      expect((await first).status).toBe(201);
    });
    const third = await post('/api/v1/fields', key, field('slow'));
    expect([third.status, isRepeated(third)]).toEqual([201, true]);
  });

  it('sent by many at once runs once', async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post('/api/v1/collections', key, { name: 'Crowd' })),
    );
    expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(replies.filter((reply) => reply.status === 201 && !isRepeated(reply))).toHaveLength(1);
    expect((await collections()).filter((name) => name === 'Crowd')).toHaveLength(1);
  });

  it('has its stored answer deleted with its workspace', async () => {
    const other = await marque.makePlace('Short-lived');
    const there = await marque.makeKey(other, 'admin');
    const before = (await kept()).length;
    await post('/api/v1/searches', randomUUID(), { name: 'All', query: {} }, { as: there });
    expect(await kept()).toHaveLength(before + 1);
    await marque.service.db.query('delete from keys where workspace_id = $1', [other.workspaceId]);
    await marque.service.db.query('delete from workspaces where id = $1', [other.workspaceId]);
    expect(await kept()).toHaveLength(before);
  });

  it('has its answer stored for a day, then swept', async () => {
    const key = randomUUID();
    await post('/api/v1/collections', key, { name: 'Yesterday' });
    await marque.service.db.query(
      `update marque.idempotent_calls set expires_at = expires_at - interval '25 hours'`,
    );
    const again = await post('/api/v1/collections', key, { name: 'Yesterday' });
    expect([again.status, isRepeated(again)]).toEqual([201, false]);
    expect((await kept()).length).toBeGreaterThan(1);
    await dropKeptAnswers(marque.service.db);
    expect(await kept()).toHaveLength(1);
  });

  it("isn't run again if its answer was stored under another SECRET", async () => {
    const key = randomUUID();
    await post('/api/v1/collections', key, { name: 'Sealed' });
    const { secret } = marque.service;
    marque.service.secret = 'another secret, as long as the one before';
    try {
      const again = await post('/api/v1/collections', key, { name: 'Sealed' });
      expect(again.status).toBe(409);
      expect(again.body.error.message).toContain('can no longer be read');
    } finally {
      marque.service.secret = secret;
    }
    expect((await collections()).filter((name) => name === 'Sealed')).toHaveLength(1);
  });
});

describe('two processes', () => {
  it("know of each other's keys, and a killed one keeps none", async () => {
    const other = startScript('test/core/transports/another-process.ts');
    const at = `http://127.0.0.1:${/listens on (\d+)/.exec(await untilItSays(other, ';'))?.[1]}`;
    try {
      const done = randomUUID();
      await post('/api/v1/collections', done, { name: 'Over there' }, { at });
      expect(isRepeated(await post('/api/v1/collections', done, { name: 'Over there' }))).toBe(true);

      const key = randomUUID();
      await whileFieldsAreHeld(async () => {
        const cut = post('/api/v1/fields', key, field('cut'), { at }).catch(() => 'cut');
        await untilLockWaits(marque);
        expect((await post('/api/v1/fields', key, field('cut'))).status).toBe(409);
        await kill(other);
        expect(await cut).toBe('cut');
      });
      // A minute later.
      await marque.service.db.query(
        `update marque.idempotent_calls set claimed_until = claimed_until - interval '61 seconds'`,
      );
      const again = await post('/api/v1/fields', key, field('cut'));
      expect([again.status, isRepeated(again)]).toEqual([201, false]);
    } finally {
      await kill(other);
    }
  });
});

it('a process that was silent for too long writes nothing once its call was taken over', async () => {
  const key = randomUUID();
  await whileFieldsAreHeld(async (free) => {
    const slow = post('/api/v1/fields', key, field('silent'));
    await untilLockWaits(marque);
    await marque.service.db.query(
      `update marque.idempotent_calls set claimed_until = claimed_until - interval '61 seconds' where answer is null`,
    );
    const next = post('/api/v1/fields', key, field('silent'));
    await until(async () => {
      const claimed = 'select 1 from marque.idempotent_calls where answer is null and claimed_until > now()';
      return (await marque.service.db.query(claimed)).length > 0;
    });
    await free();
    const statuses = (await Promise.all([slow, next])).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409]);
  });
  const { body } = await marque.call('GET', '/api/v1/fields', { as: admin });
  expect((body.data as { key: string }[]).filter((one) => one.key === 'silent')).toHaveLength(1);
});
