// The filters of the library, as they are in the address. Their names there are those of the parameters of `list_assets`, but for
// the order.
import type { AssetType } from '../../../assets/metadata/kinds.ts';
import type { State } from '../../../assets/schemas.ts';
import type { ColorSpace, Orientation } from '../../../assets/search/asset-traits.ts';
import { aiAnswers, type AiAnswer } from '../../../lib/made-by-ai.ts';
import { colorIn } from '../swatches.ts';
import { assetSorts, type AssetFilter, type AssetQuery, type AssetSort } from '../find-assets.ts';
import { listedStates } from '../states.ts';
import type { PlainKey } from '../../../words/keys.ts';

export interface LibraryFilter extends Required<AssetFilter> {
  sort: AssetSort | null;
}

export const typeKeys = {
  image: 'filters:images',
  video: 'filters:videos',
  audio: 'filters:audio',
  font: 'filters:fonts',
  document: 'filters:documents',
  other: 'filters:otherFiles',
} as const satisfies Record<AssetType, PlainKey>;
const assetTypes = Object.keys(typeKeys) as AssetType[];

/** Whether AI made an asset. */
export const aiKeys = {
  yes: 'assets:madeByAi',
  no: 'filters:madeWithoutAi',
  unknown: 'filters:aiUnknown',
} as const satisfies Record<AiAnswer, PlainKey>;

export const orientationKeys = {
  landscape: 'filters:landscape',
  portrait: 'filters:portrait',
  square: 'filters:square',
} as const satisfies Record<Orientation, PlainKey>;

export const colorSpaceKeys = {
  rgb: 'filters:rgb',
  cmyk: 'filters:cmyk',
  gray: 'filters:grayscale',
} as const satisfies Record<ColorSpace, PlainKey>;

const among = <Value extends string>(known: readonly Value[], asked: readonly string[]): Value[] =>
  known.filter((value) => asked.includes(value));

function wholeIn(parameters: URLSearchParams, name: string): number | null {
  const whole = Number(parameters.get(name) ?? NaN);
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : null;
}

/** As in the API, which refuses others. */
const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text);

const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

function dayIn(parameters: URLSearchParams, name: string): string | null {
  const day = parameters.get(name);
  return isDay(day) ? day : null;
}

/** How the results are sorted. Not `sort`: Payload's list keeps that one, and puts it into the address of the next visit. */
export const orderParameter = 'order';

/** What precedes a field's key in the address. */
export const ofField = 'f.';

/** The same for the facets of other modules. */
export const ofFacet = 'facet.';

/** The filters in the address whose names begin with a prefix, by the rest. */
function prefixedIn(parameters: URLSearchParams, prefix: string): Record<string, string[]> {
  const names = [...new Set(parameters.keys())].filter((name) => name.startsWith(prefix));
  return Object.fromEntries(names.map((name) => [name.slice(prefix.length), parameters.getAll(name)]));
}

export const filterIn = (parameters: URLSearchParams): LibraryFilter => ({
  states: among<State>(listedStates, parameters.getAll('status')),
  types: among<AssetType>(assetTypes, parameters.getAll('type')),
  tags: parameters.getAll('tag'),
  collection: parameters.get('collection'),
  direct: parameters.get('direct') === 'true',
  review: parameters.get('review') === 'true',
  sort: among<AssetSort>(assetSorts, parameters.getAll(orderParameter))[0] ?? null,
  fields: prefixedIn(parameters, ofField),
  facets: prefixedIn(parameters, ofFacet),
  expiresWithin: wholeIn(parameters, 'expiresWithin'),
  orientations: among<Orientation>(
    Object.keys(orientationKeys) as Orientation[],
    parameters.getAll('orientation'),
  ),
  ai: among<AiAnswer>(aiAnswers, parameters.getAll('ai')),
  colorSpaces: among<ColorSpace>(
    Object.keys(colorSpaceKeys) as ColorSpace[],
    parameters.getAll('colorSpace'),
  ),
  minSize: wholeIn(parameters, 'minSize'),
  maxSize: wholeIn(parameters, 'maxSize'),
  missing: parameters.getAll('missing'),
  addedBy: parameters.getAll('addedBy').filter(isId),
  createdAfter: dayIn(parameters, 'createdAfter'),
  createdBefore: dayIn(parameters, 'createdBefore'),
  color: colorIn(parameters.get('color')),
});

/** What an address of the library asks for. */
export const queryIn = (parameters: URLSearchParams): AssetQuery & LibraryFilter => ({
  q: parameters.get('q') ?? '',
  ...filterIn(parameters),
});

const filters = [
  'status',
  'type',
  'tag',
  'collection',
  'direct',
  'review',
  'expiresWithin',
  'orientation',
  'ai',
  'colorSpace',
  'minSize',
  'maxSize',
  'missing',
  'addedBy',
  'createdAfter',
  'createdBefore',
  'color',
];

const isFilter = (name: string): boolean =>
  filters.includes(name) || name.startsWith(ofField) || name.startsWith(ofFacet);

/** The names of the filters in an address. */
export const filtersIn = (parameters: URLSearchParams): string[] =>
  [...new Set(parameters.keys())].filter(isFilter);

/** The names of everything in an address that a saved search keeps: words, filters and order. */
export const searchIn = (parameters: URLSearchParams): string[] =>
  [...new Set(parameters.keys())].filter((name) => isFilter(name) || name === 'q' || name === orderParameter);
