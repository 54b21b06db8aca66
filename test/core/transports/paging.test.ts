// Every list that takes `limit` pages by cursor: a row that exists throughout, and whose position stays, is
// returned exactly once, whatever others write meanwhile. A new list needs a row in `lists` here.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations } from '../../setup/operations.ts';
import { searchOf } from '../../../src/assets/search/search.ts';
import { cursorAt } from '../../../src/core/paging.ts';
import { startService, type Caller, type Reply, type TestService } from '../../setup/service.ts';
import { Tenant } from './tenant.ts';

let marque: TestService;
let ours: Tenant;
let theirs: Tenant;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' });
  ours = await Tenant.furnish(marque, 'quitzowx');
  theirs = await Tenant.furnish(marque, 'brabantx');
});
afterAll(() => marque.close());

const shapeOf = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

const paged = operations.filter(
  ({ input }) =>
    'limit' in shapeOf(input?.query) &&
    !('page' in shapeOf(input?.query) && !('cursor' in shapeOf(input?.query))),
);

interface Walk {
  path: string;
  as: Caller;
  /** Another value of a filter: the cursor is no longer valid for it. */
  otherwise?: string;
}

interface List {
  /** Creates seven rows or more. */
  fill: (tenant: Tenant) => Promise<Walk>;
  /**
   * Writes by others while the list is read: a row added, one removed, one changed. @returns ids of removed
   * rows
   */
  disturb: (tenant: Tenant, round: number) => Promise<string[]>;
  rowsOf?: (body: Reply['body']) => { id?: string; number?: number }[];
  nextOf?: (body: Reply['body']) => string | null;
}

const sql = <Row extends object = { id: string }>(text: string, values: unknown[] = []): Promise<Row[]> =>
  marque.service.db.query<Row>(text, values);

/** Assets with few distinct timestamps, sizes and names, so that the id decides the order. */
async function insertAssets(
  tenant: Tenant,
  count: number,
  collection: string | null = null,
): Promise<string[]> {
  const rows = await sql(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, public, rights,
       proposed_tags, proposed_fields, current, created_at)
     select $1, md5(random()::text), (array['a.bin', 'b.bin', E'\\U0001F600.bin', E'\\uFF21.bin'])[1 + n % 4], 'application/zip', n % 2, '{}', '[]', '{}', 'active', false, true,
       case n % 3 when 0 then null else jsonb_build_object('license', null, 'territories', '[]'::jsonb, 'channels', '[]'::jsonb, 'embargo', null,
         'expires', case n % 3 when 1 then '2099-01-01' end, 'modelRelease', null) end,
       '[]', '{}', true, timestamptz '2026-01-01' + (n / 3) * interval '1 millisecond' from generate_series(1, $2) n returning id`,
    [tenant.place.workspaceId, count],
  );
  const ids = rows.map(({ id }) => id);
  if (collection)
    await sql(
      `insert into marque.collection_assets (collection_id, asset_id, position) select $1, id, n / 3 from unnest($2::uuid[]) with ordinality x(id, n)`,
      [collection, ids],
    );
  return ids;
}

/** Adds an asset, deletes one that was added before, and changes one without moving it in its order. */
async function changeAssets(tenant: Tenant, collection: string | null = null): Promise<string[]> {
  await insertAssets(tenant, 1, collection);
  const gone = await sql(
    `delete from assets where id = (select id from assets where workspace_id = $1 and mime_type = 'application/zip' order by md5(id::text) limit 1) returning id`,
    [tenant.place.workspaceId],
  );
  await sql(
    `update assets set tags = '["seen"]' where id = (select id from assets where workspace_id = $1 and mime_type = 'application/zip' order by id limit 1)`,
    [tenant.place.workspaceId],
  );
  return gone.map(({ id }) => id);
}

const thread = async (tenant: Tenant, page: string): Promise<string> =>
  (await tenant.send('POST', `/api/v1/brands/${tenant.brand}/comments`, { page, body: tenant.text() }))
    .id as string;

/** Events of a type, created at once: many writes end at the same moment. */
const insertEvents = (
  tenant: Tenant,
  count: number,
  about: { type: string; kind: string; id: string },
): Promise<unknown> =>
  sql(
    `insert into marque.events (organization_id, workspace_id, type, actor_kind, actor_name, subject_kind, subject_id, detail)
     select $1, $2, $3, 'system', 'Marque', $4, $5, '{}' from generate_series(1, $6)`,
    [tenant.place.organizationId, tenant.place.workspaceId, about.type, about.kind, about.id, count],
  );

let sharedCollection = '';
let commentedPage = '';

const lists: Record<string, List> = {
  list_assets: {
    fill: async (tenant) => {
      await insertAssets(tenant, 9);
      return { path: '/api/v1/assets', as: tenant.as, otherwise: 'sort=size&tag=none' };
    },
    disturb: (tenant) => changeAssets(tenant),
  },
  list_activity: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return { path: '/api/v1/activity', as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return [];
    },
  },
  list_asset_activity: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return { path: `/api/v1/assets/${tenant.asset}/activity`, as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return [];
    },
  },
  list_audit: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'grant.given', kind: 'person', id: tenant.reader.id });
      return { path: '/api/v1/audit', as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'grant.given', kind: 'person', id: tenant.reader.id });
      return [];
    },
  },
  list_brand_versions: {
    fill: async (tenant) => {
      await sql(
        `insert into marque.brand_versions (brand_id, number, state, hash, summary, actor_kind, actor_id, actor_name)
         select v.brand_id, v.number + n, v.state, v.hash || n, 'Changed', v.actor_kind, v.actor_id, v.actor_name
         from (select v.* from marque.brand_versions v join brands b on b.id = v.brand_id where b.slug = $1 order by number desc limit 1) v
           cross join generate_series(1, 8) n`,
        [tenant.brand],
      );
      return { path: `/api/v1/brands/${tenant.brand}/versions`, as: tenant.as };
    },
    disturb: async (tenant) => {
      await tenant.newRule();
      return [];
    },
  },
  list_comments: {
    fill: async (tenant) => {
      commentedPage = await tenant.newPage();
      for (let made = 0; made < 8; made += 1) await thread(tenant, commentedPage);
      // All at once, as an import creates them: the id must decide the order.
      await sql(`update brand_comments set created_at = date_trunc('hour', created_at)`);
      return { path: `/api/v1/brands/${tenant.brand}/comments`, as: tenant.as, otherwise: 'resolved=true' };
    },
    disturb: async (tenant, round) => {
      await thread(tenant, commentedPage);
      const { data } = (await tenant.reply('GET', `/api/v1/brands/${tenant.brand}/comments?limit=100`))
        .body as {
        data: { id: string }[];
      };
      const { id } = data[round % data.length] ?? { id: '' };
      await tenant.reply('DELETE', `/api/v1/brands/${tenant.brand}/comments/${id}`);
      return [id];
    },
  },
  list_proposals: {
    fill: async (tenant) => {
      for (let made = 0; made < 7; made += 1) await tenant.newProposal();
      return { path: '/api/v1/proposals', as: tenant.as, otherwise: 'kind=rule' };
    },
    disturb: async (tenant, round) => {
      await tenant.newProposal();
      const { data } = (await tenant.reply('GET', '/api/v1/proposals?limit=200')).body as {
        data: { id: string }[];
      };
      const { id } = data[(round * 3) % data.length] ?? { id: '' };
      await tenant.reply('DELETE', `/api/v1/proposals/${id}`);
      return [id];
    },
  },
  get_shared: {
    fill: async (tenant) => {
      sharedCollection = await tenant.newCollection();
      await insertAssets(tenant, 9, sharedCollection);
      const share = (await tenant.send('POST', '/api/v1/shares', {
        kind: 'view',
        collection: sharedCollection,
      })) as {
        url: string;
      };
      return { path: `/api/v1/shared/${new URL(share.url).pathname.split('/').at(-1) ?? ''}`, as: null };
    },
    disturb: (tenant) => changeAssets(tenant, sharedCollection),
    rowsOf: (body) => body.data.assets,
    nextOf: (body) => body.data.next,
  },
  read_portal: {
    fill: async (tenant) => {
      sharedCollection = await tenant.newCollection();
      await insertAssets(tenant, 9, sharedCollection);
      const { slug } = await tenant.newPortal({ collections: [sharedCollection] });
      return { path: `/api/v1/portal/${slug}`, as: null, otherwise: `collection=${sharedCollection}` };
    },
    disturb: (tenant) => changeAssets(tenant, sharedCollection),
    rowsOf: (body) => body.assets,
    nextOf: (body) => body.next,
  },
};

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
  const most = /portal|shared|comments/.test(way.path) ? 100 : 200;
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
      ...('before' in shape ? [`${own}&before=${name === 'list_comments' ? ours.asset : 5}`] : []),
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
      for (const sort of ['newest', 'oldest', 'name', 'size', 'expires']) {
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
    for (const sort of ['newest', 'oldest', 'name', 'size', 'expires']) {
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
  const comments = reader(lists.list_comments as List, {
    path: `/api/v1/brands/${ours.brand}/comments`,
    as: ours.as,
  });
  const threads = (await comments('limit=100')).keys;
  expect((await comments(`limit=100&before=${threads[1] ?? ''}`)).keys).toEqual(threads.slice(2));
});
