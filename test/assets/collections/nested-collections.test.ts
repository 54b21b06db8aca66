// Collections in collections, over HTTP: where they are, and what a search in one finds. Who can see what: nested-access.test.ts.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../../setup/service.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { connect } from '../../agents/client.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, proposer, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

type As = NonNullable<NonNullable<Parameters<TestService['call']>[2]>['as']>;
interface Seen {
  id: string;
  name: string;
  parent: string | null;
}

const post = (body: Record<string, unknown>, by: As = as) =>
  marque.call('POST', '/api/v1/collections', { as: by, body });
const make = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await post({ name, ...more })).body.data.id as string;
const patch = (id: string, body: unknown, by: As = as) =>
  marque.call('PATCH', `/api/v1/collections/${id}`, { as: by, body });
const remove = (id: string) => marque.call('DELETE', `/api/v1/collections/${id}`, { as });
const listed = async (by: As = as): Promise<Seen[]> =>
  (await marque.call('GET', '/api/v1/collections', { as: by })).body.data as Seen[];
const parentOf = async (id: string, by: As = as): Promise<string | null | undefined> =>
  (await listed(by)).find((one) => one.id === id)?.parent;

/** The ids of what a search in a collection finds, oldest first. */
async function foundIn(collection: string, more = '', by: As = as): Promise<string[]> {
  const path = `/api/v1/assets?collection=${encodeURIComponent(collection)}&sort=oldest${more}`;
  const { body } = await marque.call('GET', path, { as: by });
  const ids = (body.data as { id: string }[]).map(({ id }) => id);
  expect(body.total).toBe(ids.length);
  return ids;
}

/** Collections in each other. @returns the outermost first */
async function chain(levels: number): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 0; level < levels; level += 1)
    ids.push(await make(`Level ${level + 1}`, { parent: ids.at(-1) ?? null }));
  return ids;
}

describe('a collection in another one', () => {
  it('is created there, moved and taken out, and says where it is', async () => {
    const [spring, autumn] = [await make('Spring'), await make('Autumn')];
    const made = await post({ name: 'Posters', parent: spring });
    expect([made.status, made.body.data.parent]).toEqual([201, spring]);
    const { id } = made.body.data as Seen;
    expect(await parentOf(id)).toBe(spring);
    expect((await patch(id, { parent: autumn })).body.data.parent).toBe(autumn);
    // The same call again changes nothing.
    expect((await patch(id, { parent: autumn })).status).toBe(200);
    expect((await patch(id, { parent: null })).body.data.parent).toBeNull();
    expect(await eventsOf(marque, id)).toEqual([
      'collection.created',
      'collection.changed',
      'collection.changed',
    ]);
  });

  it('is never in itself, however the moves are made', async () => {
    const [outer = '', middle = '', inner = ''] = await chain(3);
    for (const parent of [outer, middle, inner]) {
      const refused = await patch(outer, { parent });
      expect([refused.status, issuePaths(refused)]).toEqual([422, ['parent']]);
    }
    const [one, two] = [await make('One'), await make('Two')];
    const both = await Promise.all([patch(one, { parent: two }), patch(two, { parent: one })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is at most five levels deep, with what is in it', async () => {
    const deep = await chain(5);
    expect((await post({ name: 'Too deep', parent: deep[4] })).status).toBe(422);
    const [top = ''] = await chain(2);
    expect((await patch(top, { parent: deep[3] })).status).toBe(422);
    expect((await patch(top, { parent: deep[2] })).status).toBe(200);
  });

  it('keeps the one that it is in from being deleted', async () => {
    const [outer = '', inner = ''] = await chain(2);
    expect((await remove(outer)).status).toBe(409);
    expect(await parentOf(inner)).toBe(outer);
    await patch(inner, { parent: null });
    expect((await remove(outer)).status).toBe(200);
  });
});

describe('a search in a collection', () => {
  it('finds what is in the collections in it too, each asset once', async () => {
    const [outer = '', middle = '', inner = ''] = await chain(3);
    const one = await makeAsset(marque, as, { collections: [outer, inner] });
    const two = await makeAsset(marque, as, { collections: [middle, inner] });
    const elsewhere = await makeAsset(marque, as, {});
    expect(await foundIn(outer)).toEqual([one.id, two.id]);
    expect(await foundIn(middle)).toEqual([one.id, two.id]);
    expect(await foundIn(outer, '&direct=true')).toEqual([one.id]);
    expect(await foundIn(middle, '&direct=true')).toEqual([two.id]);
    expect(await foundIn(inner, '&direct=true')).not.toContain(elsewhere.id);
    // How many a collection has is what is in that one itself.
    const { body } = await marque.call('GET', `/api/v1/collections/${outer}`, { as });
    expect(body.data.count).toBe(1);
    await patch(inner, { parent: null });
    expect(await foundIn(outer)).toEqual([one.id, two.id]);
    await patch(middle, { parent: null });
    expect(await foundIn(outer)).toEqual([one.id]);
  });

  it('takes its name as well, and refuses a value of direct that isn’t one', async () => {
    const outer = await make('Search by name');
    const asset = await makeAsset(marque, as, { collections: [await make('Below it', { parent: outer })] });
    expect(await foundIn('search by NAME')).toEqual([asset.id]);
    const wrong = await marque.call('GET', `/api/v1/assets?collection=${outer}&direct=yes`, { as });
    expect(wrong.status).toBe(400);
  });

  it('finds the same for an agent', async () => {
    const outer = await make('For agents');
    const asset = await makeAsset(marque, as, { collections: [await make('Below', { parent: outer })] });
    const agent = await connect(marque.url, proposer.key);
    const found = async (more: Record<string, unknown>) =>
      ((await agent.done('search_assets', { collection: outer, ...more })) as { data: { id: string }[] })
        .data;
    expect((await found({})).map(({ id }) => id)).toEqual([asset.id]);
    expect(await found({ direct: 'true' })).toEqual([]);
    const { data } = (await agent.done('list_collections', {})) as { data: Seen[] };
    expect(data.find(({ name }) => name === 'Below')).toMatchObject({ parent: outer });
    await agent.close();
  });

  it('leaves out the assets of a collection that the caller can’t see, also those they see elsewhere', async () => {
    const outer = await make('Outer');
    const hidden = await make('Hidden', { parent: outer, private: true });
    const shown = await make('Shown');
    const asset = await makeAsset(marque, as, { collections: [hidden, shown] });
    expect(await foundIn(shown, '', reader)).toEqual([asset.id]);
    expect(await foundIn(outer, '', reader)).toEqual([]);
    expect(await foundIn(outer)).toEqual([asset.id]);
  });
});

describe('who can see what', () => {
  it('shows a child without a parent to those who can’t see that one', async () => {
    const hidden = await make('Board only', { private: true });
    const child = await make('Minutes', { parent: hidden });
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', child, 'read', { place });
    expect(await parentOf(child)).toBe(hidden);
    expect(await parentOf(child, { cookie: guest.cookie })).toBeNull();
    expect(await listed({ cookie: guest.cookie })).toMatchObject([
      { id: child, private: false, effectivePrivate: true },
    ]);
    await patch(hidden, { private: false });
    expect(await listed({ cookie: guest.cookie })).toContainEqual(
      expect.objectContaining({ id: child, effectivePrivate: false }),
    );
  });

  it('hides a private child from those who see its parent, and its assets with it', async () => {
    const parent = await make('Open');
    const child = await make('Closed', { parent, private: true });
    const asset = await makeAsset(marque, as, { collections: [child] });
    expect(await parentOf(child, reader)).toBeUndefined();
    expect((await marque.call('GET', `/api/v1/assets/${String(asset.id)}`, { as: reader })).status).toBe(404);
    expect(await foundIn(parent)).toEqual([asset.id]);
    expect(await foundIn(parent, '', reader)).toEqual([]);
  });

  it('takes write on both, and a parent of the same workspace', async () => {
    const [one, two] = [await make('First'), await make('Second')];
    expect((await patch(one, { parent: two }, reader)).status).toBe(403);
    expect((await patch(one, { parent: two }, stranger)).status).toBe(404);
    const theirs = (await post({ name: 'Theirs' }, stranger)).body.data.id as string;
    for (const parent of [theirs, '7c3ab2f0-93a5-4f8e-9d70-111111111111'])
      expect(issuePaths(await patch(one, { parent }))).toEqual(['parent']);
    expect((await patch(one, { parent: 'spring' })).status).toBe(400);
    expect(await parentOf(one)).toBeNull();
  });
});
