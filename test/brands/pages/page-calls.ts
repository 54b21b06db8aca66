// The calls for pages of a brand.
import type { Calls } from '../../setup/callers.ts';

export interface PageEntry {
  slug: string;
  title: string;
  position: number;
  parent: string | null;
  aliases: string[];
  [field: string]: unknown;
}

/** @param on returns the brand, and who reads and writes it */
export function pageCalls(on: () => { brand: string; reader: Calls; write: Calls }) {
  const at = (page = ''): string => `/brands/${on().brand}/pages${page && `/${page}`}`;
  const list = async (): Promise<PageEntry[]> => (await on().reader.done('GET', at())).body.data;
  return {
    at,
    list,
    tree: async (): Promise<string[]> =>
      (await list()).map(({ slug, parent, position }) => `${parent ?? ''}/${slug} ${position}`),
    read: async (page: string, query = '') =>
      (await on().reader.done('GET', `${at(page)}${query}`)).body.data,
    put: (page: string, body: object) => on().write.call('PUT', at(page), body),
    /** Throws if the page isn't saved. */
    saved: (page: string, body: object) => on().write.done('PUT', at(page), body),
    patch: (page: string, ...ops: object[]) => on().write.call('PATCH', at(page), { ops }),
    rules: (...set: object[]) => on().write.done('PATCH', `/brand/rules?brand=${on().brand}`, { set }),
  };
}
