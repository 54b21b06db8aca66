// A library of any requested size: assets with Zipf-distributed words, long-tailed tags, four custom fields
// (two of them facets), collections of a thousand, and a mix of states. The same size gives the same library,
// so runs can be compared.
import pg from 'pg';
import { packColors } from '../src/lib/picture-colors/stored-colors.ts';
import { randomFrom } from '../test/setup/seeded-random.ts';

export interface SeededLibrary {
  workspaceId: string;
  /** An active asset and one of its tags, a field value and a collection's name: what the queries ask for. */
  assetId: string;
  collection: string;
  /** Words that most of the texts inside files have, and few. */
  inside: { common: string; rare: string };
}

const vocabulary = 20_000;
const tagVocabulary = 5_000;
const batchRows = 5_000;

/** Draws ranks 0…n-1 with a probability of about 1/(rank + 1): Zipf's law with exponent 1. */
function zipf(random: () => number, n: number): number {
  return Math.min(n - 1, Math.floor(Math.exp(random() * Math.log(n + 1))) - 1);
}

const syllables = [
  'ba',
  'ke',
  'lo',
  'mi',
  'nu',
  'pra',
  'sto',
  'ti',
  'vel',
  'zan',
  'dor',
  'fi',
  'gra',
  'hel',
  'jo',
  'cu',
];

/** A pronounceable word for each rank. */
function wordOf(rank: number): string {
  let word = '';
  let rest = rank + 16;
  while (rest > 0) {
    word += syllables[rest % 16] ?? '';
    rest = Math.floor(rest / 16);
  }
  return word;
}

const words = Array.from({ length: vocabulary }, (_, rank) => wordOf(rank));

/** The vocabulary's word at a rank. */
function word(rank: number): string {
  return words[rank] ?? '';
}

const seasons = ['spring', 'summer', 'autumn', 'winter'];
const regions = ['north', 'south', 'east', 'west', 'centre', 'islands'];
const mimes = [
  'image/jpeg',
  'image/jpeg',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'application/pdf',
  'image/svg+xml',
];

/** Two, since computing an asset's words takes the longest: one batch is indexed while the next is written. */
const connections = 2;

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Triggers would run for every batch; what they fill is filled below.
  await client.query("set session_replication_role = 'replica'");
  await client.query('set synchronous_commit = off');
  return client;
}

/**
 * There are no pictures. Hashes of nothing are as far apart as those of different ones; colors are five each, most of them dull and some
 * vivid, as pictures have them.
 */
async function insertLooks(client: pg.Client, workspaceId: string, ids: readonly string[]): Promise<void> {
  const random = randomFrom(11);
  const colors = ids.map(() =>
    packColors(
      [90, 60, 45, 35, 25].map((share) => {
        const gray = random() * 255;
        const vivid = random() ** 2 * 160;
        const channel = (): number =>
          Math.max(0, Math.min(255, Math.round(gray + (random() - 0.5) * 2 * vivid)));
        return { rgb: [channel(), channel(), channel()], share };
      }),
    ),
  );
  await client.query(
    `insert into marque.picture_hashes (asset_id, workspace_id, dhash, phash, colors)
     select a.id, $1, ('x' || left(a.sha256, 16))::bit(64), ('x' || substr(a.sha256, 17, 16))::bit(64), w.colors
     from unnest($2::uuid[], $3::bytea[]) w(id, colors) join assets a on a.id = w.id`,
    [workspaceId, ids, colors],
  );
}

async function insertBatch(client: pg.Client, workspaceId: string, rows: readonly object[]): Promise<void> {
  const made = await client.query<{ id: string }>(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, width, height, probe, metadata, tags, fields, status, proposed_tags, proposed_fields,
       private, effective_private, public, current, created_at, updated_at)
     select $1, md5(r.at::text) || md5((r.at + 1)::text), r.filename, r.mime, r.size, 1600, 900, '{"format": "jpeg"}',
       jsonb_build_object('title', r.title, 'description', r.description), r.tags,
       jsonb_build_object('season', r.season, 'region', r.region, 'year', r.year, 'campaign', r.campaign), r.status::enum_assets_status, '[]', '{}',
       false, false, true, true, timestamptz '2024-01-01' + make_interval(secs => r.at * 60), now()
     from jsonb_to_recordset($2::jsonb) as r(filename text, title text, description text, tags jsonb, mime text, status text, season text, region text, year int,
       campaign text, size bigint, at int) returning id`,
    [workspaceId, JSON.stringify(rows)],
  );
  const ids = made.rows.map(({ id }) => id);
  await client.query('select marque.index_assets($1::uuid[])', [ids]);
  await insertLooks(client, workspaceId, ids);
}

async function insertFields(client: pg.Client, workspaceId: string): Promise<void> {
  for (const [key, type, options] of [
    ['season', 'select', seasons],
    ['region', 'select', regions],
    ['year', 'number', []],
    ['campaign', 'text', []],
  ] as const) {
    await client.query(
      'insert into fields (label, key, type, options, required, workspace_id) values ($1, $1, $2, $3, false, $4)',
      [key, type, JSON.stringify(options), workspaceId],
    );
  }
}

/** The row of an asset. Draws from `random` in a fixed order: the same library each time. */
function assetRow(random: () => number, at: number): object {
  const text = Array.from({ length: 25 }, () => word(zipf(random, vocabulary)));
  if (random() < 0.05) text[Math.floor(random() * 6)] = 'logo';
  const draw = random();
  return {
    filename: `${text[0]}-${text[1]}-${at}.bin`,
    title: text.slice(2, 6).join(' '),
    description: text.slice(6).join(' '),
    tags: [...new Set(Array.from({ length: 4 }, () => `tag-${word(zipf(random, tagVocabulary))}`))],
    mime: mimes[Math.floor(random() * mimes.length)],
    status: draw < 0.93 ? 'active' : draw < 0.98 ? 'archived' : draw < 0.99 ? 'proposed' : 'draft',
    season: seasons[Math.floor(random() * seasons.length)],
    region: regions[zipf(random, regions.length)],
    year: 2010 + Math.floor(random() * 16),
    campaign: `${word(zipf(random, 200))} ${2010 + Math.floor(random() * 16)}`,
    size: 10_000 + Math.floor(random() * 5_000_000),
    at,
  };
}

/** Collections of a thousand assets each. */
async function insertCollections(client: pg.Client, workspaceId: string, count: number): Promise<void> {
  // A hundred rows: the triggers say what's in each.
  await client.query("set session_replication_role = 'origin'");
  await client.query(
    `insert into collections (name, workspace_id, fields, private) select 'Collection ' || n, $1, '{}', false from generate_series(1, $2) n`,
    [workspaceId, count],
  );
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `with k as (select id, row_number() over (order by name) - 1 as n from collections where workspace_id = $1),
       a as (select id, row_number() over (order by md5(id::text)) - 1 as n from assets where workspace_id = $1)
     insert into marque.collection_assets (collection_id, asset_id) select k.id, a.id from a join k on k.n = a.n / 1000`,
    [workspaceId],
  );
}

/** One in twenty of all assets has text inside, three thousand words on ten pages. */
const textShare = 0.05;
const textPages = 10;
const wordsOnPage = 300;
const textBatch = 250;

/** The texts of PDFs, as the job that reads them keeps them. The other PDFs have none. */
async function insertTexts(
  client: pg.Client,
  workspaceId: string,
  random: () => number,
  most: number,
): Promise<void> {
  const listed = await client.query<{ id: string }>(
    `insert into marque.asset_texts (asset_id, reader, state, due_at)
     select id, 'pdf-1', 'read', null from assets where workspace_id = $1 and mime_type = 'application/pdf' order by created_at
     on conflict (asset_id) do update set state = 'read', reason = null, due_at = null returning asset_id as id`,
    [workspaceId],
  );
  const ids = listed.rows.slice(0, most).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += textBatch) {
    const pages = ids.slice(from, from + textBatch).flatMap((id) =>
      Array.from({ length: textPages }, (_, at) => ({
        id,
        page: at + 1,
        words: [...new Set(Array.from({ length: wordsOnPage }, () => word(zipf(random, vocabulary))))],
      })),
    );
    await client.query(
      `insert into marque.asset_text_pages (asset_id, page, words)
       select p.id, p.page, array_to_tsvector(array(select jsonb_array_elements_text(p.words)))
       from jsonb_to_recordset($1::jsonb) as p(id uuid, page int, words jsonb)`,
      [JSON.stringify(pages)],
    );
  }
  await client.query(
    `update marque.asset_texts x set words = t.words from (
       select p.asset_id, array_to_tsvector(array_agg(distinct l.word) || array['in-' || $1::text]) as words
       from marque.asset_text_pages p cross join lateral unnest(tsvector_to_array(p.words)) l(word) group by p.asset_id) t
     where t.asset_id = x.asset_id`,
    [workspaceId],
  );
}

/**
 * Fills a workspace.
 * @param assets how many; collections follow: a thousand assets each, at most a hundred collections
 */
export async function seedLibrary(
  databaseUrl: string,
  workspaceId: string,
  assets: number,
): Promise<SeededLibrary> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(databaseUrl)));
  const [client] = clients as [pg.Client, ...pg.Client[]];
  const random = randomFrom(7);
  await insertFields(client, workspaceId);
  const free = clients.map((each) => ({ each, done: Promise.resolve() }));
  for (let from = 0; from < assets; from += batchRows) {
    const rows: object[] = [];
    for (let at = from; at < Math.min(assets, from + batchRows); at += 1) rows.push(assetRow(random, at));
    const place = free[(from / batchRows) % connections] as (typeof free)[number];
    await place.done;
    place.done = insertBatch(place.each, workspaceId, rows);
  }
  await Promise.all(free.map(({ done }) => done));
  await insertCollections(client, workspaceId, Math.min(100, Math.max(1, Math.floor(assets / 1000))));
  await insertTexts(client, workspaceId, random, Math.floor(assets * textShare));
  await client.query('analyze');
  const one = await client.query<{ id: string }>(
    "select id from assets where workspace_id = $1 and status = 'active' order by created_at limit 1",
    [workspaceId],
  );
  await Promise.all(clients.map((each) => each.end()));
  return {
    workspaceId,
    assetId: one.rows[0]?.id ?? '',
    collection: 'Collection 1',
    inside: { common: word(50), rare: word(5000) },
  };
}
