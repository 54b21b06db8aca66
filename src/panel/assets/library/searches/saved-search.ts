// A saved search as an address of the library, and back. Pure.
import type { SavedSearch } from '../../../../assets/search/searches.ts';
import { listedStates } from '../../states.ts';
import { orderParameter, searchIn } from '../library-filter.ts';

type Query = SavedSearch['query'];

const isListed = (states: readonly string[]): boolean =>
  states.length === listedStates.length && listedStates.every((state) => states.includes(state));

/** What the address searches. All states are named: without a state, the API lists active assets only. */
export function queryIn(parameters: URLSearchParams): Query {
  const names = searchIn(parameters);
  const query = Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name === orderParameter ? 'sort' : name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
  return names.includes('status') ? query : { ...query, status: [...listedStates] };
}

/** The parameters of the library that show what a search finds. */
export function parametersOf(query: Query): URLSearchParams {
  const parameters = new URLSearchParams();
  const states = [query.status ?? []].flat();
  const shown = states.length > 0 || query.review === 'true' ? states : ['active'];
  for (const [name, value] of Object.entries({ ...query, status: isListed(shown) ? [] : shown }))
    for (const one of [value].flat()) parameters.append(name === 'sort' ? orderParameter : name, one);
  return parameters;
}

/** Two addresses are the same search if these are equal. */
export const keyOf = (parameters: URLSearchParams): string =>
  JSON.stringify(
    searchIn(parameters)
      .sort()
      .map((name) => [name, parameters.getAll(name).sort()]),
  );
