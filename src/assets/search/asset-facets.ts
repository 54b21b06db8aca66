// Facets: how many of the matching assets have each tag, type, state and field value.
import { countCodes, mostCommon } from '../../lib/column-index/counts.ts';
import { assetTypes } from '../metadata/kinds.ts';
import { states } from '../schemas.ts';
import type { AssetColumns } from './asset-columns.ts';

export interface FacetEntry {
  value: string | number | boolean;
  count: number;
}

export interface Facets {
  tags: FacetEntry[];
  types: FacetEntry[];
  states: FacetEntry[];
  fields: Record<string, FacetEntry[]>;
  /** Of other modules, by name. */
  modules: Record<string, FacetEntry[]>;
}

/** Maximum values per facet, so that a long tail doesn't outweigh the page. */
export const facetValues = 100;

/** @param stateCounts by place in `states`; counted before the matches were narrowed to the wanted states. */
export function countFacets(
  columns: AssetColumns,
  found: Uint32Array,
  stateCounts: Uint32Array,
  facetKeys: readonly string[],
): Facets {
  return {
    tags: mostCommon(countTags(columns, found), columns.tags.values, facetValues),
    types: mostCommon(countCodes(found, columns.types, assetTypes.length), assetTypes, facetValues),
    states: mostCommon(stateCounts, states, facetValues),
    fields: Object.fromEntries(facetKeys.map((key) => [key, countField(columns, found, key)])),
    modules: Object.fromEntries(
      [...columns.facets].map(([name, facet]) => [
        name,
        mostCommon(facet.count(found), facet.values, facetValues),
      ]),
    ),
  };
}

/** Counts the tags of the matches, or of the other assets where those are fewer. */
function countTags({ slots, tags }: AssetColumns, found: Uint32Array): Uint32Array {
  return found.length * 2 <= slots.live ? tags.count(found) : tags.countAllBut(slots.liveExcept(found));
}

function countField(columns: AssetColumns, found: Uint32Array, key: string): FacetEntry[] {
  const column = columns.fields.get(key);
  if (!column?.codes) return [];
  const { codes, values } = column;
  return mostCommon(countCodes(found, codes, values.length), values, facetValues);
}
