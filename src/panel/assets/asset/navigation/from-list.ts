// The list that an asset was opened from: its address carries the library's query, so that it survives reloading and pasting.

/** The parameter of an asset's address. */
export const listParameter = 'from';

/** What the library's address has beyond its query. */
const notQuery = ['at'];

/** The query of an asset's link in the library. @param parameters the library's */
export function fromLibrary(parameters: URLSearchParams): string {
  const query = new URLSearchParams(parameters);
  for (const name of notQuery) query.delete(name);
  return toList(query.toString());
}

/** The query of an asset's address. @param list the library's query; null: opened from elsewhere */
export const toList = (list: string | null): string =>
  list === null ? '' : `?${new URLSearchParams({ [listParameter]: list }).toString()}`;

/** What of an asset's address goes along to the next one of its list: the list, and which tabs are open. */
const kept = [listParameter, 'tab', 'part'];

/** The query of the address of the next or the previous asset. @param parameters of the open one's */
export function toNeighbor(parameters: URLSearchParams): string {
  const pairs = [...parameters].filter(([name]) => kept.includes(name));
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** The library's address query, with the place to return to. */
export function backToList(list: string, id: string): string {
  const query = new URLSearchParams(list);
  query.set('at', id);
  return `?${query.toString()}`;
}
