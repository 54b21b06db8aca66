// Searches assets with `GET /api/v1/assets`, in the person's current workspace.
import type { Asset, State } from '../../assets/schemas.ts';
import type { FieldValue } from '../../fields/schemas.ts';
import { call } from '../client/api.ts';
import { listedStates } from './states.ts';

export interface AssetQuery {
  /** Words that must all match. */
  q?: string;
  /** Omitted: any state except deleted. */
  state?: State | null;
  type?: string | null;
  tag?: string | null;
  /** Values of custom fields by key, inherited ones included. */
  fields?: Record<string, string>;
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
    fields: Record<string, { value: FieldValue; count: number }[]>;
  };
}

interface Page {
  data: Asset[];
  total: number;
  facets: Found['facets'];
  next: string | null;
}

/** The API's page size limit. */
const atOnce = 200;

/** @param cursor `next` of the previous page; null: page by offset, as results sorted by relevance are. */
function addressOf(query: AssetQuery, offset: number, cursor: string | null): string {
  const { q, state, type, tag, fields = {}, expiresWithin } = query;
  const parameters = new URLSearchParams({
    limit: String(Math.min(atOnce, query.limit - offset)),
    ...(cursor === null ? { offset: String(offset) } : { cursor }),
  });
  if (q) parameters.set('q', q);
  if (type) parameters.set('type', type);
  if (tag) parameters.set('tag', tag);
  for (const [key, value] of Object.entries(fields)) parameters.set(`f.${key}`, value);
  if (typeof expiresWithin === 'number') parameters.set('expiresWithin', String(expiresWithin));
  for (const one of state ? [state] : listedStates) parameters.append('status', one);
  return `/api/v1/assets?${parameters.toString()}`;
}

/** Sorted by relevance if there are words, by expiry if `expiresWithin` is set, else newest first. @throws CallFailed */
export async function findAssets(query: AssetQuery, signal?: AbortSignal): Promise<Found> {
  const first = await call<Page>('GET', addressOf(query, 0, null), { signal });
  // By id: pages by offset can overlap when assets are added in between.
  const assets = new Map(first.data.map((asset) => [asset.id, asset]));
  let { next } = first;
  for (let offset = atOnce; offset < Math.min(query.limit, first.total); offset += atOnce) {
    const page = await call<Page>('GET', addressOf(query, offset, next), { signal });
    for (const asset of page.data) assets.set(asset.id, asset);
    next = page.next;
    if (page.data.length === 0) break;
  }
  return { assets: [...assets.values()], total: first.total, facets: first.facets };
}
