// Endpoints that don't answer take all the room there is for sending, and still hold up no other.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../setup/children.ts';
import { callsAs, type Calls } from '../setup/callers.ts';
import { startService, type TestService } from '../setup/service.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** As many as are sent at a time, in endpoints with as many as one gets at a time. */
const [room, silentOnes] = [30, 6];

let marque: TestService;
let asAdmin: Calls;
let receiver: Receiver;
let silent: http.Server;
/** Requests to the silent ones. */
const waiting: http.ServerResponse[] = [];

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0', FETCH_ALLOW: '127.0.0.1' });
  asAdmin = callsAs(marque, await marque.makeKey(await marque.makePlace('Acme'), 'admin'));
  receiver = await startReceiver();
  silent = http.createServer((request, response) => {
    request.resume();
    waiting.push(response);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(async () => {
  silent?.closeAllConnections();
  silent?.close();
  await marque?.close();
  await receiver?.close();
});

it('an endpoint that answers gets the next place', async () => {
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  for (let made = 0; made < silentOnes; made += 1)
    await asAdmin.create('/webhooks', { url, types: ['collection.created'], format: 'thin' });
  const answering = { url: `${receiver.url}/hook`, types: ['collection.changed'] };
  const { id: webhook } = (await asAdmin.create('/webhooks', answering)) as { id: string };
  const collections: string[] = [];
  for (let made = 0; made < 12; made += 1) {
    const { id } = (await asAdmin.create('/collections', { name: `Waiting ${made}` })) as { id: string };
    collections.push(id);
  }
  await until(() => Promise.resolve(waiting.length >= room));
  const [collection = ''] = collections;
  await asAdmin.done('PATCH', `/collections/${collection}`, { name: 'Changed' });
  await until(async () => {
    const { body } = await asAdmin.done('GET', `/webhooks/${webhook}/deliveries`);
    return body.data.length === 1;
  });
  expect(receiver.received).toEqual([]);
  waiting.shift()?.writeHead(500).end();
  await receiver.untilReceived(collection, 'collection.changed');
});
