// Who decides in stages: people, a group and an admin of one workspace, and the calls on its setting. Each test file that imports this has
// its own.
import { afterAll, beforeEach } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { decide, doneAs, list } from './queue.ts';
import { asEditor, marque, place } from './two-proposers.ts';

const owner = await marque.makeAdmin(place, 'Olga Owner');
export const admin: Caller = { cookie: owner.cookie };
export const ada = await marque.makeMember(place, 'write', { name: 'Ada Art' });
export const bob = await marque.makeMember(place, 'write', { name: 'Bob Brand' });
export const eve = await marque.makeMember(place, 'write', { name: 'Eve Legal' });
/** The group Legal, with Eve in it. */
export const legal = (await callsAs(marque, admin).create('/groups', { name: 'Legal', members: [eve.id] }))
  .id as string;

export const assetNow = async (id: string) =>
  (await callsAs(marque, asEditor).done('GET', `/assets/${id}`)).body.data;

export const set = (body: unknown, as: Caller = admin, context = 'workspace') =>
  callsAs(marque, as).call('PATCH', `/settings/review?context=${context}`, body);

/** Sets it; fails if it's refused. */
export async function setDone(body: unknown): Promise<void> {
  const reply = await set(body);
  if (reply.status !== 200) throw new Error(`Not set: ${JSON.stringify(reply.body)}`);
}

export const noStages = () => callsAs(marque, admin).done('DELETE', '/settings/review?context=workspace');

/** For a test file in which every test starts without stages. */
export function eachWithoutStages(): void {
  beforeEach(noStages);
  afterAll(() => marque.close());
}

export const stage = (id: string, who: unknown[], more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  who,
  ...more,
});

/** Ada's stage, then that of the group Legal, for everything. */
export const twoStages = (more: object = {}) =>
  setDone({
    stages: [stage('art', [{ person: ada.id }], { dueDays: 2 }), stage('legal', [{ group: legal }])],
    routes: [{ stages: ['art', 'legal'] }],
    ...more,
  });

/** The newest proposal for an asset, whatever became of it. */
export const proposalOn = async (id: string, as: Caller = asEditor) =>
  (await list(as, `?target=${id}&status=any`))[0];

/** A new asset's proposal. */
export const newProposal = async (as: Caller, meta: Record<string, unknown> = {}) =>
  proposalOn((await makeAsset(marque, as, meta)).id);

export const accept = (as: Caller, id: string, more: object = {}) =>
  decide(as, id, { decision: 'accept', ...more });

/** Proposes another title for an asset. */
export const retitle = async (as: Caller, id: string, title: string) =>
  (
    await doneAs(as)('POST', '/proposals', {
      items: [{ kind: 'title', target: { resource: 'asset', id }, change: { title } }],
    })
  ).body.data.results[0].proposal;
