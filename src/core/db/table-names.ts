// What Payload's tables are called here. SQL names them `payload.assets`; in an app that has other tables, ours carry a prefix.

interface TableNames {
  /** Of the adapter's `schemaName`; null: the connection's own. */
  schema: string | null;
  /** Such as `marque_`; of our own app: none. */
  prefix: string;
}

let names: TableNames = { schema: null, prefix: '' };
let resolved = new Map<string, string>();

/** Set by the plugin before anything runs. A process has one app, and so one set of names. */
export function setTableNames(next: TableNames): void {
  names = next;
  resolved = new Map();
}

/** The table of one of our collections, or of a part of it: `users`, `users_sessions`. */
export function tableName(table: string): string {
  const name = `${names.prefix}${table}`;
  return names.schema === null ? name : `"${names.schema}".${name}`;
}

const reference = /\bpayload\.([a-z_]+)/g;

/** Statements are constants; text that varies isn't worth keeping. */
const mostKept = 2000;

/** SQL with the tables' names filled in. */
export function withTableNames(sql: string): string {
  const known = resolved.get(sql);
  if (known !== undefined) return known;
  const text = sql.replace(reference, (_, table: string) => tableName(table));
  if (resolved.size < mostKept) resolved.set(sql, text);
  return text;
}
