// Payload's own REST routes while the database is away: callers learn that, and nobody looks signed out.
import { expect, it } from '@jest/globals';
import { callPayload, type PayloadReply } from '../identity/accounts/payload-transport.ts';
import { startBehindProxy } from './behind-proxy.ts';
import type { Fault } from './database-proxy.ts';

const { marque, place, proxy, logged } = await startBehindProxy();
const admin = await marque.makeAdmin(place);
const collection = await marque.makeCollection(place);

const send = (method: string, path: string, body?: unknown): Promise<PayloadReply> =>
  callPayload(marque, method, path, { body, headers: { cookie: admin.cookie, origin: marque.url } });

const calls: [string, string, unknown?][] = [
  ['GET', '/api/collections'],
  ['GET', `/api/collections/${collection}`],
  ['POST', '/api/collections', { name: 'Lost', workspace: place.workspaceId }],
  ['PATCH', `/api/collections/${collection}`, { name: 'Lost' }],
  ['DELETE', `/api/collections/${collection}`],
  ['GET', '/api/users/me'],
  ['POST', '/api/users/refresh-token'],
  ['POST', '/api/users/login', { email: admin.email, password: 'a password of some length' }],
  ['POST', '/api/users/forgot-password', { email: admin.email }],
];

async function healed(): Promise<void> {
  proxy.fault = 'pass';
  while ((await marque.call('GET', '/api/health')).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await send('GET', '/api/users/me')).body.user.id).toBe(admin.id);
}

function expectUnavailable(reply: PayloadReply): void {
  expect([reply.status, reply.body.error?.code]).toEqual([503, 'unavailable']);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  const { reference } = reply.body.error.detail;
  expect(logged.filter((one) => one.reference === reference)).toHaveLength(1);
  // Where Payload's own clients look.
  expect(reply.body.errors[0].message).toContain(reference);
}

it.each(calls)('%s %s is a 503 with a reference', async (method, path, ...[body]) => {
  await healed();
  proxy.fault = 'refuse';
  proxy.cut();
  expectUnavailable(await send(method, path, body));
  await healed();
});

it.each<Fault>(['blackhole', 'delay'])(
  'a database that hangs is a 503 in time, and no one is signed out: %s',
  async (fault) => {
    await healed();
    proxy.fault = fault;
    const began = Date.now();
    const replies = await Promise.all([send('GET', '/api/users/me'), send('GET', '/api/collections')]);
    expect(Date.now() - began).toBeLessThan(20_000);
    replies.forEach(expectUnavailable);
    await healed();
  },
);

it('a session that has ended is still no one', async () => {
  const gone = await marque.makePerson();
  await marque.service.db.query('delete from users_sessions where _parent_id = $1', [gone.id]);
  const { status, body } = await callPayload(marque, 'GET', '/api/users/me', {
    headers: { cookie: gone.cookie, origin: marque.url },
  });
  expect([status, body.user]).toEqual([200, null]);
});
