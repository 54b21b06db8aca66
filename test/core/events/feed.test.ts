// The change feed over HTTP: who is told of what, in which order, and that nothing is missed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sweep } from '../../../src/assets/lifecycle/sweep.ts';
import { makeAsset } from '../../assets/library.ts';
import { callsAs, type Calls } from '../../setup/callers.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../../setup/service.ts';

interface Change {
  position: string;
  type: string;
  resource: { type: string; id: string };
  occurredAt: string;
  change: 'upserted' | 'removed';
}

interface Page {
  data: Change[];
  next: string;
}

let marque: TestService;
let acme: Place;
let editor: Person, reader: Person, admin: Person;
let write: Calls;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' });
  acme = await marque.makePlace('Acme');
  editor = await marque.makeMember(acme, 'write', { name: 'Edda Editor' });
  reader = await marque.makeMember(acme, 'read', { name: 'Rita Reader' });
  admin = await marque.makeAdmin(acme);
  write = callsAs(marque, editor);
});
afterAll(() => marque?.close());

async function pageOf(as: Caller, query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await marque.call(
    'GET',
    `/api/v1/changes?${new URLSearchParams(query).toString()}`,
    {
      as,
    },
  );
  expect([status, body?.error]).toEqual([200, undefined]);
  return body as Page;
}

/** Somebody who follows the feed. */
class Follower {
  private constructor(
    private readonly as: Caller,
    private cursor: string,
  ) {}

  static async from(as: Caller): Promise<Follower> {
    const { data, next } = await pageOf(as);
    expect(data).toEqual([]);
    return new Follower(as, next);
  }

  get at(): string {
    return this.cursor;
  }

  /** Everything since the last call. */
  async news(query: Record<string, string> = {}): Promise<Change[]> {
    const all: Change[] = [];
    for (;;) {
      const { data, next } = await pageOf(this.as, { ...query, cursor: this.cursor });
      all.push(...data);
      const isAtEnd = data.length === 0;
      this.cursor = next;
      if (isAtEnd) return all;
    }
  }
}

/** What became of a resource, in order. */
const of = (changes: readonly Change[], id: string): string[] =>
  changes.filter(({ resource }) => resource.id === id).map(({ type, change }) => `${type} ${change}`);

const newCollection = async (name: string, more: object = {}): Promise<string> =>
  ((await write.create('/collections', { name, ...more })) as { id: string }).id;

describe('a reader of the workspace', () => {
  it('is told what happened since the cursor, once, with what became of it', async () => {
    const follower = await Follower.from(reader);
    const id = await newCollection('Spring');
    await write.done('PATCH', `/collections/${id}`, { name: 'Spring, renamed' });
    const news = await follower.news();
    expect(of(news, id)).toEqual(['collection.created upserted', 'collection.changed upserted']);
    expect(news[0]).toEqual({
      position: expect.stringMatching(/^\d+-\d+$/),
      type: 'collection.created',
      resource: { type: 'collection', id },
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      change: 'upserted',
    });
    expect(JSON.stringify(news)).not.toContain('Spring');
    expect(await follower.news()).toEqual([]);
  });

  it('gets every change in pages of any size, and in the same order', async () => {
    const [whole, parts] = [await Follower.from(reader), await Follower.from(reader)];
    for (let made = 0; made < 7; made += 1) await newCollection(`Part ${made}`);
    const all = await whole.news();
    expect(all.length).toBeGreaterThanOrEqual(7);
    for (const limit of ['1', '2', '3']) {
      const again = await Follower.from(reader);
      expect(await again.news({ limit })).toEqual([]);
    }
    expect(await parts.news({ limit: '2' })).toEqual(all);
  });

  it('chooses types', async () => {
    const follower = await Follower.from(reader);
    const id = await newCollection('Chosen');
    await write.done('PATCH', `/collections/${id}`, { name: 'Chosen again' });
    expect(of(await follower.news({ types: 'asset.*,collection.changed' }), id)).toEqual([
      'collection.changed upserted',
    ]);
    expect(await follower.news()).toEqual([]);
  });

  it('is told that something is gone, and that it is out of reach', async () => {
    const asset = ((await makeAsset(marque, editor)) as { id: string }).id;
    const [gone, hidden] = [await newCollection('Gone'), await newCollection('Hidden')];
    const follower = await Follower.from(reader);
    await write.done('DELETE', `/collections/${gone}`);
    await write.done('PATCH', `/collections/${hidden}`, { private: true });
    await write.done('DELETE', `/assets/${asset}`);
    const news = await follower.news();
    expect(of(news, gone).at(-1)).toBe('collection.deleted removed');
    expect(of(news, hidden)).toContain('collection.access_changed removed');
    expect(of(news, asset)).toEqual(['asset.deleted removed']);
    await write.done('POST', `/assets/${asset}/restore`);
    await write.done('PATCH', `/collections/${hidden}`, { private: false });
    const later = await follower.news();
    expect(of(later, asset)).toEqual(['asset.restored upserted']);
    expect(of(later, hidden)).toContain('collection.access_changed upserted');
  });

  it('is told of assets that a private collection takes along, and of those that it gives back', async () => {
    const asset = ((await makeAsset(marque, editor)) as { id: string }).id;
    const collection = await newCollection('Soon private');
    await write.done('POST', `/collections/${collection}/assets`, { add: [asset] });
    const follower = await Follower.from(reader);
    await write.done('PATCH', `/collections/${collection}`, { private: true });
    expect(of(await follower.news(), asset)).toContain('asset.access_changed removed');
    await write.done('PATCH', `/collections/${collection}`, { private: false });
    expect(of(await follower.news(), asset)).toContain('asset.access_changed upserted');
  });

  it('isn’t told of what was private all along, not even that it was deleted', async () => {
    const follower = await Follower.from(reader);
    const asAdmin = callsAs(marque, admin);
    const hidden = (
      (await asAdmin.create('/collections', { name: 'Secret', private: true })) as { id: string }
    ).id;
    await asAdmin.done('PATCH', `/collections/${hidden}`, { name: 'Still secret' });
    const asset = ((await makeAsset(marque, admin, { collections: [hidden] })) as { id: string }).id;
    await asAdmin.done('DELETE', `/assets/${asset}`);
    const news = await follower.news();
    expect([of(news, hidden), of(news, asset)]).toEqual([[], []]);
    await asAdmin.done('DELETE', `/collections/${hidden}`);
    expect(of(await follower.news(), hidden)).toEqual([]);
  });

  it('hears of an asset whose collections change', async () => {
    const asset = ((await makeAsset(marque, editor)) as { id: string }).id;
    const collection = await newCollection('With one more');
    const follower = await Follower.from(reader);
    await write.done('POST', `/collections/${collection}/assets`, { add: [asset] });
    const news = await follower.news();
    expect(of(news, asset)).toContain('asset.changed upserted');
    expect(of(news, collection)).toContain('collection.assets_changed upserted');
  });
});

describe('a guest of one collection', () => {
  it('is told of what is in it when the grant is given, and when it is taken', async () => {
    const guest = await marque.makePerson('Gus Guest');
    const [mine, other] = [await newCollection('For guests'), await newCollection('For others')];
    await marque.grant(guest.id, 'collection', other, 'read', { place: acme });
    const asset = ((await makeAsset(marque, editor, { collections: [mine] })) as { id: string }).id;
    const follower = await Follower.from(guest);
    const grant = await marque.grant(guest.id, 'collection', mine, 'read', { place: acme });
    const given = await follower.news({ limit: '1' });
    expect(of(given, mine)).toContain('collection.access_changed upserted');
    expect(of(given, asset)).toContain('asset.access_changed upserted');
    await marque.payload.delete({ collection: 'grants', id: grant });
    const taken = await follower.news();
    expect(of(taken, mine)).toContain('collection.access_changed removed');
    expect(of(taken, asset)).toContain('asset.access_changed removed');
    await write.done('PATCH', `/collections/${mine}`, { name: 'Not for guests any more' });
    expect(await follower.news()).toEqual([]);
  });

  it('is told of what is in it, and of that alone, if they asked for its types', async () => {
    const guest = await marque.makePerson();
    const [mine, other] = [await newCollection('Of types'), await newCollection('Of other types')];
    await marque.grant(guest.id, 'collection', other, 'read', { place: acme });
    const asset = ((await makeAsset(marque, editor, { collections: [mine] })) as { id: string }).id;
    const [forAssets, forCollections] = [await Follower.from(guest), await Follower.from(guest)];
    const grant = await marque.grant(guest.id, 'collection', mine, 'read', { place: acme });
    await marque.payload.delete({ collection: 'grants', id: grant });
    const assets = await forAssets.news({ types: 'asset.*' });
    expect([of(assets, asset).at(-1), of(assets, mine)]).toEqual(['asset.access_changed removed', []]);
    const collections = await forCollections.news({ types: 'collection.access_changed' });
    expect([of(collections, mine).at(-1), of(collections, asset)]).toEqual([
      'collection.access_changed removed',
      [],
    ]);
  });

  it('is told of an asset that leaves it', async () => {
    const guest = await marque.makePerson();
    const mine = await newCollection('Leaving');
    await marque.grant(guest.id, 'collection', mine, 'read', { place: acme });
    const asset = ((await makeAsset(marque, editor, { collections: [mine] })) as { id: string }).id;
    const follower = await Follower.from(guest);
    await write.done('POST', `/collections/${mine}/assets`, { remove: [asset] });
    expect(of(await follower.news(), asset)).toContain('asset.access_changed removed');
  });

  it('starts over once their role in the workspace changes', async () => {
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', await newCollection('Before'), 'read', { place: acme });
    const follower = await Follower.from(guest);
    await marque.grant(guest.id, 'workspace', acme.workspaceId, 'read', { place: acme });
    const query = new URLSearchParams({ cursor: follower.at }).toString();
    const reply = await marque.call('GET', `/api/v1/changes?${query}`, { as: guest });
    expect([reply.status, reply.body.error.code]).toEqual([410, 'gone']);
    expect(await (await Follower.from(guest)).news()).toEqual([]);
  });
});

/** Records an event on a connection of its own, whose transaction stays open until `commit`. */
async function beginChange(): Promise<{ id: string; commit: () => Promise<void> }> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_name, subject_kind, subject_id)
     values ('field.created', $1, $2, 'system', 'Marque', 'field', $3)`,
    [acme.organizationId, acme.workspaceId, id],
  );
  return {
    id,
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

describe('concurrent writers', () => {
  it('hide nothing: what began early and is committed late comes after what was committed meanwhile', async () => {
    const follower = await Follower.from(reader);
    const [slow, quick] = [await beginChange(), await beginChange()];
    await quick.commit();
    const first = await follower.news();
    expect(of(first, quick.id)).toEqual(['field.created upserted']);
    expect(of(first, slow.id)).toEqual([]);
    await slow.commit();
    const second = await follower.news();
    expect(of(second, slow.id)).toEqual(['field.created upserted']);
    expect(of(second, quick.id)).toEqual([]);
  });

  it('lose no removal: an asset can be older than the change that hides it, and younger than its transaction', async () => {
    const collection = await newCollection('Hidden late');
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query('begin');
    await client.query('select now()');
    const { id } = (await makeAsset(marque, editor)) as { id: string };
    await write.done('POST', `/collections/${collection}/assets`, { add: [id] });
    const follower = await Follower.from(reader);
    await client.query('update public.collections set private = true where id = $1', [collection]);
    await client.query('commit');
    await client.end();
    expect(of(await follower.news(), id)).toEqual(['asset.access_changed removed']);
  });

  it('in the middle of the pages lose nothing and repeat nothing', async () => {
    const follower = await Follower.from(reader);
    const slow = await beginChange();
    const ids = await Promise.all(Array.from({ length: 9 }, (_, at) => newCollection(`Busy ${at}`)));
    const seen: Change[] = [];
    let cursor = follower.at;
    for (let round = 0; round < 40; round += 1) {
      const { data, next } = await pageOf(reader, { cursor, limit: '2' });
      seen.push(...data);
      cursor = next;
      if (round === 1) await slow.commit();
      if (round < 5) ids.push(await newCollection(`Meanwhile ${round}`));
      if (round > 5 && data.length === 0) break;
    }
    for (const id of ids) expect(of(seen, id)).toEqual(['collection.created upserted']);
    expect(of(seen, slow.id)).toEqual(['field.created upserted']);
    expect(new Set(seen.map(({ position }) => position)).size).toBe(seen.length);
  });
});

describe('waiting', () => {
  it('ends with the next change', async () => {
    const { next } = await pageOf(reader);
    const waiting = pageOf(reader, { cursor: next, wait: '30' });
    const id = await newCollection('Awaited');
    const page = await waiting;
    expect(of(page.data, id)).toEqual(['collection.created upserted']);
  });

  it('ends empty after its time, with a cursor that goes on', async () => {
    const { next } = await pageOf(reader);
    const page = await pageOf(reader, { cursor: next, wait: '1' });
    expect(page.data).toEqual([]);
    const id = await newCollection('Later');
    expect(of((await pageOf(reader, { cursor: page.next })).data, id)).toHaveLength(1);
  });

  it('tells nothing to a key that is revoked meanwhile', async () => {
    const key = await marque.makeKey(acme, 'read');
    const { next } = await pageOf(key);
    const waiting = pageOf(key, { cursor: next, wait: '30' });
    expect((await marque.call('DELETE', `/api/v1/keys/${key.id}`, { as: admin })).status).toBe(200);
    await newCollection('After the key');
    expect((await waiting).data).toEqual([]);
    const query = new URLSearchParams({ cursor: next }).toString();
    expect((await marque.call('GET', `/api/v1/changes?${query}`, { as: key })).status).toBe(401);
  });
});

describe('a cursor', () => {
  it('is refused if it’s of another workspace, or made up', async () => {
    const other = await marque.makePlace('Other');
    const { next } = await pageOf(await marque.makeKey(other, 'read'));
    const forged = Buffer.from(JSON.stringify(['AAAA', '1-5:5:', null, null])).toString('base64url');
    const own = Buffer.from((await pageOf(reader)).next, 'base64url').toString();
    const [bound] = JSON.parse(own) as [string];
    const torn = Buffer.from(JSON.stringify([bound, '1-9:5:', null, null])).toString('base64url');
    for (const cursor of [next, forged, torn, 'x', 'null']) {
      const query = new URLSearchParams({ cursor }).toString();
      const reply = await marque.call('GET', `/api/v1/changes?${query}`, { as: reader });
      expect([cursor, reply.status, reply.body.error.code]).toEqual([cursor, 400, 'invalid_request']);
    }
  });

  it('is gone with the changes after it', async () => {
    const { next } = await pageOf(reader);
    await newCollection('Forgotten');
    const kept = 400 * 24 * 60 * 60 * 1000;
    await sweep(marque.service, { now: new Date(Date.now() + kept + 60_000) });
    const query = new URLSearchParams({ cursor: next }).toString();
    const reply = await marque.call('GET', `/api/v1/changes?${query}`, { as: reader });
    expect([reply.status, reply.body.error.code]).toEqual([410, 'gone']);
    expect(reply.body.error.message).toContain('List everything again');
  });

  it('of another database is gone', async () => {
    const { next } = await pageOf(reader);
    const [bound] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string];
    const seconds = Math.floor(Date.now() / 1000) + 1_000;
    const parts = [bound, `${seconds}-9000000000:9000000000:`, null, null];
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    const reply = await marque.call('GET', `/api/v1/changes?cursor=${cursor}`, { as: reader });
    expect([reply.status, reply.body.error.code]).toEqual([410, 'gone']);
  });
});

it('answers nobody without access, and refuses values that it doesn’t know', async () => {
  expect((await marque.call('GET', '/api/v1/changes')).status).toBe(401);
  const stranger = await marque.makePerson();
  expect((await marque.call('GET', '/api/v1/changes', { as: stranger })).status).toBe(404);
  for (const [query, path] of [
    ['types=everything', 'types'],
    ['limit=0', 'limit'],
    ['wait=31', 'wait'],
    ['since=yesterday', 'since'],
  ] as const) {
    const reply = await marque.call('GET', `/api/v1/changes?${query}`, { as: reader });
    expect([query, reply.status, reply.body.error.detail.issues[0].path]).toEqual([
      query,
      400,
      expect.stringContaining(path),
    ]);
  }
});
