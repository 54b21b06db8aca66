// A change of collections that is accepted while somebody orders one of them: both lock the collection before the asset, so neither
// waits for the other in a circle.
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { asset, decide, filled, propose } from './correcting.ts';
import { asEditor, marque, scout } from './two-proposers.ts';

afterAll(() => marque.close());

const editor = callsAs(marque, asEditor);
let collection: string;
let id: string;
beforeEach(async () => {
  collection = (await editor.create('/collections', { name: 'Ordered' })).id;
  id = await filled();
});

const proposed = async (change: object): Promise<string> =>
  (await propose(scout, { kind: 'collections', id, change }))[0].proposal.id;

it.each([
  ['as proposed', undefined],
  ['as edited', 'edited'],
])('accepting it %s waits for the collection and leaves the asset to whoever has it', async (_, edited) => {
  const other = (await editor.create('/collections', { name: 'Other' })).id;
  const proposal = await proposed({ add: [edited ? other : collection] });
  const ordering = await marque.service.db.pool.connect();
  try {
    await ordering.query('begin');
    const { rows } = await ordering.query('select pg_backend_pid() as pid');
    await ordering.query('select from collections where id = $1 for no key update', [collection]);
    const value = edited && { value: { add: [collection] } };
    const accepting = decide(proposal, { decision: 'accept', ...value });
    await until(async () => {
      const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      return (await marque.service.db.query(waiting, [rows[0].pid])).length > 0;
    });
    // What ordering locks next, to add the asset.
    await ordering.query('select from assets where id = $1 for key share nowait', [id]);
    await ordering.query('commit');
    expect((await accepting).status).toBe(200);
  } finally {
    ordering.release();
  }
  expect((await asset(id)).collections).toEqual([collection]);
});

it('many at once, of both, all succeed', async () => {
  const first = ((await makeAsset(marque, asEditor)) as { id: string }).id;
  await editor.done('POST', `/collections/${collection}/assets`, { add: [first] });
  const assets = await Promise.all(Array.from({ length: 4 }, filled));
  const proposals = await Promise.all(
    assets.map(async (one) => {
      const [{ proposal }] = await propose(scout, {
        kind: 'collections',
        id: one,
        change: { add: [collection] },
      });
      return proposal.id as string;
    }),
  );
  const answers = await Promise.all([
    ...proposals.map((proposal) => decide(proposal, { decision: 'accept' })),
    ...assets.map((one) =>
      editor.call('POST', `/collections/${collection}/assets`, { add: [one], before: first }),
    ),
  ]);
  // Whoever comes second finds it done, or the asset changed since: nobody hangs, and nothing else fails.
  for (const { status } of answers) expect([200, 409]).toContain(status);
  for (const one of assets) expect((await asset(one)).collections).toEqual([collection]);
});
