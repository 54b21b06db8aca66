// What our collections and their tables are called in this app. In an app that has collections of its own, ours carry a prefix:
// `marque-assets`, in the table `marque_assets`.
import type { CollectionSlug } from 'payload';

export interface Names {
  /** Such as `marque-`; of our own app: none. */
  slugPrefix: string;
  /** Of the database adapter's `schemaName`; null: the connection's own. */
  schema: string | null;
  /** What Payload has called tables, once it's up: until then they're derived from slugs. */
  tables?: Tables;
}

export interface Tables {
  /** By our name of a collection, or of a module's: `assets`, `campaigns`. */
  collections: ReadonlyMap<string, string>;
  /** By the name that Payload derives: collections and fields can have another, with `dbName`. */
  named: ReadonlyMap<string, string>;
}

/**
 * A slug or field as Payload's adapter names its table or column (by the package to-snake-case): `brand2-assets` is `brand2_assets`, and
 * `summerSales` is `summer_sales`.
 */
export function snakeCase(name: string): string {
  const isCamel = /[a-z][A-Z]|[A-Z][a-z]/.test(name) && !/[\s_.:-]/.test(name);
  const words = isCamel
    ? name.replace(
        /(.)([A-Z]+)/g,
        (_, before: string, capitals: string) => `${before} ${[...capitals].join(' ')}`,
      )
    : name;
  const spaced = words.toLowerCase().replace(/[\W_]+(.|$)/g, (_, next: string) => (next ? ` ${next}` : ''));
  return spaced.trim().replace(/\s/g, '_');
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
  for (const slug of slugs) unprefixed.add(snakeCase(slug));
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

/** Our name of a table with this slug: without the prefix, unless it's of a module's collection. */
const nameOf = (slug: string): string =>
  snakeCase(unprefixed.has(snakeCase(slug)) ? slug : (collectionOf(slug) ?? slug));

/**
 * Takes over what Payload has called the tables of its collections.
 * @param named the adapter's `tableNameMap`
 */
export function takeTables(slugs: readonly string[], named: ReadonlyMap<string, string>): void {
  const collections = new Map<string, string>();
  for (const slug of slugs) {
    const table = named.get(snakeCase(slug));
    const isOurs = unprefixed.has(snakeCase(slug)) || collectionOf(slug) !== null;
    if (table !== undefined && isOurs) collections.set(nameOf(slug), table);
  }
  setNames({ ...names, tables: { collections, named } });
}

/** Quoted where PostgreSQL would read another name. */
const quoted = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** The name of a table, or of a part of a collection's, such as `users_sessions`. */
function derivedName(table: string, { collections, named }: Tables): string | null {
  for (let end = table.length; end > 0; end = table.lastIndexOf('_', end - 1)) {
    const root = collections.get(table.slice(0, end));
    if (root === undefined) continue;
    const name = `${root}${table.slice(end)}`;
    return named.get(name) ?? name;
  }
  return null;
}

/**
 * The table of one of our collections or of another module's, or of a part of it, as SQL: `users`, `users_sessions`. Or the type of one
 * of its columns: `enum_grants_scope`.
 */
export function tableName(table: string): string {
  const [, kind = '', base = table] = /^(enum_)?(.*)$/.exec(table) ?? [];
  const prefix = isUnprefixed(base) ? '' : names.slugPrefix.replaceAll('-', '_');
  const known = names.tables ? derivedName(base, names.tables) : null;
  const name = `${kind}${known ?? `${prefix}${base}`}`;
  return names.schema === null ? quoted(name) : `"${names.schema}".${quoted(name)}`;
}

const reference = /\bpayload\.([a-z_][a-z0-9_]*)/g;

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
