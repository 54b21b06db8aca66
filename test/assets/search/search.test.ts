// Search over HTTP: words, filters, facets, order, pages, and who finds what.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noRights } from '../../../src/assets/schemas.ts';
import { searchOf } from '../../../src/assets/search/search.ts';
import { day } from '../../setup/days.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';

const { marque, place, other, editor, reader } = await startWithWorkspace();

interface Made {
  filename?: string;
  title?: string;
  description?: string;
  tags?: string[];
  status?: string;
  mime?: string;
  size?: number;
  fields?: Record<string, unknown>;
  private?: boolean;
  rights?: Record<string, unknown>;
  proposedTags?: string[];
  workspaceId?: string;
}

interface Entry {
  value: string | number | boolean;
  count: number;
}

let made = 0;
/** Inserted directly: search is about rows; how they get there is tested elsewhere. */
async function make(asset: Made): Promise<string> {
  made += 1;
  const [row] = await marque.service.db.query<{ id: string }>(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, rights, proposed_tags, proposed_fields, current, public, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::enum_assets_status, $10, $11, $12, '{}', true, true, now() + make_interval(secs => $13)) returning id`,
    [
      asset.workspaceId ?? place.workspaceId,
      made.toString(16).padStart(64, '0'),
      asset.filename ?? `file-${made}.jpg`,
      asset.mime ?? 'image/jpeg',
      asset.size ?? 1000 + made,
      JSON.stringify({
        ...(asset.title ? { title: asset.title } : {}),
        ...(asset.description ? { description: asset.description } : {}),
      }),
      JSON.stringify(asset.tags ?? []),
      JSON.stringify(asset.fields ?? {}),
      asset.status ?? 'active',
      asset.private ?? false,
      asset.rights ? JSON.stringify({ ...noRights, ...asset.rights }) : null,
      JSON.stringify(asset.proposedTags ?? []),
      made,
    ],
  );
  return row?.id ?? '';
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
