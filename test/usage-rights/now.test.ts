// The two forms of one rule: what may be shown now, computed for a record and in the database.
import { afterAll, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import { statuses } from '../../src/assets/schemas.ts';
import { isUsableNow, usableNowSql } from '../../src/usage-rights/now.ts';
import { startService } from '../setup/service.ts';

const marque = await startService();
afterAll(() => marque.close());

const days = [-400, -1, 0, 1, 400];

it('what may be shown is the same in SQL as by the rule', async () => {
  const { db } = marque.service;
  const [clock] = await db.query<{ today: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`,
  );
  const today = clock?.today ?? '';
  const day = fc.option(
    fc
      .constantFrom(...days)
      .map((away) =>
        new Date(Date.parse(`${today}T00:00:00Z`) + away * 86_400_000).toISOString().slice(0, 10),
      ),
  );
  const asset = fc.record({
    status: fc.constantFrom(...statuses),
    deleted: fc.boolean(),
    embargo: day,
    expires: day,
    private: fc.boolean(),
    superseded: fc.boolean(),
    current: fc.option(fc.boolean()),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(asset, { minLength: 1, maxLength: 40 }), async (assets) => {
      const rows = await db.query<{ shown: boolean }>(
        `select ${usableNowSql('a')} as shown from (
           select x->>'status' as status, case when (x->>'deleted')::bool then now() end as deleted_at,
             case when (x->>'superseded')::bool then gen_random_uuid() end as superseded_by, (x->>'private')::bool as effective_private,
             (x->>'current')::bool as current, jsonb_build_object('embargo', x->'embargo', 'expires', x->'expires') as rights, at
           from jsonb_array_elements($1::jsonb) with ordinality e(x, at)) a order by a.at`,
        [JSON.stringify(assets)],
      );
      expect(rows.map(({ shown }) => shown)).toEqual(assets.map((one) => isUsableNow(one, today)));
    }),
    { numRuns: 50 },
  );
});
