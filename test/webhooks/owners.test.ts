// Webhooks whose owners lose access: nothing is sent for them any more.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Person, type Place, type TestService } from '../setup/service.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let marque: TestService;
let acme: Place;
let admin: Person;
let receiver: Receiver;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0', FETCH_ALLOW: '127.0.0.1' });
  acme = await marque.makePlace('Acme');
  admin = await marque.makeAdmin(acme, 'Ada Admin');
  receiver = await startReceiver();
});
afterAll(async () => {
  await marque?.close();
  await receiver?.close();
});

it('one whose owner is no longer an admin tells what they can read, without what it replaced', async () => {
  const former = await marque.makeMember(acme, 'admin', { name: 'Finn Former' });
  const made = (await callsAs(marque, former).create('/webhooks', {
    url: `${receiver.url}/former`,
    types: ['collection.changed'],
  })) as { id: string };
  const asAdmin = callsAs(marque, admin);
  const { id } = (await asAdmin.create('/collections', { name: 'One' })) as { id: string };
  await asAdmin.done('PATCH', `/collections/${id}`, { name: 'Two' });
  const before = await receiver.untilReceived(id, 'collection.changed');
  expect([before.event.data?.name, before.event.previous]).toEqual(['Two', { name: 'One' }]);
  await marque.payload.delete({ collection: 'grants', where: { user: { equals: former.id } } });
  await marque.grant(former.id, 'workspace', acme.workspaceId, 'read', { place: acme });
  receiver.received.length = 0;
  await asAdmin.done('PATCH', `/collections/${id}`, { name: 'Three' });
  const after = await receiver.untilReceived(id, 'collection.changed');
  expect([after.event.data?.name, after.event.previous]).toEqual(['Three', undefined]);
  await asAdmin.done('PATCH', `/webhooks/${made.id}`, { enabled: false });
});

it('one of the organization is disabled once its owner can open nothing of it, whatever its types are', async () => {
  const leaving = await marque.makeAdmin(acme, 'Lea Leaving');
  const made = (await callsAs(marque, leaving).create('/webhooks?context=organization', {
    url: `${receiver.url}/hook`,
    types: ['asset.*'],
  })) as { id: string };
  const { id } = (await makeAsset(marque, admin)) as { id: string };
  await receiver.untilReceived(id, 'asset.created');
  await marque.payload.delete({ collection: 'grants', where: { user: { equals: leaving.id } } });
  await makeAsset(marque, admin, { title: 'Not for Lea' });
  const webhook = async () => (await callsAs(marque, admin).done('GET', `/webhooks/${made.id}`)).body.data;
  await until(async () => !(await webhook()).enabled);
  expect((await webhook()).disabledReason).toBe('no_access');
  expect(JSON.stringify(receiver.received)).not.toContain('Not for Lea');
});
