// `asset.attention`: told once when an asset that is used outside of Marque ends, and of no other asset.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tellOfExpiring } from '../../src/uses/attention.ts';
import { makeAsset } from '../assets/library.ts';
import type { Calls } from '../setup/callers.ts';
import { day } from '../setup/days.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';

let workspace: StartedWorkspace;
let write: Calls;
beforeAll(async () => {
  workspace = await startWithWorkspace();
  write = workspace.write;
});
afterAll(() => workspace?.marque.close());

let made = 0;
const report = (asset: string) => {
  made += 1;
  return write.done('POST', '/uses', { asset, url: `https://example.com/${made}` });
};
const newAsset = async (meta: Record<string, unknown> = {}): Promise<string> =>
  ((await makeAsset(workspace.marque, workspace.writer, meta)) as { id: string }).id;
const usedAsset = async (meta: Record<string, unknown> = {}): Promise<string> => {
  const id = await newAsset(meta);
  await report(id);
  return id;
};
const look = () => tellOfExpiring(workspace.marque.service, new AbortController().signal);

async function toldOf(asset: string): Promise<Record<string, unknown>[]> {
  const rows = await workspace.marque.service.db.query<{
    detail: Record<string, unknown>;
    workspace_id: string;
    actor_kind: string;
  }>(
    `select detail, workspace_id, actor_kind from marque.events where type = 'asset.attention' and subject_id = $1 order by id`,
    [asset],
  );
  for (const { workspace_id, actor_kind } of rows)
    expect([workspace_id, actor_kind]).toEqual([workspace.place.workspaceId, 'system']);
  return rows.map(({ detail }) => detail);
}

it('tells that it was archived, and nothing of an asset that nobody uses', async () => {
  const [used, unused] = [await usedAsset(), await newAsset()];
  await report(used);
  await write.done('PATCH', `/assets/${used}`, { title: 'Not an end' });
  expect(await toldOf(used)).toEqual([]);
  for (const id of [used, unused]) await write.done('PATCH', `/assets/${id}`, { status: 'archived' });
  expect(await toldOf(used)).toMatchObject([{ reason: 'archived', uses: 2 }]);
  expect(await toldOf(unused)).toEqual([]);
  const { body } = await write.done('GET', '/activity');
  expect(JSON.stringify(body.data)).toContain('asset.attention');
});

it('tells that it was deleted', async () => {
  const asset = await usedAsset();
  await write.done('DELETE', `/assets/${asset}`);
  expect(await toldOf(asset)).toMatchObject([{ reason: 'deleted', uses: 1 }]);
});

it('tells that it was replaced, by another asset or a newer version', async () => {
  const [asset, old] = [await usedAsset(), await usedAsset()];
  const replacement = await newAsset();
  await write.done('PATCH', `/assets/${asset}`, { supersededBy: replacement });
  expect(await toldOf(asset)).toMatchObject([{ reason: 'superseded' }]);
  const version = await newAsset({ versionOf: old });
  expect(await toldOf(old)).toMatchObject([{ reason: 'superseded' }]);
  expect(await toldOf(version)).toEqual([]);
});

it('tells that it expires, and that it has, each once', async () => {
  const later = await usedAsset({ rights: { expires: day(40) } });
  const soon = await usedAsset({ rights: { expires: day(7) } });
  const unused = await newAsset({ rights: { expires: day(7) } });
  for (let round = 0; round < 2; round += 1) await Promise.all([look(), look()]);
  expect(await toldOf(soon)).toMatchObject([{ reason: 'expiring', expires: day(7), uses: 1 }]);
  expect([await toldOf(later), await toldOf(unused)]).toEqual([[], []]);
  await write.done('PATCH', `/assets/${soon}`, { rights: { expires: day(-1) } });
  await look();
  await look();
  expect((await toldOf(soon)).map(({ reason }) => reason)).toEqual(['expiring', 'expired']);
  // Somebody who reports it now learns it, too.
  await report(soon);
  await look();
  expect((await toldOf(soon)).map(({ reason }) => reason)).toEqual(['expiring', 'expired', 'expired']);
});
