// Searches assets with `GET /api/v1/assets`, in the person's current workspace.
import type { AssetType } from '../../assets/metadata/kinds.ts';
import type { Asset, State } from '../../assets/schemas.ts';
import { call, type InputFor, type OutputFor } from '../client/operations.ts';
import { listedStates } from './states.ts';

/** The orders that the library offers. */
export const assetSorts = ['newest', 'oldest', 'name', 'size', 'expires'] as const;
export type AssetSort = (typeof assetSorts)[number];

export interface AssetQuery {
  /** Words that must all match. */
  q?: string;
  /** Omitted: any state except deleted. */
  state?: State | null;
  type?: AssetType | null;
  tag?: string | null;
  /** The id of a collection. */
  collection?: string | null;
  /** Omitted: by relevance if there are words, by expiry if `expiresWithin` is set, else newest first. */
  sort?: AssetSort | null;
  /** Values of custom fields by key, inherited ones included. */
  fields?: Record<string, string>;
  /** Values in the facets of other modules. */
  facets?: Record<string, string>;
  /** Only assets that expire within this many days, soonest first. */
  expiresWithin?: number | null;
  limit: number;
}

export interface FacetEntry {
  value: string;
  count: number;
}

export interface Found {
  assets: Asset[];
  total: number;
  facets: {
    tags: FacetEntry[];
    types: FacetEntry[];
    states: FacetEntry[];
    /** By field key; only fields with a choice of values. */
    fields: Record<string, FacetEntry[]>;
    /** Of other modules. */
    modules: { name: string; label: string; entries: FacetEntry[] }[];
  };
}

/** The API's page size limit. */
const atOnce = 200;

/** @param cursor `next` of the previous page; null: page by offset, as results sorted by relevance are. */
function inputOf(query: AssetQuery, offset: number, cursor: string | null): InputFor<'list_assets'> {
  const { q, state, type, tag, collection, sort, fields = {}, facets = {}, expiresWithin } = query;
  return {
    limit: Math.min(atOnce, query.limit - offset),
    ...(cursor === null ? { offset } : { cursor }),
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(tag ? { tag } : {}),
    ...(collection ? { collection } : {}),
    ...(sort ? { sort } : {}),
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`f.${key}`, value])),
    ...Object.fromEntries(Object.entries(facets).map(([name, value]) => [`facet.${name}`, value])),
    ...(typeof expiresWithin === 'number' ? { expiresWithin } : {}),
    status: state ? [state] : [...listedStates],
  };
}

type Facets = OutputFor<'list_assets'>['facets'];

const entriesOf = (facet: Facets['tags']): FacetEntry[] =>
  facet.map(({ value, count }) => ({ value: String(value), count }));

function facetsOf({ tags, types, states, fields, modules }: Facets): Found['facets'] {
  return {
    tags: entriesOf(tags),
    types: entriesOf(types),
    states: entriesOf(states),
    fields: Object.fromEntries(Object.entries(fields).map(([key, facet]) => [key, entriesOf(facet)])),
    modules: modules.map(({ name, label, values }) => ({ name, label, entries: entriesOf(values) })),
  };
}

/** @throws CallFailed */
export async function findAssets(query: AssetQuery, signal?: AbortSignal): Promise<Found> {
  const first = await call('list_assets', inputOf(query, 0, null), { signal });
  // By id: pages by offset can overlap when assets are added in between.
  const assets = new Map(first.data.map((asset) => [asset.id, asset]));
  let { next } = first;
  for (let offset = atOnce; offset < Math.min(query.limit, first.total); offset += atOnce) {
    const page = await call('list_assets', inputOf(query, offset, next), { signal });
    for (const asset of page.data) assets.set(asset.id, asset);
    next = page.next;
    if (page.data.length === 0) break;
  }
  return { assets: [...assets.values()], total: first.total, facets: facetsOf(first.facets) };
}
