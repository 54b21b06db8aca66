// Every list that takes `limit` pages by cursor: a row that exists throughout, and whose position stays, is
// returned exactly once, whatever others write meanwhile. A new list needs a row in paged-lists.ts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations } from '../../setup/operations.ts';
import { searchOf } from '../../../src/assets/search/search.ts';
import { cursorAt } from '../../../src/core/paging.ts';
import { Tenant } from './tenant.ts';
import { marque, sql, lists, type Walk, type List } from './paged-lists.ts';

const ours = await Tenant.furnish(marque, 'quitzowx');

const theirs = await Tenant.furnish(marque, 'brabantx');

afterAll(() => marque.close());

const shapeOf = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** The most alike, and no more: the hundredth is hardly like the asset any more. And a feed that never ends (feed.test.ts). */
const apart = ['list_similar_assets', 'list_changes'];

const paged = operations.filter(
  ({ name, input }) =>
    !apart.includes(name) &&
    'limit' in shapeOf(input?.query) &&
    !('page' in shapeOf(input?.query) && !('cursor' in shapeOf(input?.query))),
);

const keyOf = (row: { id?: string; number?: number }): string => String(row.id ?? row.number);

function reader({ rowsOf = (body) => body.data, nextOf = (body) => body.next }: List, { path, as }: Walk) {
  return async (query: string): Promise<{ keys: string[]; next: string | null }> => {
    const { status, body } = await marque.call('GET', `${path}?${query}`, { as });
    expect([query, status, body.error]).toEqual([query, 200, undefined]);
    return { keys: rowsOf(body).map(keyOf), next: nextOf(body) };
  };
}

/** Reads a list page by page. `between` runs after each page. */
async function walk(
  read: ReturnType<typeof reader>,
  query: string,
  limit: number,
  between: (round: number) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  for (let round = 0; round < 100; round += 1) {
    const page = await read(
      `${query}&limit=${limit}${next === null ? '' : `&cursor=${encodeURIComponent(next)}`}`,
    );
    expect(page.keys.length).toBeLessThanOrEqual(limit);
    seen.push(...page.keys);
    ({ next } = page);
    if (next === null) return seen;
    await between(round);
  }
  throw new Error('The list does not end.');
}

async function expectWholeWalks(list: List, tenant: Tenant, way: Walk, query = ''): Promise<void> {
  const read = reader(list, way);
  const most = /duplicates/.test(way.path) ? 50 : /portal|shared|comments/.test(way.path) ? 100 : 200;
  const { keys: all } = await read(`${query}&limit=${most}`);
  expect(all.length).toBeGreaterThanOrEqual(7);
  for (const limit of [1, 2, 3]) expect(await walk(read, query, limit)).toEqual(all);
  const gone = new Set<string>();
  const seen = await walk(read, query, 2, async (round) => {
    if (round < 6) for (const id of await list.disturb(tenant, round)) gone.add(id);
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((key) => all.includes(key) && !gone.has(key))).toEqual(
    all.filter((key) => !gone.has(key)),
  );
}

it('every list that takes limit is tested here, takes a cursor and returns the next one', () => {
  expect(paged.map(({ name }) => name).sort()).toEqual(Object.keys(lists).sort());
  for (const { name, input, output } of paged) {
    const { data } = shapeOf(output);
    const answer = data instanceof z.ZodObject ? shapeOf(data) : shapeOf(output);
    expect([name, 'cursor' in shapeOf(input?.query), 'next' in answer]).toEqual([name, true, true]);
  }
});

describe.each(Object.entries(lists))('%s', (name, list) => {
  let way: Walk;
  beforeAll(async () => {
    way = await list.fill(ours);
  });

  it('is read completely by cursor, each row once, even while others write', async () => {
    await expectWholeWalks(list, ours, way);
  });

  it('refuses a cursor that is invalid, of another list or other filters, or combined with another start', async () => {
    const { next } = await reader(list, way)('limit=1');
    const own = next ?? '';
    const forge = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const [bound] = JSON.parse(Buffer.from(own, 'base64url').toString()) as [string];
    const elsewhere = cursorAt('AAAAAAAAAAAA', [1]);
    const shape = shapeOf(paged.find((one) => one.name === name)?.input?.query);
    const refused = [
      'x',
      '%00',
      'null',
      elsewhere,
      forge([bound]),
      forge([bound, "'; drop table assets --", 'x', 'y']),
      forge([bound, -1, -1, -1]),
      forge([bound, '\0', 1, ours.asset]),
      forge({}),
      'a'.repeat(5000),
      ...(way.otherwise ? [`${own}&${way.otherwise}`] : []),
      ...('offset' in shape ? [`${own}&offset=0`, `${own}&offset=1`] : []),
      ...('before' in shape ? [`${own}&before=${name === 'list_page_comments' ? ours.asset : 5}`] : []),
    ];
    for (const cursor of refused) {
      const { status, body } = await marque.call('GET', `${way.path}?limit=1&cursor=${cursor}`, {
        as: way.as,
      });
      expect([cursor, status, body.error?.code]).toEqual([cursor, 400, 'invalid_request']);
    }
    // A position that matches no row, however large, only ends the list.
    if (name === 'list_brand_versions')
      expect((await reader(list, way)(`cursor=${forge([bound, 2 ** 40])}&limit=1`)).keys).toHaveLength(1);
  });

  it('gives other callers no access', async () => {
    const { next } = await reader(list, way)('limit=1');
    if (way.as === null) return;
    const { status, body } = await marque.call('GET', `${way.path}?limit=1&cursor=${next ?? ''}`, {
      as: theirs.as,
    });
    // In the other's own workspace it is the cursor of another list; at an address of ours it is a 404.
    expect([400, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain(ours.mark);
    expect((await marque.call('GET', `${way.path}?cursor=${next ?? ''}`)).status).toBe(401);
  });
});

describe('the sort orders of assets', () => {
  for (const path of ['index', 'sql'] as const) {
    it(`are read completely, by the ${path}, while others write`, async () => {
      const search = searchOf(marque.service);
      await search.built(ours.place.workspaceId);
      search.path = path;
      for (const sort of ['newest', 'oldest', 'updated', 'name', 'size', 'expires']) {
        const list = lists.list_assets as List;
        await expectWholeWalks(
          list,
          ours,
          { path: '/api/v1/assets', as: ours.as },
          `type=other&sort=${sort}`,
        );
      }
      search.path = 'index';
    });
  }

  it('continue in SQL where the index ended, and the other way round', async () => {
    const search = searchOf(marque.service);
    await search.built(ours.place.workspaceId);
    const read = reader(lists.list_assets as List, { path: '/api/v1/assets', as: ours.as });
    for (const sort of ['newest', 'oldest', 'updated', 'name', 'size', 'expires']) {
      search.path = 'index';
      const { keys } = await read(`sort=${sort}&limit=200`);
      let sql = false;
      const seen = await walk(read, `sort=${sort}`, 3, () => {
        sql = !sql;
        search.path = sql ? 'sql' : 'index';
        return Promise.resolve();
      });
      expect([sort, seen]).toEqual([sort, keys]);
    }
    search.path = 'index';
  });

  it('by relevance have no cursor, and page by offset; words in another order have one', async () => {
    const read = reader(lists.list_assets as List, { path: '/api/v1/assets', as: ours.as });
    const { keys, next } = await read('q=bin&limit=3');
    expect([keys.length, next]).toEqual([3, null]);
    expect((await read('q=bin&limit=3&offset=2')).keys[0]).toBe(keys[2]);
    const all = (await read('q=bin&sort=oldest&limit=200')).keys;
    expect(all.length).toBeGreaterThan(3);
    expect(await walk(read, 'q=bin&sort=oldest', 2)).toEqual(all);
  });

  it('show nothing on a later page that was made private meanwhile', async () => {
    const reads = { path: '/api/v1/assets', as: ours.here(ours.reader) };
    const read = reader(lists.list_assets as List, reads);
    const first = await read('limit=1');
    await sql('update assets set private = true where workspace_id = $1', [ours.place.workspaceId]);
    expect((await read(`limit=50&cursor=${first.next ?? ''}`)).keys).toEqual([]);
    await sql('update assets set private = false where workspace_id = $1', [ours.place.workspaceId]);
  });
});

it('next is accepted as it was when it was a number, and numbers still page', async () => {
  const activity = reader(lists.list_activity as List, { path: '/api/v1/activity', as: ours.as });
  const all = (await activity('limit=200')).keys;
  const first = await activity('limit=3');
  expect((await activity(`limit=200&before=${first.next ?? ''}`)).keys).toEqual(all.slice(3));
  expect((await activity(`limit=200&before=${all[2] ?? ''}`)).keys).toEqual(all.slice(3));
  const comments = reader(lists.list_page_comments as List, {
    path: `/api/v1/brands/${ours.brand}/comments`,
    as: ours.as,
  });
  const threads = (await comments('limit=100')).keys;
  expect((await comments(`limit=100&before=${threads[1] ?? ''}`)).keys).toEqual(threads.slice(2));
});
