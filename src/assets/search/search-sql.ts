// The SQL around a search: its context, the page of records, and the rows that fill the index.
import { accessEpochSql } from '../../core/access/access-epoch.ts';
import { containersGranted, grantsInWorkspace } from '../../core/access/grants/grant-sql.ts';
import { readable } from '../../core/access/readable.ts';
import { statement, type Db, type Statement } from '../../core/db/pool.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { fieldColumns } from '../../fields/queries.ts';
import { definitionOf } from '../../fields/rules.ts';
import type { Field, StoredField } from '../../fields/schemas.ts';
import type { Query } from '../../core/operation.ts';
import { microsOf } from '../../core/paging.ts';
import { assetJson, collectionSeen, contentVersionSql, fromFarthest } from '../queries.ts';
import type { IndexRow } from './asset-columns.ts';
import { textLabelsSql, traitsSql } from './asset-traits.ts';
import type { Viewer } from './asset-visibility.ts';
import { facetsEdition, facetValuesOf, moduleFacets } from './module-facets.ts';
import { useClassSql } from './usable-for.ts';
import { assetKind, collectionKind } from '../grantable.ts';
import { collectionContainers } from '../collections/containers.ts';

/** What the caller's role on the workspace amounts to: a service key has no person behind it. */
const role = `coalesce(case when c.user_id is null then c.key_rank else p.rank end, 0)`;
const mayWrite = `(c.key_rank is null or c.key_rank >= 3)`;

/**
 * Runs with the access check of the workspace: everything a search needs. Own parameters: the search text, the collection's ID or name,
 * the oldest transaction that the index hasn't seen, whether collections in that one are left out.
 */
export const contextQuery: Query<ContextRow | null> = {
  name: 'search-context',
  text: `select marque.words($own1) as words, ${role} as role, ${mayWrite} as may_write, t.id as workspace_id,
      (select coalesce(json_agg(f order by f.position), '[]') from (
        select ${fieldColumns}, row_number() over (order by f.created_at, f.key) as position from payload.fields f where f.workspace_id = t.id) f) as fields,
      case when $own2::text is null then null else array(select distinct u.id::text
        from payload.collections k join marque.collection_paths d on d.ancestor_id = k.id and (d.distance = 0 or not $own4::bool)
          join payload.collections u on u.id = d.collection_id
        where k.workspace_id = t.id and (k.id::text = lower($own2) or lower(k.name) = lower($own2))
          and ${readable(collectionKind, 'k')} and ${readable(collectionKind, 'u')}) end as collections,
      (select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'write', n.rank >= 3 and ${mayWrite})), '[]') from (
        select g.resource_id as id, 'asset' as kind, g.rank from ${grantsInWorkspace('c.user_id', 't.id')} g where g.kind = 'asset'
        union all select g.id, 'collection', max(g.rank) from ${containersGranted(collectionContainers, 'c.user_id', 't.id')} g group by g.id) n) as narrow,
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

export interface ContextRow {
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

/** @throws ApiError not_found without a workspace, invalid if there's no such collection. */
export function toContext(row: ContextRow | null): SearchContext {
  if (!row) throw new ApiError('not_found', 'You have no workspace to search.');
  if (row.collections?.length === 0)
    throw invalid([
      {
        path: 'collection',
        message: 'Collection not found. Call `list_collections` to see the available ones.',
      },
    ]);
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
export const visible = readable(assetKind, 'a');

/** Only the current version of a stack is listed, and a proposed version until it is decided. */
export const hiddenSql = `(not coalesce(a.current, true) and a.status in ('active', 'archived'))`;

/** Waits for review: the asset itself, or a suggestion on it. */
export const waitsSql = `(a.status = 'proposed' or coalesce(a.proposed_tags, '[]') <> '[]' or coalesce(a.proposed_fields, '{}') <> '{}')`;

/** Read once for the page: two subqueries a record take as long as everything else together. */
const recordOfPage = {
  inherited: `coalesce(given.inherited, '{}')`,
  collections: `coalesce(joined.collections, '[]')`,
};

/**
 * The records of a page as JSON, in the order of the ids given; access is asked for again. Own values: the ids; for each, whether its
 * record is wanted (one that is not wanted comes as null, and says only that the caller may see it); the wanted ids; whether the version
 * of each one's content is wanted, which is the caller's own. `shared` is true for a record that is the same for everybody who may see it:
 * none of its collections is private.
 */
export const pageQuery: Query = {
  name: 'search-page',
  text: `with m as materialized (
      select m.asset_id, m.collection_id, m.added_at, coalesce(k.effective_private, false) as private, ${collectionSeen} as seen
      from marque.collection_assets m join payload.collections k on k.id = m.collection_id where m.asset_id = any($own3::uuid[])),
    joined as (select asset_id, coalesce(jsonb_agg(collection_id order by added_at, collection_id) filter (where seen), '[]') as collections,
      bool_or(private) as hides from m group by asset_id),
    given as (select m.asset_id, jsonb_object_agg(e.key, e.value order by ${fromFarthest}) as inherited
      from m join marque.collection_paths p on p.collection_id = m.collection_id join payload.collections k on k.id = p.ancestor_id
        cross join lateral jsonb_each(k.fields) e where jsonb_typeof(k.fields) = 'object' and k.fields <> '{}' group by m.asset_id),
    held as materialized (select ${accessEpochSql} as epoch)
    select array_agg(x.position order by x.position) as places, array_agg(x.record order by x.position) as records,
      array_agg(x.shared order by x.position) as shared, json_agg(x.picture order by x.position) filter (where $own4::bool) as pictures from (
    select w.position::int as position, not coalesce(joined.hides, false) as shared, case when w.wanted then ${assetJson('a', recordOfPage)}::text end as record,
      case when $own4::bool then json_build_object('asset', json_build_object('id', a.id, 'mime', a.mime_type, 'width', a.width),
        'version', ${contentVersionSql('a', '(select epoch from held)')}) end as picture
    from unnest($own1::uuid[], $own2::bool[]) with ordinality w(id, wanted, position) join payload.assets a on a.id = w.id
      left join joined on joined.asset_id = a.id left join given on given.asset_id = a.id
    where a.workspace_id = t.id and ${visible}) x`,
};

// ---- filling the index

/** Made when it is first needed, since modules have added their facets by then, and again when one was left out. */
function withFacets(name: string, textOf: () => string): () => Statement {
  let made: { of: number; statement: Statement } | undefined;
  return () => {
    const of = facetsEdition();
    if (made?.of !== of) made = { of, statement: statement(`${name}:${of}`, textOf()) };
    return made.statement;
  };
}

/** Values in the facets of other modules, which are known by the first search. */
const facetColumns = (): string =>
  moduleFacets()
    .map((facet) => `'${facet.name}', ${facetValuesOf(facet, 'a.id')}`)
    .join(', ');

const indexColumns =
  (): string => `a.id, ${microsOf('a.created_at')} as created, ${microsOf('a.updated_at')} as updated, coalesce(a.filesize, 0)::float8 as size,
    coalesce(marque.fold(a.filename), '') as name, a.mime_type as mime,
    a.status::text as status, a.deleted_at is not null as deleted, ${hiddenSql} as hidden, coalesce(a.effective_private, false) as private, ${waitsSql} as waits,
    a.rights->>'expires' as expires, a.rights->>'embargo' as embargo, ${useClassSql('a')} as use, coalesce(a.width, 0)::int as width, coalesce(a.height, 0)::int as height,
    ${traitsSql} as traits, ${textLabelsSql} as languages, coalesce(a.tags, '[]') as tags, marque.effective_fields(a.id, a.fields) as fields,
    array(select m.collection_id::text from marque.collection_assets m where m.asset_id = a.id) as collections,
    (select json_build_object('id', w.actor_id, 'name', w.name) from marque.asset_uploaders w where w.asset_id = a.id) as uploader,
    tsvector_to_array(s.strong) as strong, tsvector_to_array(s.words) as words,
    exists (select 1 from marque.asset_texts x where x.asset_id = a.id and x.words is not null) as texts,
    (select h.colors from marque.picture_hashes h where h.asset_id = a.id) as colors, jsonb_build_object(${facetColumns()}) as facets`;

const indexPage = withFacets(
  'search:index-page',
  () =>
    `select ${indexColumns()}, a.created_at::text as at from payload.assets a join marque.asset_search s on s.asset_id = a.id
   where a.workspace_id = $1 and (a.created_at, a.id) > ($2::timestamptz, $3::uuid) order by a.created_at, a.id limit $4`,
);
const indexSome = withFacets(
  'search:index-some',
  () =>
    `select ${indexColumns()}, a.workspace_id from payload.assets a join marque.asset_search s on s.asset_id = a.id where a.id = any($1::uuid[])`,
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
  const rows = await db.query<RawRow & { at: string }>(indexPage(), [
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
  const rows = await db.query<RawRow & { workspace_id: string }>(indexSome(), [ids]);
  return rows.map(({ workspace_id: workspaceId, ...row }) => ({
    workspaceId,
    row: toIndexRow(row as RawRow),
  }));
}
