// What our collections and their tables are called in this app. In an app that has collections of its own, ours carry a prefix:
// `marque-assets`, in the table `marque_assets`.
import type { CollectionSlug } from 'payload';

export interface Names {
  /** Such as `marque-`; of our own app: none. */
  slugPrefix: string;
  /** Of the database adapter's `schemaName`; null: the connection's own. */
  schema: string | null;
}

let names: Names = { slugPrefix: '', schema: null };
let resolved = new Map<string, string>();

/**
 * Set by the plugin before anything runs. A process has one app, and so one set of names.
 * @throws Error for a prefix that isn't part of a slug
 */
export function setNames(next: Names): void {
  if (!/^(?:[a-z][a-z0-9-]*)?$/.test(next.slugPrefix))
    throw new Error(
      `slugPrefix "${next.slugPrefix}" must begin with a letter and have only lowercase letters, digits and dashes.`,
    );
  names = next;
  resolved = new Map();
}

export const currentNames = (): Names => names;

/** Collections of the app's own modules: they have no prefix, as the app names them. */
const unprefixed = new Set<string>();

/** Says which collections aren't ours, so that SQL can name their tables in the same way. @param slugs of the app's own modules */
export function leaveUnprefixed(slugs: readonly string[]): void {
  for (const slug of slugs) unprefixed.add(slug.replaceAll('-', '_'));
  resolved = new Map();
}

/** True for the table of such a collection, or of a part of it: `campaigns_rels`. */
const isUnprefixed = (table: string): boolean =>
  unprefixed.has(table) || [...unprefixed].some((name) => table.startsWith(`${name}_`));

/** The slug of one of our collections in this app. */
export function collectionSlug<Slug extends CollectionSlug>(collection: Slug): Slug {
  return `${names.slugPrefix}${collection}` as Slug;
}

/** Our name of a collection with this slug; null: it isn't ours. */
export function collectionOf(slug: string): string | null {
  return slug.startsWith(names.slugPrefix) ? slug.slice(names.slugPrefix.length) : null;
}

/**
 * The table of one of our collections or of another module's, or of a part of it: `users`, `users_sessions`. Or the type of one of its
 * columns: `enum_grants_scope`.
 */
export function tableName(table: string): string {
  const [, kind = '', named = table] = /^(enum_)?(.*)$/.exec(table) ?? [];
  const prefix = isUnprefixed(named) ? '' : names.slugPrefix.replaceAll('-', '_');
  const name = `${kind}${prefix}${named}`;
  return names.schema === null ? name : `"${names.schema}".${name}`;
}

const reference = /\bpayload\.([a-z_]+)/g;

/** Statements are constants; text that varies isn't worth keeping. */
const mostKept = 2000;

/** SQL with the tables' names filled in: it says `payload.assets`. */
export function withTableNames(sql: string): string {
  const known = resolved.get(sql);
  if (known !== undefined) return known;
  const text = sql.replace(reference, (_, table: string) => tableName(table));
  if (resolved.size < mostKept) resolved.set(sql, text);
  return text;
}
