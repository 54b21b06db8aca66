// Assets that search finds by the words inside their files. PostgreSQL answers that, since whole documents take too much memory for the
// index; which of them match everything else and may be seen, the search itself decides.
import { statement, type Db } from '../../core/db/pool.ts';
import type { Query } from '../../core/operation.ts';
import { visible } from './search-sql.ts';

/** For each word of a search, the assets whose files have it. */
export type TextMatches = readonly (readonly string[])[];

/** The page of each asset that was found by its text: null where it's on none that is known. */
export type FoundPages = Record<string, { page: number | null }>;

// The workspace is a word of each, see the migration 0064. In one text: reading an array of thousands takes the driver much longer.
const matching = statement(
  'texts:matching',
  `select (select string_agg(x.asset_id::text, ',') from marque.asset_texts x where x.words @@ w.query::tsquery) as ids
   from unnest($1::text[]) with ordinality w(query, place) order by w.place`,
);

/** Words only contain letters and digits, so they are safe in a tsquery. */
export const asPrefix = (word: string): string => `'${word}':*`;

/** @param words folded */
export async function textMatches(
  db: Db,
  workspaceId: string,
  words: readonly string[],
): Promise<TextMatches> {
  const queries = words.map((word) => `'in-${workspaceId}' & ${asPrefix(word)}`);
  const rows = await db.query<{ ids: string | null }>(matching, [queries]);
  return rows.map(({ ids }) => ids?.split(',') ?? []);
}

const pageOfEach: Query = {
  name: 'texts-pages',
  text: `select coalesce(json_object_agg(f.id, json_build_object('page', nullif(f.page, 0))), '{}') as pages from (
    select a.id, coalesce(
      (select p.page from marque.asset_text_pages p where p.asset_id = a.id and p.words @@ $own2::tsquery order by p.page = 0, p.page limit 1),
      (select p.page from marque.asset_text_pages p cross join lateral (select count(*) as found from unnest($own3::text[]) w where p.words @@ w::tsquery) c
        where p.asset_id = a.id and c.found > 0 order by c.found desc, p.page = 0, p.page limit 1)) as page
    from payload.assets a where a.id = any($own1::uuid[]) and a.workspace_id = t.id and ${visible}) f where f.page is not null`,
};

/**
 * The first page with all the words; where none has all, the one with most of them.
 *
 * @param ask runs a query on the caller's workspace, checking access again.
 */
export async function foundPages(
  ask: (row: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>,
  ids: readonly string[],
  words: readonly string[],
): Promise<FoundPages> {
  if (ids.length === 0) return {};
  const queries = words.map(asPrefix);
  const row = await ask(pageOfEach, [ids, queries.join(' & '), queries]);
  return (row?.pages ?? {}) as FoundPages;
}
