'use client';
// The filters that the library offers, each with its values and what is chosen of them.
import type { AssetType } from '../../../../assets/metadata/kinds.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { usePolicy } from '../../../client/me.tsx';
import { useOperation } from '../../../client/useOperation.ts';
import type { AssetQuery, Found } from '../../find-assets.ts';
import { fieldParts } from './field-parts.ts';
import type { FilterPart } from './filter-part.ts';
import { omit, without } from './without-filter.ts';
import { traitParts } from './trait-parts.ts';
import { withThumbnails } from '../../pictured.ts';
import { ofFacet, typeKeys, type LibraryFilter } from '../library-filter.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

const typePart = (query: AssetQuery & LibraryFilter, facets: Found['facets'], t: Translate): FilterPart => ({
  name: 'type',
  label: t('filters:type'),
  chosen: query.types,
  options: facets.types,
  nameOf: (value) => (value in typeKeys ? t(typeKeys[value as AssetType]) : value),
  load: without({ ...query, types: [] }, ({ types }) => types),
});

const tagPart = ({ tags }: LibraryFilter, facets: Found['facets'], t: Translate): FilterPart => ({
  name: 'tag',
  label: t('filters:tag'),
  chosen: tags,
  options: facets.tags,
  nameOf: String,
});

interface Named {
  id: string;
  name: string;
  count: number;
}

/** The collection of a filter. A search that an agent saved may have its name. */
export const collectionNamed = <Some extends Omit<Named, 'count'>>(
  collections: readonly Some[],
  filter: string | null,
): Some | undefined =>
  collections.find(({ id, name }) => id === filter || name.toLowerCase() === filter?.toLowerCase());

/** @param collections null until loaded */
function collectionPart(
  { collection }: LibraryFilter,
  collections: readonly Named[] | null,
  t: Translate,
): FilterPart {
  const chosen = collectionNamed(collections ?? [], collection);
  return {
    name: 'collection',
    label: t('filters:collection'),
    chosen: collection === null ? [] : [chosen?.id ?? collection],
    options: (collections ?? []).map(({ id, count }) => ({ value: id, count })),
    nameOf: (value) =>
      collections?.find(({ id }) => id === value)?.name ??
      (collections ? t('filters:collectionUnavailable') : '…'),
    single: true,
  };
}

const moduleParts = (query: AssetQuery & LibraryFilter, { modules }: Found['facets']): FilterPart[] =>
  modules.map(({ name, label, entries }) => ({
    name: ofFacet + name,
    label,
    chosen: query.facets[name] ?? [],
    options: entries,
    nameOf: String,
    load: without(
      { ...query, facets: omit(query.facets, name) },
      (all) => all.modules.find((one) => one.name === name)?.entries ?? [],
    ),
  }));

/** Whoever has nothing among the results is known by an ID alone. */
const uploaderPart = (
  query: AssetQuery & LibraryFilter,
  facets: Found['facets'],
  t: Translate,
): FilterPart => ({
  name: 'addedBy',
  label: t('filters:addedBy'),
  chosen: query.addedBy,
  options: facets.addedBy,
  nameOf: (value) => facets.addedBy.find((one) => one.value === value)?.name ?? t('filters:somebody'),
  load: without({ ...query, addedBy: [] }, ({ addedBy }) => addedBy),
});

const expiryPart = ({ expiresWithin }: LibraryFilter, t: Translate): FilterPart => ({
  name: 'expiresWithin',
  label: t('filters:expires'),
  chosen: expiresWithin === null ? [] : [String(expiresWithin)],
  options: ['7', '30', '90', '365'].map((value) => ({ value })),
  nameOf: (value) => t('filters:within', { count: Number(value) }),
  single: true,
});

const reviewPart = ({ review }: LibraryFilter, t: Translate): FilterPart => ({
  name: 'review',
  label: t('filters:review'),
  chosen: review ? ['true'] : [],
  options: [],
  nameOf: () => t('filters:waiting'),
});

export function useFilterParts(
  query: AssetQuery & LibraryFilter,
  facets: Found['facets'],
  fields: readonly Field[],
): FilterPart[] {
  const { data: collections } = useOperation('list_collections', withThumbnails);
  const words = useWords();
  const languages = usePolicy()?.languages ?? [];
  const { t } = words;
  return [
    typePart(query, facets, t),
    tagPart(query, facets, t),
    collectionPart(query, collections, t),
    ...fieldParts(query, facets, fields, words),
    ...moduleParts(query, facets),
    ...traitParts(query, { fields, languages }, words),
    uploaderPart(query, facets, t),
    expiryPart(query, t),
    reviewPart(query, t),
  ];
}
