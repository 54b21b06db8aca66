// The whole search as one statement, for when there is no index. It is the reference that the index is tested against.
import { statement, type Db } from '../../core/db/pool.ts';
import type { Query } from '../../core/operation.ts';
import { microsOf } from '../../core/paging.ts';
import { scoreSql } from '../../lib/picture-colors/stored-colors.ts';
import { assetTypes, typeOf } from '../metadata/kinds.ts';
import { stateSql, unhinderedSql } from '../queries.ts';
import { facetValues, type FacetEntry, type UploaderEntry } from './asset-facets.ts';
import { traitConditions } from './asset-traits.ts';
import type { Found } from './search-index.ts';
import { facetValuesOf, moduleFacets } from './module-facets.ts';
import type { SearchPosition, SearchQuery } from './search-query.ts';
import { hiddenSql, visible, waitsSql } from './search-sql.ts';
import { asPrefix, textMatches, type TextMatches } from './text-matches.ts';
import { allowedClasses, useClassSql } from './usable-for.ts';

const mimesOf = statement(
  'search:mimes',
  'select distinct mime_type as mime from payload.assets where workspace_id = $1',
);

/** Adds a value to the statement and returns its placeholder. */
type Parameter = (given: unknown) => string;

/** The day so many days from now, as dates are stored: texts that sort as they read. */
const dayIn = (days: string): string =>
  `to_char((now() at time zone 'utc') + make_interval(days => ${days}), 'YYYY-MM-DD')`;

/** Conditions on an asset's effective field values, `e.fields`. */
function fieldConditions(filters: SearchQuery['fields'], value: Parameter): string[] {
  const where: string[] = [];
  for (const filter of filters) {
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
  return where;
}

/** What the conditions need to know of the workspace. */
interface InWorkspace {
  mimes: readonly string[];
  /** The classes of assets that may be used as the query says. */
  useClasses: readonly string[];
}

/** Every condition but the state: the state facet counts assets in all states. */
function conditionsOf(query: SearchQuery, { mimes, useClasses }: InWorkspace, value: Parameter): string[] {
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
  if (query.uploaders.length > 0) where.push(`added.actor_id = any(${value(query.uploaders)}::uuid[])`);
  for (const tag of query.tags) {
    where.push(
      `exists (select 1 from jsonb_array_elements_text(a.tags) x where lower(x) = lower(${value(tag)}))`,
    );
  }
  if (query.among) where.push(`a.id = any(${value(query.among)}::uuid[])`);
  if (query.usable)
    where.push(
      unhinderedSql('a', `${value(query.usable.day)}::text`),
      `${useClassSql('a')} = any(${value(useClasses)}::text[])`,
    );
  where.push(...fieldConditions(query.fields, value));
  where.push(...traitConditions(query.traits, microsOf('a.created_at'), value));
  for (const { name, values } of query.facets) {
    const facet = moduleFacets().find((one) => one.name === name);
    const wanted = values.map((one) => one.toLowerCase());
    where.push(
      facet
        ? `exists (select 1 from unnest(${facetValuesOf(facet, 'a.id')}) v(value) where lower(v.value) = any(${value(wanted)}::text[]))`
        : 'false',
    );
  }
  return where;
}

/** Own words: those of the record. Without texts, the condition is one that the index of words answers. */
function wordConditions(
  { words }: SearchQuery,
  texts: TextMatches,
  value: Parameter,
): { own: string; all: string } {
  if (words.length === 0) return { own: 'true', all: 'true' };
  const own = `s.words @@ ${value(words.map(asPrefix).join(' & '))}::tsquery`;
  const inTexts = [...new Set(texts.flat())];
  if (inTexts.length === 0) return { own, all: own };
  const each = words.map(
    (word, at) =>
      `(s.words @@ ${value(asPrefix(word))}::tsquery or s.asset_id = any(${value(texts[at] ?? [])}::uuid[]))`,
  );
  return { own, all: `(${own} or (s.asset_id = any(${value(inTexts)}::uuid[]) and ${each.join(' and ')}))` };
}

/**
 * The sum of each word's best match: a whole word counts more than a beginning, and title and tags more than the rest. 0 for what doesn't
 * have all of them itself.
 */
function scoreOf({ words }: SearchQuery, own: string, value: Parameter): string {
  if (words.length === 0) return '0';
  return `case when ${own} then (select sum(b.best) from unnest(${value(words)}::text[]) w cross join lateral (
        select max(case when l.lexeme = w then 3 else 1 end + case when l.lexeme = any(tsvector_to_array(s.strong)) then 1 else 0 end) as best
        from unnest(s.words) l where starts_with(l.lexeme, w)) b) else 0 end`;
}

/** How much of the query's color an asset has; null for none. */
const colorScoreOf = ({ color }: SearchQuery): string =>
  color === null
    ? '0'
    : `(select nullif(${scoreSql('h.colors', color)}, 0) from marque.picture_hashes h where h.asset_id = a.id)`;

const orders: Record<SearchQuery['sort'], string> = {
  best: 'score desc, created desc, id desc',
  newest: 'created desc, id desc',
  oldest: 'created, id',
  updated: 'updated desc, created desc, id desc',
  name: 'name collate "C", created desc, id desc',
  size: 'size desc, created desc, id desc',
  expires: 'expires collate "C" nulls last, created desc, id desc',
  color: 'color desc, created desc, id desc',
};

/** A condition that is true of what comes behind the query's `after` in its order. */
function behind({ sort, after }: SearchQuery, value: Parameter): string {
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
    case 'updated': {
      const updated = `${value(sortedBy)}::bigint`;
      return `(updated < ${updated} or (updated = ${updated} and ${older}))`;
    }
    case 'size': {
      const size = `${value(sortedBy)}::numeric`;
      return `(size < ${size} or (size = ${size} and ${older}))`;
    }
    case 'color': {
      const color = `${value(sortedBy)}::bigint`;
      return `(color < ${color} or (color = ${color} and ${older}))`;
    }
    case 'expires': {
      if (sortedBy === null) return `(expires is null and ${older})`;
      const day = `${value(sortedBy)}::text collate "C"`;
      return `(expires is null or expires collate "C" > ${day} or (expires collate "C" = ${day} and ${older}))`;
    }
  }
}

/** The most frequent of the values `v` that `source` selects, with their counts. */
const entries = (
  source: string,
): string => `(select coalesce(json_agg(json_build_object('value', v, 'count', n) order by n desc, (v #>> '{}') collate "C"), '[]')
      from (select v, count(*) as n from (${source}) y group by v order by n desc, (v #>> '{}') collate "C" limit ${facetValues}) z)`;

/** The same of those who added assets, by ID, with their names. */
const uploaders = `(select coalesce(json_agg(json_build_object('value', z.uploader, 'name', z.name, 'count', z.n) order by z.n desc, z.uploader collate "C"), '[]')
      from (select uploader, max(uploader_name) as name, count(*) as n from h where uploader is not null
        group by uploader order by count(*) desc, uploader collate "C" limit ${facetValues}) z)`;

function searchStatement(
  query: SearchQuery,
  inWorkspace: InWorkspace,
  texts: TextMatches,
  value: Parameter,
): string {
  const words = wordConditions(query, texts, value);
  const sortedBy = ['updated', 'name', 'size', 'expires', 'color'].includes(query.sort) ? query.sort : 'null';
  const facets = query.facetKeys.map((key) => {
    const name = value(key);
    return `${name}::text, ${entries(`select h.fields -> ${name}::text as v from h where h.fields ? ${name}::text and jsonb_typeof(h.fields -> ${name}::text) <> 'null'`)}`;
  });
  return `with m as materialized (
      select a.id, ${microsOf('a.created_at')} as created, ${microsOf('a.updated_at')} as updated, coalesce(a.filesize, 0) as size, coalesce(marque.fold(a.filename), '') as name, ${stateSql('a')} as state, a.rights->>'expires' as expires, a.mime_type, a.tags, e.fields, added.actor_id::text as uploader, added.name as uploader_name, ${scoreOf(query, words.own, value)} as score, near.score as color
      from payload.assets a join marque.asset_search s on s.asset_id = a.id left join marque.asset_uploaders added on added.asset_id = a.id cross join lateral (select marque.effective_fields(a.id, a.fields) as fields) e cross join lateral (select ${colorScoreOf(query)} as score) near
      where ${[...conditionsOf(query, inWorkspace, value), words.all, 'near.score is not null'].join(' and ')}),
    h as (select * from m where state = any(${value(query.states)}::text[]))
    select (select count(*) from h) as total,
      array(select json_build_array(${sortedBy}, created, id, score = 0)::text from h where ${behind(query, value)}
        order by ${orders[query.sort]} limit ${value(query.limit + 1)}::bigint offset ${value(query.offset)}::bigint) as page,
      ${entries(`select to_jsonb(x) as v from h cross join lateral jsonb_array_elements_text(h.tags) x where jsonb_typeof(h.tags) = 'array'`)} as tags,
      ${entries('select to_jsonb(m.state) as v from m')} as states,
      (select coalesce(json_object_agg(coalesce(mime_type, ''), n), '{}') from (select mime_type, count(*) as n from h group by mime_type) y) as mimes,
      json_build_object(${facets.join(', ')}) as fields, ${uploaders} as added_by,
      json_build_object(${moduleFacets()
        .map(
          (facet) =>
            `'${facet.name}', ${entries(`select to_jsonb(x.value) as v from h cross join lateral unnest(${facetValuesOf(facet, 'h.id')}) x(value)`)}`,
        )
        .join(', ')}) as modules`;
}

/** Counts by kind of file, the most frequent first. */
function typeFacet(mimes: Record<string, number>): Found['facets']['types'] {
  const types = new Map<string, number>();
  for (const [mime, count] of Object.entries(mimes))
    types.set(typeOf(mime), (types.get(typeOf(mime)) ?? 0) + count);
  return assetTypes
    .map((type) => ({ value: type, count: types.get(type) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/**
 * A search as one statement, built for this query. A random test checks that it gives the same results as the index.
 *
 * @param ask runs a query on the caller's workspace.
 * @throws ApiError invalid if the query asks for a use that names what isn't known
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
  const useClasses = query.usable ? await allowedClasses(db, workspaceId, query.usable) : [];
  const values: unknown[] = [];
  const texts = query.words.length > 0 ? await textMatches(db, workspaceId, query.words) : [];
  const text = searchStatement(query, { mimes, useClasses }, texts, (given) => `$own${values.push(given)}`);
  const row = (await ask({ name: '', text }, values)) as {
    total: number;
    page: string[];
    tags: FacetEntry[];
    states: FacetEntry[];
    mimes: Record<string, number>;
    fields: Record<string, FacetEntry[]>;
    added_by: UploaderEntry[];
    modules: Record<string, FacetEntry[]>;
  } | null;
  if (!row) return null;
  const page = row.page.map((key) => JSON.parse(key) as [...SearchPosition, inText: boolean]);
  const listed = page.slice(0, query.limit);
  const [by, created, last] = listed.at(-1) ?? [];
  return {
    total: row.total,
    ids: listed.map(([, , id]) => id),
    inText: query.words.length > 0 ? listed.filter(([, , , inText]) => inText).map(([, , id]) => id) : [],
    next:
      query.sort !== 'best' && page.length > query.limit && created !== undefined && last !== undefined
        ? [by ?? null, created, last]
        : null,
    facets: {
      tags: row.tags,
      types: typeFacet(row.mimes),
      states: row.states,
      fields: row.fields,
      addedBy: row.added_by,
      modules: row.modules,
    },
  };
}
