// Saved searches: named parameters of list_assets, shared with everyone who can read the workspace.
import { z } from 'zod';
import { nameOf, type Caller } from '../../core/access/caller.ts';
import { readable } from '../../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { suggestion } from '../../lib/nearest.ts';
import { facetPrefix } from './module-facets.ts';
import { SearchParameters } from './search-query.ts';
import { Id } from '../schemas.ts';
import { collectionKind } from '../grantable.ts';

const Text = z.string().max(500);
export const SavedQuery = z
  .record(z.string(), z.union([Text, z.array(Text).min(1).max(50)]))
  .describe(
    'Parameters of list_assets by name, without limit, offset and cursor: a string, or a list of strings for repeated parameters',
  );
export type SavedQuery = z.infer<typeof SavedQuery>;

/** Paging isn't part of a saved search. */
const paging = ['limit', 'offset', 'cursor'];
const names = Object.keys(SearchParameters.shape).filter((name) => !paging.includes(name));
const fieldParameter = /^f\.[a-z][a-z0-9_]{0,39}(?:\.(?:gte|lte))?$/;
const isKnown = (name: string): boolean =>
  names.includes(name) || fieldParameter.test(name) || name.startsWith(facetPrefix);

export const NewSearch = z.strictObject({
  name: z.string().trim().min(1).max(100),
  query: SavedQuery.superRefine((query, context) => {
    const unknown = Object.keys(query).filter((name) => !isKnown(name));
    for (const name of unknown.slice(0, 100))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `Unknown search parameter. ${suggestion(name, [...names, 'f.{key}'])}`,
      });
    const parsed = SearchParameters.safeParse(
      Object.fromEntries(Object.entries(query).filter(([name]) => !unknown.includes(name))),
    );
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
  }),
});

export const SavedSearch = z
  .object({
    id: Id,
    name: z.string(),
    query: SavedQuery,
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof SavedSearch>;

const columns = 's.id, s.name, s.query, s.created_by, s.created_at';

// A search with a collection the caller can't read would reveal that it exists.
const all = statement(
  'searches:all',
  `${seenBy} select ${columns} from ${asSeen} join marque.searches s on s.workspace_id = t.id
   where not exists (select 1 from payload.collections k where k.workspace_id = t.id
     and lower(s.query ->> 'collection') in (k.id::text, lower(k.name)) and not ${readable(collectionKind, 'k')})
   order by lower(s.name), s.id`,
);
const insert = statement(
  'searches:insert',
  `insert into marque.searches as s (workspace_id, name, query, created_by, created_by_id) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, lower(name)) do nothing returning ${columns}`,
);
const remove = statement(
  'searches:remove',
  'delete from marque.searches where id = $1 returning id, workspace_id, name',
);

interface SearchRow {
  id: string;
  name: string;
  query: SavedQuery;
  created_by: string;
  created_at: Date;
}

function toSearch({ id, name, query, created_by, created_at }: SearchRow): SavedSearch {
  return { id, name, query, createdBy: created_by, createdAt: created_at.toISOString() };
}

/** By name. */
export async function searchesSeenBy(db: Db, caller: Caller, workspaceId: string): Promise<SavedSearch[]> {
  return (await db.query<SearchRow>(all, seenByValues(caller, workspaceId))).map(toSearch);
}

/** @returns null if the name is taken, regardless of case. */
export async function saveSearch(
  db: Db,
  caller: Caller,
  workspaceId: string,
  { name, query }: { name: string; query: SavedQuery },
): Promise<SavedSearch | null> {
  const [row] = await db.query<SearchRow>(insert, [
    workspaceId,
    name,
    JSON.stringify(query),
    nameOf(caller),
    caller.kind === 'nobody' ? null : caller.id,
  ]);
  return row ? toSearch(row) : null;
}

/** @returns what was deleted; null if it didn't exist. */
export async function removeSearch(
  db: Db,
  id: string,
): Promise<{ id: string; workspace_id: string; name: string } | null> {
  return (await db.query<{ id: string; workspace_id: string; name: string }>(remove, [id]))[0] ?? null;
}
