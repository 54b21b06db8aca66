// The list of resources, by pages: each continues after the last resource of the one before, so none is skipped or repeated while brands
// and their pages come and go.
import type { Resource } from '@modelcontextprotocol/sdk/types.js';
import { RpcError, rpcCode } from './rpc-error.ts';

/** How brands and their pages are read: as an agent that may see only some. */
export interface Brands {
  slugs(): Promise<string[]>;
  pagesOf(brand: string): Promise<string[]>;
}

/** Most resources of a page, and most brands that are read for one. */
const maxListed = 200;
const maxBrandsRead = 20;

/** Where a page of the list ends: a brand, and a page of it; '' stands for its rules. */
type Place = readonly [brand: string, page: string];

const isAfter = ([brand, page]: Place, [lastBrand, lastPage]: Place): boolean =>
  brand === lastBrand ? page > lastPage : brand > lastBrand;

const cursorOf = ([brand, page]: Place): string => Buffer.from(`${brand}/${page}`).toString('base64url');

/** @throws RpcError invalid params */
function placeOf(cursor: string): Place {
  const [, brand, page] =
    /^([a-z0-9-]{1,120})\/([a-z0-9-]{0,120})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (brand === undefined || page === undefined)
    throw new RpcError(rpcCode.invalidParams, 'Invalid cursor. Send nextCursor of the previous page.');
  return [brand, page];
}

const resourceAt = ([brand, page]: Place): Resource =>
  page === ''
    ? {
        uri: `marque://brands/${brand}/rules`,
        name: `${brand}/rules`,
        title: `Rules of the brand ${brand}`,
        mimeType: 'application/json',
      }
    : {
        uri: `marque://brands/${brand}/pages/${page}`,
        name: `${brand}/pages/${page}`,
        title: `Page ${page} of the brand ${brand}`,
        mimeType: 'text/markdown',
      };

/**
 * Resources that can be read without knowing an ID: each brand's rules and pages, by slug.
 * @throws RpcError for a cursor that no page ended with.
 */
export async function resourcesAfter(
  brands: Brands,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const last = cursor === undefined ? null : placeOf(cursor);
  const left = (await brands.slugs()).filter((slug) => last === null || slug >= last[0]).toSorted();
  const places: Place[] = [];
  for (const brand of left.slice(0, maxBrandsRead)) {
    const pages = (await brands.pagesOf(brand)).toSorted();
    const all = ['', ...pages].map((page): Place => [brand, page]);
    places.push(...all.filter((place) => last === null || isAfter(place, last)));
    if (places.length > maxListed) break;
  }
  const listed = places.slice(0, maxListed);
  const end = listed.at(-1);
  const hasMore = places.length > maxListed || left.length > maxBrandsRead;
  return {
    resources: listed.map(resourceAt),
    ...(hasMore && end ? { nextCursor: cursorOf(end) } : {}),
  };
}
