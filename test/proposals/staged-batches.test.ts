// Many assets approved at once, of which some pass stages.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { ada, bob, eve, twoStages } from './staged.ts';
import { marque, place, scout } from './two-proposers.ts';

afterAll(() => marque.close());
beforeAll(() => twoStages());

it('a batch says which assets wait for the next stage', async () => {
  const [staged, plain] = [await makeAsset(marque, scout), await makeAsset(marque, bob, { status: 'draft' })];
  const approve = async (by: Caller) =>
    (
      await callsAs(marque, by).done('POST', '/assets/batch', {
        ids: [staged.id, plain.id],
        patch: { status: 'active' },
      })
    ).body.data;
  expect(await approve(ada)).toEqual([
    { id: staged.id, ok: true, status: 'proposed' },
    { id: plain.id, ok: true, status: 'active' },
  ]);
  expect((await approve(eve))[0]).toEqual({ id: staged.id, ok: true, status: 'active' });
});

it('the tool update_assets says the same', async () => {
  const staged = (await makeAsset(marque, scout)) as { id: string };
  const key = await marque.makeKey(place, 'write', { ownerId: ada.id });
  const agent = await connect(marque.url, key.key);
  const { results } = await agent.done('update_assets', {
    assets: [staged.id],
    changes: { status: 'active' },
  });
  expect(results).toEqual([{ asset: staged.id, ok: true, status: 'proposed' }]);
  await agent.close();
});
