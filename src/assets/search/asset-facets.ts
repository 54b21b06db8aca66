// Facets: how many of the matching assets have each tag, type, state and field value.
import { countCodes, mostCommon } from '../../lib/column-index/counts.ts';
import type { LabelColumn } from '../../lib/column-index/label-column.ts';
import { assetTypes } from '../metadata/kinds.ts';
import { states } from '../schemas.ts';
import type { AssetColumns } from './asset-columns.ts';

export interface FacetEntry {
  value: string | number | boolean;
  count: number;
}

/** Somebody who added assets. */
export interface UploaderEntry {
  /** The ID of a person or key. */
  value: string;
  name: string;
  count: number;
}

export interface Facets {
  tags: FacetEntry[];
  types: FacetEntry[];
  states: FacetEntry[];
  fields: Record<string, FacetEntry[]>;
  addedBy: UploaderEntry[];
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
    tags: mostCommon(countLabels(columns, columns.tags, found), columns.tags.values, facetValues),
    types: mostCommon(countCodes(found, columns.types, assetTypes.length), assetTypes, facetValues),
    states: mostCommon(stateCounts, states, facetValues),
    fields: Object.fromEntries(facetKeys.map((key) => [key, countField(columns, found, key)])),
    addedBy: countUploaders(columns, found),
    modules: Object.fromEntries(
      [...columns.facets].map(([name, facet]) => [
        name,
        mostCommon(facet.count(found), facet.values, facetValues),
      ]),
    ),
  };
}

/** Counts the labels of the matches, or of the other assets where those are fewer. */
function countLabels({ slots }: AssetColumns, labels: LabelColumn, found: Uint32Array): Uint32Array {
  return found.length * 2 <= slots.live ? labels.count(found) : labels.countAllBut(slots.liveExcept(found));
}

function countUploaders(columns: AssetColumns, found: Uint32Array): UploaderEntry[] {
  const { uploaders, uploaderNames } = columns;
  const counts = countLabels(columns, uploaders, found);
  return mostCommon(counts, uploaders.values, facetValues).map(({ value, count }) => ({
    value,
    name: uploaderNames.get(value) ?? '',
    count,
  }));
}

function countField(columns: AssetColumns, found: Uint32Array, key: string): FacetEntry[] {
  const column = columns.fields.get(key);
  if (!column?.codes) return [];
  const { codes, values } = column;
  return mostCommon(countCodes(found, codes, values.length), values, facetValues);
}
