// Grants and privacy of collections in collections, over HTTP: who can see and change what below them.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, stranger, admin } = await startWithWorkspace();
afterAll(() => marque.close());

type As = NonNullable<NonNullable<Parameters<TestService['call']>[2]>['as']>;

const make = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await marque.call('POST', '/api/v1/collections', { as, body: { name, ...more } })).body.data.id as string;
const patch = async (id: string, body: Record<string, unknown>, by: As = as): Promise<number> =>
  (await marque.call('PATCH', `/api/v1/collections/${id}`, { as: by, body })).status;

/** A new person with one grant. */
async function guestOn(collection: string, scope: 'read' | 'write' | 'admin' = 'read'): Promise<As> {
  const guest = await marque.makePerson();
  await marque.grant(guest.id, 'collection', collection, scope, { place });
  return { cookie: guest.cookie };
}

interface Tree {
  outer: string;
  middle: string;
  inner: string;
  /** One in each. */
  assets: [string, string, string];
}

async function makeTree(privacy: { outer?: boolean; middle?: boolean } = {}): Promise<Tree> {
  const outer = await make('Outer', { private: privacy.outer ?? false });
  const middle = await make('Middle', { parent: outer, private: privacy.middle ?? false });
  const inner = await make('Inner', { parent: middle });
  const inEach = async (collection: string): Promise<string> =>
    (await makeAsset(marque, as, { collections: [collection] })).id;
  return {
    outer,
    middle,
    inner,
    assets: [await inEach(outer), await inEach(middle), await inEach(inner)],
  };
}

/** What of a tree a caller sees, by each way of reading: the same through all of them, from the outermost in. */
async function seen({ outer, middle, inner, assets }: Tree, by: As): Promise<boolean[]> {
  const read = async (path: string) => marque.call('GET', path, { as: by });
  const collections = [outer, middle, inner];
  const [listed, found] = [await read('/api/v1/collections'), await read('/api/v1/assets?limit=200')];
  const idsOf = (rows: unknown): string[] =>
    Array.isArray(rows) ? rows.map((row: { id: string }) => row.id) : [];
  const answers = await Promise.all(
    collections.map(async (collection, index) => {
      const asset = assets[index] ?? '';
      const one = await read(`/api/v1/collections/${collection}`);
      const statuses = [
        one,
        await read(`/api/v1/assets/${asset}`),
        await read(`/api/v1/assets/${asset}/content`),
        await read(`/api/v1/catalog/${collection}/access`),
      ].map(({ status }) => (status === 409 ? 200 : status));
      const ways = [
        ...statuses.map((status) => status === 200),
        idsOf(listed.body.data).includes(collection),
        idsOf(found.body.data).includes(asset),
      ];
      return { sees: ways[0] ?? false, agree: new Set(ways).size === 1, ways };
    }),
  );
  expect(answers.filter(({ agree }) => !agree)).toEqual([]);
  return answers.map(({ sees }) => sees);
}

describe('a grant on a collection', () => {
  it('applies to everything below it, and to nothing above', async () => {
    const tree = await makeTree({ outer: true });
    expect(await seen(tree, await guestOn(tree.outer))).toEqual([true, true, true]);
    expect(await seen(tree, await guestOn(tree.middle))).toEqual([false, true, true]);
    expect(await seen(tree, await guestOn(tree.inner))).toEqual([false, false, true]);
    expect(await seen(tree, reader)).toEqual([false, false, false]);
    expect(await seen(tree, stranger)).toEqual([false, false, false]);
    expect(await seen(tree, admin)).toEqual([true, true, true]);
  });

  it('gives its scope below it: with write its holder changes assets there, with read not', async () => {
    const tree = await makeTree();
    const title = (by: As, id: string) =>
      marque.call('PATCH', `/api/v1/assets/${id}`, { as: by, body: { title: 'By a guest' } });
    const [writes, reads] = [await guestOn(tree.outer, 'write'), await guestOn(tree.outer)];
    expect((await title(writes, tree.assets[2])).status).toBe(200);
    expect(await patch(tree.inner, { description: 'By a guest' }, writes)).toBe(200);
    expect((await title(reads, tree.assets[2])).status).toBe(403);
    expect(await patch(tree.inner, { description: 'By a reader' }, reads)).toBe(403);
    expect((await title(await guestOn(tree.middle, 'write'), tree.assets[0])).status).toBe(404);
  });

  it('no longer applies to a collection that is moved out, and applies to one that is moved in', async () => {
    const tree = await makeTree({ outer: true });
    const guest = await guestOn(tree.outer);
    expect(await patch(tree.middle, { parent: null })).toBe(200);
    expect(await seen(tree, guest)).toEqual([true, false, false]);
    expect(await seen(tree, reader)).toEqual([false, true, true]);
    expect(await patch(tree.middle, { parent: tree.outer })).toBe(200);
    expect(await seen(tree, guest)).toEqual([true, true, true]);
    expect(await seen(tree, reader)).toEqual([false, false, false]);
  });

  it('is named by the access report of what is below it', async () => {
    const tree = await makeTree();
    const guest = await marque.makePerson('Gwen Guest');
    await marque.grant(guest.id, 'collection', tree.outer, 'write', { place });
    for (const id of [tree.middle, tree.inner, tree.assets[2]]) {
      const { body } = await marque.call('GET', `/api/v1/catalog/${id}/access?who=${guest.id}`, { as });
      expect(body.holders).toMatchObject([{ id: guest.id, scope: 'write', via: 'Collection Outer' }]);
    }
    const above = await marque.call('GET', `/api/v1/catalog/${tree.outer}/access?who=${guest.id}`, { as });
    expect(above.body.holders).toMatchObject([{ via: 'Directly on this collection' }]);
  });

  it('shows the activity of what is below it', async () => {
    const tree = await makeTree({ outer: true });
    const subjects = async (by: As): Promise<string[]> => {
      const { body } = await marque.call('GET', '/api/v1/activity?limit=200', { as: by });
      return JSON.stringify(body.data).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    };
    const guest = await subjects(await guestOn(tree.outer));
    expect(guest).toEqual(expect.arrayContaining([tree.inner, tree.assets[2]]));
    const below = await subjects(await guestOn(tree.inner));
    expect(below).toContain(tree.assets[2]);
    expect(below).not.toContain(tree.assets[0]);
    expect(below).not.toContain(tree.middle);
  });
});

describe('a private collection', () => {
  it('hides what is below it as soon as it is private, and shows it again after', async () => {
    const tree = await makeTree();
    expect(await seen(tree, reader)).toEqual([true, true, true]);
    expect(await patch(tree.outer, { private: true })).toBe(200);
    expect(await seen(tree, reader)).toEqual([false, false, false]);
    expect(await seen(tree, as)).toEqual([true, true, true]);
    expect(await patch(tree.outer, { private: false })).toBe(200);
    expect(await seen(tree, reader)).toEqual([true, true, true]);
  });

  it('in the middle ignores grants from above it, except an admin’s', async () => {
    const tree = await makeTree({ middle: true });
    expect(await seen(tree, reader)).toEqual([true, false, false]);
    expect(await seen(tree, await guestOn(tree.outer, 'write'))).toEqual([true, false, false]);
    expect(await seen(tree, await guestOn(tree.outer, 'admin'))).toEqual([true, true, true]);
    expect(await seen(tree, await guestOn(tree.middle))).toEqual([false, true, true]);
    expect(await seen(tree, admin)).toEqual([true, true, true]);
  });

  it('hides no asset that is in another collection too', async () => {
    const tree = await makeTree({ outer: true });
    const open = await make('Open');
    const asset = tree.assets[2];
    await marque.call('POST', `/api/v1/collections/${open}/assets`, { as, body: { add: [asset] } });
    const { status, body } = await marque.call('GET', `/api/v1/assets/${asset}`, { as: reader });
    expect([status, body.data.collections]).toEqual([200, [open]]);
  });

  it('is left only by those who may share what it hides', async () => {
    const tree = await makeTree({ outer: true });
    const person = await marque.makePerson();
    await marque.grant(person.id, 'collection', tree.outer, 'write', { place, limits: ['share'] });
    expect(await patch(tree.middle, { parent: null }, { cookie: person.cookie })).toBe(403);
    expect(await seen(tree, reader)).toEqual([false, false, false]);
  });

  it('hides what is created or moved in it while it becomes private', async () => {
    const outer = await make('Outer');
    const moved = await make('Moved');
    const statuses = await Promise.all([
      patch(outer, { private: true }),
      patch(moved, { parent: outer }),
      marque
        .call('POST', '/api/v1/collections', { as, body: { name: 'Made', parent: outer } })
        .then(({ status }) => status),
    ]);
    expect(statuses).toEqual([200, 200, 201]);
    const { body } = await marque.call('GET', '/api/v1/collections', { as: reader });
    const names = (body.data as { id: string; name: string }[]).map(({ name }) => name);
    expect(names).not.toContain('Moved');
    expect(names).not.toContain('Made');
  });
});
