// Server-wide unique slugs: the addresses of sites and portals.
import { freeSlug, slugOf } from '../core/access/slugs.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { invalid, ApiError } from '../core/errors.ts';

/**
 * Lower-case letters and digits, joined by single dashes: also a valid host name label (RFC 1035, 2.3.1), and
 * not an encoded one (`xn--`).
 */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const maxSlugLength = 63;

export function isServerSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxSlugLength && slugPattern.test(value);
}

export type SlugTable = 'sites' | 'portals';

/** Of new slugs. The host of a site's preview has fourteen characters more in the same label. */
export const maxNewSlug = { sites: 48, portals: maxSlugLength } as const satisfies Record<SlugTable, number>;

const statementsOf = (table: SlugTable) => ({
  // Locked until the transaction ends, so that concurrent creations can't take the same slug.
  lock: statement(
    `${table}:lock-slugs`,
    `select pg_advisory_xact_lock(hashtextextended('slugs ${table}', 0))`,
  ),
  like: statement(
    `${table}:slugs`,
    `select slug from payload.${table} where id is distinct from $2::uuid and (slug = $1 or starts_with(slug, $1 || '-'))`,
  ),
});
const statements = { sites: statementsOf('sites'), portals: statementsOf('portals') } satisfies Record<
  SlugTable,
  unknown
>;

/**
 * Picks a slug: the requested one, the current one, or a free one generated from the name.
 *
 * @throws ApiError invalid for an invalid slug, conflict for a taken one.
 */
export async function assignSlug(
  db: Db,
  table: SlugTable,
  { before, asked, name }: { before: { id: string; slug: string } | null; asked: string; name: string },
): Promise<string> {
  if (before && (asked === '' || asked === before.slug)) return before.slug;
  const most = maxNewSlug[table];
  // Room for a number at the end.
  const wanted =
    asked ||
    slugOf(name, table.slice(0, -1))
      .slice(0, most - 4)
      .replace(/-$/, '');
  if (wanted.length > most || !slugPattern.test(wanted))
    throw invalid([
      {
        path: 'slug',
        message: `Must be up to ${most} lower-case letters and digits, joined by single dashes.`,
      },
    ]);
  await db.query(statements[table].lock);
  const taken = (await db.query<{ slug: string }>(statements[table].like, [wanted, before?.id ?? null])).map(
    ({ slug }) => slug,
  );
  if (asked && taken.includes(wanted))
    throw new ApiError(
      'conflict',
      `The address ${wanted} is already in use on this server. Choose another slug.`,
    );
  return freeSlug(wanted, taken);
}
