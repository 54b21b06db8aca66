// What the results would be without one of their filters, for the counts beside its values.
import { findPage, type AssetQuery, type FacetEntry, type Found } from '../../find-assets.ts';
import type { FilterPart } from './filter-part.ts';

type Pick = (facets: Found['facets']) => readonly FacetEntry[];

export const without =
  (query: AssetQuery, pick: Pick): FilterPart['load'] =>
  async (signal) =>
    pick((await findPage(query, { limit: 1, signal })).facets);

export function omit<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _, ...others } = values;
  return others;
}
