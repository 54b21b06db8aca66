// The stream of events over HTTP: who hears what, in which order, and what ends it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { endEventStreams } from '../../../src/core/events/stream/index.ts';
import { positionIn } from '../../../src/core/events/stream/position.ts';
import { kill, startScript, until, untilItSays } from '../../setup/children.ts';
import { listenToEvents, type Listening } from '../../setup/event-stream.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../../setup/service.ts';

let marque: TestService;
let acme: Place;
let editor: Person, reader: Person;
const open: Listening[] = [];

beforeAll(async () => {
  marque = await startService();
  acme = await marque.makePlace('Acme');
  editor = await marque.makeMember(acme, 'write', { name: 'Edda Editor' });
  reader = await marque.makeMember(acme, 'read', { name: 'Rita Reader' });
});
afterAll(async () => {
  for (const one of open) one.close();
  await marque?.close();
});

async function listen(
  as: Caller,
  headers: Record<string, string> = {},
  url = marque.url,
): Promise<Listening> {
  const listening = await listenToEvents(url, as, headers);
  open.push(listening);
  return listening;
}

const resumed = (as: Caller, id: string): Promise<Listening> => listen(as, { 'last-event-id': id });

async function newCollection(name: string, as: Caller = editor, url = ''): Promise<string> {
  const reply = await marque.call('POST', `${url}/api/v1/collections`, { as, body: { name } });
  expect(reply.status).toBe(201);
  return (reply.body as { data: { id: string } }).data.id;
}

/** Records an event on a connection of its own, whose transaction stays open until `commit`. */
async function beginChange(resourceId: string): Promise<{ commit: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_name, subject_kind, subject_id)
     values ('field.created', $1, $2, 'system', 'Marque', 'field', $3)`,
    [acme.organizationId, acme.workspaceId, resourceId],
  );
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

describe('a reader of the workspace', () => {
  it('hears of a change as it happens, without its details', async () => {
    const heard = await listen(reader);
    expect(heard.status).toBe(200);
    expect(heard.headers.get('content-type')).toBe('text/event-stream');
    expect(heard.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(heard.text()).toMatch(/^retry: \d+\nevent: ready\nid: \S+\ndata: \{\}\n\n/);

    const id = await newCollection('Spring, a name that is nobody’s business');
    const event = await heard.untilHeard(id);
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'collection.created',
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      workspace: acme.workspaceId,
      actor: { kind: 'person', id: editor.id, name: 'Edda Editor' },
      resource: { type: 'collection', id },
      change: 'upserted',
    });
    expect(heard.text()).not.toContain('business');
    const { body } = await marque.call('GET', '/api/v1/activity', { as: editor });
    expect(event.id).toBe((body as { data: { id: number }[] }).data[0]?.id);
  });

  it('hears nothing of what is private, and what is decided by admins only', async () => {
    const heard = await listen(reader);
    const hidden = await marque.makeCollection(acme, { private: true });
    await marque.call('PATCH', `/api/v1/collections/${hidden}`, {
      as: await marque.makeAdmin(acme),
      body: { name: 'Still private' },
    });
    const last = await newCollection('After it');
    await heard.untilHeard(last);
    expect(heard.events.map(({ resource }) => resource?.id)).not.toContain(hidden);
    expect(heard.events.filter(({ type }) => type.startsWith('grant.'))).toEqual([]);
  });

  it('hears of an asset that is moved to the trash', async () => {
    const heard = await listen(reader);
    const { asset } = await fileAsset();
    await heard.untilHeard(asset);
    const reply = await marque.call('DELETE', `/api/v1/assets/${asset}`, { as: editor });
    expect(reply.status).toBe(200);
    expect((await heard.untilHeard(asset, 'asset.deleted')).change).toBe('removed');
  });
});

async function fileAsset(): Promise<{ asset: string }> {
  const form = new FormData();
  form.append('file', new Blob([`picture ${randomUUID()}`], { type: 'text/plain' }), 'note.txt');
  const reply = await marque.call('POST', '/api/v1/assets', { as: editor, body: form });
  expect([reply.status, reply.bytes.toString()]).toEqual([201, expect.anything()]);
  return { asset: (reply.body as { data: { id: string } }).data.id };
}

describe('access', () => {
  it('is needed: nobody gets a stream without a credential, or without a grant in the workspace', async () => {
    expect((await marque.call('GET', '/api/v1/events/stream')).status).toBe(401);
    const stranger = await marque.makePerson();
    expect((await marque.call('GET', '/api/v1/events/stream', { as: stranger })).status).toBe(404);
    const other = await marque.makePlace('Other');
    const reply = await marque.call('GET', '/api/v1/events/stream', {
      as: reader,
      headers: { 'x-workspace': other.workspaceId },
    });
    expect(reply.status).toBe(404);
  });

  it('covers one workspace: what happens in another is heard there', async () => {
    const other = await marque.makePlace('Elsewhere');
    const [here, there] = [
      await listen(await marque.makeKey(acme, 'admin')),
      await listen(await marque.makeKey(other, 'read')),
    ];
    const elsewhere = await newCollection('Elsewhere', await marque.makeKey(other, 'write'));
    const atHome = await newCollection('At home');
    await here.untilHeard(atHome);
    await there.untilHeard(elsewhere);
    expect(here.events.map(({ resource }) => resource?.id)).not.toContain(elsewhere);
    expect(there.events.map(({ resource }) => resource?.id)).not.toContain(atHome);
  });

  it('to one collection is enough to hear of that one', async () => {
    const guest = await marque.makePerson('Gus Guest');
    const shared = await marque.makeCollection(acme, { private: true });
    await marque.grant(guest.id, 'collection', shared, 'read', { place: acme });
    const heard = await listen(guest);
    const hidden = await newCollection('Not for guests');
    const body = { name: 'For guests' };
    const admin = await marque.makeAdmin(acme);
    await marque.call('PATCH', `/api/v1/collections/${shared}`, { as: admin, body });
    await heard.untilHeard(shared);
    expect(heard.events.map(({ resource }) => resource?.id)).not.toContain(hidden);
  });

  it('of admins includes changes of access', async () => {
    const heard = await listen(await marque.makeAdmin(acme));
    const person = await marque.makeMember(acme, 'read');
    const resourceId = await marque.makeCollection(acme);
    const body = { user: person.id, resource: 'collection', resourceId, scope: 'write' };
    const reply = await marque.call('POST', '/api/v1/grants', { as: await marque.makeAdmin(acme), body });
    expect([reply.status, reply.bytes.toString()]).toEqual([200, expect.anything()]);
    expect((await heard.untilHeard(person.id)).type).toBe('grant.given');
  });

  it('of a group is heard by those in it, when it is given and when it is taken', async () => {
    const admin = await marque.makeAdmin(acme);
    const post = async (path: string, body: unknown): Promise<{ id: string }> =>
      (await marque.call('POST', `/api/v1/${path}`, { as: admin, body })).body.data as { id: string };
    const group = await post('groups', { name: 'Agency' });
    await post(`groups/${group.id}/members`, { add: [reader.id] });
    const [inside, outside] = [await listen(reader), await listen(editor)];
    const resourceId = await newCollection('For the agency');
    const on = { group: group.id, resource: 'collection', resourceId };
    const grant = await post('grants', { ...on, scope: 'write' });
    expect((await inside.untilHeard(group.id)).type).toBe('grant.given');
    await marque.call('DELETE', `/api/v1/grants/${grant.id}`, { as: admin });
    await inside.untilHeard(group.id, 'grant.taken');
    const last = await newCollection('Afterwards');
    await outside.untilHeard(last);
    expect(outside.events.map(({ resource }) => resource?.id)).not.toContain(group.id);
  });

  it('taken away while connected ends the events of that resource at once', async () => {
    const guest = await marque.makePerson();
    const [one, other] = [await marque.makeCollection(acme, { private: true }), await newCollection('Kept')];
    const grant = await marque.grant(guest.id, 'collection', one, 'read', { place: acme });
    await marque.grant(guest.id, 'collection', other, 'read', { place: acme });
    const heard = await listen(guest);
    await marque.payload.delete({ collection: 'grants', id: grant });
    const admin = await marque.makeAdmin(acme);
    for (const [id, name] of [
      [one, 'Out of reach'],
      [other, 'In reach'],
    ] as const)
      await marque.call('PATCH', `/api/v1/collections/${id}`, { as: admin, body: { name } });
    await heard.untilHeard(other, 'collection.changed');
    const ofOne = heard.events.filter(({ resource }) => resource?.id === one);
    expect(ofOne.map(({ type, change }) => [type, change])).toEqual([
      ['collection.access_changed', 'removed'],
    ]);
  });

  it('ends with the key, the session, or the last grant, and so does the stream', async () => {
    const admin = await marque.makeAdmin(acme);
    const { id, key } = await marque.makeKey(acme, 'read');
    const left = await marque.makeMember(acme, 'read');
    const guest = await marque.makePerson();
    const grant = await marque.grant(guest.id, 'workspace', acme.workspaceId, 'read', { place: acme });
    const [byKey, bySession, byGrant, stays] = [
      await listen({ key }),
      await listen(left),
      await listen(guest),
      await listen(reader),
    ];
    expect((await marque.call('DELETE', `/api/v1/keys/${id}`, { as: admin })).status).toBe(200);
    await marque.call('POST', '/api/auth/sign-out', { as: left });
    await marque.payload.delete({ collection: 'grants', id: grant });
    const after = await newCollection('After they left');
    for (const ended of [byKey, bySession, byGrant]) {
      await ended.untilEnded();
      expect(ended.events.map(({ resource }) => resource?.id)).not.toContain(after);
    }
    await stays.untilHeard(after);
  });
});

describe('a client that reconnects', () => {
  it('gets what it missed, once, and goes on from there', async () => {
    const before = await listen(reader);
    const heard = await newCollection('Heard');
    await before.untilHeard(heard);
    before.close();
    const missed = [await newCollection('Missed'), await newCollection('Missed too')];
    const hidden = await marque.makeCollection(acme, { private: true });
    await marque.call('PATCH', `/api/v1/collections/${hidden}`, {
      as: await marque.makeAdmin(acme),
      body: { name: 'Renamed' },
    });

    const after = await resumed(reader, before.lastId());
    const later = await newCollection('Later');
    await after.untilHeard(later);
    const ids = after.events.flatMap(({ resource }) => resource?.id ?? []);
    expect(ids).toEqual([...missed, later]);
    expect(after.notices).toEqual(['ready']);
  });

  it('hears of a change that got its number early and was committed late', async () => {
    const before = await listen(reader);
    const [slow, quick] = [randomUUID(), randomUUID()];
    const slowly = await beginChange(slow);
    const quickly = await beginChange(quick);
    await quickly.commit();
    // It doesn't wait for the transaction that is still open.
    const second = await before.untilHeard(quick);
    before.close();
    await slowly.commit();
    const after = await resumed(reader, before.lastId());
    const first = await after.untilHeard(slow);
    expect(first.id).toBeLessThan(second.id);
    expect(after.events.map(({ resource }) => resource?.id)).not.toContain(quick);
  });

  it('reloads if it was away too long, missed too much, or comes from another database', async () => {
    const known = await listen(reader);
    const [seconds = '', snapshot = ''] = known.lastId().split('-');
    const long = `${Number(seconds) - 2 * 24 * 60 * 60}-${snapshot}`;
    const foreign = `${seconds}-9000000000:9000000000:`;
    for (const id of [long, foreign]) {
      const heard = await resumed(reader, id);
      await heard.untilNoticed('reset');
      const id2 = await newCollection('After the reset');
      await heard.untilHeard(id2);
    }
    await marque.service.db.query(
      `insert into marque.events (type, workspace_id, actor_kind, actor_name, subject_kind, subject_id)
       select 'field.changed', $1, 'system', 'Marque', 'field', gen_random_uuid() from generate_series(1, 1001)`,
      [acme.workspaceId],
    );
    const heard = await resumed(reader, known.lastId());
    await heard.untilNoticed('reset');
    expect(heard.events).toEqual([]);
    // Whoever was connected is told the same.
    await known.untilNoticed('reset');
  });

  it('is refused with an ID that no stream has sent', async () => {
    for (const id of [
      '7',
      'a',
      '1-2:1:',
      '1-5:9:7,6',
      '1-5:9:12',
      '1-0:0:',
      `1-5:9:${'7,'.repeat(20_000)}7`,
    ]) {
      expect(positionIn(id)).toBeNull();
      const reply = await marque.call('GET', '/api/v1/events/stream', {
        as: reader,
        headers: { 'last-event-id': id },
      });
      expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
      expect(reply.body.error.detail.issues[0].path).toBe('Last-Event-ID');
      if (id.length > 1_000) continue;
      const query = new URLSearchParams({ lastEventId: id }).toString();
      const inAddress = await marque.call('GET', `/api/v1/events/stream?${query}`, { as: reader });
      expect([inAddress.status, inAddress.body.error.detail.issues[0].path]).toEqual([400, 'lastEventId']);
    }
  });
});

it('while many write at once, everyone hears of everything, and nobody twice', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(reader)));
  const made = await Promise.all(Array.from({ length: 30 }, (_, at) => newCollection(`Many ${at}`)));
  for (const heard of streams) {
    for (const id of made) await heard.untilHeard(id, 'collection.created');
    const ids = heard.events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it('changes made through another process are heard here, and the other way round', async () => {
  const child = startScript('test/core/transports/another-process.ts');
  try {
    const output = await untilItSays(child, ';');
    const url = `http://127.0.0.1:${/listens on (\d+)/.exec(output)?.[1] ?? ''}`;
    const as = await marque.makeKey(acme, 'write');
    const [here, there] = [await listen(reader), await listen(as, {}, url)];
    const elsewhere = await newCollection('From the other process', as, url);
    await here.untilHeard(elsewhere);
    const atHome = await newCollection('From this process', as);
    await there.untilHeard(atHome);
  } finally {
    await kill(child);
  }
});

describe('a process', () => {
  const listeners = async (): Promise<number> => {
    const [row] = await marque.service.db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where application_name = 'marque events' and datname = current_database()`,
    );
    return row?.count ?? 0;
  };

  it('listens on one connection, and on none once nobody is there', async () => {
    await listen(reader);
    await until(async () => (await listeners()) === 1);
    for (const one of open.splice(0)) one.close();
    await until(async () => (await listeners()) === 0);
  });

  it('hears of what no notification announced, also after its connection broke', async () => {
    const heard = await listen(reader);
    await until(async () => (await listeners()) === 1);
    // The second one can't be heard with the first read after the start.
    for (const silent of [randomUUID(), randomUUID()]) {
      await (await beginChange(silent)).commit();
      await heard.untilHeard(silent);
    }
    await marque.service.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marque events' and datname = current_database()`,
    );
    const silent = randomUUID();
    await (await beginChange(silent)).commit();
    await heard.untilHeard(silent);
  });

  it('opens 20 streams for a caller, and says so at the next one', async () => {
    const as = await marque.makeKey(acme, 'read');
    const all = await Promise.all(Array.from({ length: 20 }, () => listen(as)));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const reply = await marque.call('GET', '/api/v1/events/stream', { as });
    expect([reply.status, reply.body.error.code]).toEqual([429, 'rate_limited']);
    expect(reply.body.error.message).toContain('20 event streams');
    expect(reply.headers.get('retry-after')).toBe('5');
    expect((await listen(reader)).status).toBe(200);
    all[0]?.close();
    await until(async () => (await marque.call('HEAD', '/api/v1/events/stream', { as })).status === 200);
    await until(async () => (await listen(as)).status === 200);
  });

  it('that stops ends all streams at once, and opens no more', async () => {
    const heard = await listen(reader);
    endEventStreams(marque.service);
    await heard.untilEnded();
    const reply = await marque.call('GET', '/api/v1/events/stream', { as: reader });
    expect([reply.status, reply.body.error.code]).toEqual([503, 'unavailable']);
  });
});
