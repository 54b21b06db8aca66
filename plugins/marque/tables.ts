// The tables that Payload makes of a collection or global, by the rules of its adapter (`createTableName.js`, `build.js` and
// `traverseFields.js` of @payloadcms/drizzle).
import type { FlattenedField } from 'payload';
import { snakeCase } from '../../src/core/collection-names.ts';

/** What the app's adapter appends to tables' names. */
export interface Suffixes {
  localesSuffix: string;
  relationshipsSuffix: string;
  versionsSuffix: string;
}

type DbName = string | ((args: { tableName?: string }) => string) | undefined;

/** A collection or global, as far as tables are made of it. */
export interface Stored {
  slug: string;
  dbName?: DbName;
  versions?: unknown;
  flattenedFields: readonly FlattenedField[];
}

interface Place {
  /** The table of the collection or global. */
  root: string;
  /** The table with the fields' columns: the root, or that of an array or block. */
  table: string;
  /** What tables of these fields begin with: the table and the groups that they're in. */
  prefix: string;
}

const nameBy = (dbName: DbName, usual: string, tableName = ''): string =>
  (typeof dbName === 'function' ? dbName({ tableName }) : dbName) || usual;

/** The table of a collection or global itself. */
export const rootTableOf = ({ slug, dbName }: Pick<Stored, 'dbName' | 'slug'>): string =>
  nameBy(dbName, snakeCase(slug));

/** Beside the field's own table, tables that all fields of one kind share. */
function* sharedTable(field: FlattenedField, { root }: Place, suffixes: Suffixes): Generator<string> {
  if (field.type === 'text' && field.hasMany) yield `${root}_texts`;
  if (field.type === 'number' && field.hasMany) yield `${root}_numbers`;
  const isRelated = field.type === 'relationship' || field.type === 'upload';
  if (isRelated && (field.hasMany || Array.isArray(field.relationTo)))
    yield `${root}${suffixes.relationshipsSuffix}`;
}

function* tablesOfField(field: FlattenedField, place: Place, suffixes: Suffixes): Generator<string> {
  const { root, table, prefix } = place;
  if ('localized' in field && field.localized) yield `${table}${suffixes.localesSuffix}`;
  yield* sharedTable(field, place, suffixes);
  if (field.type === 'blocks') {
    for (const block of field.blocks) {
      const own = nameBy(block.dbName, `${root}_blocks_${snakeCase(block.slug)}`, root);
      yield own;
      yield* tablesOfFields(block.flattenedFields, { root, table: own, prefix: own }, suffixes);
    }
    return;
  }
  const usual = `${prefix}_${snakeCase('name' in field ? field.name : '')}`;
  if (field.type === 'group' || field.type === 'tab') {
    yield* tablesOfFields(field.flattenedFields, { root, table, prefix: usual }, suffixes);
  } else if (field.type === 'array') {
    const own = nameBy(field.dbName, usual, prefix);
    yield own;
    yield* tablesOfFields(field.flattenedFields, { root, table: own, prefix: own }, suffixes);
  } else if (field.type === 'select' && field.hasMany) yield nameBy(field.dbName, usual, prefix);
}

function* tablesOfFields(
  fields: readonly FlattenedField[],
  place: Place,
  suffixes: Suffixes,
): Generator<string> {
  for (const field of fields) yield* tablesOfField(field, place, suffixes);
}

/** The tables of a collection or global: its own, and those of its fields and versions. */
export function tablesOf(stored: Stored, suffixes: Suffixes): Set<string> {
  const root = rootTableOf(stored);
  const place = { root, table: root, prefix: root };
  const tables = new Set([root, ...tablesOfFields(stored.flattenedFields, place, suffixes)]);
  if (!stored.versions) return tables;
  const versions = `_${root}${suffixes.versionsSuffix}`;
  const inVersions = { root: versions, table: versions, prefix: `${versions}_version` };
  return new Set([...tables, versions, ...tablesOfFields(stored.flattenedFields, inVersions, suffixes)]);
}
