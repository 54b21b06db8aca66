// Search in SQL: the context of a search, the page of records, the rows that fill the index, and the whole search as one statement, for
// when there is no index. The statement is the reference that the index is tested against.
import { grantsInWorkspace } from '../../core/access/grant-sql.ts';
import { readable } from '../../core/access/authorize.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { fieldColumns } from '../../fields/queries.ts';
import { definitionOf } from '../../fields/rules.ts';
import type { Field, StoredField } from '../../fields/schemas.ts';
import type { Query } from '../../core/operation.ts';
import { microsOf } from '../../core/paging.ts';
import { assetTypes, typeOf } from '../metadata/kinds.ts';
import { collectionSeen, stateSql } from '../queries.ts';
import type { IndexRow } from './asset-columns.ts';
import { facetValues, type FacetEntry } from './asset-facets.ts';
import type { Viewer } from './asset-visibility.ts';
import type { Found } from './search-index.ts';
import type { SearchPosition, SearchQuery } from './search-query.ts';

/** What the caller's role on the workspace amounts to: a service key has no person behind it. */
const role = `coalesce(case when c.user_id is null then c.key_rank else p.rank end, 0)`;
const mayWrite = `(c.key_rank is null or c.key_rank >= 3)`;

/**
 * Runs with the access check of the workspace: everything a search needs. Own parameters: the search text, the collection's ID or name,
 * the oldest transaction that the index hasn't seen.
 */
export const contextQuery: Query<ContextRow | null> = {
  name: 'search-context',
  text: `select marque.words($own1) as words, ${role} as role, ${mayWrite} as may_write, t.id as workspace_id,
      (select coalesce(json_agg(f order by f.position), '[]') from (
        select ${fieldColumns}, row_number() over (order by f.created_at, f.key) as position from fields f where f.workspace_id = t.id) f) as fields,
      case when $own2::text is null then null else array(select k.id::text from collections k
        where k.workspace_id = t.id and (k.id::text = lower($own2) or lower(k.name) = lower($own2)) and ${readable('collection', 'k')}) end as collections,
      (select coalesce(json_agg(json_build_object('id', g.resource_id, 'kind', g.kind, 'write', g.rank >= 3 and ${mayWrite})), '[]')
        from ${grantsInWorkspace('c.user_id', 't.id')} g where g.kind in ('asset', 'collection')) as narrow,
      array(select distinct n.txid::text from marque.asset_changes n where n.txid >= $own3::text::xid8) as pending,
      to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`,
};

export interface SearchContext {
  workspaceId: string;
  words: string[];
  fields: Field[];
  collectionIds: string[] | null;
  viewer: Viewer;
  /** Transactions that changed assets and that the index may not have seen. */
  pending: string[];
  /** `YYYY-MM-DD`, UTC, by the database's clock. */
  today: string;
}

interface ContextRow {
  words: string[];
  role: number;
  may_write: boolean;
  workspace_id: string;
  fields: StoredField[];
  collections: string[] | null;
  narrow: { id: string; kind: 'asset' | 'collection'; write: boolean }[];
  pending: string[];
  today: string;
}

export function toContext(row: ContextRow): SearchContext {
  const narrow = (kind: string): { id: string; write: boolean }[] =>
    row.narrow.filter((grant) => grant.kind === kind).map(({ id, write }) => ({ id, write }));
  return {
    workspaceId: row.workspace_id,
    words: row.words,
    fields: row.fields.map(definitionOf),
    collectionIds: row.collections,
    viewer: {
      reads: row.role >= 1,
      admin: row.role === 4,
      seesDeleted: row.role >= 3 && row.may_write,
      narrowAssets: narrow('asset'),
      narrowCollections: narrow('collection'),
    },
    pending: row.pending,
    today: row.today,
  };
}

/** An asset that the caller may see: deleted ones only where they may write. */
const visible = readable('asset', 'a');

/** The day so many days from now, as dates are stored: texts that sort as they read. */
const dayIn = (days: string): string =>
  `to_char((now() at time zone 'utc') + make_interval(days => ${days}), 'YYYY-MM-DD')`;

/** Only the current version of a stack is listed, and a proposed version until it is decided. */
const hiddenSql = `(not coalesce(a.current, true) and a.status in ('active', 'archived'))`;

const waitsSql = `(a.status = 'proposed' or coalesce(a.proposed_tags, '[]') <> '[]' or coalesce(a.proposed_fields, '{}') <> '{}')`;

const moment = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The records of a page as JSON, in the order of the ids given; access is asked for again. Own values: the ids; for each, whether its
 * record is wanted (one that is not wanted comes as null, and says only that the caller may see it); the wanted ids. `shared` is true
 * for a record that is the same for everybody who may see it: none of its collections is private.
 * Memberships are read once for the page: two subqueries a record take as long as everything else together.
 */
export const pageQuery: Query = {
  name: 'search-page',
  text: `with m as materialized (
      select m.asset_id, m.collection_id, m.added_at, k.fields, coalesce(k.private, false) as private, ${collectionSeen} as seen
      from marque.collection_assets m join collections k on k.id = m.collection_id where m.asset_id = any($own3::uuid[])),
    joined as (select asset_id, coalesce(jsonb_agg(collection_id order by added_at, collection_id) filter (where seen), '[]') as collections,
      bool_or(private) as hides from m group by asset_id),
    given as (select m.asset_id, jsonb_object_agg(e.key, e.value order by m.added_at desc, m.collection_id desc) as inherited
      from m cross join lateral jsonb_each(m.fields) e where jsonb_typeof(m.fields) = 'object' and m.fields <> '{}' group by m.asset_id)
    select array_agg(x.position order by x.position) as places, array_agg(x.record order by x.position) as records,
      array_agg(x.shared order by x.position) as shared from (
    select w.position::int as position, not coalesce(joined.hides, false) as shared, case when w.wanted then json_build_object(
      'id', a.id, 'workspaceId', a.workspace_id, 'sha256', a.sha256, 'filename', a.filename, 'mime', a.mime_type, 'size', a.filesize,
      'width', a.width, 'height', a.height, 'probe', coalesce(a.probe, '{}'), 'metadata', coalesce(a.metadata, '{}'), 'tags', coalesce(a.tags, '[]'),
      'fields', coalesce(a.fields, '{}'), 'inherited', coalesce(given.inherited, '{}'), 'status', a.status, 'state', ${stateSql('a')},
      'deletedAt', ${moment('a.deleted_at')}, 'stackId', a.stack_id, 'version', a.version, 'current', coalesce(a.current, true),
      'proposedBy', a.proposed_by, 'reviewNote', a.review_note, 'proposedTags', coalesce(a.proposed_tags, '[]'),
      'proposedFields', coalesce(a.proposed_fields, '{}'), 'rights', case when jsonb_typeof(a.rights) = 'object' then a.rights end,
      'origin', a.origin, 'parentAssetId', a.parent_asset_id, 'generator', a.generator, 'prompt', a.prompt,
      'c2pa', case when jsonb_typeof(a.c2pa) = 'object' then a.c2pa end, 'supersededBy', a.superseded_by,
      'private', coalesce(a.private, false), 'public', coalesce(a.public, false), 'collections', coalesce(joined.collections, '[]'),
      'createdAt', ${moment('a.created_at')}, 'updatedAt', ${moment('a.updated_at')})::text end as record
    from unnest($own1::uuid[], $own2::bool[]) with ordinality w(id, wanted, position) join assets a on a.id = w.id
      left join joined on joined.asset_id = a.id left join given on given.asset_id = a.id
    where a.workspace_id = t.id and ${visible}) x`,
};

// ---- filling the index

const indexColumns = `a.id, ${microsOf('a.created_at')} as created, coalesce(a.filesize, 0)::float8 as size,
    coalesce(marque.fold(a.filename), '') as name, a.mime_type as mime,
    a.status::text as status, a.deleted_at is not null as deleted, ${hiddenSql} as hidden, coalesce(a.effective_private, false) as private, ${waitsSql} as waits,
    a.rights->>'expires' as expires, coalesce(a.tags, '[]') as tags, marque.effective_fields(a.id, a.fields) as fields,
    array(select m.collection_id::text from marque.collection_assets m where m.asset_id = a.id) as collections,
    tsvector_to_array(s.strong) as strong, tsvector_to_array(s.words) as words`;

const indexPage = statement(
  'search:index-page',
  `select ${indexColumns}, a.created_at::text as at from assets a join marque.asset_search s on s.asset_id = a.id
   where a.workspace_id = $1 and (a.created_at, a.id) > ($2::timestamptz, $3::uuid) order by a.created_at, a.id limit $4`,
);
const indexSome = statement(
  'search:index-some',
  `select ${indexColumns}, a.workspace_id from assets a join marque.asset_search s on s.asset_id = a.id where a.id = any($1::uuid[])`,
);

type RawRow = Omit<IndexRow, 'weak'> & { words: string[] };

function toIndexRow({ words, ...row }: RawRow): IndexRow {
  const strong = new Set(row.strong);
  return { ...row, weak: words.filter((word) => !strong.has(word)) };
}

/** The next assets of a workspace after a place, oldest first. The answer's `next` is where to go on; null at the end. */
export async function indexRowsAfter(
  db: Db,
  workspaceId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<{ rows: IndexRow[]; next: { at: string; id: string } | null }> {
  const rows = await db.query<RawRow & { at: string }>(indexPage, [
    workspaceId,
    after?.at ?? '-infinity',
    after?.id ?? '00000000-0000-0000-0000-000000000000',
    limit,
  ]);
  const last = rows.at(-1);
  return {
    rows: rows.map(toIndexRow),
    next: rows.length === limit && last ? { at: last.at, id: last.id } : null,
  };
}

/** Assets by id, with the workspace each is in; one that is gone is left out. */
export async function indexRowsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ workspaceId: string; row: IndexRow }[]> {
  const rows = await db.query<RawRow & { workspace_id: string }>(indexSome, [ids]);
  return rows.map(({ workspace_id: workspaceId, ...row }) => ({
    workspaceId,
    row: toIndexRow(row as RawRow),
  }));
}

// ---- the whole search as SQL

const mimesOf = statement(
  'search:mimes',
  'select distinct mime_type as mime from assets where workspace_id = $1',
);

/** A condition that is true of what comes behind the query's `after` in its order. */
function behind({ sort, after }: SearchQuery, value: (given: unknown) => string): string {
  if (!after) return 'true';
  const [sortedBy, created, id] = after;
  const place = `(${value(created)}::bigint, ${value(id)}::uuid)`;
  const older = `(created, id) < ${place}`;
  switch (sort) {
    case 'best':
    case 'newest':
      return older;
    case 'oldest':
      return `(created, id) > ${place}`;
    case 'name': {
      const name = `${value(sortedBy)}::text collate "C"`;
      return `(name collate "C" > ${name} or (name collate "C" = ${name} and ${older}))`;
    }
    case 'size': {
      const size = `${value(sortedBy)}::numeric`;
      return `(size < ${size} or (size = ${size} and ${older}))`;
    }
    case 'expires': {
      if (sortedBy === null) return `(expires is null and ${older})`;
      const day = `${value(sortedBy)}::text collate "C"`;
      return `(expires is null or expires collate "C" > ${day} or (expires collate "C" = ${day} and ${older}))`;
    }
  }
}

/**
 * A search as one statement, built for this query. A random test checks that it gives the same results as the index.
 *
 * @param ask runs a query on the caller's workspace.
 */
export async function searchInSql(
  db: Db,
  ask: (found: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>,
  workspaceId: string,
  query: SearchQuery,
): Promise<Found | null> {
  const mimes = (await db.query<{ mime: string | null }>(mimesOf, [workspaceId])).map(
    ({ mime }) => mime ?? '',
  );
  const values: unknown[] = [];
  const value = (given: unknown): string => `$own${values.push(given)}`;
  const where = [`a.workspace_id = t.id`, visible, `not ${hiddenSql}`];
  if (query.types.length > 0)
    where.push(
      `a.mime_type = any(${value(mimes.filter((mime) => query.types.includes(typeOf(mime))))}::text[])`,
    );
  if (query.review) where.push(waitsSql);
  if (query.expiresWithin !== null)
    where.push(
      `a.rights->>'expires' between ${dayIn('0')} and ${dayIn(`${value(query.expiresWithin)}::int`)}`,
    );
  if (query.collectionIds) {
    where.push(
      `exists (select 1 from marque.collection_assets m where m.asset_id = a.id and m.collection_id = any(${value(query.collectionIds)}::uuid[]))`,
    );
  }
  for (const tag of query.tags) {
    where.push(
      `exists (select 1 from jsonb_array_elements_text(a.tags) x where lower(x) = lower(${value(tag)}))`,
    );
  }
  for (const filter of query.fields) {
    const field = `e.fields -> ${value(filter.key)}::text`;
    if (filter.kind === 'any') {
      where.push(`${field} = any(${value(filter.values.map((each) => JSON.stringify(each)))}::jsonb[])`);
      continue;
    }
    const numeric = typeof filter.least === 'number' || typeof filter.most === 'number';
    const kind = numeric ? 'number' : 'string';
    const operand = numeric
      ? `(case when jsonb_typeof(${field}) = 'number' then (${field})::numeric end)`
      : `(e.fields ->> ${value(filter.key)}::text) collate "C"`;
    where.push(`jsonb_typeof(${field}) = '${kind}'`);
    if (filter.least !== null)
      where.push(`${operand} >= ${value(filter.least)}::${numeric ? 'numeric' : 'text'}`);
    if (filter.most !== null)
      where.push(`${operand} <= ${value(filter.most)}::${numeric ? 'numeric' : 'text'}`);
  }
  let score = '0';
  if (query.words.length > 0) {
    const words = value(query.words);
    // Words only contain letters and digits, so they are safe in a tsquery.
    where.push(`s.words @@ ${value(query.words.map((word) => `'${word}':*`).join(' & '))}::tsquery`);
    score = `(select sum(b.best) from unnest(${words}::text[]) w cross join lateral (
        select max(case when l.lexeme = w then 3 else 1 end + case when l.lexeme = any(tsvector_to_array(s.strong)) then 1 else 0 end) as best
        from unnest(s.words) l where starts_with(l.lexeme, w)) b)`;
  }
  const order = {
    best: 'score desc, created desc, id desc',
    newest: 'created desc, id desc',
    oldest: 'created, id',
    name: 'name collate "C", created desc, id desc',
    size: 'size desc, created desc, id desc',
    expires: 'expires collate "C" nulls last, created desc, id desc',
  }[query.sort];
  const sortedBy = ['name', 'size', 'expires'].includes(query.sort) ? query.sort : 'null';
  const states = value(query.states);
  const entries = (
    source: string,
  ): string => `(select coalesce(json_agg(json_build_object('value', v, 'count', n) order by n desc, (v #>> '{}') collate "C"), '[]')
      from (select v, count(*) as n from (${source}) y group by v order by n desc, (v #>> '{}') collate "C" limit ${facetValues}) z)`;
  const facets = query.facetKeys.map((key) => {
    const name = value(key);
    return `${name}::text, ${entries(`select h.fields -> ${name}::text as v from h where h.fields ? ${name}::text and jsonb_typeof(h.fields -> ${name}::text) <> 'null'`)}`;
  });
  const text = `with m as materialized (
      select a.id, ${microsOf('a.created_at')} as created, coalesce(a.filesize, 0) as size, coalesce(marque.fold(a.filename), '') as name, ${stateSql('a')} as state, a.rights->>'expires' as expires, a.mime_type, a.tags, e.fields, ${score} as score
      from assets a join marque.asset_search s on s.asset_id = a.id cross join lateral (select marque.effective_fields(a.id, a.fields) as fields) e
      where ${where.join(' and ')}),
    h as (select * from m where state = any(${states}::text[]))
    select (select count(*) from h) as total,
      array(select json_build_array(${sortedBy}, created, id)::text from h where ${behind(query, value)}
        order by ${order} limit ${value(query.limit + 1)}::bigint offset ${value(query.offset)}::bigint) as page,
      ${entries(`select to_jsonb(x) as v from h cross join lateral jsonb_array_elements_text(h.tags) x where jsonb_typeof(h.tags) = 'array'`)} as tags,
      ${entries('select to_jsonb(m.state) as v from m')} as states,
      (select coalesce(json_object_agg(coalesce(mime_type, ''), n), '{}') from (select mime_type, count(*) as n from h group by mime_type) y) as mimes,
      json_build_object(${facets.join(', ')}) as fields`;
  const row = (await ask({ name: '', text }, values)) as {
    total: number;
    page: string[];
    tags: FacetEntry[];
    states: FacetEntry[];
    mimes: Record<string, number>;
    fields: Record<string, FacetEntry[]>;
  } | null;
  if (!row) return null;
  const types = new Map<string, number>();
  for (const [mime, count] of Object.entries(row.mimes))
    types.set(typeOf(mime), (types.get(typeOf(mime)) ?? 0) + count);
  const byCount = assetTypes
    .map((value_) => ({ value: value_, count: types.get(value_) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const page = row.page.map((key) => JSON.parse(key) as SearchPosition);
  const listed = page.slice(0, query.limit);
  return {
    total: row.total,
    ids: listed.map(([, , id]) => id),
    next: query.sort !== 'best' && page.length > query.limit ? (listed.at(-1) ?? null) : null,
    facets: { tags: row.tags, types: byCount, states: row.states, fields: row.fields },
  };
}
