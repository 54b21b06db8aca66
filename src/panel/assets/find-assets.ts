// Searches assets with `GET /api/v1/assets`, in the person's current workspace.
import type { AiAnswer } from '../../lib/made-by-ai.ts';
import type { AssetType } from '../../assets/metadata/kinds.ts';
import type { State } from '../../assets/schemas.ts';
import type { ColorSpace, Orientation } from '../../assets/search/asset-traits.ts';
import { call, urlOf, type InputFor, type OutputFor } from '../client/operations.ts';
import { picturedIn, withThumbnails, type PicturedAsset } from './pictured.ts';
import { listedStates } from './states.ts';

/** The orders that the library offers. */
export const assetSorts = ['newest', 'oldest', 'updated', 'name', 'size', 'expires'] as const;
export type AssetSort = (typeof assetSorts)[number];

export interface AssetFilter {
  /** Matches any of these. Empty: every state except deleted. */
  states?: readonly State[];
  /** Any of them. */
  types?: readonly AssetType[];
  /** All of them. */
  tags?: readonly string[];
  /** The id or the name of a collection. */
  collection?: string | null;
  /** With a collection: without the assets of the collections in it. */
  direct?: boolean;
  /** Only what is waiting for review. */
  review?: boolean;
  /** Any of the values of custom fields by key, inherited ones included. `key.gte` and `key.lte` are the ends of a range. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Any of the values in the facets of other modules. */
  facets?: Readonly<Record<string, readonly string[]>>;
  /** Any of them. */
  orientations?: readonly Orientation[];
  /** Any of these answers to whether AI made them. */
  ai?: readonly AiAnswer[];
  /** Any of them. */
  colorSpaces?: readonly ColorSpace[];
  /** Bytes of the file, both ends included. */
  minSize?: number | null;
  maxSize?: number | null;
  /** What they have no value for, all of it: `tags`, `alt`, `rights`, `creator`, `f.{key}`. */
  missing?: readonly string[];
  /** By any of these people and keys: their IDs. */
  addedBy?: readonly string[];
  /** Days, UTC: added on the first or later, and before the second. */
  createdAfter?: string | null;
  createdBefore?: string | null;
  /** Six hex digits: with this color, or one near it, those with most of it first. */
  color?: string | null;
  /** Only assets that expire within this many days, soonest first. */
  expiresWithin?: number | null;
}

export interface AssetQuery extends AssetFilter {
  /** Words that must all match. */
  q?: string;
  /** Omitted: by color if there is one, by relevance if there are words, by expiry if `expiresWithin` is set, else newest first. */
  sort?: AssetSort | null;
}

export interface FacetEntry {
  value: string;
  count: number;
}

/** Somebody who added assets: the value is their ID. */
export interface UploaderEntry extends FacetEntry {
  name: string;
}

export interface Found {
  assets: PicturedAsset[];
  total: number;
  facets: {
    tags: FacetEntry[];
    types: FacetEntry[];
    states: FacetEntry[];
    /** By field key; only fields with a choice of values. */
    fields: Record<string, FacetEntry[]>;
    addedBy: UploaderEntry[];
    /** Of other modules. */
    modules: { name: string; label: string; entries: FacetEntry[] }[];
  };
}

/** Where a page begins: behind a cursor, or an offset where the order has no cursors, as relevance has none. */
export type PageStart = { cursor: string } | { offset: number };

export interface FoundPage extends Found {
  /** Where the next page begins; null after the last one. */
  next: PageStart | null;
}

/** The API's page size limit. */
const atOnce = 200;

/** How many a list begins with, and shows more of at a time. */
export const pageSize = 60;

const prefixed = (prefix: string, values: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, several]) => [prefix + name, several]));

/** A list parameter, which is left out if it's empty. */
const listed = <Name extends string, Value>(name: Name, values: readonly Value[] = []) =>
  values.length > 0 ? ({ [name]: [...values] } as Record<Name, Value[]>) : {};

/** The parameters about what assets are like. */
function traitsOf(query: AssetQuery) {
  const { orientations, ai, colorSpaces, missing, minSize, maxSize, color } = query;
  const { addedBy, createdAfter, createdBefore } = query;
  return {
    ...listed('orientation', orientations),
    ...listed('ai', ai),
    ...listed('colorSpace', colorSpaces),
    ...listed('missing', missing),
    ...listed('addedBy', addedBy),
    ...(typeof minSize === 'number' ? { minSize } : {}),
    ...(typeof maxSize === 'number' ? { maxSize } : {}),
    ...(createdAfter ? { createdAfter } : {}),
    ...(createdBefore ? { createdBefore } : {}),
    ...(color ? { color } : {}),
  };
}

function inputOf(query: AssetQuery, start: PageStart, limit: number): InputFor<'list_assets'> {
  const {
    q,
    states = [],
    types,
    tags,
    collection,
    direct,
    review,
    sort,
    fields,
    facets,
    expiresWithin,
  } = query;
  return {
    ...withThumbnails,
    limit,
    ...start,
    ...(q ? { q } : {}),
    ...listed('type', types),
    ...listed('tag', tags),
    ...(collection ? { collection } : {}),
    ...(collection && direct ? { direct: 'true' as const } : {}),
    ...(review ? { review: 'true' as const } : {}),
    ...(sort ? { sort } : {}),
    ...traitsOf(query),
    ...prefixed('f.', fields),
    ...prefixed('facet.', facets),
    ...(typeof expiresWithin === 'number' ? { expiresWithin } : {}),
    status: states.length > 0 ? [...states] : [...listedStates],
  };
}

type Facets = OutputFor<'list_assets'>['facets'];

const entriesOf = (facet: Facets['tags']): FacetEntry[] =>
  facet.map(({ value, count }) => ({ value: String(value), count }));

function facetsOf({ tags, types, states, fields, addedBy, modules }: Facets): Found['facets'] {
  return {
    tags: entriesOf(tags),
    types: entriesOf(types),
    states: entriesOf(states),
    fields: Object.fromEntries(Object.entries(fields).map(([key, facet]) => [key, entriesOf(facet)])),
    addedBy,
    modules: modules.map(({ name, label, values }) => ({ name, label, entries: entriesOf(values) })),
  };
}

interface Reading {
  limit: number;
  start?: PageStart;
  signal?: AbortSignal | undefined;
  /** Called after each call with how many assets are there so far, and how many match. */
  onProgress?: (loaded: number, total: number) => void;
}

type Answered = OutputFor<'list_assets'>;

/** The page that an answer is. @param assets also those of pages before it */
function pageOfAnswer(page: Answered, start: PageStart, assets: readonly PicturedAsset[]): FoundPage {
  const offset = 'offset' in start ? start.offset + page.data.length : null;
  const hasMore = offset !== null && offset < page.total && page.data.length > 0;
  const next = page.next !== null ? { cursor: page.next } : hasMore ? { offset } : null;
  return { assets: [...assets], total: page.total, facets: facetsOf(page.facets), next };
}

/** The address of the first page of a search. */
export const firstPageUrl = (query: AssetQuery): string =>
  urlOf('list_assets', inputOf(query, { offset: 0 }, pageSize));

/** The first page of a search, from the answer at its address. */
export const firstPageOf = (answer: Answered): FoundPage =>
  pageOfAnswer(answer, { offset: 0 }, picturedIn(answer.data, answer.included, answer.matches));

/**
 * Reads up to `limit` assets from a place in the results, in as many calls as that takes.
 * @throws CallFailed
 */
export async function findPage(query: AssetQuery, reading: Reading): Promise<FoundPage> {
  const { limit, signal, onProgress } = reading;
  // By id: pages by offset can overlap when assets are added in between.
  const assets = new Map<string, PicturedAsset>();
  let start = reading.start ?? { offset: 0 };
  let asked = 0;
  for (;;) {
    const size = Math.min(atOnce, limit - asked);
    const page = await call('list_assets', inputOf(query, start, size), { signal });
    for (const asset of picturedIn(page.data, page.included, page.matches)) assets.set(asset.id, asset);
    asked += size;
    const found = pageOfAnswer(page, start, [...assets.values()]);
    onProgress?.(assets.size, page.total);
    if (found.next === null || asked >= limit) return found;
    start = found.next;
  }
}

/** The first assets of a search. @throws CallFailed */
export function findAssets(
  { limit, ...query }: AssetQuery & { limit: number },
  signal?: AbortSignal,
): Promise<Found> {
  return findPage(query, { limit, signal });
}
