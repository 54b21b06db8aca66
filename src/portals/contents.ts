// What a portal is given to show: brands, collections and a picture, which must be there for whoever puts them there, and not private.
import type { Caller } from '../core/access/caller.ts';
import { isId } from '../core/access/ids.ts';
import { readable } from '../core/access/authorize.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { invalid, type Issue } from '../core/errors.ts';

const brandsNamed = statement(
  'portals:brands-named',
  `${seenBy} select b.id, b.slug, coalesce(b.private, false) as private from ${asSeen} join brands b on b.workspace_id = t.id
   where (b.slug = any($4::text[]) or b.id::text = any($4::text[])) and ${readable('brand', 'b')}`,
);
const collectionsNamed = statement(
  'portals:collections-named',
  `${seenBy} select k.id, coalesce(k.private, false) as private from ${asSeen} join collections k on k.workspace_id = t.id
   where k.id = any($4::uuid[]) and ${readable('collection', 'k')}`,
);
const pictureNamed = statement(
  'portals:picture-named',
  `${seenBy} select a.mime_type like 'image/%' as picture, coalesce(a.effective_private, false) as private from ${asSeen} join assets a on a.workspace_id = t.id
   where a.id = $4 and a.deleted_at is null and ${readable('asset', 'a')}`,
);

/** What a caller names; left out: not spoken of. */
export interface Named {
  brands?: readonly string[] | undefined;
  collections?: readonly string[] | undefined;
  logo?: string | null | undefined;
}

/** The same by id, each once, in the order named. */
export interface Contents {
  brands?: string[];
  collections?: string[];
}

interface Found {
  id: string;
  slug?: string;
  private: boolean;
}

function settle(
  path: string,
  what: string,
  named: readonly string[],
  rows: readonly Found[],
): { ids: string[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const ids = new Set<string>();
  for (const [index, name] of named.entries()) {
    const asked = isId(name) ? name.toLowerCase() : name;
    const found = rows.find(({ id, slug }) => id === asked || slug === asked);
    const at = `${path}[${index}]`;
    if (!found) issues.push({ path: at, message: `There is no such ${what} here, or none for you.` });
    else if (found.private)
      issues.push({ path: at, message: `This ${what} is private: portals show what is not.` });
    else ids.add(found.id);
  }
  return { ids: [...ids], issues };
}

/**
 * Finds what a portal is to show.
 *
 * @throws Refusal invalid naming everything that isn't there for the caller, or is private.
 */
export async function contentsNamed(
  db: Db,
  caller: Caller,
  workspaceId: string,
  { brands, collections, logo }: Named,
): Promise<Contents> {
  const seen = seenByValues(caller, workspaceId);
  const issues: Issue[] = [];
  const contents: Contents = {};
  if (brands) {
    const names = brands.map((name) => (isId(name) ? name.toLowerCase() : name));
    const found = settle('brands', 'brand', brands, await db.query<Found>(brandsNamed, [...seen, names]));
    issues.push(...found.issues);
    contents.brands = found.ids;
  }
  if (collections) {
    const rows = await db.query<Found>(collectionsNamed, [...seen, collections]);
    const found = settle('collections', 'collection', collections, rows);
    issues.push(...found.issues);
    contents.collections = found.ids;
  }
  if (logo) {
    const [row] = await db.query<{ picture: boolean; private: boolean }>(pictureNamed, [...seen, logo]);
    const why = !row
      ? 'There is no such asset here, or none for you.'
      : !row.picture
        ? 'A logo is a picture.'
        : row.private
          ? 'This picture is private: portals show what is not.'
          : null;
    if (why) issues.push({ path: 'theme.logo', message: why });
  }
  if (issues.length > 0) throw invalid(issues);
  return contents;
}
