// Webhooks over HTTP: who can have them, what they say, and what is never said.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { callsAs, type Calls } from '../setup/callers.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../setup/service.ts';
import { startReceiver } from './receiver.ts';

let marque: TestService;
let acme: Place, other: Place;
let admin: Person;
let asAdmin: Calls;
let key: Caller;

const url = 'https://hooks.example.com/a-secret-path?token=a-secret-token';
const body = { url, types: ['asset.*', 'collection.created'], description: 'The shop', enabled: false };

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' });
  acme = await marque.makePlace('Acme');
  other = await marque.makePlace('Other');
  admin = await marque.makeAdmin(acme, 'Ada Admin');
  asAdmin = callsAs(marque, admin);
  key = await marque.makeKey(acme, 'admin');
});
afterAll(() => marque?.close());

const newWebhook = async (more: object = {}): Promise<{ id: string; secret: string }> =>
  (await asAdmin.create('/webhooks', { ...body, ...more })) as { id: string; secret: string };

describe('an admin', () => {
  it('creates a webhook, and sees its secret once', async () => {
    const reply = await marque.call('POST', '/api/v1/webhooks', { as: admin, body });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { secret, ...made } = reply.body.data as Record<string, unknown>;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toEqual({
      id: expect.any(String),
      context: 'workspace',
      workspace: acme.workspaceId,
      url,
      types: body.types,
      format: 'full',
      ordered: false,
      description: 'The shop',
      enabled: false,
      disabledReason: null,
      owner: { kind: 'person', id: admin.id, name: 'Ada Admin' },
      previousSecretUntil: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const found = await asAdmin.done('GET', `/webhooks/${String(made.id)}`);
    expect(found.body.data).toEqual(made);
    const listed = await asAdmin.done('GET', '/webhooks');
    expect(listed.body.data).toContainEqual(made);
    const [row] = await marque.service.db.query<{ all: string }>(
      `select w::text || (select string_agg(e.detail::text, ' ') from marque.events e) as all from marque.webhooks w where id = $1`,
      [made.id],
    );
    expect(row?.all).not.toContain(String(secret).slice(6));
  });

  it('changes one, and the same again changes nothing', async () => {
    const { id } = await newWebhook();
    const patch = { types: ['*'], ordered: true, format: 'thin', description: '' };
    const first = await asAdmin.done('PATCH', `/webhooks/${id}`, patch);
    expect(first.body.data).toMatchObject(patch);
    const again = await asAdmin.done('PATCH', `/webhooks/${id}`, patch);
    expect(again.body.data).toEqual(first.body.data);
    const events = await marque.service.db.query(
      `select 1 from marque.events where subject_id = $1 and type = 'webhook.changed'`,
      [id],
    );
    expect(events).toHaveLength(1);
  });

  it('gives one a new secret, and the old one signs for a day', async () => {
    const { id, secret } = await newWebhook();
    const reply = await asAdmin.done('POST', `/webhooks/${id}/rotate`);
    expect(reply.body.data.secret).not.toBe(secret);
    const hours = (Date.parse(reply.body.data.previousSecretUntil as string) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('deletes one, with its deliveries', async () => {
    const { id } = await newWebhook();
    await asAdmin.done('DELETE', `/webhooks/${id}`);
    expect((await asAdmin.call('GET', `/webhooks/${id}`)).status).toBe(404);
    expect((await asAdmin.call('DELETE', `/webhooks/${id}`)).status).toBe(404);
  });

  it('has webhooks for the whole organization apart', async () => {
    const made = (await asAdmin.create('/webhooks?context=organization', body)) as {
      id: string;
      context: string;
      workspace: string | null;
    };
    expect([made.context, made.workspace]).toEqual(['organization', null]);
    const ids = async (query: string): Promise<string[]> =>
      ((await asAdmin.done('GET', `/webhooks${query}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).not.toContain(made.id);
    expect(await ids('?context=organization')).toEqual([made.id]);
    expect((await asAdmin.call('PATCH', `/webhooks/${made.id}`, { description: 'Ours' })).status).toBe(200);
  });

  it('finds what was done in the audit log, by host alone', async () => {
    const { id } = await newWebhook();
    const { body: audit } = await asAdmin.done('GET', '/audit');
    const entry = (audit.data as { type: string; target: { id: string } }[]).find(
      ({ type, target }) => type === 'webhook.created' && target?.id === id,
    );
    expect(entry).toBeDefined();
    expect(JSON.stringify(audit)).toContain('hooks.example.com');
    expect(JSON.stringify(audit)).not.toContain('a-secret');
  });

  it('can have fifty', async () => {
    const place = await marque.makePlace('Full');
    const full = callsAs(marque, await marque.makeKey(place, 'admin'));
    for (let made = 0; made < 50; made += 1) await full.create('/webhooks', body);
    const reply = await full.call('POST', '/webhooks', body);
    expect([reply.status, reply.body.error.code]).toEqual([403, 'limit_reached']);
  });
});

describe('others', () => {
  it('can’t have any: with the scope below, without access, or with none', async () => {
    const writer = await marque.makeMember(acme, 'write');
    const { id } = await newWebhook();
    const paths = [
      ['GET', '/api/v1/webhooks'],
      ['POST', '/api/v1/webhooks', body],
      ['GET', `/api/v1/webhooks/${id}`],
      ['PATCH', `/api/v1/webhooks/${id}`, { enabled: true }],
      ['DELETE', `/api/v1/webhooks/${id}`],
      ['POST', `/api/v1/webhooks/${id}/rotate`],
      ['POST', `/api/v1/webhooks/${id}/test`],
      ['GET', `/api/v1/webhooks/${id}/deliveries`],
      ['POST', `/api/v1/webhooks/${id}/deliveries/${randomUUID()}/redeliver`],
      [
        'POST',
        `/api/v1/webhooks/${id}/redeliver`,
        { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      ],
    ] as const;
    const stranger = await marque.makeKey(other, 'admin');
    for (const [method, path, sent] of paths) {
      const call = async (as: Caller): Promise<number> =>
        (await marque.call(method, path, { as, ...(sent ? { body: sent } : {}) })).status;
      expect([path, await call(writer)]).toEqual([path, 403]);
      expect([path, await call(null)]).toEqual([path, 401]);
      if (path.includes(id)) expect([path, await call(stranger)]).toEqual([path, 404]);
    }
    expect((await asAdmin.done('GET', `/webhooks/${id}`)).body.data.enabled).toBe(false);
  });

  it('who administer the workspace alone have none for the organization, and keys neither', async () => {
    const local = await marque.makeMember(acme, 'admin');
    const query = '/api/v1/webhooks?context=organization';
    const reply = await marque.call('POST', query, { as: local, body });
    expect(reply.status).toBe(403);
    expect(reply.body.error.message).toContain('Leave out context=organization');
    const maker = await marque.makeKey(acme, 'admin', { madeById: admin.id });
    const byKey = await marque.call('POST', query, { as: maker, body });
    expect([byKey.status, byKey.body.error.message]).toEqual([403, expect.stringContaining('Sign in')]);
    expect((await marque.call('GET', query, { as: maker })).status).toBe(403);
    // They have what happens in other workspaces.
    const wide = (await asAdmin.create('/webhooks?context=organization', body)) as { id: string };
    const owned = await marque.makeKey(acme, 'admin', { ownerId: admin.id });
    for (const as of [maker, owned])
      for (const [method, rest, sent] of [
        ['GET', ''],
        ['PATCH', '', { url: 'https://elsewhere.example.com' }],
        ['DELETE', ''],
        ['POST', '/rotate'],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const) {
        const path = `/api/v1/webhooks/${wide.id}${rest}`;
        const refused = await marque.call(method, path, { as, ...(sent ? { body: sent } : {}) });
        expect([method, path, refused.status]).toEqual([method, path, 404]);
      }
    await asAdmin.done('DELETE', `/webhooks/${wide.id}`);
  });
});

it('refuses what it can’t use, and says where', async () => {
  for (const [change, path] of [
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://user:password@example.com' }, 'url'],
    [{ url: 'example' }, 'url'],
    [{ types: [] }, 'types'],
    [{ types: ['asset'] }, 'types[0]'],
    [{ format: 'fat' }, 'format'],
    [{ ordered: 'yes' }, 'ordered'],
    [{ retries: 3 }, 'retries'],
  ] as const) {
    const reply = await marque.call('POST', '/api/v1/webhooks', { as: key, body: { ...body, ...change } });
    expect([path, reply.status, reply.body.error.code]).toEqual([path, 400, 'invalid_request']);
    expect(reply.body.error.detail.issues[0].path).toBe(path);
  }
  const { id } = await newWebhook();
  const backwards = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const reply = await asAdmin.call('POST', `/webhooks/${id}/redeliver`, backwards);
  expect([reply.status, reply.body.error.detail.issues[0].path]).toEqual([400, 'to']);
});

it('reaches public addresses alone, however the address is written and whatever a name leads to', async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::]'];
  for (const host of hosts) {
    const { id } = await newWebhook({ url: `http://${host}:${port}/inner` });
    const { body: sent } = await asAdmin.done('POST', `/webhooks/${id}/test`);
    expect([host, sent.data.state]).toEqual([host, 'failed']);
    const [attempt] = sent.data.attempts as { status: number | null; error: string; answer: string | null }[];
    expect([host, attempt]).toEqual([
      host,
      expect.objectContaining({
        status: null,
        answer: null,
        error: expect.stringContaining('is not public'),
      }),
    ]);
    expect(attempt?.error).not.toContain('127.0.0.1');
  }
  expect(receiver.received).toEqual([]);
  await receiver.close();
});
