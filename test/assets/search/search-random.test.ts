// The in-memory index compared with SQL: the same random worlds, searches and writes run against both, by
// callers of every kind.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noRights } from '../../../src/assets/schemas.ts';
import { rgbOf } from '../../../src/lib/picture-colors/color.ts';
import { packColors } from '../../../src/lib/picture-colors/stored-colors.ts';
import { day } from '../../setup/days.ts';
import fc from '../../setup/random.ts';
import { setUsage } from '../../../src/assets/usage.ts';
import { searchOf } from '../../../src/assets/search/search.ts';
import { startService, type Caller, type Place, type TestService } from '../../setup/service.ts';
import { defineFields } from '../../setup/workspace.ts';
import { uploaders, days, gaps, mimes, seasons, statuses, tags, words } from './random-values.ts';

/** Days from today, on either side of the bounds used in queries. */
const lastDays = [...days, day(-1), day(0), day(7), day(8), day(30)];

/** Uses that some assets allow, and ones that name what may not be known. */
const uses = [
  'channel:web',
  'channel:print,territory:DE',
  'territory:EU,date:2020-06-01',
  `date:${day(1)}`,
  'channel:ai-training',
  'channel:editorial,territory:worldwide',
  'channel:billboard',
  'territory:Narnia',
];

/** Near each other, and far. */
const colors = ['#e4003a', '#cc1030', '#0057b8', '#1060a8', '#ffffff', '#f4f4f0', '#101010', '#3a2a1a'];

let marque: TestService;
let place: Place;
let collections: string[];
let callers: Caller[];

const some = (list: readonly string[], most: number): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...list), { maxLength: most });

const assetArb = fc.record({
  filename: some(words, 3).map((parts) => `${parts.join('_')}.bin`),
  title: some(words, 2).map((parts) => parts.join(' ')),
  description: some(words, 4).map((parts) => parts.join(', ')),
  tags: some(tags, 4).map((list) => [...new Map(list.map((tag) => [tag.toLowerCase(), tag])).values()]),
  mime: fc.constantFrom(...mimes),
  status: fc.constantFrom(...statuses),
  private: fc.boolean(),
  deleted: fc.constantFrom(false, false, false, true),
  current: fc.constantFrom(true, true, true, false),
  expires: fc.option(fc.constantFrom(...lastDays)),
  size: fc.integer({ min: 1, max: 5 }),
  second: fc.integer({ min: 0, max: 5 }),
  // Some have no size, and some are square.
  sides: fc.option(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 2 }))),
  rights: fc.option(
    fc.record({
      license: fc.constantFrom(null, 'CC BY', 'Agency'),
      territories: some(['DE', 'France', 'EU', 'worldwide', 'Narnia'], 2),
      channels: some(['Web', 'print', 'Billboard'], 2),
      embargo: fc.option(fc.constantFrom(...lastDays), { freq: 2 }),
      modelRelease: fc.constantFrom(null, 'missing', 'released'),
    }),
  ),
  superseded: fc.constantFrom(false, false, false, true),
  mining: fc.constantFrom(null, null, 'allowed', 'disallowed'),
  hash: fc.constantFrom(null, '01'.repeat(32), '0111'.repeat(16)),
  creator: fc.constantFrom('', 'Mara'),
  origin: fc.constantFrom(null, 'shot', 'licensed', 'generated'),
  source: fc.constantFrom(null, 'digitalCapture', 'trainedAlgorithmicMedia'),
  uploader: fc.constantFrom(null, ...uploaders.keys()),
  space: fc.constantFrom(null, 'srgb', 'rgb16', 'cmyk', 'b-w', 'lab'),
  noText: fc.boolean(),
  waits: fc.constantFrom(false, false, true),
  season: fc.option(fc.constantFrom(...seasons)),
  year: fc.option(fc.integer({ min: 2020, max: 2023 })),
  day: fc.option(fc.constantFrom(...days)),
  hero: fc.option(fc.boolean()),
  collections: fc.subarray([0, 1, 2]),
  colors: fc.array(fc.record({ hex: fc.constantFrom(...colors), share: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 5,
  }),
  /** The default language's alt text, and the texts of others. */
  alt: fc.constantFrom(null, null, 'kelpie'),
  texts: fc.constantFrom<Record<string, Record<string, string>>>(
    {},
    {},
    { de: { title: 'Übung' } },
    { de: { description: 'summer logo' }, 'pt-BR': { alt: 'café' } },
    { de: { title: 'x', alt: 'blau' }, 'pt-BR': { description: 'hero' } },
  ),
  /** The words inside its file, by page. */
  inside: fc.constantFrom([], [], [['kelp'], ['logo', 'hero']], [['summer'], ['kelpie', 'x', 'café']]),
});
const noCredentials = {
  manifests: 1,
  generator: null,
  title: null,
  signedBy: null,
  softwareAgent: null,
  actions: [],
  ingredients: 0,
};
type RandomAsset = typeof assetArb extends fc.Arbitrary<infer T> ? T : never;

/** Mostly omitted: a search with every condition finds nothing, and empty results are easily equal. */
const rarely = <T>(arb: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: arb });

const queryArb = fc
  .record({
    q: rarely(some([...words, 'l', 'su', 'c', 'kelp'], 3).map((parts) => parts.join(' '))),
    tag: rarely(some(tags, 2)),
    type: rarely(some(['image', 'video', 'document', 'font', 'other'], 2)),
    status: rarely(some(['draft', 'proposed', 'active', 'expired', 'archived', 'rejected', 'deleted'], 3)),
    review: rarely(fc.constant('true')),
    expiresWithin: rarely(fc.constantFrom(0, 7, 30, 36_500)),
    orientation: rarely(some(['landscape', 'portrait', 'square'], 2)),
    ai: rarely(some(['yes', 'no', 'unknown'], 2)),
    color: rarely(fc.constantFrom(...colors, '#e21', '#888')),
    minWidth: rarely(fc.constantFrom(1, 2)),
    minHeight: rarely(fc.constantFrom(1, 2)),
    minSize: rarely(fc.integer({ min: 0, max: 6 })),
    maxSize: rarely(fc.integer({ min: 0, max: 6 })),
    colorSpace: rarely(some(['rgb', 'cmyk', 'gray'], 2)),
    addedBy: rarely(some([...uploaders.keys()], 2)),
    missing: rarely(some([...gaps, 'tags', 'alt', 'rights', 'creator', 'f.season', 'f.year', 'f.hero'], 2)),
    createdAfter: rarely(fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03')),
    createdBefore: rarely(fc.constantFrom('2026-01-02', '2026-01-03')),
    collection: rarely(fc.integer({ min: 0, max: 2 })),
    season: rarely(some(seasons, 2)),
    least: rarely(fc.integer({ min: 2020, max: 2023 })),
    most: rarely(fc.integer({ min: 2020, max: 2023 })),
    from: rarely(fc.constantFrom(...days)),
    hero: rarely(fc.constantFrom('true', 'false')),
    sort: rarely(fc.constantFrom('newest', 'oldest', 'updated', 'name', 'size', 'expires')),
    limit: rarely(fc.integer({ min: 1, max: 10 })),
    offset: rarely(fc.integer({ min: 0, max: 12 })),
    similar: rarely(fc.nat(1000)),
  })
  .map(({ collection, similar, season, least, most, from, hero, ...plain }) => {
    const query = new URLSearchParams();
    const add = (name: string, value: unknown): void => {
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== null && each !== '') query.append(name, String(each));
    };
    for (const [name, value] of Object.entries(plain)) add(name, value);
    add('f.season', season);
    add('f.year.gte', least);
    add('f.year.lte', most);
    add('f.day.gte', from);
    add('f.hero', hero);
    return { query, collection, similar };
  });

beforeAll(async () => {
  marque = await startService();
  place = await marque.makePlace();
  const admin = await marque.makeMember(place, 'admin');
  await defineFields(
    marque,
    { cookie: admin.cookie },
    { key: 'season', label: 'Season', type: 'select', options: seasons },
    { key: 'year', label: 'Year', type: 'number' },
    { key: 'day', label: 'Day', type: 'date' },
    { key: 'hero', label: 'Hero', type: 'boolean' },
  );
  const languages = { default: 'en', others: ['de', 'pt-BR'] };
  await marque.call('PATCH', '/api/v1/settings/languages?context=workspace', {
    as: { cookie: admin.cookie },
    body: languages,
  });
  collections = [
    await marque.makeCollection(place, { fields: { season: 'winter' } }),
    await marque.makeCollection(place, { private: true }),
    await marque.makeCollection(place, { private: true, fields: { year: 2021 } }),
  ];
  // The third one is in the first one, whose season its assets inherit.
  await marque.service.db.query('update collections set parent_id = $1 where id = $2', [
    collections[0],
    collections[2],
  ]);
  const writer = await marque.makeMember(place, 'write');
  const guest = await marque.makePerson();
  await marque.grant(guest.id, 'collection', collections[1] ?? '', 'read', { place });
  const both = await marque.makeMember(place, 'read');
  await marque.grant(both.id, 'collection', collections[2] ?? '', 'write', { place });
  callers = [
    { cookie: admin.cookie },
    { cookie: writer.cookie },
    { cookie: guest.cookie },
    { cookie: both.cookie },
    await marque.makeKey(place, 'read'),
    await marque.makeKey(place, 'admin'),
    await marque.makeKey(place, 'read', { ownerId: admin.id }),
    await marque.makeKey(place, 'write', { ownerId: both.id }),
  ];
});
afterAll(() => marque.close());

/** As the job that reads files keeps them. */
async function putTexts(id: string, pages: readonly (readonly string[])[]): Promise<void> {
  const { db } = marque.service;
  if (pages.length === 0) return;
  await db.query(
    `insert into marque.asset_texts (asset_id, reader, state, due_at, words)
     values ($1, 'random-1', 'read', null, array_to_tsvector(marque.words($2) || array['in-' || $3::text]))`,
    [id, pages.flat().join(' '), place.workspaceId],
  );
  for (const [at, page] of pages.entries())
    await db.query(
      'insert into marque.asset_text_pages (asset_id, page, words) values ($1, $2, array_to_tsvector(marque.words($3)))',
      [id, at, page.join(' ')],
    );
  await db.query(
    `with changed as (insert into marque.asset_changes (asset_id, workspace_id) values ($1, $2) returning 1)
     select pg_notify('marque_assets', '') from changed`,
    [id, place.workspaceId],
  );
}

/** As the job that reads pictures keeps them. */
async function putColors(id: string, given: readonly { hex: string; share: number }[]): Promise<void> {
  const packed = packColors(given.map(({ hex, share }) => ({ rgb: rgbOf(hex), share })));
  await marque.service.db.query(
    `with saved as (update marque.picture_hashes set colors = $2, due_at = null where asset_id = $1 returning asset_id, workspace_id)
     insert into marque.asset_changes (asset_id, workspace_id) select asset_id, workspace_id from saved`,
    [id, packed],
  );
}

async function putUse(id: string, { mining, hash }: RandomAsset): Promise<void> {
  const { db } = marque.service;
  if (mining !== null) await setUsage(db, id, { mining });
  await db.query(
    'update marque.picture_hashes set dhash = $2::bit(64), phash = $2::bit(64) where asset_id = $1',
    [id, hash],
  );
}

/** As its first event does. */
async function putUploader(id: string, { uploader }: RandomAsset): Promise<void> {
  if (uploader === null) return;
  await marque.service.db.query(
    `with saved as (insert into marque.asset_uploaders (asset_id, actor_id, name) values ($1, $2, $3) returning asset_id)
     insert into marque.asset_changes (asset_id, workspace_id) select asset_id, $4::uuid from saved`,
    [id, uploader, uploaders.get(uploader), place.workspaceId],
  );
}

async function anyAsset(number: number): Promise<string> {
  const [row] = await marque.service.db.query<{ id: string }>(
    `select id from assets where workspace_id = $1 order by md5(id::text || $2::text) limit 1`,
    [place.workspaceId, String(number)],
  );
  return row?.id ?? '00000000-0000-4000-8000-000000000000';
}

async function put(assets: readonly RandomAsset[]): Promise<void> {
  for (const asset of assets) {
    const fields = Object.fromEntries(
      Object.entries({ season: asset.season, year: asset.year, day: asset.day, hero: asset.hero }).filter(
        ([, value]) => value !== null,
      ),
    );
    const [row] = await marque.service.db.query<{ id: string }>(
      `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, rights, proposed_tags, proposed_fields, current, public, deleted_at, created_at, width, height, origin, c2pa, superseded_by, probe)
       values ($1, md5(random()::text), $2, $3, $4, $5, $6, $7, $8::enum_assets_status, $9, $10, $11, '{}', $12, true, $13, $14, $15, $16, $17::enum_assets_origin, $18, $19, $20) returning id`,
      [
        place.workspaceId,
        asset.filename,
        asset.mime,
        asset.size,
        JSON.stringify({
          title: asset.title,
          ...(asset.noText ? {} : { description: asset.description }),
          creator: asset.creator,
        }),
        JSON.stringify(asset.tags),
        JSON.stringify(fields),
        asset.status,
        asset.private,
        asset.rights || asset.expires
          ? JSON.stringify({ ...noRights, ...asset.rights, expires: asset.expires })
          : null,
        JSON.stringify(asset.waits ? ['maybe'] : []),
        asset.current,
        asset.deleted ? new Date() : null,
        new Date(Date.UTC(2026, 0, 1 + (asset.second % 3), 0, 0, asset.second)),
        asset.sides?.[0] ?? null,
        asset.sides?.[1] ?? null,
        asset.origin,
        asset.source && JSON.stringify({ ...noCredentials, digitalSourceType: asset.source }),
        asset.superseded ? '00000000-0000-4000-8000-000000000000' : null,
        asset.space && JSON.stringify({ space: asset.space }),
      ],
    );
    await putUploader(row?.id ?? '', asset);
    await putTexts(row?.id ?? '', asset.inside);
    await putColors(row?.id ?? '', asset.colors);
    await putUse(row?.id ?? '', asset);
    if (asset.alt !== null || Object.keys(asset.texts).length > 0)
      await marque.service.db.query(
        'insert into marque.asset_languages (asset_id, alt, texts) values ($1, $2, $3)',
        [row?.id, asset.alt, JSON.stringify(asset.texts)],
      );
    for (const index of asset.collections) {
      await marque.service.db.query(
        'insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)',
        [collections[index], row?.id],
      );
    }
  }
}

/** Changes of every kind that the index feed must include. */
async function disturb(seed: number): Promise<void> {
  const { db } = marque.service;
  const pick = `(select id from assets where workspace_id = '${place.workspaceId}' order by md5(id::text || '${seed}') limit 3)`;
  const moves = [
    `update assets set tags = '["dark", "fresh"]' where id in ${pick}`,
    `update assets set status = 'archived' where id in ${pick}`,
    `update assets set rights = '${JSON.stringify({ ...noRights, channels: ['web'], territories: ['DE'] })}' where id in ${pick}`,
    `update assets set private = not coalesce(private, false) where id in ${pick}`,
    `delete from assets where id in ${pick}`,
    `delete from marque.collection_assets where asset_id in ${pick}`,
    `update collections set private = not private where id = '${collections[seed % 3]}'`,
    `update collections set fields = '{"season": "autumn"}' where id = '${collections[seed % 3]}'`,
    `update assets set metadata = '{"title": "summer logo"}' where id in ${pick}`,
    `update marque.asset_languages set texts = '{"de": {"alt": "sum"}}', alt = null where asset_id in ${pick}`,
  ];
  await db.query(moves[seed % moves.length] ?? '');
}

describe('the in-memory index', () => {
  it('answers every search as SQL does, while assets are added, changed and deleted', async () => {
    const search = searchOf(marque.service);
    let compared = 0;
    let followed = 0;
    let inside = 0;
    let colored = 0;
    let usable = 0;
    let similarOnes = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(assetArb, { minLength: 1, maxLength: 8 }),
        fc.array(queryArb, { minLength: 4, maxLength: 8 }),
        fc.nat(10_000),
        async (assets, queries, seed) => {
          await put(assets);
          await disturb(seed);
          // Reloads everything now and then, as on start: loaded and fed assets are counted differently.
          if (seed % 3 === 0) search['dropAll']();
          await search.built(place.workspaceId);
          for (const [index, { query: drawn, collection, similar }] of queries.entries()) {
            const use = uses[(seed + index) % uses.length] ?? '';
            const alone = seed % 2 === 0 ? ['usableFor', use] : ['color', colors[seed % colors.length] ?? ''];
            const query = index % 5 === 4 ? new URLSearchParams([alone]) : drawn;
            if (index % 5 === 2 && !query.has('color')) query.set('usableFor', use);
            if (similar !== null && index % 2 === 0) query.set('similarTo', await anyAsset(similar));
            const as = callers[(seed + index) % callers.length] ?? null;
            if (collection !== null) query.set('collection', collections[collection] ?? '');
            if (index % 4 >= 2) query.set('q', seed % 2 === 0 ? 'kel' : 'kelp logo');
            // Small pages, so that there are cursors to follow.
            if (index % 2 === 1) query.set('limit', '2');
            search.path = 'index';
            const quick = await marque.call('GET', `/api/v1/assets?${query}`, { as });
            search.path = 'sql';
            const truth = await marque.call('GET', `/api/v1/assets?${query}`, { as });
            expect([quick.status, quick.body]).toEqual([truth.status, truth.body]);
            if (truth.status === 200 && truth.body.total > 0) compared += 1;
            if (truth.body.matches) inside += 1;
            if (query.has('color') && truth.body.total > 1) colored += 1;
            if (query.has('usableFor') && truth.body.total > 0) usable += 1;
            if (query.has('similarTo') && truth.body.total > 0) similarOnes += 1;
            if (typeof truth.body.next !== 'string') continue;
            query.delete('offset');
            query.set('cursor', truth.body.next);
            const rest = await marque.call('GET', `/api/v1/assets?${query}`, { as });
            search.path = 'index';
            const quickRest = await marque.call('GET', `/api/v1/assets?${query}`, { as });
            // An offset isn't a filter, so the cursor of such a page is valid without it.
            expect([quickRest.status, quickRest.body]).toEqual([200, rest.body]);
            followed += 1;
          }
        },
      ),
      { numRuns: 75 },
    );
    // Without matches the comparison would prove nothing.
    expect(compared).toBeGreaterThan(100);
    expect(followed).toBeGreaterThan(20);
    expect(inside).toBeGreaterThan(10);
    expect(colored).toBeGreaterThan(10);
    expect(usable).toBeGreaterThan(10);
    expect(similarOnes).toBeGreaterThan(0);
  }, 600_000); // a thousand searches, on any machine
});
