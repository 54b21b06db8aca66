// What became of each agent's proposals, by kind: counted for those who may see the agent.
import { afterAll, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { decide } from './queue.ts';
import { accept, ada, admin, eve, legal, noStages, proposalOn, retitle, setDone, stage } from './staged.ts';
import { asEditor, marque, other, place, reader, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());

const records = async (as: Caller) => (await callsAs(marque, as).done('GET', '/track-records')).body.data;
const counts = async (as: Caller, key: string) =>
  (await records(as))
    .filter((one: { key: { id: string } }) => one.key.id === key)
    .map(({ kind, accepted, edited, rejected }: Record<string, unknown>) => [
      kind,
      accepted,
      edited,
      rejected,
    ]);

it('counts what was accepted, edited and rejected, and nothing that waits or was withdrawn', async () => {
  const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
  const decided = async (title: string, answer: object) =>
    expect((await decide(asEditor, (await retitle(scout, id, title)).id, answer)).status).toBe(200);
  await decided('One', { decision: 'accept' });
  await decided('Two', { decision: 'accept', value: { title: 'Too' } });
  await decided('Three', { decision: 'reject', note: 'No' });
  await decided('Four', { decision: 'reject', note: 'No' });
  await retitle(scout, id, 'Waiting');
  const gone = await retitle(other, id, 'Withdrawn');
  await callsAs(marque, other).done('DELETE', `/proposals/${gone.id}`);
  const { id: added } = await makeAsset(marque, scout);
  await callsAs(marque, asEditor).done('PATCH', `/assets/${added}`, { status: 'active' });
  expect(await counts(admin, scout.id)).toEqual([
    ['asset', 1, 0, 0],
    ['title', 1, 1, 2],
  ]);
  expect(await counts(admin, other.id)).toEqual([]);
});

it('counts what was edited in an earlier stage as edited', async () => {
  await setDone({
    stages: [stage('art', [{ person: ada.id }]), stage('legal', [{ group: legal }])],
    routes: [{ stages: ['art', 'legal'] }],
  });
  const key = await marque.makeKey(place, 'propose');
  const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
  const proposal = await retitle(key, id, 'New');
  await accept(ada, proposal.id, { value: { title: 'Newer' } });
  await accept(eve, proposal.id);
  expect(await proposalOn(id)).toMatchObject({ status: 'accepted' });
  expect(await counts(admin, key.id)).toEqual([['title', 0, 1, 0]]);
  await noStages();
});

it('forgets what was decided more than 90 days ago', async () => {
  const key = await marque.makeKey(place, 'propose');
  const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
  const { id: proposal } = await retitle(key, id, 'New');
  await accept(asEditor, proposal);
  expect(await counts(admin, key.id)).toEqual([['title', 1, 0, 0]]);
  await marque.service.db.query(
    `update marque.proposals set decided_at = decided_at - interval '91 days' where id = $1`,
    [proposal],
  );
  expect(await counts(admin, key.id)).toEqual([]);
});

it('shows people their own agents, and others none', async () => {
  const { id } = await makeAsset(marque, asEditor, { title: 'Old' });
  const { id: proposal } = await retitle(other, id, 'New');
  await accept(asEditor, proposal);
  expect((await records(asEditor)).map(({ key }: { key: { id: string } }) => key.id)).toEqual([other.id]);
  expect([await records(ada), await records(reader), await records(stranger)]).toEqual([[], [], []]);
  expect((await marque.call('GET', '/api/v1/track-records')).status).toBe(401);
  expect((await callsAs(marque, admin).call('GET', '/track-records?days=30')).status).toBe(400);
});
