// Search over HTTP: words, filters, facets, order, pages, and who finds what.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { day } from '../../setup/days.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { makeRow, type MadeRow } from './made-rows.ts';

const { marque, place, other, editor, admin, reader } = await startWithWorkspace();
const make = (asset: MadeRow): Promise<string> => makeRow(marque, place.workspaceId, asset);

interface Entry {
  value: string | number | boolean;
  count: number;
}

async function find(
  query: string,
  as: { key: string } | { cookie: string } = reader,
): Promise<{
  ids: string[];
  total: number;
  facets: { tags: Entry[]; types: Entry[]; states: Entry[]; fields: Record<string, Entry[]> };
}> {
  const reply = await marque.call('GET', `/api/v1/assets${query}`, { as });
  expect(reply.body?.error).toBeUndefined();
  return {
    ids: reply.body.data.map(({ id }: { id: string }) => id),
    total: reply.body.total,
    facets: reply.body.facets,
  };
}

let logo: string;
let cafe: string;
let video: string;
let secret: string;
let foreign: string;

beforeAll(async () => {
  await defineFields(
    marque,
    { cookie: editor.cookie },
    { key: 'season', label: 'Season', type: 'select', options: ['spring', 'autumn'] },
    { key: 'year', label: 'Year', type: 'number' },
    { key: 'day', label: 'Day', type: 'date' },
    { key: 'note', label: 'Note', type: 'text' },
    { key: 'hero', label: 'Hero', type: 'boolean' },
  );
  logo = await make({
    filename: 'Logo-dark.svg',
    mime: 'image/svg+xml',
    tags: ['logo', 'dark'],
    fields: { season: 'spring', year: 2024, hero: true },
  });
  cafe = await make({
    filename: 'a.jpg',
    title: 'Café crème',
    description: 'with our logotype on the cup',
    tags: ['Cup'],
    fields: { season: 'autumn', year: 2025, day: '2025-03-01' },
  });
  video = await make({
    filename: 'film.mp4',
    mime: 'video/mp4',
    size: 9_000_000,
    tags: ['dark'],
    fields: { year: 2026, note: 'Shot by the harbour' },
  });
  await make({ filename: 'old.jpg', status: 'archived', tags: ['logo'] });
  await make({ filename: 'gone.jpg', rights: { expires: '2020-01-01' }, tags: ['logo'] });
  await make({ filename: 'waits.jpg', status: 'proposed' });
  secret = await make({ filename: 'secret-logo.jpg', private: true, tags: ['hidden'] });
  foreign = await make({ filename: 'foreign-logo.jpg', workspaceId: other.workspaceId, tags: ['foreign'] });
});
afterAll(() => marque.close());

describe.each(['index', 'sql'] as const)('a search answered by the %s', (path) => {
  beforeAll(async () => {
    const search = searchOf(marque.service);
    search.path = path;
    if (path === 'index') expect(await search.built(place.workspaceId)).not.toBeNull();
  });

  it('returns active assets, newest first, without a query', async () => {
    const { ids, total, facets } = await find('');
    expect(ids).toEqual([video, cafe, logo]);
    expect(total).toBe(3);
    expect(facets.types).toEqual([
      { value: 'image', count: 2 },
      { value: 'video', count: 1 },
    ]);
    expect(facets.tags).toEqual([
      { value: 'dark', count: 2 },
      { value: 'Cup', count: 1 },
      { value: 'logo', count: 1 },
    ]);
    expect(facets.states).toEqual([
      { value: 'active', count: 3 },
      { value: 'archived', count: 1 },
      { value: 'expired', count: 1 },
      { value: 'proposed', count: 1 },
    ]);
    expect(facets.fields.season).toEqual([
      { value: 'autumn', count: 1 },
      { value: 'spring', count: 1 },
    ]);
    expect(facets.fields.hero).toEqual([{ value: true, count: 1 }]);
  });

  it('matches every word as a prefix, ignoring accents and case, whole words in a name first', async () => {
    expect((await find('?q=logo')).ids).toEqual([logo, cafe]);
    expect((await find('?q=LOGOT')).ids).toEqual([cafe]);
    expect((await find('?q=cafe%20creme')).ids).toEqual([cafe]);
    expect((await find('?q=CAFÉ')).ids).toEqual([cafe]);
    expect((await find('?q=harbour')).ids).toEqual([video]);
    expect((await find('?q=cafe%20harbour')).ids).toEqual([]);
  });

  it('filters by tag, type, state and field', async () => {
    expect((await find('?tag=dark')).ids).toEqual([video, logo]);
    expect((await find('?tag=dark&tag=logo')).ids).toEqual([logo]);
    expect((await find('?tag=cup')).ids).toEqual([cafe]);
    expect((await find('?type=video&type=audio')).ids).toEqual([video]);
    expect((await find('?status=archived&status=expired')).total).toBe(2);
    expect((await find('?f.season=spring')).ids).toEqual([logo]);
    expect((await find('?f.season=spring&f.season=autumn')).ids).toEqual([cafe, logo]);
    expect((await find('?f.year.gte=2025&f.year.lte=2025')).ids).toEqual([cafe]);
    expect((await find('?f.year.gte=2025&type=video')).ids).toEqual([video]);
    expect((await find('?f.day.gte=2025-01-01')).ids).toEqual([cafe]);
    expect((await find('?f.hero=true')).ids).toEqual([logo]);
    expect((await find('?review=true')).total).toBe(1);
  });

  it('sorts and pages', async () => {
    expect((await find('?sort=oldest')).ids).toEqual([logo, cafe, video]);
    expect((await find('?sort=name')).ids).toEqual([cafe, video, logo]);
    expect((await find('?sort=size')).ids[0]).toBe(video);
    expect((await find('?limit=1&offset=1')).ids).toEqual([cafe]);
    expect((await find('?offset=50')).ids).toEqual([]);
  });

  it('finds assets whose last day of use is within a number of days, soonest first', async () => {
    const [late, soon, over, kept] = [
      await make({ rights: { expires: day(20) } }),
      await make({ rights: { expires: day(3) } }),
      await make({ rights: { expires: day(-3) } }),
      await make({ rights: { expires: day(60) } }),
    ];
    const ends = [late, soon, over, kept];
    expect((await find('?expiresWithin=30')).ids).toEqual([soon, late]);
    expect((await find('?expiresWithin=30&sort=newest')).ids).toEqual([soon, late]);
    expect((await find('?expiresWithin=5')).ids).toEqual([soon]);
    expect((await find('?expiresWithin=30&status=archived')).ids).toEqual([]);
    expect((await find('?sort=expires')).ids.slice(0, 3)).toEqual([soon, late, kept]);
    expect((await find('?expiresWithin=30')).total).toBe(2);
    await marque.service.db.query('delete from assets where id = any($1::uuid[])', [ends]);
    expect((await find('?expiresWithin=30')).ids).toEqual([]);
  });

  it('finds pictures of a size', async () => {
    const sized = (id: string, width: number | null, height: number | null) =>
      marque.service.db.query('update assets set width = $2, height = $3 where id = $1', [id, width, height]);
    await sized(logo, 800, 600);
    await sized(cafe, 300, 100_000);
    expect((await find('?minWidth=301')).ids).toEqual([logo]);
    expect((await find('?minWidth=300')).ids).toEqual([cafe, logo]);
    expect(await find('?minHeight=65535')).toMatchObject({ ids: [cafe], total: 1 });
    expect((await find('?minWidth=800&minHeight=601')).ids).toEqual([]);
    for (const id of [logo, cafe]) await sized(id, null, null);
    expect((await find('?minWidth=1')).ids).toEqual([]);
  });

  it('finds files of a size, and pictures of a color space', async () => {
    const stored = (id: string, bytes: number, space: string | null) =>
      marque.service.db.query(
        `update assets set filesize = $2, probe = (coalesce(probe, '{}') - 'space') || jsonb_strip_nulls(jsonb_build_object('space', $3::text)) where id = $1`,
        [id, bytes, space],
      );
    const before = await marque.service.db.query<{ id: string; filesize: string; space: string | null }>(
      `select id, filesize, probe ->> 'space' as space from assets where id = any($1::uuid[])`,
      [[logo, cafe]],
    );
    await stored(logo, 7_000_000_000, 'cmyk');
    await stored(cafe, 6_999_999_999, 'b-w');
    expect((await find('?minSize=7000000000')).ids).toEqual([logo]);
    expect(await find('?minSize=6000000000&maxSize=6999999999')).toMatchObject({ ids: [cafe], total: 1 });
    expect((await find('?minSize=7000000001')).ids).toEqual([]);
    expect((await find('?colorSpace=cmyk')).ids).toEqual([logo]);
    expect((await find('?colorSpace=cmyk&colorSpace=gray')).ids).toEqual([cafe, logo]);
    expect((await find('?colorSpace=rgb&minSize=6000000000')).ids).toEqual([]);
    for (const { id, filesize, space } of before) await stored(id, Number(filesize), space);
    expect((await find('?minSize=6000000000')).ids).toEqual([]);
  });

  it('finds what is similar to an asset that the caller can read', async () => {
    const hashed = (id: string, bits: string | null) =>
      marque.service.db.query(
        'update marque.picture_hashes set dhash = $2::bit(64), phash = $2::bit(64), due_at = null where asset_id = $1',
        [id, bits],
      );
    for (const id of [logo, cafe, secret]) await hashed(id, '01'.repeat(32));
    await hashed(video, null);
    const found = await find(`?similarTo=${logo}`);
    expect(found).toMatchObject({ ids: [cafe], total: 1 });
    expect(found.facets.tags).toEqual([{ value: 'Cup', count: 1 }]);
    expect((await find(`?similarTo=${logo}&tag=dark`)).ids).toEqual([]);
    expect((await find(`?similarTo=${logo}`, admin)).ids.sort()).toEqual([cafe, secret].sort());
    for (const [id, why] of [
      [secret, 'not found'],
      [foreign, 'not found'],
      [video, 'no picture'],
    ] as const) {
      const reply = await marque.call('GET', `/api/v1/assets?similarTo=${id}`, { as: reader });
      expect([why, reply.status]).toEqual([why, 422]);
      expect(reply.body.error.message.toLowerCase()).toContain(why);
    }
    for (const id of [logo, cafe, secret]) await hashed(id, null);
  });

  it('finds exactly what a usage check allows', async () => {
    const tags = ['usable'];
    const ids: string[] = [await make({ tags })];
    for (const rights of [
      {},
      { territories: ['DE', 'AT'] },
      { territories: ['EU'] },
      { territories: ['worldwide'], channels: ['Web', 'Billboard'] },
      { channels: ['print'] },
      { embargo: day(5) },
      { expires: day(2) },
      { expires: day(-2), channels: ['web'] },
      { modelRelease: 'missing' },
      { license: 'CC BY', territories: ['Narnia'] },
    ])
      ids.push(await make({ tags, rights }));
    for (const status of ['draft', 'proposed', 'archived']) ids.push(await make({ tags, status }));
    const [superseded, closed] = [await make({ tags }), await make({ tags, rights: { license: 'CC BY' } })];
    ids.push(superseded, closed);
    const { db } = marque.service;
    await db.query('update assets set superseded_by = $2 where id = $1', [superseded, logo]);
    await marque.call('PUT', `/api/v1/assets/${closed}/usage`, {
      as: admin,
      body: { mining: 'disallowed' },
    });

    const uses = [
      { channel: 'web' },
      { channel: 'WEB', territory: 'Germany' },
      { territory: 'DACH' },
      { territory: 'narnia' },
      { territory: 'worldwide', channel: 'print' },
      { date: day(3) },
      { date: day(-3), channel: 'web' },
      { date: day(6), territory: 'FR' },
      { channel: 'editorial' },
      { channel: 'billboard' },
      { channel: 'ai-training' },
    ];
    const states = ['draft', 'proposed', 'active', 'expired', 'archived', 'rejected'];
    const everywhere = `tag=usable&${states.map((one) => `status=${one}`).join('&')}`;
    const set = (method: string, key: string, body?: object) =>
      marque.call(method, `/api/v1/settings/${key}?context=workspace`, { as: admin, body });
    for (const [key, value] of [
      ['check', { noRights: 'warn' }],
      ['check', { noRights: 'block' }],
      ['mining', { default: 'search-only' }],
    ] as const) {
      expect((await set('PATCH', key, value)).status).toBe(200);
      const { body } = await marque.call('POST', '/api/v1/check', {
        as: reader,
        body: { assets: ids, uses },
      });
      for (const [at, use] of uses.entries()) {
        const allowed = ids.filter((_, index) => body.data[index * uses.length + at].allowed);
        const text = Object.entries(use).map((part) => part.join(':'));
        const found = await find(`?${everywhere}&usableFor=${encodeURIComponent(text.join(','))}`);
        expect([value, use, found.ids.toSorted()]).toEqual([value, use, allowed.toSorted()]);
        expect(found.total).toBe(allowed.length);
        expect(found.facets.tags).toEqual(
          allowed.length === 0 ? [] : [{ value: 'usable', count: allowed.length }],
        );
        expect(allowed.length).toBeLessThan(ids.length);
      }
    }
    for (const key of ['check', 'mining']) expect((await set('DELETE', key)).status).toBe(200);
    await db.query('delete from assets where id = any($1::uuid[])', [ids]);
    // Nothing names it any more.
    const gone = await marque.call('GET', '/api/v1/assets?usableFor=channel:billboard', { as: reader });
    expect(gone.status).toBe(422);
  });

  it('suggests the nearest channel and territory', async () => {
    for (const [use, near] of [
      ['channel:webb', '"web"'],
      ['territory:German', '"Germany"'],
      ['chanel:web', '"channel"'],
    ]) {
      const reply = await marque.call('GET', `/api/v1/assets?usableFor=${use}`, { as: reader });
      expect([use, reply.body.error.message]).toEqual([use, expect.stringContaining(`Did you mean ${near}`)]);
    }
  });

  it('rejects unknown parameters and values, naming them', async () => {
    for (const [query, status, at] of [
      ['?f.nosuch=1', 422, 'f.nosuch'],
      ['?f.year=soon', 422, 'f.year'],
      ['?f.season=winter', 422, 'f.season'],
      ['?f.note.gte=a', 422, 'f.note.gte'],
      ['?collection=nowhere', 422, 'collection'],
      ['?limit=0', 400, 'limit'],
      ['?limit=201', 400, 'limit'],
      ['?expiresWithin=-1', 400, 'expiresWithin'],
      ['?expiresWithin=soon', 400, 'expiresWithin'],
      ['?sort=best', 400, 'sort'],
      ['?status=lost', 400, 'status'],
      ['?minWidth=0', 400, 'minWidth'],
      ['?minHeight=wide', 400, 'minHeight'],
      ['?minHeight=65536', 400, 'minHeight'],
      ['?minSize=-1', 400, 'minSize'],
      ['?maxSize=large', 400, 'maxSize'],
      ['?colorSpace=hsl', 400, 'colorSpace'],
      ['?addedBy=Edda', 400, 'addedBy'],
      ['?similarTo=logo', 400, 'similarTo'],
      ['?similarTo=00000000-0000-4000-8000-000000000000', 422, 'similarTo'],
      ['?usableFor=channel:nowhere', 422, 'usableFor'],
      ['?usableFor=territory:Atlantis', 422, 'usableFor'],
      ['?usableFor=', 400, 'usableFor'],
      ['?usableFor=web', 400, 'usableFor'],
      ['?usableFor=date:tomorrow', 400, 'usableFor'],
      ['?usableFor=channel:web,channel:print', 400, 'usableFor'],
    ] as const) {
      const reply = await marque.call('GET', `/api/v1/assets${query}`, { as: reader });
      expect([query, reply.status]).toEqual([query, status]);
      expect(reply.body.error.detail.issues[0].path).toContain(at);
    }
  });

  it("never finds or counts what the caller can't read", async () => {
    for (const query of ['?q=secret', '?tag=hidden', '?q=foreign', '?tag=foreign'])
      expect((await find(query)).total).toBe(0);
    const collection = await marque.makeCollection(place, { private: true });
    await marque.service.db.query(
      'insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)',
      [collection, secret],
    );
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', collection, 'read', { place });
    expect((await find('', { cookie: guest.cookie })).ids).toEqual([secret]);
    expect((await find('?q=logo', { cookie: guest.cookie })).facets.tags).toEqual([
      { value: 'hidden', count: 1 },
    ]);
    expect((await find(`?collection=${collection}`, { cookie: guest.cookie })).ids).toEqual([secret]);
    const refused = await marque.call('GET', `/api/v1/assets?collection=${collection}`, { as: reader });
    expect(refused.status).toBe(422);
    expect(foreign).not.toBe('');
  });

  it('is up to date as soon as a write has been answered', async () => {
    const changed = await marque.call('PATCH', `/api/v1/assets/${cafe}`, {
      as: { cookie: editor.cookie },
      body: { tags: ['Cup', `seen-by-${path}`] },
    });
    expect(changed.status).toBe(200);
    expect((await find(`?tag=seen-by-${path}`)).ids).toEqual([cafe]);
    await marque.call('PATCH', `/api/v1/assets/${cafe}`, {
      as: { cookie: editor.cookie },
      body: { tags: ['Cup'] },
    });
    expect((await find(`?tag=seen-by-${path}`)).ids).toEqual([]);
  });
});
