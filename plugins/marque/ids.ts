// Our ids are UUIDs in any app. Payload has one id type per database adapter: where it counts (`serial`), our collections bring an id
// of their own, and their columns are made `uuid` before the adapter builds its tables.
import { randomUUID } from 'node:crypto';
import type { CollectionConfig, Config, Payload } from 'payload';
import { snakeCase } from '../../src/core/collection-names.ts';

type DatabaseAdapter = Config['db'];

interface RawColumn {
  name: string;
  type: string;
  defaultRandom?: boolean;
  reference?: { name: string; table: string };
}

interface RawTable {
  columns: Record<string, RawColumn>;
  foreignKeys?: Record<string, { columns: string[]; foreignColumns: { name: string; table: string }[] }>;
}

interface Adapter {
  payload: Payload;
  rawTables: Record<string, RawTable>;
  /** The table by the name that Payload derives from a slug. */
  tableNameMap: ReadonlyMap<string, string>;
  beforeSchemaInit?: ((options: { adapter: Adapter; schema: unknown }) => unknown)[];
}

/** True if the adapter's ids are UUIDs already. */
export const hasUuids = ({ defaultIDType }: DatabaseAdapter): boolean => defaultIDType === 'text';

const property = 'marqueOwnId';

/** A collection with an id of its own. */
export const withOwnId = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  custom: { ...collection.custom, [property]: true },
  fields: [
    {
      name: 'id',
      type: 'text',
      required: true,
      defaultValue: () => randomUUID(),
      admin: { hidden: true },
    },
    ...collection.fields,
  ],
});

/** Makes the ids of these tables UUIDs, and every column that refers to one. */
export function typeIds(rawTables: Record<string, RawTable>, own: ReadonlySet<string>): void {
  const isOurs = ({ table, name }: { table: string; name: string }): boolean =>
    own.has(table) && name === 'id';
  for (const [table, { columns, foreignKeys = {} }] of Object.entries(rawTables)) {
    if (own.has(table) && columns.id) Object.assign(columns.id, { type: 'uuid', defaultRandom: true });
    for (const column of Object.values(columns))
      if (column.reference && isOurs(column.reference)) column.type = 'uuid';
    for (const { columns: names, foreignColumns } of Object.values(foreignKeys)) {
      names.forEach((name, index) => {
        const foreign = foreignColumns[index];
        const column = columns[name];
        if (column && foreign && isOurs(foreign)) column.type = 'uuid';
      });
    }
  }
}

/** The tables of collections with an id of their own. */
const tablesWithOwnIds = ({ payload, tableNameMap }: Adapter): ReadonlySet<string> =>
  new Set(
    payload.config.collections
      .filter(({ custom }) => custom?.[property])
      .map(({ slug }) => tableNameMap.get(snakeCase(slug)) ?? snakeCase(slug)),
  );

interface Known {
  config: { custom?: Record<string, unknown> };
}
type Collections = Record<string, Known | undefined>;

/**
 * Payload as its adapter sees it: our collections have UUIDs. Payload itself takes them for texts, since that's what their field is. A query
 * for a user's preferences asks for all kinds of people, and PostgreSQL fails where a UUID is compared with the text id of one of the app's.
 */
export function withUuids(payload: Payload): Payload {
  const changed = new WeakMap<object, object>();
  const collections = new WeakMap<Collections, Collections>();
  const entry = (one: Known | undefined): unknown => {
    if (!one?.config.custom?.[property]) return one;
    const known = changed.get(one) ?? { ...one, customIDType: 'uuid' };
    changed.set(one, known);
    return known;
  };
  return new Proxy(payload, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      // Payload makes new ones when its config is loaded again.
      if (name !== 'collections') return value;
      const all = value as Collections;
      const known =
        collections.get(all) ?? new Proxy(all, { get: (them, slug) => entry(them[String(slug)]) });
      collections.set(all, known);
      return known;
    },
  });
}

/** Gives an adapter that view of Payload, which sets itself on it again after it's made. */
function watchPayload(adapter: Adapter): void {
  let view = withUuids(adapter.payload);
  Object.defineProperty(adapter, 'payload', {
    configurable: true,
    enumerable: true,
    get: () => view,
    set: (payload: Payload) => {
      view = withUuids(payload);
    },
  });
}

/**
 * The app's adapter, whose tables for our collections have UUIDs. It asks the config which these are: `next dev` keeps the adapter and
 * changes the config.
 */
export function withOurIds(db: DatabaseAdapter): DatabaseAdapter {
  return {
    ...db,
    init: (options) => {
      const made = db.init(options);
      const adapter = made as unknown as Adapter;
      watchPayload(adapter);
      adapter.beforeSchemaInit = [
        ...(adapter.beforeSchemaInit ?? []),
        ({ adapter: here, schema }) => {
          typeIds(here.rawTables, tablesWithOwnIds(here));
          return schema;
        },
      ];
      return made;
    },
  };
}
