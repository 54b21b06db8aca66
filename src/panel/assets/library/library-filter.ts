// The filters of the library, as they are in the address.
import type { AssetType } from '../../../assets/metadata/kinds.ts';
import type { State } from '../../../assets/schemas.ts';
import { assetSorts, type AssetSort } from '../find-assets.ts';
import { listedStates } from '../states.ts';

export interface LibraryFilter {
  state: State | null;
  type: AssetType | null;
  tag: string | null;
  /** The id of one. */
  collection: string | null;
  sort: AssetSort | null;
  /** Values of custom fields, by key. */
  fields: Record<string, string>;
  /** Facets of other modules, by name. */
  facets: Record<string, string>;
  /** In days. */
  expiresWithin: number | null;
}

function stateIn(parameters: URLSearchParams): State | null {
  const asked = parameters.get('status');
  return listedStates.find((state) => state === asked) ?? null;
}

/** The server refuses an unknown type. */
const typeIn = (parameters: URLSearchParams): AssetType | null => parameters.get('type') as AssetType | null;

function expiresWithinIn(parameters: URLSearchParams): number | null {
  const days = Number(parameters.get('expiresWithin') ?? NaN);
  return Number.isInteger(days) && days >= 0 ? days : null;
}

const sortIn = (parameters: URLSearchParams): AssetSort | null =>
  assetSorts.find((sort) => sort === parameters.get('sort')) ?? null;

/** What precedes a field's key in the address. */
export const ofField = 'f.';

/** The same for the facets of other modules. */
export const ofFacet = 'facet.';

/** The filters in the address whose names begin with a prefix, by the rest. */
function prefixedIn(parameters: URLSearchParams, prefix: string): Record<string, string> {
  const asked = [...parameters].filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(asked.map(([name, value]) => [name.slice(prefix.length), value]));
}

export const filterIn = (parameters: URLSearchParams): LibraryFilter => ({
  state: stateIn(parameters),
  type: typeIn(parameters),
  tag: parameters.get('tag'),
  collection: parameters.get('collection'),
  sort: sortIn(parameters),
  fields: prefixedIn(parameters, ofField),
  facets: prefixedIn(parameters, ofFacet),
  expiresWithin: expiresWithinIn(parameters),
});

export function isNarrowed({
  state,
  type,
  tag,
  collection,
  fields,
  facets,
  expiresWithin,
}: LibraryFilter): boolean {
  return [
    state,
    type,
    tag,
    collection,
    expiresWithin,
    ...Object.values(fields),
    ...Object.values(facets),
  ].some((filter) => filter !== null);
}
