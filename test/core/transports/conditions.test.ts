// Entity tags of records, and If-Match: of two who change what they both read, one gets an error.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '../../setup/operations.ts';
import { isConditional, readerOf, readsRecord } from '../../../src/core/pipeline/conditional-requests.ts';
import { pathOf } from '../../../src/core/operation.ts';
import { makeAsset as makeRow, untilLockWaits } from '../access/resources.ts';
import type { Person, Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';

const { marque, place, writer, reader } = await startWithWorkspace();
let person: Person;

beforeAll(async () => {
  person = await marque.makeMember(place, 'write', { name: 'Wanda Writer' });
});
afterAll(() => marque.close());

const read = (path: string, headers: Record<string, string> = {}, as = writer): Promise<Reply> =>
  marque.call('GET', path, { as, headers });
const tag = (reply: Reply): string => reply.headers.get('etag') ?? '';
const patch = (path: string, ifMatch: string, body: object): Promise<Reply> =>
  marque.call('PATCH', path, { as: writer, headers: { 'if-match': ifMatch }, body });

describe('a read of one record', () => {
  it('has an entity tag, and answers 304 without a body to a client that has it', async () => {
    const path = `/api/v1/assets/${await makeRow(marque, place)}`;
    const first = await read(path);
    expect(first.status).toBe(200);
    expect(tag(first)).toMatch(/^"[\w-]{32}"$/);

    for (const given of [tag(first), `W/${tag(first)}`, `"other", ${tag(first)}`, '*']) {
      const again = await read(path, { 'if-none-match': given });
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
      expect(tag(again)).toBe(tag(first));
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
    const other = await read(path, { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
    const head = await marque.call('HEAD', path, { as: writer });
    expect(tag(head)).toBe(tag(first));
  });

  it("isn't a list or an error: those have no tag", async () => {
    const list = await read('/api/v1/collections', { 'if-none-match': '*' });
    expect(list.status).toBe(200);
    expect(list.headers.has('etag')).toBe(false);
    const refused = await read('/api/v1/assets/00000000-0000-0000-0000-000000000000', {
      'if-none-match': '*',
    });
    expect(refused.status).toBe(404);
    expect(refused.headers.has('etag')).toBe(false);
  });

  it('has another tag once anything shown in it has changed, including the description and inherited values', async () => {
    await marque.call('POST', '/api/v1/fields', {
      as: await marque.makeKey(place, 'admin'),
      body: { key: 'season', label: 'Season', type: 'text' },
    });
    const collection = await marque.makeCollection(place, { fields: { season: 'spring' } });
    const id = await makeRow(marque, place);
    const paths = [`/api/v1/assets/${id}`, `/api/v1/assets/${id}/description`];
    const tags = async (): Promise<string[]> => Promise.all(paths.map(async (path) => tag(await read(path))));

    const seen = [await tags()];
    const steps: [string, string, object][] = [
      ['POST', `/api/v1/collections/${collection}/assets`, { add: [id] }],
      ['PATCH', `/api/v1/collections/${collection}`, { fields: { season: 'autumn' } }],
      ['PATCH', paths[0] ?? '', { title: 'Leaves' }],
      ['PATCH', paths[0] ?? '', { rights: { license: 'CC0-1.0', territories: [], channels: [] } }],
      ['PATCH', paths[0] ?? '', { fields: { season: 'winter' } }],
    ];
    for (const [method, path, body] of steps) {
      const { status } = await marque.call(method, path, { as: writer, body });
      expect(status).toBe(200);
      seen.push(await tags());
    }
    for (const index of [0, 1]) expect(new Set(seen.map((each) => each[index])).size).toBe(seen.length);
    expect(await tags()).toEqual(seen.at(-1));
  });

  it('has a tag for what this caller sees', async () => {
    const hidden = await marque.makeCollection(place, { private: true });
    const open = await marque.makeCollection(place);
    const path = `/api/v1/assets/${await makeRow(marque, place, { in: [hidden, open] })}`;
    const admin = await marque.makeKey(place, 'admin');
    const forAdmin = tag(await read(path, {}, admin));
    expect(forAdmin).not.toBe(tag(await read(path, {}, reader)));
    const asReader = await read(path, { 'if-none-match': forAdmin }, reader);
    expect(asReader.status).toBe(200);
    expect(JSON.stringify(asReader.body)).not.toContain(hidden);
  });
});

describe('If-Match', () => {
  const kinds: [string, () => Promise<string>, object, object][] = [
    [
      'an asset',
      async () => `/api/v1/assets/${await makeRow(marque, place)}`,
      { title: 'One' },
      { title: 'Two' },
    ],
    [
      'a collection',
      async () => `/api/v1/collections/${await marque.makeCollection(place)}`,
      { name: 'One' },
      { name: 'Two' },
    ],
  ];

  describe.each(kinds)('on %s', (_, make, one, two) => {
    it('allows a change based on the current version, and returns the next tag', async () => {
      const path = await make();
      const changed = await patch(path, tag(await read(path)), one);
      expect(changed.status).toBe(200);
      expect(tag(changed)).toBe(tag(await read(path)));
      const onward = await patch(path, `"other", ${tag(changed)}`, two);
      expect(onward.status).toBe(200);
      expect((await patch(path, '*', one)).status).toBe(200);
    });

    it('refuses a change based on an earlier version, and changes nothing', async () => {
      const path = await make();
      const before = tag(await read(path));
      await marque.call('PATCH', path, { as: writer, body: one });
      const now = await read(path);
      for (const stale of [before, `W/${tag(now)}`, '"other"', 'nonsense', '']) {
        const refused = await patch(path, stale, two);
        expect(refused.status).toBe(412);
        expect(refused.body.error.code).toBe('precondition_failed');
        const deleted = await marque.call('DELETE', path, { as: writer, headers: { 'if-match': stale } });
        expect(deleted.status).toBe(412);
      }
      expect((await read(path)).body).toEqual(now.body);
    });

    it('lets exactly one of many win who all read the same', async () => {
      const path = await make();
      const seen = tag(await read(path));
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_each, index) => patch(path, seen, index % 2 === 0 ? one : two)),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
    });

    it('allows deleting only the current version', async () => {
      const path = await make();
      const seen = tag(await read(path));
      const { status } = await marque.call('DELETE', path, { as: writer, headers: { 'if-match': seen } });
      expect(status).toBe(200);
      const again = await marque.call('DELETE', path, { as: writer, headers: { 'if-match': seen } });
      expect([404, 412]).toContain(again.status);
    });

    it('is checked after scope and input: callers without permission learn nothing from it', async () => {
      const path = await make();
      const seen = tag(await read(path, {}, reader));
      for (const ifMatch of [seen, '"other"']) {
        const options = { as: reader, headers: { 'if-match': ifMatch }, body: one };
        expect((await marque.call('PATCH', path, options)).status).toBe(403);
      }
      expect((await patch(path, '"other"', { nothing: 'like this' })).status).toBe(400);
    });
  });

  it('works for people and keys', async () => {
    const path = `/api/v1/assets/${await makeRow(marque, place)}`;
    const as = { cookie: person.cookie };
    const seen = tag(await marque.call('GET', path, { as }));
    const options = { as, headers: { 'if-match': seen }, body: { title: 'Mine' } };
    expect((await marque.call('PATCH', path, options)).status).toBe(200);
    expect((await marque.call('PATCH', path, options)).status).toBe(412);
  });

  it('protects a write from one without a condition, too', async () => {
    const path = `/api/v1/assets/${await makeRow(marque, place)}`;
    const seen = tag(await read(path));
    // Locks like any change: the conditional one waits, then sees the result.
    const id = path.slice(path.lastIndexOf('/') + 1);
    const client = await marque.service.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update assets set review_note = 'in between' where id = $1`, [id]);
      const guarded = patch(path, seen, { title: 'Too late' });
      await untilLockWaits(marque);
      await client.query('commit');
      expect((await guarded).status).toBe(412);
    } finally {
      client.release();
    }
  });

  it('never matches a resource without a readable tag', async () => {
    const admin = await marque.makeKey(place, 'admin');
    await marque.call('POST', '/api/v1/fields', {
      as: admin,
      body: { key: 'mood', label: 'Mood', type: 'text' },
    });
    const call = (ifMatch: string): Promise<Reply> =>
      marque.call('PATCH', '/api/v1/fields/mood', {
        as: admin,
        headers: { 'if-match': ifMatch },
        body: { label: 'Feeling' },
      });
    expect((await call('"anything"')).status).toBe(412);
    expect((await call('*')).status).toBe(200);
  });
});

it('every change of a readable record declares how it locks the record', () => {
  const undeclared = operations
    .filter((operation) => isConditional(operation) && readerOf(operation, operations) !== null)
    // A resource at its own address is locked by its row; nested ones must declare it.
    .filter(
      (operation) =>
        !operation.lock &&
        !(
          operation.access.target &&
          /\/\{\w+\}$/.test(pathOf(operation)) &&
          pathOf(operation).split('{').length === 2
        ),
    )
    .map(({ name }) => name);
  expect(undeclared).toEqual([]);
});

it('the records with entity tags are these', () => {
  const tagged = operations.filter(readsRecord).map(({ name }) => name);
  expect(tagged).toEqual(expect.arrayContaining(['get_asset', 'describe_asset', 'get_collection', 'get_me']));
  expect(tagged).not.toEqual(expect.arrayContaining(['list_assets']));
});
