// Ends the start where two collections would be one: by their slug, or by a table that Payload would make of both.
import type { CollectionConfig, Config, Payload, SanitizedConfig } from 'payload';
import { snakeCase } from '../../src/core/collection-names.ts';
import { tablesOf, type Suffixes } from './tables.ts';

const property = 'marqueModule';
const own = 'marque';

/** A collection that says which module it's of; `module` is null for Marque's own. */
export const ownedBy = (module: string | null, collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  custom: { ...collection.custom, [property]: module ?? own },
});

interface Owned {
  slug: string;
  custom?: Record<string, unknown>;
}

/** undefined: the app's. */
const ownerOf = ({ custom }: Owned): string | undefined => custom?.[property] as string | undefined;

function nameOf(owner: string | undefined): string {
  if (owner === undefined) return 'this app';
  return owner === own ? 'Marque' : `the module "${owner}"`;
}

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function adviceFor(owners: readonly (string | undefined)[], slugPrefix: string): string {
  if (owners.some((owner) => owner !== undefined && owner !== own))
    return "Give the module's collection another slug, or dbName: slugPrefix is for Marque's own only.";
  return `Choose other names for Marque's, for example marque({ slugPrefix: 'dam-' }); it's "${slugPrefix}" now.`;
}

/**
 * @param added those of modules
 * @param ourSlugs our names of our collections, without the prefix
 * @throws Error if one has the name of one of our tables in SQL, which has no prefix there
 */
export function demandOwnNames(added: readonly CollectionConfig[], ourSlugs: readonly string[]): void {
  const ours = new Set(ourSlugs.map(snakeCase));
  const taken = added.find((one) => ours.has(snakeCase(one.slug)));
  if (taken)
    throw new Error(
      `Marque's SQL means its own table by payload.${snakeCase(taken.slug)}, and ${nameOf(ownerOf(taken))} has the collection ${taken.slug}. Give the module's collection another slug.`,
    );
}

/**
 * Payload refuses a slug that is taken, but can't say what to do.
 * @throws Error if a collection that Marque or a module adds has the slug of another
 */
export function demandFreeSlugs(
  added: readonly CollectionConfig[],
  present: readonly CollectionConfig[],
  slugPrefix: string,
): void {
  const bySlug = new Map(present.map((one) => [one.slug, one]));
  const taken = new Map<string, { owners: [string | undefined, string | undefined]; slugs: string[] }>();
  for (const one of added) {
    const other = bySlug.get(one.slug);
    bySlug.set(one.slug, one);
    if (!other) continue;
    const owners: [string | undefined, string | undefined] = [ownerOf(other), ownerOf(one)];
    const clash = taken.get(owners.join()) ?? { owners, slugs: [] };
    clash.slugs.push(one.slug);
    taken.set(owners.join(), clash);
  }
  const [clash] = taken.values();
  if (!clash) return;
  const [theirs, ours] = clash.owners.map(nameOf);
  throw new Error(
    `${capitalized(theirs ?? '')} and ${ours} both have the collections ${clash.slugs.join(', ')}. ${adviceFor(clash.owners, slugPrefix)}`,
  );
}

/** @throws Error if a collection of Marque or a module and another one, or a global, have a table in common */
export function demandFreeTables(
  { collections, globals }: Pick<SanitizedConfig, 'collections' | 'globals'>,
  suffixes: Suffixes,
  slugPrefix: string,
): void {
  const byTable = new Map<string, Owned>();
  for (const stored of [...collections, ...globals])
    for (const table of tablesOf(stored, suffixes)) {
      const other = byTable.get(table);
      byTable.set(table, stored);
      if (!other) continue;
      const owners = [ownerOf(other), ownerOf(stored)];
      // What the app has twice is for Payload to say.
      if (owners.every((owner) => owner === undefined)) continue;
      throw new Error(
        `The collections ${other.slug} of ${nameOf(owners[0])} and ${stored.slug} of ${nameOf(owners[1])} both have the table ${table}. ${adviceFor(owners, slugPrefix)}`,
      );
    }
}

type DatabaseAdapter = Config['db'];

interface Adapter extends Suffixes {
  payload: Payload;
  beforeSchemaInit?: ((options: { adapter: Adapter; schema: unknown }) => unknown)[];
}

/**
 * The app's adapter, which refuses to make one table of two collections. It asks when it makes its tables: other plugins may have added
 * collections after Marque.
 */
export function withFreeTables(db: DatabaseAdapter, slugPrefix: string): DatabaseAdapter {
  return {
    ...db,
    init: (options) => {
      const made = db.init(options);
      const adapter = made as unknown as Adapter;
      let isStarted = false;
      adapter.beforeSchemaInit = [
        ...(adapter.beforeSchemaInit ?? []),
        ({ adapter: here, schema }) => {
          try {
            demandFreeTables(here.payload.config, here, slugPrefix);
          } catch (error) {
            // Under `next dev`, requests would wait for ever for the end of a reload that failed.
            if (!isStarted) throw error;
            here.payload.logger.error(error);
          }
          isStarted = true;
          return schema;
        },
      ];
      return made;
    },
  };
}
