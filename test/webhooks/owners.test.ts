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
