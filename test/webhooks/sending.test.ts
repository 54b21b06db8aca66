// What a webhook gets: signed, in full or thin, again until it arrives, and as its owner may read it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { callsAs, type Calls } from '../setup/callers.ts';
import { startMailServer, type MailServer } from '../setup/mail-server.ts';
import { startService, type Person, type Place, type TestService } from '../setup/service.ts';
import type { Delivery } from '../../src/webhooks/schemas.ts';
import { hurry, startReceiver, verified, type Receiver } from './receiver.ts';

let marque: TestService;
let acme: Place;
let admin: Person;
let asAdmin: Calls, write: Calls;
let receiver: Receiver;
let mails: MailServer;

beforeAll(async () => {
  mails = await startMailServer();
  marque = await startService({ RATE_LIMIT: '0', FETCH_ALLOW: '127.0.0.1' });
  acme = await marque.makePlace('Acme');
  admin = await marque.makeAdmin(acme, 'Ada Admin');
  asAdmin = callsAs(marque, admin);
  await asAdmin.done('PATCH', '/settings/email?context=organization', {
    host: '127.0.0.1',
    port: mails.port,
    from: 'Acme <acme@example.com>',
  });
  write = callsAs(marque, await marque.makeMember(acme, 'write', { name: 'Edda Editor' }));
  receiver = await startReceiver();
});
afterAll(async () => {
  await marque?.close();
  await receiver?.close();
  await mails?.close();
});
beforeEach(() => {
  receiver.answer = () => ({ status: 200 });
});

interface Made {
  id: string;
  secret: string;
}

async function newWebhook(types: string[], more: object = {}): Promise<Made> {
  return (await asAdmin.create('/webhooks', { url: `${receiver.url}/hook`, types, ...more })) as Made;
}

const newCollection = async (name: string, more: object = {}): Promise<string> =>
  ((await write.create('/collections', { name, ...more })) as { id: string }).id;

const deliveriesOf = async (id: string, query = ''): Promise<Delivery[]> =>
  (await asAdmin.done('GET', `/webhooks/${id}/deliveries${query}`)).body.data as Delivery[];

async function untilState(webhook: string, resource: string, state: Delivery['state']): Promise<Delivery> {
  let found: Delivery | undefined;
  await until(async () => {
    found = (await deliveriesOf(webhook)).find((one) => one.resource?.id === resource && one.state === state);
    return found !== undefined;
  });
  return found as Delivery;
}

const almostFailed = (id: string): Promise<unknown> =>
  marque.service.db.query('update marque.webhook_deliveries set attempts = 9 where webhook_id = $1', [id]);

const disable = (id: string): Promise<unknown> =>
  asAdmin.done('PATCH', `/webhooks/${id}`, { enabled: false });

describe('an event', () => {
  it('is signed, and has the resource as its operation returns it', async () => {
    const { id: webhook, secret } = await newWebhook(['collection.*']);
    const id = await newCollection('Spring');
    const received = await receiver.untilReceived(id, 'collection.created');
    expect(verified(secret, received)).toEqual(received.event);
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, received)).toThrow();
    const { body } = await asAdmin.done('GET', `/collections/${id}`);
    expect(received.event).toEqual({
      id: received.headers['webhook-id'],
      type: 'collection.created',
      version: expect.any(Number),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      organization: acme.organizationId,
      workspace: acme.workspaceId,
      actor: { kind: 'person', id: expect.any(String), name: 'Edda Editor' },
      resource: { type: 'collection', id },
      data: body.data,
    });
    await write.done('PATCH', `/collections/${id}`, { name: 'Spring, renamed' });
    const changed = await receiver.untilReceived(id, 'collection.changed');
    expect(changed.event.version).toBeGreaterThan(received.event.version);
    expect([changed.event.data?.name, changed.event.previous]).toEqual([
      'Spring, renamed',
      { name: 'Spring' },
    ]);
    await write.done('DELETE', `/collections/${id}`);
    const gone = await receiver.untilReceived(id, 'collection.deleted');
    expect(gone.event.data).toBeNull();
    const delivery = await untilState(webhook, id, 'delivered');
    expect(delivery.attempts[0]).toMatchObject({ status: 200, error: null, answer: 'thanks' });
    await disable(webhook);
  });

  it('is thin where that was chosen, and of the chosen types alone', async () => {
    const { id: webhook } = await newWebhook(['collection.changed'], { format: 'thin' });
    const id = await newCollection('Thin');
    await write.done('PATCH', `/collections/${id}`, { name: 'Thinner' });
    const received = await receiver.untilReceived(id, 'collection.changed');
    expect([received.event.data, received.event.previous]).toEqual([{ id }, undefined]);
    expect((await deliveriesOf(webhook)).map(({ type }) => type)).toEqual(['collection.changed']);
    await disable(webhook);
  });

  it('about a webhook has its ID alone, since its URL can have a secret', async () => {
    const { id: webhook } = await newWebhook(['webhook.*']);
    const url = 'https://hooks.example.com/a-secret-path';
    const { id } = await newWebhook(['asset.*'], { url, enabled: false });
    const received = await receiver.untilReceived(id, 'webhook.created');
    expect(received.event.data).toEqual({ id });
    expect(received.body).not.toContain('a-secret');
    await disable(webhook);
  });

  it('is signed with both secrets after a rotation', async () => {
    const { id: webhook, secret } = await newWebhook(['collection.created']);
    const { body } = await asAdmin.done('POST', `/webhooks/${webhook}/rotate`);
    const received = await receiver.untilReceived(await newCollection('Rotated'));
    expect(verified(secret, received)).toEqual(received.event);
    expect(verified(body.data.secret as string, received)).toEqual(received.event);
    await marque.service.db.query(`update marque.webhooks set previous_until = now() where id = $1`, [
      webhook,
    ]);
    const later = await receiver.untilReceived(await newCollection('A day later'));
    expect(() => verified(secret, later)).toThrow();
    expect(verified(body.data.secret as string, later)).toEqual(later.event);
    await disable(webhook);
  });

  it('of another workspace isn’t sent; of any workspace is sent to the organization’s', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    const made = await asAdmin.done('POST', '/workspaces', { name: 'Second' });
    const second = made.body.data as { id: string };
    const { id: wide } = (await asAdmin.create('/webhooks?context=organization', {
      url: `${receiver.url}/wide`,
      types: ['collection.created'],
    })) as Made;
    const there = await marque.call('POST', '/api/v1/collections', {
      as: admin,
      body: { name: 'There' },
      headers: { 'x-workspace': second.id },
    });
    const { id } = there.body.data as { id: string };
    const received = await receiver.untilReceived(id);
    expect([received.path, received.event.workspace]).toEqual(['/wide', second.id]);
    expect(await deliveriesOf(webhook)).toEqual([]);
    await disable(webhook);
    await disable(wide);
  });

  it('reaches a webhook that is created while others are looked through', async () => {
    const { id: first } = await newWebhook(['collection.created']);
    const holding = await marque.service.db.pool.connect();
    try {
      await holding.query('begin');
      const { rows } = await holding.query('select pg_backend_pid() as pid');
      await holding.query('select id from marque.webhooks where id = $1 for update', [first]);
      await newCollection('Looked for');
      await until(async () => {
        const blocked = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
        return (await marque.service.db.query(blocked, [rows[0].pid])).length > 0;
      });
      const { id: second } = await newWebhook(['collection.created']);
      const id = await newCollection('Meanwhile');
      await holding.query('commit');
      await untilState(second, id, 'delivered');
      await disable(second);
    } finally {
      holding.release(true);
    }
    await disable(first);
  });

  it('is sent after the database was restored into another cluster, too', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    const { db } = marque.service;
    const elsewhere = '9000000000:9000000000:';
    await db.query('update marque.webhooks set since = $2 where id = $1', [webhook, elsewhere]);
    await db.query(`update marque.webhook_position set known = $1, up_to = null, txid = '0', id = 0`, [
      elsewhere,
    ]);
    await hurry(marque);
    await until(async () => {
      const [at] = await db.query<{ known: string }>('select known from marque.webhook_position');
      return at?.known !== elsewhere;
    });
    await untilState(webhook, await newCollection('After the restore'), 'delivered');
    await disable(webhook);
  });

  it('has what the owner can read, and nothing once they can’t', async () => {
    const local = await marque.makeMember(acme, 'admin', { name: 'Lara Local' });
    const made = (await callsAs(marque, local).create('/webhooks', {
      url: `${receiver.url}/hook`,
      types: ['asset.*'],
    })) as Made;
    const { id } = (await makeAsset(marque, admin)) as { id: string };
    expect((await receiver.untilReceived(id, 'asset.created')).event.data?.id).toBe(id);
    await marque.payload.delete({ collection: 'grants', where: { user: { equals: local.id } } });
    await write.done('PATCH', `/assets/${id}`, { title: 'Not for Lara' });
    await until(async () => !(await asAdmin.done('GET', `/webhooks/${made.id}`)).body.data.enabled);
    const { body } = await asAdmin.done('GET', `/webhooks/${made.id}`);
    expect(body.data.disabledReason).toBe('no_access');
    expect(JSON.stringify(receiver.received)).not.toContain('Not for Lara');
  });
});

describe('an endpoint that fails', () => {
  it('gets the same again until it answers 2xx', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(10_000) });
    const id = await newCollection('Again');
    await receiver.untilReceived(id);
    await until(async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    const [waiting] = await deliveriesOf(webhook, '?state=pending');
    expect(waiting).toMatchObject({ state: 'pending', nextAttemptAt: expect.any(String) });
    expect(waiting?.attempts[0]).toMatchObject({ status: 500, answer: 'x'.repeat(4_096) });
    receiver.answer = () => ({ status: 204, body: '' });
    await hurry(marque);
    const { attempts } = await untilState(webhook, id, 'delivered');
    expect(attempts.map(({ status }) => status)).toEqual([500, 204]);
    const sent = receiver.received.filter(({ event }) => event.resource?.id === id);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await disable(webhook);
  });

  it('is disabled after ten attempts, and its owner gets a mail', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    receiver.answer = () => ({ status: 503 });
    await newCollection('Never');
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await until(async () => ((await deliveriesOf(webhook))[0]?.attempts.length ?? 0) >= attempts);
      if (attempts < 10) await hurry(marque);
    }
    await until(async () => !(await asAdmin.done('GET', `/webhooks/${webhook}`)).body.data.enabled);
    const { body } = await asAdmin.done('GET', `/webhooks/${webhook}`);
    expect(body.data.disabledReason).toBe('failing');
    expect((await deliveriesOf(webhook))[0]?.state).toBe('failed');
    const mailed = (): boolean =>
      mails.mails.some(({ to, text }) => to.includes(admin.email) && text.includes('three days'));
    await until(() => Promise.resolve(mailed()));
    await asAdmin.done('PATCH', `/webhooks/${webhook}`, { enabled: true });
    expect((await asAdmin.done('GET', `/webhooks/${webhook}`)).body.data.disabledReason).toBeNull();
    await disable(webhook);
  });

  it('gets all attempts again once it’s enabled', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    receiver.answer = () => ({ status: 500 });
    await newCollection('Almost');
    await until(async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    await disable(webhook);
    await almostFailed(webhook);
    await asAdmin.done('PATCH', `/webhooks/${webhook}`, { enabled: true });
    await until(async () => (await deliveriesOf(webhook))[0]?.attempts.length === 2);
    expect((await deliveriesOf(webhook))[0]?.state).toBe('pending');
    expect((await asAdmin.done('GET', `/webhooks/${webhook}`)).body.data.enabled).toBe(true);
    await disable(webhook);
  });

  it('isn’t one that an event never reached, since its resource couldn’t be read', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    const reader = marque.service.operations.find(({ name }) => name === 'get_collection');
    const run = reader?.run.bind(reader);
    Object.assign(reader ?? {}, { run: () => Promise.reject(new Error('It can’t be read.')) });
    try {
      const id = await newCollection('Unreadable');
      await until(async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
      await almostFailed(webhook);
      await hurry(marque);
      const { attempts } = await untilState(webhook, id, 'failed');
      expect(attempts.at(-1)).toMatchObject({
        status: null,
        error: "The resource couldn't be read.",
      });
    } finally {
      Object.assign(reader ?? {}, { run });
    }
    await receiver.untilReceived(await newCollection('Readable'));
    await disable(webhook);
  });

  it('that says it’s gone is disabled at once', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    receiver.answer = () => ({ status: 410 });
    await newCollection('Gone');
    await until(async () => !(await asAdmin.done('GET', `/webhooks/${webhook}`)).body.data.enabled);
    expect((await asAdmin.done('GET', `/webhooks/${webhook}`)).body.data.disabledReason).toBe('gone');
  });

  it('that redirects isn’t followed', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    receiver.answer = () => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    await newCollection('Elsewhere');
    await until(async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    const [delivery] = await deliveriesOf(webhook);
    expect([delivery?.state, delivery?.attempts[0]?.status]).toEqual(['pending', 302]);
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
    await disable(webhook);
  });

  it('holds up what comes after, if it’s ordered, and then gets all of it in order', async () => {
    const { id: webhook } = await newWebhook(['collection.created'], { ordered: true });
    receiver.answer = () => ({ status: 500 });
    const first = await newCollection('First');
    await receiver.untilReceived(first);
    const ids = [first, await newCollection('Second'), await newCollection('Third')];
    await until(async () => (await deliveriesOf(webhook)).length === 3);
    expect(receiver.received.filter(({ event }) => event.resource?.id === ids[1])).toEqual([]);
    receiver.answer = () => ({ status: 200 });
    await hurry(marque);
    await untilState(webhook, ids[2] ?? '', 'delivered');
    const arrived = receiver.received.flatMap(({ event }) =>
      ids.includes(event.resource?.id ?? '') ? [event.resource?.id] : [],
    );
    expect(arrived.filter((id, at) => arrived.lastIndexOf(id) === at)).toEqual(ids);
    await disable(webhook);
  });
});

describe('what was sent', () => {
  it('is sent again, one or all of a time, with the same id and body', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    const from = new Date(Date.now() - 1_000).toISOString();
    const [one, two] = [await newCollection('One'), await newCollection('Two')];
    const delivery = await untilState(webhook, one, 'delivered');
    await untilState(webhook, two, 'delivered');
    const path = `/webhooks/${webhook}/deliveries/${delivery.id}/redeliver`;
    const again = await asAdmin.done('POST', path);
    expect([again.status, again.body.data.state]).toEqual([202, 'pending']);
    const copies = (id: string) => receiver.received.filter(({ event }) => event.resource?.id === id);
    await until(() => Promise.resolve(copies(one).length === 2));
    expect(copies(one)[1]?.body).toBe(copies(one)[0]?.body);
    const to = new Date(Date.now() + 60_000).toISOString();
    const range = await asAdmin.done('POST', `/webhooks/${webhook}/redeliver`, { from, to });
    expect([range.status, range.body.data.deliveries]).toEqual([202, 2]);
    await until(() => Promise.resolve(copies(one).length === 3 && copies(two).length === 2));
    await disable(webhook);
  });

  it('is forgotten after a month', async () => {
    const { id: webhook } = await newWebhook(['collection.created']);
    const id = await newCollection('Old');
    await untilState(webhook, id, 'delivered');
    await disable(webhook);
    await marque.service.db.query(
      `update marque.webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = $1`,
      [webhook],
    );
    const module = marque.service.modules.find(({ name }) => name === 'webhooks');
    await module?.sweep?.(marque.service, new AbortController().signal);
    expect(await deliveriesOf(webhook)).toEqual([]);
  });
});

describe('a test event', () => {
  it('is sent at once, also to a webhook that is disabled', async () => {
    const { id: webhook, secret } = await newWebhook(['asset.*'], { enabled: false });
    const { body } = await asAdmin.done('POST', `/webhooks/${webhook}/test`);
    expect(body.data).toMatchObject({ type: 'webhook.test', state: 'delivered', nextAttemptAt: null });
    const received = await receiver.untilReceived(webhook);
    expect(verified(secret, received)).toEqual(received.event);
    const again = await asAdmin.call(
      'POST',
      `/webhooks/${webhook}/deliveries/${body.data.id as string}/redeliver`,
    );
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
  });

  it('that can’t arrive says why, without an inner address', async () => {
    for (const url of ['http://10.0.0.1/hook', 'http://[::1]:9/hook', 'http://localhost.invalid/hook']) {
      const { id } = await newWebhook(['asset.*'], { url, enabled: false });
      const { status, body } = await asAdmin.done('POST', `/webhooks/${id}/test`);
      expect([url, status, body.data.state]).toEqual([url, 200, 'failed']);
      expect(body.data.attempts[0]).toMatchObject({ status: null, error: expect.any(String) });
    }
  });
});
