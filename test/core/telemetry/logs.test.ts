// Request ids, traces, access lines and slow statements: what the log says of a request, and what it never does.
import { Writable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { contextFields } from '../../../src/log.ts';
import { openPool } from '../../../src/core/db/pool.ts';
import { shapeOf } from '../../../src/core/db/slow-statements.ts';
import { traceIdOf } from '../../../src/core/telemetry/trace-context.ts';
import { until } from '../../setup/children.ts';
import { startService } from '../../setup/service.ts';

const marque = await startService({ ACCESS_LOG: '1' });
const place = await marque.makePlace('Acme');
const key = await marque.makeKey(place, 'read');
afterAll(() => marque.close());

let text = '';
const log = pino(
  { mixin: contextFields },
  new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  }),
);
marque.service.log = log;
beforeEach(() => {
  text = '';
});

interface Line {
  msg: string;
  requestId?: string;
  [field: string]: unknown;
}
const lines = (): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

async function accessLine(): Promise<Line> {
  await until(async () => lines().some(({ msg }) => msg === 'request'));
  return lines().find(({ msg }) => msg === 'request') ?? { msg: '' };
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('a request', () => {
  it('has an id of its own in its answer and its access line', async () => {
    const { headers } = await marque.call('GET', '/api/v1/me', { as: key });
    const line = await accessLine();

    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(line).toMatchObject({
      requestId: headers.get('x-request-id'),
      method: 'GET',
      status: 200,
      caller: 'key',
      callerId: key.id,
      transport: 'http',
    });
    expect(line.ms).toBeGreaterThan(0);
    expect(line.bytes).toBeGreaterThan(100);
  });

  it('keeps the id and the trace that it was sent with', async () => {
    const sent = { 'x-request-id': 'proxy.0001:7', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { headers } = await marque.call('GET', '/api/v1/me', { as: key, headers: sent });

    expect(headers.get('x-request-id')).toBe('proxy.0001:7');
    expect(await accessLine()).toMatchObject({ requestId: 'proxy.0001:7', traceId });
  });

  it.each(['short', 'with spaces in it', 'x'.repeat(129), 'quoted"forged":1'])(
    'gets an id of its own instead of %j',
    async (id) => {
      const { headers } = await marque.call('GET', '/api/v1/me', {
        as: key,
        headers: { 'x-request-id': id },
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      await accessLine();
      expect(text).not.toContain(id);
    },
  );

  it('that nobody may send, or that leads nowhere, has a line too', async () => {
    await marque.call('GET', '/api/v1/me');
    expect(await accessLine()).toMatchObject({ status: 401 });
    text = '';
    await marque.call('GET', '/api/v1/no-such-thing/7');
    expect(await accessLine()).toMatchObject({ status: 404, operation: 'none' });
  });

  it('is logged without keys, cookies, addresses and what is in them', async () => {
    const person = await marque.makeMember(place, 'read');
    await marque.call('GET', '/api/v1/assets?q=confidential', { as: key });
    await marque.call('GET', '/a/6f1d7c1e-1111-4111-8111-111111111111/w_100?sig=signature&exp=1');
    await marque.call('GET', '/s/a-token-that-opens-a-link');
    await marque.call('GET', '/api/v1/me', { as: person });
    await marque.call('POST', '/api/auth/sign-in', {
      body: { email: person.email, password: 'hunter2hunter2' },
    });
    await until(async () => lines().filter(({ msg }) => msg === 'request').length === 5);

    expect(text).not.toMatch(/confidential|signature|a-token-that|hunter2|6f1d7c1e/);
    for (const secret of [key.key, person.cookie, person.email]) expect(text).not.toContain(secret);
  });

  it('names itself in every line that is logged meanwhile, and in none afterwards', async () => {
    const { db } = marque.service;
    const query = db.query.bind(db);
    db.query = () => Promise.reject(new Error('This database is broken.'));
    const { status, headers } = await marque.call('GET', '/api/v1/me', { as: key });
    db.query = query;

    expect(status).toBe(500);
    const failure = lines().find(({ reference }) => reference !== undefined);
    expect(failure?.requestId).toBe(headers.get('x-request-id'));
    log.info('later');
    expect(lines().at(-1)).not.toHaveProperty('requestId');
  });
});

it('has no access lines unless they are asked for', async () => {
  marque.service.env.accessLog = false;
  await marque.call('GET', '/api/v1/me', { as: key });
  marque.service.env.accessLog = true;
  await marque.call('GET', '/api/v1/openapi.json');
  expect((await accessLine()).operation).toBe('get_openapi');
});

describe('traceparent', () => {
  const parent = '00f067aa0ba902b7';
  it('is read as the standard says', () => {
    expect(traceIdOf(`00-${traceId}-${parent}-01`)).toBe(traceId);
    expect(traceIdOf(`cc-${traceId}-${parent}-01-what-comes-later`)).toBe(traceId);
  });
  it.each([
    '',
    `00-${traceId}-${parent}`,
    `00-${traceId}-${parent}-01-more`,
    `ff-${traceId}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parent}-01`,
  ])('is ignored if it is %j', (value) => {
    expect(traceIdOf(value)).toBeUndefined();
  });
});

describe('a slow statement', () => {
  const url = process.env.DATABASE_URL ?? '';
  const pool = openPool(url, { max: 1, slow: { ms: 50, log } });
  afterAll(() => pool.close());

  it('is logged with its shape, and without its values', async () => {
    await pool.query(`select pg_sleep(0.06), $1::text, 'literal', 4711 as n1`, ['bound']);

    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      msg: 'slow statement',
      sql: 'select pg_sleep(?), $1::text, ?, ? as n1',
    });
    expect(lines()[0]?.ms).toBeGreaterThanOrEqual(50);
    expect(text).not.toMatch(/bound|literal|4711/);
  });

  it('is named if it has a name, and says if it failed', async () => {
    const slow = { name: 'test:slow', text: 'select pg_sleep(0.06), 1 / (select 0)' };
    await expect(pool.query(slow)).rejects.toThrow('division by zero');
    const fast = { name: 'test:slower', text: `select pg_sleep(0.06) from generate_series(1, $1::int)` };
    await pool.query(fast, [1]);

    expect(lines().at(-1)).toMatchObject({ statement: 'test:slower' });
  });

  it('a fast one is not logged', async () => {
    await pool.query('select 1');
    expect(text).toBe('');
  });

  it('has no long text', () => {
    expect(shapeOf(`select ${'a, '.repeat(2000)}`).length).toBeLessThan(1100);
    expect(shapeOf(`select 'it''s', -1.5, "t1"."c2", $12`)).toBe('select ?, ?, "t1"."c2", $12');
  });
});
