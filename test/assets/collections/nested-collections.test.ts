// Collections in collections, over HTTP: a place to find them, which changes nothing about who can see what.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../../setup/service.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, asEditor: as, reader, stranger } = await startWithWorkspace();
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

describe('who can see what', () => {
  it('shows a child without a parent to those who can’t see that one', async () => {
    const hidden = await make('Board only', { private: true });
    const child = await make('For everyone', { parent: hidden });
    expect(await parentOf(child)).toBe(hidden);
    expect(await parentOf(child, reader)).toBeNull();
    expect((await listed(reader)).some(({ id }) => id === hidden)).toBe(false);
  });

  it('hides a private child from those who see its parent, and its assets with it', async () => {
    const parent = await make('Open');
    const child = await make('Closed', { parent, private: true });
    const asset = await makeAsset(marque, as, { collections: [child] });
    expect(await parentOf(child, reader)).toBeUndefined();
    expect((await marque.call('GET', `/api/v1/assets/${String(asset.id)}`, { as: reader })).status).toBe(404);
    const found = await marque.call('GET', `/api/v1/assets?collection=${parent}`, { as });
    expect(found.body.total).toBe(0);
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
