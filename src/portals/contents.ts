// The contents of a portal: brands, collections and a logo. The caller must be able to read them, and they
// must not be private.
import type { Caller } from '../core/access/caller.ts';
import { isId } from '../core/access/ids.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { invalid, type Issue } from '../core/errors.ts';
import { assetKind, collectionKind } from '../assets/grantable.ts';
import { brandKind } from '../brands/grantable.ts';

const brandsNamed = statement(
  'portals:brands-named',
  `${seenBy} select b.id, b.slug, coalesce(b.private, false) as private from ${asSeen} join payload.brands b on b.workspace_id = t.id
   where (b.slug = any($4::text[]) or b.id::text = any($4::text[])) and ${readable(brandKind, 'b')}`,
);
const collectionsNamed = statement(
  'portals:collections-named',
  `${seenBy} select k.id, coalesce(k.effective_private, false) as private from ${asSeen} join payload.collections k on k.workspace_id = t.id
   where k.id = any($4::uuid[]) and ${readable(collectionKind, 'k')}`,
);
const pictureNamed = statement(
  'portals:picture-named',
  `${seenBy} select a.mime_type like 'image/%' as picture, coalesce(a.effective_private, false) as private from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = $4 and a.deleted_at is null and ${readable(assetKind, 'a')}`,
);

/** What a caller sets; omitted parts aren't checked. */
export interface Named {
  brands?: readonly string[] | undefined;
  collections?: readonly string[] | undefined;
  logo?: string | null | undefined;
}

/** The same by id, each once, in the given order. */
export interface Contents {
  brands?: string[];
  collections?: string[];
}

interface Found {
  id: string;
  slug?: string;
  private: boolean;
}

function resolveNamed(
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
    if (!found)
      issues.push({
        path: at,
        message: `${what === 'brand' ? 'Brand' : 'Collection'} not found, or you don't have access.`,
      });
    else if (found.private)
      issues.push({ path: at, message: `This ${what} is private. Portals can't show private ${what}s.` });
    else ids.add(found.id);
  }
  return { ids: [...ids], issues };
}

/**
 * Resolves what a portal should show.
 *
 * @throws ApiError invalid listing everything that is private, missing or not readable for the caller.
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
    const found = resolveNamed(
      'brands',
      'brand',
      brands,
      await db.query<Found>(brandsNamed, [...seen, names]),
    );
    issues.push(...found.issues);
    contents.brands = found.ids;
  }
  if (collections) {
    const rows = await db.query<Found>(collectionsNamed, [...seen, collections]);
    const found = resolveNamed('collections', 'collection', collections, rows);
    issues.push(...found.issues);
    contents.collections = found.ids;
  }
  if (logo) {
    const [row] = await db.query<{ picture: boolean; private: boolean }>(pictureNamed, [...seen, logo]);
    const why = !row
      ? "Asset not found, or you don't have access."
      : !row.picture
        ? 'A logo must be an image.'
        : row.private
          ? "This image is private. Portals can't show private images."
          : null;
    if (why) issues.push({ path: 'theme.logo', message: why });
  }
  if (issues.length > 0) throw invalid(issues);
  return contents;
}
