// Finding assets for the panel's views, through `GET /api/v1/assets`: it finds and counts what the person may read, in the workspace
// they work in.
import type { Asset, State } from '../../assets/schemas.ts';
import type { FieldValue } from '../../fields/schemas.ts';
import { call } from '../client/api.ts';
import { listedStates } from './states.ts';

export interface AssetQuery {
  /** Words that must each match, as they are typed. */
  q?: string;
  /** Any but deleted ones when left out. */
  state?: State | null;
  type?: string | null;
  tag?: string | null;
  /** Values of custom fields as they count, by key. */
  fields?: Record<string, string>;
  /** Days within which the last day of use lies: soonest first. */
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
    /** By key, of fields that have a choice of values. */
    fields: Record<string, { value: FieldValue; count: number }[]>;
  };
}

interface Page {
  data: Asset[];
  total: number;
  facets: Found['facets'];
  next: string | null;
}

/** The most that one answer holds. */
const atOnce = 200;

/** @param cursor `next` of the page before; null: by offset, as an order by relevance is paged. */
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

/** Assets, best match first with words, else newest first, or what expires soonest. @throws CallFailed. */
export async function findAssets(query: AssetQuery, signal?: AbortSignal): Promise<Found> {
  const first = await call<Page>('GET', addressOf(query, 0, null), { signal });
  // By id: pages that are asked for by offset overlap where others write meanwhile.
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
