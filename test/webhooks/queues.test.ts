// Finding what is due, and what is in one state, costs the same however much waits for an endpoint that fails.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { withTableNames } from '../../src/core/collection-names.ts';
import { statements } from '../../src/core/db/pool.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type TestService } from '../setup/service.ts';

let marque: TestService;
let webhook: string;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' });
  const place = await marque.makePlace('Acme');
  const asAdmin = callsAs(marque, await marque.makeKey(place, 'admin'));
  const made = { url: 'https://hooks.example.com', types: ['search.saved'] };
  ({ id: webhook } = (await asAdmin.create('/webhooks', made)) as { id: string });
  await marque.service.db.query(
    `insert into marque.webhook_deliveries (webhook_id, organization_id, type, removed, actor, occurred_at, state, next_at)
     select $1::uuid, $2::uuid, 'search.saved', false, '{}', now(), s.state,
       case when s.state = 'pending' then now() + interval '1 hour' end
     from generate_series(1, 20000) n cross join lateral (
       select case when n <= 10 then 'failed' when n <= 5000 then 'delivered' else 'pending' end as state) s`,
    [webhook, place.organizationId],
  );
  await marque.service.db.query('analyze marque.webhook_deliveries');
});
afterAll(() => marque?.close());

const asked: readonly [name: string, types: string, values: () => string][] = [
  ['webhooks:due', '(uuid[])', () => `('{}')`],
  ['webhooks:next-due', '', () => ''],
  ['webhooks:deliveries-in-state', '(uuid, bigint, int, text)', () => `('${webhook}', null, 21, 'failed')`],
];

it.each(asked)('%s reads no more than it finds', async (name, types, values) => {
  const client = await marque.service.db.pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    const text = withTableNames(statements.get(name)?.text ?? '');
    await client.query(`prepare planned ${types} as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
      `explain (format json, analyze) execute planned ${values()}`,
    );
    const plan = JSON.stringify(rows[0]?.['QUERY PLAN'][0].Plan);
    expect(plan).toContain('webhook_deliveries');
    expect(plan).not.toMatch(/"Rows Removed by Filter":\d{3}/);
    expect(plan).not.toMatch(/"Actual Rows":\d{4}/);
  } finally {
    client.release(true);
  }
});
