// Tools that take many records at once: each record has a result of its own, and what a caller can't reach isn't there for it.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { connect, dataOf } from './client.ts';
import { agent, files, id, marque, reader, writer } from './workspace.ts';

const writing = await connect(marque.url, writer.key);

afterAll(async () => {
  await writing.close();
  await agent.close();
  await marque.close();
  files.close();
});

async function elsewhere(): Promise<string> {
  const other = await marque.makePlace();
  return ((await makeAsset(marque, await marque.makeKey(other, 'write'))) as { id: string }).id;
}

async function waiting(): Promise<string> {
  const { results } = await agent.done('propose_changes', {
    items: [{ asset: await id(), changes: { title: 'Quay' } }],
  });
  return results[0].proposals[0].id as string;
}

const statusOf = async (proposal: string): Promise<unknown> => {
  const { body } = await callsAs(marque, writer).done('GET', '/proposals?status=any&limit=200');
  return body.data.find((one: { id: string }) => one.id === proposal)?.status;
};

const unknown = '00000000-0000-4000-8000-000000000000';

describe('update_assets', () => {
  it("changes those of this workspace, and says of the others that they aren't there", async () => {
    const [own, foreign] = [await id(), await elsewhere()];
    const { results } = await writing.done('update_assets', {
      assets: [own, foreign],
      addTags: ['harbour'],
      changes: { title: 'Quay' },
    });
    expect(results).toEqual([
      { asset: own, ok: true, status: 'active' },
      { asset: foreign, error: expect.objectContaining({ code: 'not_found' }) },
    ]);
    expect(await writing.done('describe_asset', { asset: own })).toMatchObject({
      title: 'Quay',
      tags: ['harbour'],
    });
  });

  it('refuses what is malformed, and more than 200, before anything changes', async () => {
    for (const args of [
      { assets: ['logo'] },
      { assets: [] },
      { assets: Array.from({ length: 201 }, () => unknown) },
      { assets: [unknown], changes: { size: 3 } },
      {},
    ])
      expect((await writing.refused('update_assets', args)).code).toBe('invalid_request');
  });
});

describe('check_use', () => {
  it('says of each asset whether it may be used, also beside one that isn’t there', async () => {
    const [one, foreign, other] = [await id(), await elsewhere(), await id()];
    const licensed = await makeAsset(marque, writer, { rights: { territories: ['Benelux'] } });
    const uses = [{ channel: 'web' }, { channel: 'print', territory: 'DE' }];
    const { data } = await agent.done('check_use', { assets: [foreign, one, other], uses });
    const alone = async (asset: string) => (await agent.done('check_use', { asset, uses })).data;
    expect(data).toEqual([
      { asset: foreign, error: expect.objectContaining({ code: 'not_found' }) },
      ...(await alone(one)),
      ...(await alone(other)),
    ]);
    const absent = { asset: unknown, error: expect.objectContaining({ code: 'not_found' }) };
    const checked = await agent.done('check_use', {
      assets: [unknown, other, unknown, licensed.id],
      territory: 'Benelux',
    });
    expect(checked.data).toEqual([
      absent,
      expect.objectContaining({ asset: expect.objectContaining({ id: other }) }),
      absent,
      expect.objectContaining({ asset: expect.objectContaining({ id: licensed.id }), allowed: true }),
    ]);
    expect((await agent.done('check_use', { assets: [one], ...uses[0] })).data).toEqual([
      (await alone(one))[0],
    ]);
  });

  it('says once what’s wrong with the use, and refuses one asset that isn’t there', async () => {
    const assets = [await id(), await id()];
    const wrong = await agent.refused('check_use', { assets, territory: 'Germane' });
    expect(wrong).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'territory', message: expect.stringContaining('Germany') }] },
    });
    for (const args of [{ asset: await elsewhere() }, { assets: [unknown, await elsewhere()] }])
      expect((await agent.refused('check_use', args)).code).toBe('not_found');
    expect((await agent.refused('check_use', { assets: [], channel: 'web' })).code).toBe('invalid_request');
  });
});

describe('withdraw_proposals', () => {
  it('takes back those that still wait, and answers for each', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await writing.done('review_proposal', { proposal: two, decision: 'accept' });
    const { results } = await agent.done('withdraw_proposals', { proposals: [one, two, unknown] });
    expect(results).toEqual([
      { proposal: one, ok: true },
      { proposal: two, error: expect.objectContaining({ code: 'conflict' }) },
      { proposal: unknown, error: expect.objectContaining({ code: 'not_found' }) },
    ]);
    expect(await statusOf(one)).not.toBe('waiting');
  });

  it('refuses a key that may withdraw none as a whole, and ids that are none', async () => {
    const proposal = await waiting();
    const reading = await connect(marque.url, reader.key);
    expect(await reading.refused('withdraw_proposals', { proposals: [proposal] })).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'propose' },
    });
    await reading.close();
    const stranger = await connect(marque.url, (await marque.makeKey(await marque.makePlace(), 'write')).key);
    const { results } = await stranger.done('withdraw_proposals', { proposals: [proposal] });
    expect(results).toEqual([{ proposal, error: expect.objectContaining({ code: 'not_found' }) }]);
    await stranger.close();
    expect(await statusOf(proposal)).toBe('waiting');
    expect((await agent.refused('withdraw_proposals', { proposals: ['mine'] })).code).toBe('invalid_request');
  });
});

describe('review_proposals', () => {
  it('decides each on its own', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await agent.done('withdraw_proposals', { proposals: [two] });
    const { results } = await writing.done('review_proposals', {
      proposals: [one, two],
      decision: 'reject',
      note: 'Not a quay',
    });
    expect(results).toEqual([
      { proposal: one, ok: true },
      { proposal: two, error: expect.objectContaining({ code: expect.any(String) }) },
    ]);
    expect(await statusOf(one)).toBe('rejected');
  });
});

describe('change_collection', () => {
  it('is all or nothing', async () => {
    const { body } = await callsAs(marque, writer).done('POST', '/collections', { name: 'Boats' });
    const collection = body.data.id as string;
    const own = await id();
    const refused = await writing.call('change_collection', { collection, add: [own, await elsewhere()] });
    expect(refused.isError).toBe(true);
    expect(dataOf(refused)).toHaveProperty('error.code');
    const search = () => writing.done('search_assets', { collection });
    expect((await search()).total).toBe(0);
    await writing.done('change_collection', { collection, add: [own] });
    expect((await search()).data).toMatchObject([{ id: own }]);
  });
});

describe('a tool for which the scope is too low', () => {
  it('says so, and names what proposes the same', async () => {
    const { code, message } = await agent.refused('update_assets', {
      assets: [await id()],
      addTags: ['quay'],
    });
    expect(code).toBe('forbidden');
    expect(message).toContain('propose_changes');
  });
});
