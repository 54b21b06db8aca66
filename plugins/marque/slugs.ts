// Gives our collections their slugs in this app, and what refers to them.
import type { CollectionConfig, Field, Payload } from 'payload';
import { withEachField } from '../../src/core/access/payload/each-field.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

type Slug = Parameters<typeof collectionSlug>[0];

/** A field whose relations to our collections name them as this app does. */
function fieldWithOurSlugs(field: Field, ours: ReadonlySet<string>): Field {
  if (!('relationTo' in field)) return field;
  const here = (slug: string): string => (ours.has(slug) ? collectionSlug(slug as Slug) : slug);
  const { relationTo } = field;
  return {
    ...field,
    relationTo: Array.isArray(relationTo) ? relationTo.map(here) : here(relationTo),
  } as Field;
}

/** @param names of our collections; modules of the app keep their own slugs and may refer to ours by name */
export function withOurSlugs(
  collections: readonly CollectionConfig[],
  names: readonly string[],
): CollectionConfig[] {
  const ours = new Set(names);
  return collections.map((collection) => ({
    ...collection,
    slug: ours.has(collection.slug) ? collectionSlug(collection.slug as Slug) : collection.slug,
    fields: withEachField(collection.fields, (field) => fieldWithOurSlugs(field, ours)),
  }));
}

/** The adapter's `schemaName`; null: the connection's own. */
export function schemaOf(payload: Payload): string | null {
  return (payload.db as { schemaName?: string }).schemaName ?? null;
}

/** The names of the app's tables, by those that the adapter derives from slugs and fields. */
export function tablesIn(payload: Payload): ReadonlyMap<string, string> {
  return (payload.db as { tableNameMap?: ReadonlyMap<string, string> }).tableNameMap ?? new Map();
}
