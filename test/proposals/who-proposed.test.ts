// The queue by who proposed: agents, people, or the viewer's team.
import { afterAll, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { makeGroup } from '../core/access/resources.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller, type Person } from '../setup/service.ts';

const marque = await startService();
afterAll(() => marque.close());

const place = await marque.makePlace();
const viewer = await marque.makeMember(place, 'write', { name: 'Vera' });
const teammate = await marque.makeMember(place, 'propose', { name: 'Tom' });
const elsewhere = await marque.makeMember(place, 'propose', { name: 'Elsa' });
await makeGroup(marque, place, viewer.id, teammate.id);
await makeGroup(marque, place, elsewhere.id);

const signedIn = ({ cookie }: Person): Caller => ({ cookie });
const propose = async (by: Caller): Promise<string> => (await makeAsset(marque, by)).id as string;
const ids = {
  viewer: await propose(await marque.makeKey(place, 'propose', { ownerId: viewer.id })),
  teammate: await propose(signedIn(teammate)),
  teammatesAgent: await propose(await marque.makeKey(place, 'propose', { ownerId: teammate.id })),
  elsewhere: await propose(signedIn(elsewhere)),
  agentOfNobody: await propose(await marque.makeKey(place, 'propose')),
};

async function listed(query: string, by: Caller = signedIn(viewer)): Promise<string[]> {
  const { body } = await callsAs(marque, by).done('GET', `/proposals${query}`);
  expect(body.total).toBe(body.data.length);
  const targets = body.data.map((one: { target: { id: string } }) => one.target.id) as string[];
  return Object.entries(ids).flatMap(([name, id]) => (targets.includes(id) ? [name] : []));
}

it('lists what agents proposed, whoever they belong to', async () => {
  expect(await listed('?from=agents')).toEqual(['viewer', 'teammatesAgent', 'agentOfNobody']);
});

it('lists what people proposed themselves', async () => {
  expect(await listed('?from=people')).toEqual(['teammate', 'elsewhere']);
});

it("lists what the viewer's team proposed, with their agents, without what is the viewer's own", async () => {
  expect(await listed('?from=team')).toEqual(['teammate', 'teammatesAgent']);
  expect(await listed('?from=team', signedIn(teammate))).toEqual([]);
});

it('is empty for a key, which has no team, and for somebody in no group', async () => {
  expect(await listed('?from=team', await marque.makeKey(place, 'write'))).toEqual([]);
  expect(await listed('?from=team', signedIn(await marque.makeMember(place, 'write')))).toEqual([]);
});

it('shows those who only propose no more than they see without it', async () => {
  expect(await listed('?from=agents', signedIn(teammate))).toEqual(['teammatesAgent']);
});

it('shows nothing of another workspace', async () => {
  const other = await marque.makeKey(await marque.makePlace(), 'write');
  expect(await listed('?from=agents', other)).toEqual([]);
});

it('refuses another value', async () => {
  const { status, body } = await marque.call('GET', '/api/v1/proposals?from=robots', {
    as: signedIn(viewer),
  });
  expect([status, body.error.code, body.error.detail.issues[0].path]).toEqual([
    400,
    'invalid_request',
    'from',
  ]);
});
