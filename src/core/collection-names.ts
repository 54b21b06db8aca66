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

/** The slug of one of our collections in this app. */
export function collectionSlug<Slug extends CollectionSlug>(collection: Slug): Slug {
  return `${names.slugPrefix}${collection}` as Slug;
}

/** Our name of a collection with this slug; null: it isn't ours. */
export function collectionOf(slug: string): string | null {
  return slug.startsWith(names.slugPrefix) ? slug.slice(names.slugPrefix.length) : null;
}

/**
 * The table of one of our collections, or of a part of it: `users`, `users_sessions`. Or the type of one of its columns:
 * `enum_grants_scope`.
 */
export function tableName(table: string): string {
  const prefix = names.slugPrefix.replaceAll('-', '_');
  const name = table.replace(/^(enum_)?/, (start) => `${start}${prefix}`);
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
